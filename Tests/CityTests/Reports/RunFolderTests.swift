// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import CityTestKit
import Foundation
import GRDB
import RuleTestKit
import TaxiSimulation
import Testing

@testable import CitySlices
@testable import Reporting

/// A folder that goes away with the test.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "cabrank-" + UUID().uuidString
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }
}

/// Everything that observes a run, fed with a log.
struct ObservedRun {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    let fingerprint: String

    init(_ context: RunContext, _ records: [EventRecord], also others: [any EventObserver] = []) throws {
        let metrics = TaxiMetrics(context: context)
        let monitor = InvariantMonitor(context: context)
        let fingerprint = Fingerprint()
        for observer in metrics.readers + [monitor, fingerprint] + others {
            var from = 0
            while from < records.count {
                var end = min(records.count, from + 500)
                while end < records.count && records[end].turn == records[end - 1].turn { end += 1 }
                observer.observe(records[from..<end])
                from = end
            }
            observer.finish(at: context.end)
        }
        metrics.finish(at: context.end)
        guard let result = metrics.result else { throw NoResult() }
        self.context = context
        self.result = result
        violations = monitor.violations
        self.fingerprint = fingerprint.hex
    }

    var runFile: RunFile {
        RunFile(
            wallSeconds: 1.5, cpuSeconds: 1.25, peakMemoryBytes: 1024, host: "host", date: "2026-01-01T00:00:00Z",
            toolchain: "swift", version: "test", scenarioHash: "0", seed: "42", commandLine: ["cabrank", "run"],
            fingerprint: fingerprint)
    }
}

/// Takes a folder for results.
func output(_ path: String) throws -> OutputFolder {
    try OutputFolder(path: path, writer: OutputFolder.Writer(command: "a test", since: "now"))
}

/// Writes a run into a folder and returns what was observed.
func writeRun(
    _ context: RunContext, _ records: [EventRecord], to path: String, keepsEvents: Bool = false,
    assets: ReportAssets = ReportAssets()
) throws -> ObservedRun {
    let folder = try RunFolder(
        in: output(path), context: context, keepsEvents: keepsEvents,
        tables: [TaxiSlice().tables(context)].compactMap(\.self))
    let run = try ObservedRun(context, records, also: folder.observers)
    try folder.close(
        result: run.result, violations: run.violations, fingerprint: run.fingerprint, run: run.runFile, assets: assets)
    return run
}

@Suite struct RunFolderTests {
    private let files = FileManager.default

    @Test("Results take their places when they are complete, and one that is given up leaves nothing")
    func atomic() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.path + "/deep/run"
        let folder = try RunFolder(in: output(path), context: city(), keepsEvents: true)
        #expect(try files.contentsOfDirectory(atPath: path).allSatisfy { $0.hasPrefix(".") })
        folder.abandon()
        #expect(try files.contentsOfDirectory(atPath: temporary.path) == [])
        for _ in 0..<2 {
            _ = try writeRun(city(), oneRide().records, to: path, keepsEvents: true)
            #expect(
                try files.contentsOfDirectory(atPath: path).sorted() == [
                    ".cabrank", "events.jsonl", "report.html", "results.sqlite", "run.json", "summary.json",
                ])
            #expect(try files.contentsOfDirectory(atPath: temporary.path + "/deep") == ["run"])
        }
    }

    @Test("A folder that cannot be written is an error that names it")
    func unwritable() throws {
        let temporary = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: temporary.path + "/file"))
        let problem = #expect(throws: OutputProblem.self) { try output(temporary.path + "/file/run") }
        #expect(problem?.description.contains("/file/run cannot be written: not a directory") ?? false)
    }

    @Test("The same log gives the same summary and the same page, byte for byte")
    func sameBytes() throws {
        let temporary = try TemporaryFolder()
        let synthetic = SyntheticCity(zones: 4, drivers: 30, passengers: 60, hours: 4, seed: 3)
        for name in ["a", "b"] {
            _ = try writeRun(synthetic.context, synthetic.records, to: temporary.path + "/" + name)
        }
        #expect(try temporary.text("a/summary.json") == temporary.text("b/summary.json"))
        #expect(try temporary.text("a/report.html") == temporary.text("b/report.html"))
        let summary = try temporary.text("a/summary.json")
        #expect(!summary.contains("2026") && !summary.contains("host"))
    }

    @Test("summary.json reads back, and its keys are those of the published schema")
    func summary() throws {
        let temporary = try TemporaryFolder()
        let run = try writeRun(city(), oneRide().records, to: temporary.path + "/run")
        let data = Data(try temporary.text("run/summary.json").utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["fingerprint"] as? String == run.fingerprint)
        #expect((object["metrics"] as? [String: Any])?["wait.p95"] as? Double == 341)
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(SummarySchema.json().utf8)) as? [String: Any])
        let required = try #require(schema["required"] as? [String])
        #expect(object.keys.sorted() == (required + ["demands"]).sorted())
        let file = try JSONDecoder().decode(RunFile.self, from: Data(try temporary.text("run/run.json").utf8))
        #expect(file.wallSeconds == 1.5 && file.fingerprint == run.fingerprint)
    }

    @Test("The database holds the run, its rides and its offers")
    func database() throws {
        let temporary = try TemporaryFolder()
        let run = try writeRun(city(), oneRide().records, to: temporary.path + "/run", keepsEvents: true)
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        try database.read { database in
            func one<Value: DatabaseValueConvertible>(_ sql: String, as type: Value.Type) throws -> Value? {
                try Value.fetchOne(database, sql: sql)
            }
            #expect(try one("SELECT fingerprint FROM runs", as: String.self) == run.fingerprint)
            #expect(try one("SELECT count(*) FROM metrics", as: Int.self) == MetricDescription.all.count)
            #expect(try one("SELECT value FROM metrics WHERE name = 'wait.p95'", as: Double.self) == 341)
            let ride = try #require(
                try Row.fetchOne(
                    database,
                    sql: "SELECT request, driver, travelers, offers, called_s, stored_s, accepted_s, "
                        + "told_arrival_s, prompted_s, aboard_s, ended_s, wait_s, ride_km FROM requests"))
            let values: [Double] = Array(ride.databaseValues).compactMap { Double.fromDatabaseValue($0) }
            #expect(values == [1, 2, 2, 2, 100, 101, 121, 421, 431, 441, 1041, 341, 7])
            #expect(try one("SELECT outcome FROM requests", as: String.self) == "fulfilled")
            let endings = try String.fetchAll(database, sql: "SELECT ending FROM offers ORDER BY offer")
            #expect(endings == ["refused", "accepted"])
            #expect(try one("SELECT count(*) FROM events", as: Int.self) == 27)
            #expect(
                try one("SELECT fields FROM events WHERE event = 'callConfirmed'", as: String.self)
                    == "{\"passenger\":1,\"client\":\"mobile\"}")
            #expect(try one("SELECT count(*) FROM zones", as: Int.self) == 2)
            #expect(try one("SELECT wait_p50_s FROM hours", as: Double.self) == 341)
            #expect(try one("SELECT to_pick_up_s FROM drivers WHERE driver = 2", as: Double.self) == 320)
            #expect(try one("SELECT queue_length FROM zone_hours WHERE zone = 1", as: Double.self) == 1.025278)
            #expect(try one("SELECT count(*) FROM verdicts", as: Int.self) == run.result.verdicts.count + 1)
        }
    }

    @Test("Rides and offers of a big log agree with the metrics")
    func databaseAgrees() throws {
        let temporary = try TemporaryFolder()
        let synthetic = SyntheticCity(zones: 4, drivers: 60, passengers: 200, hours: 2, seed: 5, thinking: 900)
        var context = synthetic.context
        context.warmUp = .zero
        let run = try writeRun(context, synthetic.records, to: temporary.path + "/run")
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        try database.read { database in
            func count(_ sql: String) throws -> Double? { try Double.fetchOne(database, sql: sql) }
            #expect(try count("SELECT count(ride_km) FROM requests") == run.result["rides.ended"])
            #expect(try count("SELECT count(wait_s) FROM requests") == run.result["wait.count"])
            #expect(try count("SELECT count(*) FROM offers") == run.result["offers.sent"])
            #expect(
                try count("SELECT count(*) FROM offers WHERE ending = 'timedOut'") == run.result["offers.timedOut"])
            let mean = try #require(try count("SELECT avg(wait_s) FROM requests"))
            #expect(abs(mean - (run.result["wait.mean"] ?? 0)) < 1e-3)
        }
    }
}

@Suite struct EventLogTests {
    @Test("Every kind of event gives a line that the schema accepts")
    func lines() throws {
        let temporary = try TemporaryFolder()
        let records = CityEvent.examples.enumerated().map {
            EventRecord(number: Int64($0.offset + 1), time: .seconds(1), turn: 1, event: $0.element)
        }
        let writer = try EventLineWriter(path: temporary.path + "/events.jsonl")
        writer.observe(records[...])
        writer.finish(at: .seconds(2))
        try writer.close()
        let log = try temporary.text("events.jsonl")
        #expect(log.split(separator: "\n").count == 1 + CityEvent.examples.count)
        #expect(EventSchema(services: [PhoneEvent.self]).problems(in: log) == [])
    }

    @Test(
        "The validator names the line and the fault",
        arguments: [
            ("{\"number\":1,\"timeNs\":1,\"event\":\"nothing\"}", "line 2: unknown event"),
            (
                "{\"number\":2,\"timeNs\":1,\"event\":\"zoneOpened\",\"zone\":1}", "line 2: number must be 1"
            ),
            ("{\"number\":1,\"timeNs\":1,\"event\":\"zoneOpened\"}", "line 2: zoneOpened needs \"zone\""),
            (
                "{\"number\":1,\"timeNs\":1,\"event\":\"zoneOpened\",\"zone\":\"1\"}",
                "line 2: \"zone\" of zoneOpened has a wrong value"
            ),
            (
                "{\"number\":1,\"timeNs\":1,\"event\":\"zoneOpened\",\"zone\":true}",
                "line 2: \"zone\" of zoneOpened has a wrong value"
            ),
            (
                "{\"number\":1,\"timeNs\":1,\"event\":\"zoneOpened\",\"zone\":1,\"more\":1}",
                "line 2: zoneOpened has no \"more\""
            ),
            (
                "{\"number\":1,\"timeNs\":1,\"event\":\"callRefused\",\"passenger\":1,\"reason\":\"because\"}",
                "line 2: \"reason\" of callRefused has a wrong value"
            ),
            ("nonsense", "line 2: not an object of numbers, words and flags"),
        ])
    func faults(line: String, problem: String) {
        #expect(EventSchema().problems(in: "{\"cabrankLog\":1}\n" + line + "\n") == [problem])
    }

    @Test("A log of another version is refused")
    func version() {
        #expect(EventSchema().problems(in: "{\"cabrankLog\":2}\n").count == 1)
    }
}

@Suite struct ResultsArticleTests {
    @Test("Every SQL query of the article Results runs and finds rows")
    func queries() throws {
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Sources/City/CitySlices/CitySlices.docc/Results.md")
        let blocks = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```sql\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 9)
        let temporary = try TemporaryFolder()
        _ = try writeRun(city(hours: 4), sharedRides().records, to: temporary.path + "/run")
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        let sample = ServerSample()
        _ = try writeRun(sample.context, sample.records, to: temporary.path + "/server")
        let server = try DatabaseQueue(path: temporary.path + "/server/results.sqlite")
        for block in blocks {
            let isOfServer = block.contains("FROM server_") || block.contains("FROM accounts")
            let rows = try (isOfServer ? server : database).read { try Row.fetchAll($0, sql: block) }
            #expect(!rows.isEmpty, "\(block)")
        }
    }

    @Test("The article Results has the lines of the tables' columns; CABRANK_RECORD=1 writes them anew")
    func columns() throws {
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Sources/City/CitySlices/CitySlices.docc/Results.md")
        var text = try String(contentsOf: article, encoding: .utf8)
        let head = "| table | column | unit | meaning |\n| --- | --- | --- | --- |\n"
        let start = try #require(text.range(of: head)).upperBound
        let end = text[start...].range(of: "\n\n").map { text.index(after: $0.lowerBound) } ?? text.endIndex
        if ProcessInfo.processInfo.environment["CABRANK_RECORD"] == "1" {
            text.replaceSubrange(start..<end, with: RunTables.article)
            try text.write(to: article, atomically: true, encoding: .utf8)
            return
        }
        #expect(text[start..<end] == RunTables.article)
    }

    @Test("Each column of each table of a run is in the article's lines once, with its unit and what it says")
    func described() throws {
        let rows = RunTables.article.matches(of: /\| `(\w+)` \| `(\w+)` \|(?: (\S+))? \| .+ \|\n/)
        let temporary = try TemporaryFolder()
        let sample = ServerSample()
        _ = try writeRun(sample.context, sample.records, to: temporary.path + "/run")
        let columns = try DatabaseQueue(path: temporary.path + "/run/results.sqlite").read {
            try String.fetchAll(
                $0,
                sql: "SELECT m.name || '.' || p.name FROM sqlite_master m, pragma_table_info(m.name) p "
                    + "WHERE m.type = 'table'")
        }
        #expect(rows.map { "\($0.1).\($0.2)" }.sorted() == columns.sorted())
        for row in rows where row.2.hasSuffix("_s") || row.2.hasSuffix("_km") {
            #expect(row.3 == (row.2.hasSuffix("_s") ? "s" : "km"), "\(row.1).\(row.2)")
        }
    }
}
