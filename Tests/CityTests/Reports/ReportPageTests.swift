// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

@Suite struct ReportPageTests {
    private func page(_ context: RunContext, _ records: [EventRecord], assets: ReportAssets) throws -> String {
        let run = try ObservedRun(context, records)
        return ReportPage(
            context: run.context, result: run.result, violations: run.violations, fingerprint: run.fingerprint,
            assets: assets
        ).html
    }

    private let stubs = ReportAssets(vega: "/* vega </script> <!-- */", leaflet: "/* leaflet */", leafletStyle: "a{}")

    @Test("Without assets the report says what is missing and has its tables")
    func withoutAssets() throws {
        let html = try page(city(), oneRide().records, assets: ReportAssets())
        #expect(html.contains("no charts and no map"))
        #expect(html.contains("scripts/install"))
        #expect(!html.contains("id=\"chart-"))
        #expect(html.components(separatedBy: "<table").count == 5)
        #expect(html.contains("<html lang=\"en\">"))
    }

    @Test("With assets every chart has its place and its specification")
    func withAssets() throws {
        let synthetic = SyntheticCity(zones: 4, drivers: 20, passengers: 60, hours: 2, seed: 1, thinking: 900)
        let html = try page(synthetic.context, synthetic.records, assets: stubs)
        for id in ["calls", "waits", "series", "offers", "shares", "queues", "lorenz", "zonewaits"] {
            #expect(html.contains("id=\"chart-\(id)\"") && html.contains("\"id\":\"\(id)\""), "\(id)")
        }
        #expect(html.contains("<div id=\"map\""))
        #expect(!html.contains("role=\"note\""))
        #expect(html.contains("/* vega <\\/script> <\\!-- */"))
    }

    @Test("A city without taxis has no part of them on its page, and no map")
    func withoutTaxis() throws {
        var context = city()
        context.taxi.isTold = false
        let html = try page(context, [], assets: stubs)
        for text in ["leaflet */", "id=\"geojson\"", "id=\"key\"", "#zones", "<dt>offer</dt>", "chart-calls"] {
            #expect(!html.contains(text), "\(text)")
        }
        #expect(try page(city(), [], assets: stubs).contains("leaflet */"))
    }

    @Test("Names and texts of the scenario cannot become markup")
    func escaping() throws {
        var context = city()
        let evil = "</script><script>alert('x')</script>&\"<b>"
        context.title = evil
        context.scenarioText = evil
        context.layoutSource = evil
        context.notes = [evil]
        context.zones = context.zones.map {
            ZoneRecord(id: $0.id, name: evil, inside: $0.inside, area: $0.area, outline: $0.outline)
        }
        var script = oneRide()
        script.at(1100, stored(2, 2))
        script.at(1101, .requestAborted(request: RequestID(2), zone: ZoneID(1), reason: .noDriver))
        let html = try page(context, script.records, assets: stubs)
        #expect(!html.contains("<script>alert") && !html.contains("<b>"))
        #expect(html.contains("&lt;/script&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;&lt;b&gt;"))
    }

    @Test("Flags and violations come first, in words")
    func flags() throws {
        var script = oneRide()
        script.at(1200, .driverEnqueued(driver: DriverID(1), zone: ZoneID(2), place: 0, reason: .zoneChange))
        let html = try page(city(), script.records, assets: ReportAssets())
        #expect(html.contains("FLAG") && html.contains("Violations of the invariants: "))
        #expect(html.contains(">INV-OneQueuePerDriver</a> at t=1200 s"))
    }

    @Test("An empty run has a report too")
    func empty() throws {
        let html = try page(city(), [], assets: stubs)
        #expect(html.contains("NOT MEASURED"))
        #expect(try page(city(zones: 0, seats: []), [], assets: stubs).contains("</html>"))
    }

    @Test("The summary of a run fits 30 lines and gives flags before the rest")
    func textSummary() throws {
        let synthetic = SyntheticCity(zones: 4, drivers: 20, passengers: 100, hours: 3, seed: 1, thinking: 600)
        let run = try ObservedRun(synthetic.context, synthetic.records)
        let lines = TextSummary(
            context: run.context, result: run.result, violations: run.violations, fingerprint: run.fingerprint
        ).text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 30)
        #expect(lines[0] == "A synthetic city: policy fifo, seed 42, replication 1, 2.50 h, after 0.50 h warm-up")
        let first = try #require(lines.firstIndex { $0.contains("PASS") })
        let last = try #require(lines.lastIndex { $0.contains("FLAG") })
        #expect(last < first)
        #expect(lines.last == "  fingerprint  \(run.fingerprint)")
        let empty = try ObservedRun(city(), [])
        #expect(
            TextSummary(context: city(), result: empty.result, violations: [], fingerprint: "f").text
                .contains("NOT MEASURED"))
    }

    @Test("Both shares of the drivers' line are of the time in service")
    func sharesOfService() throws {
        // Two drivers are in service for 3590 and 3580 s, busy 920 s, 600 s of it with a passenger; a third never is.
        let context = city(seats: [4, 4, 4])
        let text = TextSummary(
            context: context, result: try oneRide().metrics(context), violations: [], fingerprint: "f"
        ).text
        #expect(text.contains("2.0 in service   of 3, busy 12.8 %, with passenger 8.4 %"), "\(text)")
    }

    @Test("Dates read as dates, and as days of the run without one")
    func dates() {
        #expect(Text.date(.epoch) == "day 1 00:00")
        #expect(Text.date(.seconds(86_400 + 8 * 3600 + 30 * 60)) == "day 2 08:30")
        #expect(Text.date(.seconds(1_772_613_000)) == "2026-03-04 08:30")
        #expect(Text.date(.seconds(1_709_164_800)) == "2024-02-29 00:00")
        #expect(Text.date(.seconds(1_735_689_599)) == "2024-12-31 23:59")
    }

    @Test("Numbers are grouped and signed")
    func numbers() {
        #expect(Text.number(1_234_567.891, 1) == "1 234 567.9")
        #expect(
            Text.unbroken("7 035 of them (41.8 %) in 10 min, 2 minutes")
                == "7\u{A0}035 of them (41.8\u{A0}%) in 10\u{A0}min, 2 minutes")
        #expect(Text.number(-0.04, 1) == "0.0")
        #expect(Text.number(-12, 0) == "-12")
        #expect(Text.number(999.5, 0) == "1 000")
        #expect(Text.number(.nan, 1) == "-")
        #expect(Text.percent(0.1234) == "12.3 %")
        #expect(
            JSONValue.list([1.5, 2, "a\"<\n\u{1}", nil, true]).line == "[1.5,2,\"a\\\"\\u003c\\n\\u0001\",null,true]")
    }

    @Test("Digits are those of the C library: numbers of any size, and halves between two digits")
    func digits() {
        var state: UInt64 = 1
        for decimals in 0...4 {
            for _ in 0..<20_000 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let half = Double(state >> 40) / 16
                let any = abs(Double(bitPattern: state))
                for value in [half, half / 125, Double(state), any].filter(\.isFinite) {
                    #expect(Text.digits(value, decimals) == String(format: "%.\(decimals)f", value))
                }
            }
            for value in [0, 0x1p-1074, 0x1p-12, 0x1p-11, 0.0005, 0.5, 1.5, 2.5, 0x1p52, 0x1p53, 0x1p53 - 1] {
                #expect(Text.digits(value, decimals) == String(format: "%.\(decimals)f", value))
            }
        }
    }

    /// Set CABRANK_SAMPLE to a folder to keep a sample run there, with the assets of CABRANK_ASSETS: for
    /// `Tests/Outside/test_report.py` and `Tests/Outside/test_results.py`.
    @Test("A sample run of a day can be kept for the browser test")
    func sample() throws {
        let temporary = try TemporaryFolder()
        let kept = ProcessInfo.processInfo.environment["CABRANK_SAMPLE"]
        let path = kept ?? temporary.path + "/sample"
        let synthetic = SyntheticCity(
            zones: 25, drivers: 250, passengers: 700, hours: kept == nil ? 1 : 24, seed: 11, thinking: 4000)
        var context = synthetic.context
        context.notes = ["Made by the test suite, not by the simulator."]
        _ = try writeRun(context, synthetic.records, to: path, keepsEvents: true, assets: .fromEnvironment())
        #expect(FileManager.default.fileExists(atPath: path + "/report.html"))
    }
}
