// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Foundation

/// What workers ask of a store.
extension ExperimentStore {
    /// Signs a worker on.
    ///
    /// - Returns: its number.
    func signOn() throws(StoreProblem) -> String {
        let process = ProcessInfo.processInfo
        let rows = try run(
            "INSERT INTO cabrank.workers (host, process, version, build) VALUES ($1, $2, $3, $4) RETURNING id",
            [process.hostName, String(process.processIdentifier), cabrankVersion, ProgramBuild.id])
        return rows[0][0] ?? ""
    }

    /// The open experiments of this build, the oldest first.
    ///
    /// - Parameter name: only the one of this name.
    func open(named name: String?) throws(StoreProblem) -> [String] {
        try run(
            """
            SELECT id FROM cabrank.experiments
            WHERE state = 'open' AND version = $1 AND build = $2 AND ($3::text IS NULL OR name = $3) ORDER BY id
            """, [cabrankVersion, ProgramBuild.id, name]
        ).compactMap { $0[0] }
    }

    /// Claims replications of an open experiment that nobody has, by rising part and number: at most an eighth of those left,
    /// so that at the end nobody waits for a worker that has many.
    ///
    /// - Returns: those to be run. One that too many workers died with is given up.
    func claim(_ most: Int, of experiment: String, for worker: String) throws(StoreProblem) -> [StoredNumber] {
        let rows = try run(
            """
            WITH next AS (
                SELECT member, number FROM cabrank.replications WHERE experiment = $1 AND state = 0
                AND EXISTS (SELECT 1 FROM cabrank.experiments WHERE id = $1 AND state = 'open')
                ORDER BY member, number LIMIT least($2::bigint, 1 + (SELECT count(*) FROM (
                    SELECT 1 FROM cabrank.replications WHERE experiment = $1 AND state = 0 LIMIT 8 * $2::bigint) unclaimed) / 8)
                FOR UPDATE SKIP LOCKED)
            UPDATE cabrank.replications r
            SET state = 1, worker = $3, tries = tries + 1, lease = now() + \(Self.lease) * interval '1 second'
            FROM next WHERE r.member = next.member AND r.number = next.number
            RETURNING r.member, r.number, r.tries
            """, [experiment, String(most), worker])
        var found: [StoredNumber] = []
        for row in rows {
            let number = StoredNumber(row)
            if let tries = row[2].flatMap({ Int($0) }), tries > Self.mostTries {
                try fail(number, "\(Self.mostTries) workers died with it", at: worker)
            } else {
                found.append(number)
            }
        }
        return found.sorted()
    }

    /// Lets go what workers have that gave no sign of life.
    ///
    /// - Returns: whether there is any.
    @discardableResult
    func letGoOfTheDead(of experiment: String) throws(StoreProblem) -> Bool {
        try !run(
            """
            UPDATE cabrank.replications SET state = 0, worker = NULL, lease = NULL
            WHERE (member, number) IN (
                SELECT member, number FROM cabrank.replications WHERE experiment = $1 AND state = 1 AND lease < now()
                FOR UPDATE SKIP LOCKED) RETURNING 1
            """, [experiment]
        ).isEmpty
    }

    /// Whether there is nothing to do and nobody who may want something soon.
    ///
    /// - Parameter name: only in the experiment of this name.
    func isIdle(_ name: String?) throws(StoreProblem) -> Bool {
        try run(
            """
            SELECT 1 FROM cabrank.experiments e WHERE e.state = 'open' AND e.version = $1 AND e.build = $2
            AND ($3::text IS NULL OR e.name = $3)
            AND (e.seen > now() - interval '30 seconds'
                OR EXISTS (SELECT 1 FROM cabrank.replications WHERE experiment = e.id AND state = 0)
                OR EXISTS (SELECT 1 FROM cabrank.replications WHERE experiment = e.id AND state = 1))
            LIMIT 1
            """, [cabrankVersion, ProgramBuild.id, name]
        ).isEmpty
    }

    /// A worker's sign of life.
    ///
    /// - Parameter replications: what it has.
    /// - Returns: what of it is still its own.
    func signOfLife(of worker: String, with replications: [StoredNumber]) throws(StoreProblem) -> Set<StoredNumber> {
        try run("UPDATE cabrank.workers SET seen = now() WHERE id = $1", [worker])
        guard !replications.isEmpty else { return [] }
        // Only what it knows of: a claim whose answer was lost is let go when its lease ends.
        let rows = try run(
            """
            UPDATE cabrank.replications r SET lease = now() + \(Self.lease) * interval '1 second'
            FROM unnest($1::bigint[], $2::int[]) AS mine (member, number), cabrank.experiments e
            WHERE r.member = mine.member AND r.number = mine.number AND r.state = 1 AND r.worker = $3
            AND e.id = r.experiment AND e.state = 'open' RETURNING r.member, r.number
            """, replications.arrays + [worker])
        return Set(rows.map(StoredNumber.init))
    }

    /// Keeps results. The first one of a replication counts; one that is not wanted any more is dropped.
    func put(_ results: [(StoredNumber, Replication)], from worker: String) throws(StoreProblem) {
        // In one order, so that two workers with the same ones do not wait for each other.
        let sorted = results.sorted { $0.0 < $1.0 }
        let texts = sorted.map { StoredResult.encoded($0.1) }
        try run(
            """
            WITH brought AS (SELECT * FROM unnest($2::bigint[], $3::int[], $4::text[]) AS b (member, number, result)),
            ended AS (
                UPDATE cabrank.replications r SET state = 2, worker = $1, lease = NULL, ended = now() FROM brought b
                WHERE r.member = b.member AND r.number = b.number AND r.state <> 2
                RETURNING r.experiment, r.member, r.number)
            INSERT INTO cabrank.results (experiment, member, number, result)
            SELECT ended.experiment, ended.member, ended.number, brought.result FROM ended JOIN brought USING (member, number)
            ON CONFLICT (member, number) DO UPDATE
            SET result = excluded.result, error = NULL, brought = excluded.brought WHERE results.result IS NULL
            """, [worker] + sorted.map(\.0).arrays + [Self.array(texts)])
    }

    /// An array of texts as PostgreSQL reads it.
    private static func array(_ texts: [Data]) -> String {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var array: [UInt8] = [UInt8(ascii: "{")]
        for text in texts {
            if array.count > 1 { array.append(UInt8(ascii: ",")) }
            array.append(quote)
            for byte in [UInt8](text) {
                if byte == quote || byte == backslash { array.append(backslash) }
                array.append(byte)
            }
            array.append(quote)
        }
        return String(decoding: array + [UInt8(ascii: "}")], as: UTF8.self)
    }

    /// Names what went wrong with a replication, which nobody runs again before its command does.
    func fail(_ number: StoredNumber, _ error: String, at worker: String) throws(StoreProblem) {
        try run(
            """
            WITH ended AS (
                UPDATE cabrank.replications SET state = 3, worker = $4, lease = NULL, ended = now()
                WHERE member = $1 AND number = $2 AND state < 2 RETURNING experiment, member, number)
            INSERT INTO cabrank.results (experiment, member, number, error) SELECT ended.*, $3 FROM ended
            ON CONFLICT DO NOTHING
            """,
            [
                String(number.member), String(number.number),
                "replication \(number.number): \(error) (on \(ProcessInfo.processInfo.hostName))", worker,
            ])
    }

    /// Lets replications go, which others may take at once.
    func giveBack(_ replications: [StoredNumber], of worker: String) throws(StoreProblem) {
        guard !replications.isEmpty else { return }
        try run(
            """
            UPDATE cabrank.replications r SET state = 0, worker = NULL, lease = NULL, tries = greatest(0, tries - 1)
            FROM unnest($1::bigint[], $2::int[]) AS mine (member, number)
            WHERE r.member = mine.member AND r.number = mine.number AND r.state = 1 AND r.worker = $3
            """, replications.arrays + [worker])
    }

    /// The recipe of a part of an experiment, and its inputs but for known ones; nil for one that is gone.
    func part(_ member: Int64, without known: [String]) throws(StoreProblem) -> (recipe: Data, inputs: [String: Data])?
    {
        let id = String(member)
        guard let text = try run("SELECT recipe FROM cabrank.members WHERE id = $1", [id]).first?[0] else { return nil }
        let rows = try run(
            """
            SELECT i.hash, encode(i.bytes, 'base64') FROM cabrank.inputs i JOIN cabrank.member_inputs m USING (hash)
            WHERE m.member = $1 AND i.hash <> ALL ($2::text[])
            """, [id, "{\(known.joined(separator: ","))}"])
        var inputs: [String: Data] = [:]
        for row in rows {
            if let hash = row[0], let text = row[1] {
                inputs[hash] = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
            }
        }
        return (Data(text.utf8), inputs)
    }
}
