// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Experiments
import Foundation
public import PostgresClient

/// A database that holds experiments: what is to be run, by whom it is being run, and what came of it. Any number of
/// processes on any number of machines use it at once.
///
/// All times are those of the database's clock, so the clocks of the machines may differ.
public final class ExperimentStore: Sendable {
    /// How long a replication belongs to a worker that gives no sign of life, in seconds.
    static let lease = 60
    /// How often a sign of life is given, in seconds.
    static let beat = 10.0
    /// How many workers may die with a replication before it is given up.
    static let mostTries = 5

    let session: PostgresSession

    /// Opens a store; makes its tables in a new one.
    ///
    /// - Parameters:
    ///   - address: where.
    ///   - patience: how long statements are tried again while the server is away, in seconds.
    /// - Throws: `PostgresProblem` when it cannot be used.
    public init(_ address: PostgresAddress, patience: Double = 600) throws(PostgresProblem) {
        session = try PostgresSession(address, patience: patience)
        try StoreSchema.prepare(session)
    }

    // MARK: Owners

    /// Begins an experiment, or goes on with the one of this name.
    ///
    /// - Parameters:
    ///   - name: under which it is listed.
    ///   - command: what was typed, for people.
    ///   - key: what makes it this experiment: of one name, another key is another experiment.
    ///   - most: the largest number of replications.
    /// - Throws: `StoreProblem` for an experiment of that name with other inputs, or of another build.
    func begin(_ name: String, command: String, key: String, most: Int) throws(StoreProblem) -> Int64 {
        let (version, build) = (cabrankVersion, ContentHash.build)
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
                "the store's experiment `\(name)` was begun by version \(row[2] ?? "") "
                    + (row[2] == version ? "in another build" : "")
                    + ", and this is version \(version); choose another "
                    + "name with --experiment, or go on with that program")
        }
        guard row[4] != "cancelled" else {
            throw StoreProblem(
                "the store's experiment `\(name)` was cancelled; remove it with: cabrank experiment remove \(name)")
        }
        try run(
            "UPDATE cabrank.experiments SET state = 'open', ended = NULL, most = $2, seen = now() WHERE name = $1",
            [name, String(most)])
        return row[0].flatMap { Int64($0) } ?? 0
    }

    /// Puts an experiment's part into the store, with its inputs, where it is not there yet.
    func add(_ recipe: ExperimentRecipe, _ contents: [String: Data], to experiment: Int64) throws(StoreProblem) -> Int64
    {
        for (hash, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            if try run("SELECT 1 FROM cabrank.inputs WHERE hash = $1", [hash]).isEmpty {
                try run(
                    "INSERT INTO cabrank.inputs VALUES ($1, decode($2, 'base64')) ON CONFLICT DO NOTHING",
                    [hash, bytes.base64EncodedString()])
            }
        }
        let text = String(decoding: (try? JSONEncoder().encode(recipe)) ?? Data(), as: UTF8.self)
        try run(
            "INSERT INTO cabrank.members (experiment, key, recipe) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [String(experiment), recipe.key, text])
        let found = try run(
            "SELECT id FROM cabrank.members WHERE experiment = $1 AND key = $2", [String(experiment), recipe.key])
        let member = found[0][0].flatMap { Int64($0) } ?? 0
        for hash in contents.keys.sorted() {
            try run(
                "INSERT INTO cabrank.member_inputs VALUES ($1, $2) ON CONFLICT DO NOTHING", [String(member), hash])
        }
        return member
    }

    /// Wants replications run; those that are done stay done.
    func want(_ replications: [StoredNumber]) throws(StoreProblem) {
        guard !replications.isEmpty else { return }
        try run(
            """
            INSERT INTO cabrank.replications (member, number) SELECT * FROM unnest($1::bigint[], $2::int[])
            ON CONFLICT DO NOTHING
            """, replications.arrays)
    }

    /// What came of replications: those that are done or failed.
    func outcomes(of replications: [StoredNumber]) throws(StoreProblem) -> [(
        StoredNumber, Result<Replication, StoreProblem>
    )] {
        guard !replications.isEmpty else { return [] }
        return try run(
            """
            SELECT r.member, r.number, r.result, r.error FROM cabrank.replications r
            JOIN unnest($1::bigint[], $2::int[]) AS wanted (member, number) USING (member, number)
            WHERE r.state > 1
            """, replications.arrays
        ).map { row in
            let number = StoredNumber(row)
            if let text = row[2], let found = try? JSONDecoder().decode(Replication.self, from: Data(text.utf8)) {
                return (number, .success(found))
            }
            return (number, .failure(StoreProblem(row[3] ?? "the store holds a result that cannot be read")))
        }
    }

    /// A sign of life of the command of an experiment.
    ///
    /// - Returns: false when the experiment was cancelled or removed.
    func isGoingOn(_ experiment: Int64) throws(StoreProblem) -> Bool {
        try !run(
            "UPDATE cabrank.experiments SET seen = now() WHERE id = $1 AND state = 'open' RETURNING id",
            [String(experiment)]
        ).isEmpty
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

/// A replication in the store.
struct StoredNumber: Hashable, Sendable {
    let member: Int64
    let number: Int
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
public struct StoreProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String
    /// Whether the same may work a little later.
    public let isPassing: Bool

    /// Makes a problem.
    public init(_ description: String) { (self.description, isPassing) = (description, false) }

    /// What the database says.
    public init(_ problem: PostgresProblem) { (description, isPassing) = (problem.description, problem.isPassing) }
}
