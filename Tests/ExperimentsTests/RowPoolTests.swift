// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import GRDB
import Reporting
import Testing

@testable import Experiments

/// The rows of all replications in one file.
@Suite struct RowPoolTests {
    private static let city = Result { try TestCity(Cities.troubled, set: ["length=1 h", "warm-up=10 min"]) }

    /// A folder that goes away with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "cabrank-" + UUID().uuidString
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func output() throws -> OutputFolder {
            try OutputFolder(path: path, writer: OutputFolder.Writer(command: "a test", since: "now"))
        }
        /// The file of a finished pool.
        var bytes: Data? { FileManager.default.contents(atPath: path + "/.parts-1/results.sqlite") }
        var parts: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path + "/.parts-1")) ?? []).sorted()
        }
    }

    private func experiment(_ count: Int, threads: Int = 1) throws -> Replications {
        try Replications(Self.city.get().plan, rule: .count(count), threads: threads)
    }

    private func rows(_ path: String, _ sql: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: sql).map { "\($0)" }
        }
    }

    @Test("Pooled rows are those of the single runs, one after another, in every table but offers")
    func concatenation() throws {
        let folder = Folder()
        let output = try folder.output()
        let pool = try RowPool(in: output, variants: ["troubled"])
        let set = try experiment(3, threads: 2).run(pool: pool)
        #expect(folder.parts == ["results.sqlite"])
        var expected: [String: [String]] = [:]
        for number in 0..<3 {
            var simulation = try Simulation(Self.city.get().plan, replication: UInt64(number))
            let path = folder.path + "/\(number).sqlite"
            let database = try RunDatabase(
                path: path, name: path, context: simulation.context, folds: simulation.tables)
            simulation.observers = { _ in [database.observer] }
            let result = try simulation.run()
            try database.close(
                context: result.context, result: result.metrics, violations: result.violations,
                fingerprint: result.fingerprint)
            for table in try names(path) where table != "offers" && (number == 0 || table != "zone_outlines") {
                expected[table, default: []] += try rows(path, "SELECT * FROM \(table)")
            }
        }
        #expect(try names(pool.path) == expected.keys.sorted())
        for (table, rows) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(try self.rows(pool.path, "SELECT * FROM \(table) ORDER BY rowid") == rows, "\(table)")
        }
        // The rows say what the metrics say.
        for replication in set.replications {
            for word in ["fulfilled", "aborted", "abandoned", "released", "refused"] {
                let count = try rows(
                    pool.path,
                    "SELECT count(*) AS n FROM requests WHERE counted AND outcome = '\(word)' "
                        + "AND replication = \(replication.number)")
                #expect(count == ["[n:\(Int(replication["calls.\(word)"] ?? -1))]"], "\(replication.number) \(word)")
            }
        }
        #expect(expected["requests"]?.contains { $0.contains("refused") } ?? false)
    }

    private func names(_ path: String) throws -> [String] {
        try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        }
    }

    @Test("The file is the same at 1 and 4 threads, and when the pool was left half made")
    func sameBytes() throws {
        var found: [Data?] = []
        for threads in [1, 4] {
            let folder = Folder()
            let pool = try RowPool(in: folder.output(), variants: ["troubled"])
            _ = try experiment(5, threads: threads).run(pool: pool)
            found.append(folder.bytes)
        }
        let folder = Folder()
        let output = try folder.output()
        let journal = { [path = folder.path] in
            try ReplicationJournal(
                path: path + "/journal.jsonl", binding: JournalBinding(Self.city.get().plan, seed: 1), resumes: true)
        }
        // Two are pooled, of the third the journal alone knows, and the fourth left half a file.
        _ = try experiment(2).run(journal: journal(), pool: RowPool(in: output, variants: ["troubled"]))
        _ = try experiment(3).run(journal: journal())
        try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path + "/.parts-1/1-3.sqlite-new"))
        #expect(try journal().finished.map(\.number) == [0, 1, 2])
        let pool = try RowPool(in: output, variants: ["troubled"])
        var began: [Int] = []
        _ = try experiment(5).run(journal: journal(), pool: pool) { progress in
            began.append(progress.finishedNow)
            return true
        }
        #expect(began.max() == 3)
        found.append(folder.bytes)
        #expect(found[0] != nil && found[1] == found[0] && found[2] == found[0])
    }

    @Test("Variants side by side are told apart by name, and the number of one that is ahead is not run again")
    func variants() throws {
        let folder = Folder()
        let output = try folder.output()
        let pool = try RowPool(in: output, variants: ["old", "it's new"])
        let members = try [experiment(2), experiment(2)].map { (experiment: $0, journal: ReplicationJournal?.none) }
        _ = try Replications.runSideBySide(members, rule: .count(2), threads: 2, pool: pool)
        #expect(
            try DatabaseQueue(path: pool.path).read {
                try String.fetchAll($0, sql: "SELECT variant || ' ' || replication FROM runs ORDER BY rowid")
            } == ["old 0", "it's new 0", "old 1", "it's new 1"])
        let again = try RowPool(in: output, variants: ["old", "it's new"])
        #expect(again.parts.map { $0.has(1) } == [true, true] && again.parts.map { $0.has(2) } == [false, false])
    }

    @Test("Rows that cannot be written end the experiment with what is wrong")
    func unwritable() throws {
        let folder = Folder()
        let pool = try RowPool(in: folder.output(), variants: ["troubled"])
        try FileManager.default.createDirectory(
            atPath: folder.path + "/.parts-1/1-1.sqlite", withIntermediateDirectories: true)
        let error = #expect(throws: ReplicationError.self) { try experiment(3).run(pool: pool) }
        #expect(error?.description.contains("results.sqlite cannot be written") ?? false, "\(error?.description ?? "")")
    }
}
