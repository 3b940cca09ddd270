// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Foundation

/// A database that holds experiments: what is to be run, by whom it is being run, and what came of it. Any number of
/// processes on any number of machines use it at once.
///
/// All times are those of the database's clock, so the clocks of the machines may differ.
package final class ExperimentStore: Sendable {
    /// How long a replication belongs to a worker that gives no sign of life, in seconds.
    static let lease = 30
    /// How often a sign of life is given, in seconds.
    static let beat = 8.0
    /// How many workers may die with a replication before it is given up.
    static let mostTries = 5

    let session: PostgresSession

    /// Opens a store; makes its tables in a new one.
    ///
    /// - Parameters:
    ///   - address: where.
    ///   - patience: how long statements are tried again while the server is away, in seconds.
    ///   - goesOn: asked meanwhile; false ends the waiting.
    /// - Throws: `PostgresProblem` when it cannot be used.
    package init(
        _ address: PostgresAddress, patience: Double = 600, goesOn: @escaping @Sendable () -> Bool = { true }
    ) throws(PostgresProblem) {
        session = try PostgresSession(address, patience: patience, goesOn: goesOn)
        try StoreSchema.prepare(session)
    }

    // MARK: Owners

    /// Begins an experiment, or goes on with the one of this name; what failed in it is wanted again.
    ///
    /// - Parameters:
    ///   - name: under which it is listed.
    ///   - command: what was typed, for people.
    ///   - key: what makes it this experiment: of one name, another key is another experiment.
    ///   - most: the largest number of replications.
    /// - Throws: `StoreProblem` for an experiment of that name with other inputs, or of another build.
    func begin(_ name: String, command: String, key: String, most: Int) throws(StoreProblem) -> Int64 {
        let (version, build) = (cabrankVersion, ProgramBuild.id)
        try run(
            """
            INSERT INTO cabrank.experiments (name, key, command, version, build, most) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (name) DO NOTHING
            """, [name, key, command, version, build, String(most)])
        let row = try run("SELECT id, key, version, build, state FROM cabrank.experiments WHERE name = $1", [name])[0]
        guard row[1] == key else {
            throw StoreProblem(
                "the store has an experiment `\(name)` with other inputs; choose another name with --experiment, or remove "
                    + "that one with: cabrank experiment remove \(name)")
        }
        guard row[2] == version, row[3] == build else {
            throw StoreProblem(
                "the store's experiment `\(name)` was begun by version \(row[2] ?? "")"
                    + (row[2] == version ? " in another build" : "")
                    + ", and this is version \(version); choose another "
                    + "name with --experiment, or go on with that program")
        }
        guard row[4] != "cancelled" else {
            throw StoreProblem(
                "the store's experiment `\(name)` was cancelled; remove it with: cabrank experiment remove \(name)")
        }
        let id = row[0] ?? ""
        try run("UPDATE cabrank.experiments SET most = $2 WHERE id = $1", [id, String(most)])
        try run("DELETE FROM cabrank.results WHERE experiment = $1 AND error IS NOT NULL", [id])
        try run("UPDATE cabrank.replications SET state = 0, tries = 0 WHERE experiment = $1 AND state = 3", [id])
        let experiment = Int64(id) ?? 0
        _ = try signOfLife(of: experiment)
        return experiment
    }

    /// Puts an experiment's part into the store, with its inputs, where it is not there yet.
    ///
    /// - Parameter known: the hashes of inputs that were found in the store before.
    func add(
        _ recipe: ExperimentRecipe, _ contents: [String: Data], to experiment: Int64, known: inout Set<String>
    ) throws(StoreProblem) -> Int64 {
        let text = String(decoding: ReplicationJournal.encoded(recipe), as: UTF8.self)
        let hashes = contents.keys.sorted()
        while true {
            for hash in hashes where !known.contains(hash) {
                try run(
                    "INSERT INTO cabrank.inputs VALUES ($1, decode($2, 'base64')) ON CONFLICT DO NOTHING",
                    [hash, contents[hash]?.base64EncodedString()])
            }
            do throws(StoreProblem) {
                let rows = try run(
                    """
                    WITH part AS (
                        INSERT INTO cabrank.members (experiment, key, recipe) VALUES ($1, $2, $3)
                        ON CONFLICT (experiment, key) DO UPDATE SET key = excluded.key RETURNING id),
                    links AS (
                        INSERT INTO cabrank.member_inputs SELECT part.id, hash FROM part, unnest($4::text[]) AS hash
                        ON CONFLICT DO NOTHING)
                    SELECT id FROM part
                    """, [String(experiment), recipe.key, text, "{\(hashes.joined(separator: ","))}"])
                known.formUnion(hashes)
                return rows[0][0].flatMap { Int64($0) } ?? 0
            } catch  where error.isMissingReference && !known.isDisjoint(with: hashes) {
                // Somebody removed the last experiment that had an input, just before this one was to have it.
                known.subtract(hashes)
            }
        }
    }

    /// Wants replications run; those that are done stay done.
    func want(_ replications: [StoredNumber], of experiment: Int64) throws(StoreProblem) {
        guard !replications.isEmpty else { return }
        try run(
            """
            INSERT INTO cabrank.replications (experiment, member, number)
            SELECT $1, * FROM unnest($2::bigint[], $3::int[]) ON CONFLICT DO NOTHING
            """, [String(experiment)] + replications.arrays)
    }

    /// Which replications of an experiment have an outcome, among them all that came since an earlier look.
    ///
    /// - Parameter horizon: of the earlier look; moved on to where the next one begins.
    func brought(to experiment: Int64, since horizon: inout String) throws(StoreProblem) -> [StoredNumber] {
        // A transaction that began before the look and ends after it brings what is not below its horizon.
        let rows = try run(
            """
            SELECT member, number, pg_snapshot_xmin(pg_current_snapshot()) FROM cabrank.results
            WHERE experiment = $1 AND brought >= $2::xid8 ORDER BY member, number
            """, [String(experiment), horizon])
        if let next = rows.first?[2] { horizon = next }
        return rows.map(StoredNumber.init)
    }

    /// What came of replications that have an outcome.
    func outcomes(of replications: [StoredNumber]) throws(StoreProblem) -> [(
        StoredNumber, Result<Replication, StoreProblem>
    )] {
        guard !replications.isEmpty else { return [] }
        return try run(
            """
            SELECT r.member, r.number, r.result, r.error FROM cabrank.results r
            JOIN unnest($1::bigint[], $2::int[]) AS wanted (member, number) USING (member, number)
            """, replications.arrays
        ).map { row in
            let number = StoredNumber(row)
            if let error = row[3] { return (number, .failure(StoreProblem(error))) }
            guard let text = row[2], let found = StoredResult.decoded(text), found.number == number.number else {
                return (
                    number,
                    .failure(
                        StoreProblem(
                            "replication \(number.number): the store's result is damaged: it is not what a worker brought; remove the experiment, and run it again"
                        ))
                )
            }
            return (number, .success(found))
        }
    }

    /// Refuses an experiment whose rows do not fit together, as after a restoration of some tables only: nobody would run what is noted as
    /// done, and no result would ever come.
    ///
    /// - Throws: `StoreProblem`, which names the first such row.
    func check(_ experiment: Int64) throws(StoreProblem) {
        let rows = try run(
            """
            SELECT r.member, r.number FROM cabrank.replications r
            WHERE r.experiment = $1 AND r.state IN (2, 3) AND NOT EXISTS (
                SELECT 1 FROM cabrank.results WHERE member = r.member AND number = r.number) ORDER BY 1, 2 LIMIT 1
            """, [String(experiment)])
        guard let row = rows.first.map(StoredNumber.init) else { return }
        throw StoreProblem(
            "the store's rows do not fit together: cabrank.replications says that replication \(row.number) of member "
                + "\(row.member) is done, and cabrank.results has no such row; remove the experiment, or restore the whole database"
        )
    }

    /// A sign of life of the command of an experiment; lets go what dead workers had.
    ///
    /// - Returns: how many workers have something of it; nil when it was cancelled or removed.
    func signOfLife(of experiment: Int64) throws(StoreProblem) -> Int? {
        let id = String(experiment)
        try letGoOfTheDead(of: id)
        // Another command of the same experiment may have completed it.
        return try run(
            """
            UPDATE cabrank.experiments SET seen = now(), state = 'open', ended = NULL WHERE id = $1 AND state <> 'cancelled'
            RETURNING (SELECT count(DISTINCT worker) FROM cabrank.replications WHERE experiment = $1 AND state = 1)
            """, [id]
        ).first.map { row in row[0].flatMap { Int($0) } ?? 0 }
    }

    /// Forgets replications that are not done and that nobody wants any more.
    func forget(_ members: [Int64]) throws(StoreProblem) {
        guard !members.isEmpty else { return }
        try run(
            "DELETE FROM cabrank.replications WHERE member = ANY ($1::bigint[]) AND state IN (0, 1)",
            ["{\(members.map(String.init).joined(separator: ","))}"])
    }

    /// Ends an experiment that is complete.
    func complete(_ experiment: Int64) throws(StoreProblem) {
        try run(
            "UPDATE cabrank.experiments SET state = 'complete', ended = now() WHERE id = $1", [String(experiment)])
    }

    @discardableResult
    func run(_ statement: String, _ values: [String?] = []) throws(StoreProblem) -> [PostgresRow] {
        do throws(PostgresProblem) {
            return try session.run(statement, values)
        } catch {
            throw StoreProblem(error)
        }
    }
}

/// A replication in the store; in order by part and number.
struct StoredNumber: Hashable, Comparable, Sendable {
    let member: Int64
    let number: Int

    static func < (left: StoredNumber, right: StoredNumber) -> Bool {
        (left.member, left.number) < (right.member, right.number)
    }
}

extension StoredNumber {
    /// Reads the first two columns of an answer, `member` and `number`, which are never NULL.
    init(_ row: PostgresRow) {
        self.init(member: row[0].flatMap { Int64($0) } ?? 0, number: row[1].flatMap { Int($0) } ?? 0)
    }
}

extension [StoredNumber] {
    /// Two arrays as PostgreSQL reads them.
    var arrays: [String?] {
        [
            "{\(map { String($0.member) }.joined(separator: ","))}",
            "{\(map { String($0.number) }.joined(separator: ","))}",
        ]
    }
}

/// Why a store cannot do what is asked: one clear sentence.
package struct StoreProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to do.
    package let description: String
    /// Whether what is referred to is not there: foreign_key_violation of SQLSTATE.
    let isMissingReference: Bool

    package init(_ description: String) { (self.description, isMissingReference) = (description, false) }

    /// What the database says.
    package init(_ problem: PostgresProblem) {
        (description, isMissingReference) = (problem.description, problem.kind == .statement("23503"))
    }
}
