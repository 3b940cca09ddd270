// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import Foundation

/// What a store says of an experiment.
package struct StoredExperiment: Sendable, Codable, Hashable {
    /// Its name, what was typed, and the version that began it.
    package let name, command, version: String
    /// Whether this program can work on it.
    package let isOfThisBuild: Bool
    /// `open`, `complete` or `cancelled`.
    package let state: String
    /// The largest number of replications; those that are done, being run, wanted and failed so far.
    package let most, done, running, wanted, failed: Int
    /// When it began, and when its command gave its last sign of life, as the database's clock says.
    package let began, seen: String
    /// Replications done in the last minute.
    package let lastMinute: Int

    /// Seconds left at the rate of the last minute; nil without one.
    package var secondsLeft: Double? {
        lastMinute > 0 ? Double(max(0, most - done)) * 60 / Double(lastMinute) : nil
    }
}

/// A worker that gave a sign of life within the last two minutes, and what it has.
package struct StoredWorker: Sendable, Codable, Hashable {
    /// Its machine, process and version.
    package let host, process, version: String
    /// Replications being run, and done.
    package let running, done: Int
    /// Seconds since its last sign of life.
    package let quietFor: Int
}

extension ExperimentStore {
    /// The experiments, the newest first; or the one of a name.
    ///
    /// - Throws: `StoreProblem` when there is none of that name.
    package func experiments(named name: String? = nil) throws(StoreProblem) -> [StoredExperiment] {
        let rows = try run(
            """
            SELECT e.name, e.command, e.version, e.version = $1 AND e.build = $2, e.state, greatest(e.most, count(r.number)),
                count(r.number) FILTER (WHERE r.state = 2),
                count(r.number) FILTER (WHERE r.state = 1 AND r.lease >= now()),
                count(r.number) FILTER (WHERE r.state = 0 OR r.state = 1 AND r.lease < now()),
                count(r.number) FILTER (WHERE r.state = 3),
                to_char(e.began, 'YYYY-MM-DD HH24:MI:SS'), to_char(e.seen, 'YYYY-MM-DD HH24:MI:SS'),
                count(r.number) FILTER (WHERE r.state = 2 AND r.ended > now() - interval '1 minute')
            FROM cabrank.experiments e LEFT JOIN cabrank.replications r ON r.experiment = e.id
            WHERE $3::text IS NULL OR e.name = $3 GROUP BY e.id ORDER BY e.id DESC
            """, [cabrankVersion, ProgramBuild.id, name])
        if let name, rows.isEmpty { throw try unknown(name) }
        return rows.map { row in
            func number(_ column: Int) -> Int { row[column].flatMap { Int($0) } ?? 0 }
            func text(_ column: Int) -> String { row[column] ?? "" }
            return StoredExperiment(
                name: text(0), command: text(1), version: text(2), isOfThisBuild: row[3] == "t", state: text(4),
                most: number(5), done: number(6), running: number(7), wanted: number(8), failed: number(9),
                began: text(10), seen: text(11), lastMinute: number(12))
        }
    }

    /// The workers that have something of an experiment, or brought something of it lately.
    package func workers(of name: String) throws(StoreProblem) -> [StoredWorker] {
        try run(
            """
            SELECT w.host, w.process, w.version, count(*) FILTER (WHERE r.state = 1), count(*) FILTER (WHERE r.state = 2),
                extract(epoch FROM now() - greatest(w.seen, max(r.ended)))::int
            FROM cabrank.workers w JOIN cabrank.replications r ON r.worker = w.id
            JOIN cabrank.experiments e ON e.id = r.experiment WHERE e.name = $1 GROUP BY w.id
            HAVING greatest(w.seen, max(r.ended)) > now() - interval '2 minutes' ORDER BY w.id
            """, [name]
        ).map { row in
            func number(_ column: Int) -> Int { row[column].flatMap { Int($0) } ?? 0 }
            return StoredWorker(
                host: row[0] ?? "", process: row[1] ?? "", version: row[2] ?? "", running: number(3), done: number(4),
                quietFor: number(5))
        }
    }

    /// What went wrong in an experiment's failed replications.
    package func failures(of name: String) throws(StoreProblem) -> [String] {
        try run(
            """
            SELECT r.error FROM cabrank.results r JOIN cabrank.experiments e ON e.id = r.experiment
            WHERE e.name = $1 AND r.error IS NOT NULL ORDER BY r.member, r.number
            """, [name]
        ).compactMap { $0[0] }
    }

    /// The inputs of an experiment: path, hash and size in bytes of each file.
    package func inputs(of name: String) throws(StoreProblem) -> [(path: String, hash: String, bytes: Int)] {
        try run(
            """
            SELECT DISTINCT f ->> 'path', i.hash, length(i.bytes) FROM cabrank.experiments e
            JOIN cabrank.members m ON m.experiment = e.id
            CROSS JOIN LATERAL json_array_elements(m.recipe::json -> 'files') AS f
            JOIN cabrank.inputs i ON i.hash = f ->> 'hash' WHERE e.name = $1 ORDER BY 1, 2
            """, [name]
        ).map { ($0[0] ?? "", $0[1] ?? "", $0[2].flatMap { Int($0) } ?? 0) }
    }

    /// Cancels an experiment: workers leave what they have of it, and its results stay.
    ///
    /// - Throws: `StoreProblem` for one that is not open.
    package func cancel(_ name: String) throws(StoreProblem) {
        let rows = try run(
            """
            UPDATE cabrank.experiments SET state = 'cancelled', ended = now() WHERE name = $1 AND state = 'open'
            RETURNING id
            """, [name])
        guard rows.isEmpty, let found = try experiments(named: name).first else { return }
        throw StoreProblem("the experiment `\(name)` is \(found.state): there is nothing to cancel")
    }

    /// Removes an experiment with its results, and the inputs that no other one has.
    ///
    /// - Throws: `StoreProblem` for one that is open, since somebody may be working on it.
    package func remove(_ name: String) throws(StoreProblem) {
        guard let found = try experiments(named: name).first else { return }
        guard found.state != "open" else {
            throw StoreProblem(
                "the experiment `\(name)` is open, with \(found.done) replications done; cancel it first: cabrank experiment "
                    + "cancel \(name)")
        }
        try run("DELETE FROM cabrank.experiments WHERE name = $1 AND state <> 'open'", [name])
        try run(
            "DELETE FROM cabrank.inputs i WHERE NOT EXISTS (SELECT 1 FROM cabrank.member_inputs m WHERE m.hash = i.hash)"
        )
    }

    /// The size of the store's tables in bytes.
    package func size() throws(StoreProblem) -> Int {
        try run(
            """
            SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
            JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'cabrank' AND c.relkind = 'r'
            """
        ).first?[0].flatMap { Int($0) } ?? 0
    }

    private func unknown(_ name: String) throws(StoreProblem) -> StoreProblem {
        let names = try run("SELECT name FROM cabrank.experiments ORDER BY id DESC").compactMap { $0[0] }
        let near = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" }
        let known =
            names.isEmpty ? "; it has none" : "; known: \(names.prefix(10).map(\.shown).joined(separator: ", "))"
        return StoreProblem("the store has no experiment `\(name)`" + (near ?? known))
    }
}
