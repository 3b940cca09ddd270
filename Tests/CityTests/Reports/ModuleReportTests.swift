// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Foundation
import GRDB
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// The writers with modules.
@Suite struct ModuleReportTests {
    private let context = city(hours: 4)

    /// The rows of a query as texts, null as a dash.
    private func reported(_ database: Database, _ sql: String) throws -> [String] {
        try Row.fetchAll(database, sql: sql).map { row in
            row.databaseValues.map { $0.storage.value.map { "\($0)" } ?? "-" }.joined(separator: " ")
        }
    }

    @Test("The table of reservations has a row for each, with its instants and its outcome")
    func reservations() throws {
        let temporary = try TemporaryFolder()
        _ = try writeRun(context, reservedRide().records, to: temporary.path + "/run", keepsEvents: true)
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        try database.read { database in
            let rows = try reported(database, "SELECT * FROM reservations ORDER BY reservation")
            #expect(
                rows == [
                    "1 1 1 2 0 100.0 7300.0 - 6700.0 1 1 1 7000.0 7300.0 -300.0 7300.0 fulfilled hand-made 1",
                    "2 2 1 1 0 300.0 11100.0 - - - 0 0 - - - 400.0 cancelled hand-made 1",
                ])
            // The ride counts its wait from the agreed time, and was called at its activation.
            let rides = try reported(database, "SELECT called_s, wait_s, offers FROM requests")
            #expect(rides == ["50.0 - 0", "6700.0 0.0 3"])
            let event = try String.fetchOne(
                database, sql: "SELECT fields FROM events WHERE event = 'reservationRetry'")
            #expect(event == "{\"reservation\":1,\"request\":1,\"count\":1}")
            let search = try Double.fetchOne(
                database, sql: "SELECT value FROM metrics WHERE name = 'reservations.search.mean'")
            #expect(search == 90)
        }
        let log = try temporary.text("run/events.jsonl")
        #expect(EventSchema().problems(in: log) == [])
        #expect(log.split(separator: "\n").count == 1 + reservedRide().records.count)
    }

    @Test("The tables of shared rides and riders have a row for each")
    func sharing() throws {
        let temporary = try TemporaryFolder()
        _ = try writeRun(context, sharedRides().records, to: temporary.path + "/run")
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        try database.read { database in
            let rideRows = try reported(database, "SELECT * FROM shared_rides ORDER BY ride")
            #expect(
                rideRows == [
                    "1 - 1 1 1 100.0 410.0 1610.0 2 2 3 10.0 12.0 ended hand-made 1",
                    "2 1 6 1 2 200.0 12700.0 13300.0 1 1 1 5.0 5.0 ended hand-made 1",
                ])
            let riderRows = try reported(database, "SELECT * FROM shared_riders ORDER BY ride, passenger")
            #expect(
                riderRows == [
                    "1 1 2 100.0 1610.0 2 10.0 8.0 300.0 0.8333 0.8 dropped hand-made 1",
                    "1 2 1 120.0 1010.0 1 4.0 4.0 0.0 0.1667 0.2 dropped hand-made 1",
                    "1 3 1 121.0 410.0 0 - - - - - missed hand-made 1",
                    "2 5 1 200.0 3000.0 - - - - - - left:cancelled hand-made 1",
                    "2 6 1 1000.0 13300.0 1 5.0 5.0 0.0 1.0 1.0 dropped hand-made 1",
                ])
        }
    }

    @Test("No field of an event hides another one of its line")
    func fieldNames() {
        var hidden: [String] = []
        for kind in EventSchema().kinds {
            var names: Set<String> = ["number", "timeNs", "event"]
            for field in kind.fields where !names.insert(field.name).inserted {
                hidden.append("\(kind.name).\(field.name)")
            }
        }
        #expect(hidden == [])
    }

    @Test("Open reservations and rides are written with the outcome open")
    func openRows() throws {
        let temporary = try TemporaryFolder()
        var script = EventScript.inService()
        script.reserve(100, 1, passenger: 1, pickUp: 7300, ride: 1)
        _ = try writeRun(context, script.records, to: temporary.path + "/run")
        let database = try DatabaseQueue(path: temporary.path + "/run/results.sqlite")
        try database.read { database in
            for (column, table) in [
                ("outcome", "reservations"), ("removal", "shared_rides"), ("ending", "shared_riders"),
            ] {
                let found = try reported(database, "SELECT \(column) FROM \(table)")
                #expect(found == ["open"], "\(table)")
            }
        }
    }

    @Test("summary.json has the objects of the modules only when they are on or their events occur")
    func summary() throws {
        let temporary = try TemporaryFolder()
        _ = try writeRun(context, sharedRides().records, to: temporary.path + "/shared")
        _ = try writeRun(city(), oneRide().records, to: temporary.path + "/plain")
        let shared = try #require(
            try JSONSerialization.jsonObject(with: Data(try temporary.text("shared/summary.json").utf8))
                as? [String: Any])
        let reservations = try #require(shared["reservations"] as? [String: Any])
        #expect((reservations["outcomes"] as? [String: Int])?["fulfilled"] == 1)
        #expect((reservations["latenessMinutes"] as? [String: Any])?["first"] as? Double == -10)
        let sharing = try #require(shared["sharing"] as? [String: Any])
        #expect(sharing["together"] as? Int == 1)
        #expect((shared["metrics"] as? [String: Any])?["sharing.saved"] as? Double == 2)
        #expect((shared["eventCounts"] as? [String: Int])?["feeShare"] == 3)
        let plain = try temporary.text("plain/summary.json")
        for word in ["reservation", "sharing", "companion", "missingDestination"] {
            #expect(!plain.contains(word), "\(word)")
        }
        struct Back: Decodable { let sharing: SharingResult? }
        let summary = try JSONDecoder().decode(
            Back.self, from: Data(try temporary.text("shared/summary.json").utf8))
        #expect(summary.sharing?.ridesByPassengers == [1, 1, 0, 0])
    }

    @Test("The objects of the modules have the keys of the published schema")
    func schema() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(SummarySchema.json().utf8)) as? [String: Any])
        let parts = try #require(schema["properties"] as? [String: Any])
        let result = try sharedRides().metrics(context)
        for (name, encoded) in [
            ("reservations", try JSONEncoder().encode(result.taxi.reservations)),
            ("sharing", try JSONEncoder().encode(result.taxi.sharing)),
        ] {
            let part = try #require(parts[name] as? [String: Any])
            let known = try #require(part["properties"] as? [String: Any])
            let required = try #require(part["required"] as? [String])
            let object = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
            #expect(object.keys.sorted() == known.keys.sorted(), "\(name)")
            #expect(Set(required).isSubset(of: object.keys), "\(name)")
        }
        let required = try #require(schema["required"] as? [String])
        #expect(!required.contains("sharing") && !required.contains("reservations"))
    }

    @Test("The printed summary gives the modules in two lines each, and fits 30 lines")
    func text() throws {
        let run = try ObservedRun(context, sharedRides().records)
        let text = TextSummary(
            context: run.context, result: run.result, violations: run.violations, fingerprint: run.fingerprint
        ).text
        #expect(
            text.contains(
                "reserved             1 stored   1 fulfilled, 0 cancelled, 0 dropped, 0 released, 0 unserved, 0 cut off at the "
                    + "end, 0 not settled; 0 rejected, 0 retries"))
        #expect(text.contains("punctual           0.0 % within 10 min   100.0 % within 20 min, lateness mean 11.0 min"))
        #expect(
            text.contains(
                "sharing              5 answers   3 joined, 1 joins refused, 1 declined; 4 searches, 1 missed the taxi")
        )
        #expect(
            text.contains(
                "together             1 rides   50.0 % of 2 shared rides, 1.50 passengers per ride, 2.0 km saved (11.8 %); 2 "
                    + "created: 2 driven to the end"))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
        let broken = Violation(id: "X", time: .epoch, number: 1, actors: [], message: "m")
        let full = TextSummary(
            context: run.context, result: run.result, violations: Array(repeating: broken, count: 9), fingerprint: "f"
        ).text
        #expect(full.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
        let plain = try oneRide().metrics(city())
        let lines = TextSummary(context: city(), result: plain, violations: [], fingerprint: "f").text
        #expect(!lines.contains("reserved") && !lines.contains("sharing"))
    }

    private let stubs = ReportAssets(vega: "/* vega */", leaflet: "/* leaflet */", leafletStyle: "a{}")

    private func page(_ context: RunContext, _ records: [EventRecord], _ assets: ReportAssets) throws -> String {
        let run = try ObservedRun(context, records)
        return ReportPage(
            context: run.context, result: run.result, violations: run.violations, fingerprint: run.fingerprint,
            assets: assets
        ).html
    }

    @Test("The report has the sections of the modules with their charts, tables and words")
    func sections() throws {
        let html = try page(context, sharedRides().records, stubs)
        for id in ["lateness", "outcomes", "occupancy", "detours", "saved"] {
            #expect(html.contains("id=\"chart-\(id)\"") && html.contains("\"id\":\"\(id)\""), "\(id)")
        }
        for text in [
            "<section id=\"reservations\"", "<section id=\"sharing\"", "href=\"#reservations\"", "href=\"#sharing\"",
            "<caption>Fee shares</caption>", "by direct distance", "83.33", "10 min: 90 %", "20 min: all",
            "join refused: no seats", "<dt>fee share</dt>", "<dt>activation</dt>",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        let bare = try page(context, sharedRides().records, ReportAssets())
        #expect(bare.contains("<section id=\"sharing\"") && !bare.contains("chart-saved"))
    }

    @Test("A report without modules says nothing of them, one with a silent module has no chart of it")
    func noSections() throws {
        let plain = try page(city(), oneRide().records, stubs)
        for text in ["#reservations", "id=\"sharing\"", "Fee shares", "chart-lateness", "<dt>round</dt>"] {
            #expect(!plain.contains(text), "\(text)")
        }
        var silent = city()
        silent.taxi.modules = [.reservations, .sharing]
        let html = try page(silent, oneRide().records, stubs)
        #expect(html.contains("<section id=\"reservations\"") && html.contains("<section id=\"sharing\""))
        #expect(!html.contains("chart-lateness") && !html.contains("chart-saved") && !html.contains("Fee shares"))
    }

    /// Set CABRANK_MODULE_SAMPLE to a folder to keep a sample run there, with the assets of CABRANK_ASSETS: for
    /// `Tests/Outside/test_report.py` and `Tests/Outside/test_results.py`.
    @Test("A sample run with modules can be kept for the browser test")
    func sample() throws {
        let temporary = try TemporaryFolder()
        let path = ProcessInfo.processInfo.environment["CABRANK_MODULE_SAMPLE"] ?? temporary.path + "/sample"
        _ = try writeRun(context, sharedRides().records, to: path, keepsEvents: true, assets: .fromEnvironment())
        #expect(FileManager.default.fileExists(atPath: path + "/report.html"))
    }
}
