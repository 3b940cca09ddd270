// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// What pages say in words: it must read as English, and argue rightly.
@Suite struct ReportWordsTests {
    private func page(_ context: RunContext, _ records: [EventRecord], _ intervals: IntervalsResult?) throws -> String {
        let run = try ObservedRun(context, records)
        return ReportPage(
            context: run.context, result: run.result, violations: run.violations, fingerprint: "f",
            assets: ReportAssets(vega: "/**/", leaflet: "/**/", leafletStyle: "a{}"), intervals: intervals
        ).html
    }

    private func intervals(_ method: IntervalsResult.Method, _ count: Int) -> IntervalsResult {
        IntervalsResult(
            method: method, count: count, level: 0.95, ending: "complete", warmUpSeconds: 0, foundWarmUpSeconds: nil,
            metrics: ["wait.p95": .init(count: count, mean: 600, sd: 6, halfWidth: 12, min: 590, max: 610)])
    }

    @Test("A page of ten replications says under its title that it shows one of them; one of a single run does not")
    func oneOfTen() throws {
        let html = try page(city(), oneRide().records, intervals(.replications, 10))
        let title = try #require(html.range(of: "</h1>"))
        let notice = try #require(html.range(of: "10 replications, each another day."))
        let facts = try #require(html.range(of: "<dl class=\"facts\">"))
        #expect(title.upperBound < notice.lowerBound && notice.upperBound < facts.lowerBound)
        #expect(html.contains("show replication 1 alone"))
        for other in [nil, intervals(.replications, 1), intervals(.batchMeans, 20)] {
            #expect(try !page(city(), oneRide().records, other).contains("another day.</strong>"))
        }
        #expect(html.contains("results.sqlite</code> the rows of replication 1 alone"))
        #expect(html.contains("<p class=\"lead finding\">Replication 1: "))
        // The interval has the name and the unit that the rest of the page has.
        #expect(html.contains("<td class=\"text\">wait, p95</td><td data-key=\"600.0\">10.00</td>"))
    }

    @Test("With the rows of all replications kept, the page says so; tiles with an interval over all show it")
    func allRows() throws {
        let run = try ObservedRun(city(), oneRide().records)
        var over = intervals(.replications, 10)
        over = IntervalsResult(
            method: .replications, count: 10, level: 0.95, ending: "complete", warmUpSeconds: 0,
            foundWarmUpSeconds: nil,
            metrics: over.metrics.merging([
                "wishes.notInTimeShare": .init(
                    count: 10, mean: 0.045, sd: 0.004, halfWidth: 0.003, min: 0.04, max: 0.05)
            ]) { $1 })
        var page = ReportPage(
            context: run.context, result: run.result, violations: run.violations, fingerprint: "f",
            assets: ReportAssets(vega: nil, leaflet: nil, leafletStyle: nil), intervals: over)
        page.hasAllRows = true
        #expect(page.html.contains("results.sqlite</code> has the rows of all 10."))
        #expect(!page.html.contains("results.sqlite</code> the rows of replication"))
        #expect(page.html.contains("<dt>not aboard in time</dt><dd>4.5 ± 0.3 %<small>"))
    }

    @Test("The map opens on who was not aboard in time, and every zone shows the unserved share beside the wait")
    func map() throws {
        let html = try page(city(), oneRide().records, nil)
        #expect(html.contains("value=\"notInTime\" checked"))
        #expect(
            html.contains("\"notInTime\":0") && html.contains("\"unserved\":0") && html.contains("show('notInTime');"))
        #expect(html.contains(">unserved %</button>") && html.contains(">not in time %</button>"))
    }

    @Test("Numbers of rules and decisions lead to their texts on the page; code and unknown numbers stay as they are")
    func rules() throws {
        let html = try page(city(), oneRide().records, nil)
        #expect(html.contains("<a href=\"#rule-TAXI-ASSUME-05\" title=\"In 90% of cases"))
        #expect(html.contains("<dt id=\"rule-TAXI-ASSUME-05\">TAXI-ASSUME-05</dt><dd>In 90% of cases"))
        #expect(!html.contains("id=\"rule-TAXI-ZONE-01\""), "only what the page names")
        var links = RuleLinks()
        let part = "<p title=\"SIM-07\">SIM-07, XSIM-07, TAXI-NO-99</p><code>SIM-07</code><pre>SIM-01</pre> (PERF-04)"
        let linked = links.linked(part)
        #expect(links.named == ["SIM-07", "PERF-04"])
        #expect(linked.hasPrefix("<p title=\"SIM-07\"><a href=\"#rule-SIM-07\""))
        #expect(linked.contains("</a>, XSIM-07, TAXI-NO-99</p><code>SIM-07</code><pre>SIM-01</pre> (<a "))
        #expect(links.linked("nothing — here") == "nothing — here")
    }

    @Test("Every number that verdicts and metrics name is in the catalogue")
    func known() throws {
        let run = try ObservedRun(ServerSample().context, ServerSample().records)
        let texts =
            run.result.verdicts.map(\.id)
            + (MetricDescription.all + MetricDescription.modules + MetricDescription.comparison).map(\.text)
        for text in texts {
            for match in text.matches(of: /[A-Z]{2,}(-[A-Z0-9]+)+/) {
                #expect(RuleLinks.text(of: String(match.0)) != nil, "\(match.0) in \(text)")
            }
        }
    }

    @Test("TAXI-ASSUME-06: the latest taxi is before, at or after the agreed time, in words")
    func latest() throws {
        for (aboard, words) in [
            (419.7, "Latest taxi: at the agreed time (limit: 20 min after)"),
            (241, "Latest taxi: 3.0 min before the agreed time (limit: 20 min after)"),
            (1620, "Latest taxi: 20.0 min after the agreed time (limit: 20 min after)"),
            (
                1622,
                "Latest taxi: 20.1 min after the agreed time (assumption 20 min broken)"
            ),
        ] as [(Double, String)] {
            var script = EventScript.inService()
            script.call(100, passenger: 1)
            script.at(101, stored(1, 1), sent(1, 1, 1))
            script.accept(110, offer: 1, request: 1, passenger: 1, driver: 1, zone: 1, eta: 421)
            script.board(aboard, request: 1, passenger: 1, driver: 1, kilometres: 1)
            let verdict = try script.metrics(city()).verdicts.first { $0.id == "TAXI-ASSUME-06" }
            #expect(verdict?.text == words)
        }
    }

    @Test("TAXI-ASSUME-10: undersupplied zones are named in English, one zone or several")
    func undersupplied() throws {
        func text(zones: Int, short: Int32) throws -> String? {
            var script = EventScript.inService()
            for zone in 1...short {
                script.at(
                    Double(100 + zone), stored(zone, zone, zone: zone),
                    .requestAborted(request: RequestID(zone), zone: ZoneID(zone), reason: .noDriver))
            }
            return try script.metrics(city(zones: zones)).verdicts.first { $0.id == "TAXI-ASSUME-10" }?.text
        }
        #expect(
            try text(zones: 1, short: 1)
                == "Undersupplied: the only zone aborts 100.0 % of its requests, at most 5.0 % wanted")
        #expect(
            try text(zones: 3, short: 1)
                == "Undersupplied: 1 of 3 zones aborts more than 5.0 % of its requests: Zone 1 (1 of 1, 100.0 %)")
        #expect(
            try text(zones: 5, short: 4)
                == "Undersupplied: 4 of 5 zones abort more than 5.0 % of their requests: Zone 1 (1 of 1, 100.0 %), Zone 2 "
                + "(1 of 1, 100.0 %), Zone 3 (1 of 1, 100.0 %) and 1 more")
    }

    @Test("Undersupplied zones are named by how many people they turned away, not by their share")
    func undersuppliedByPeople() throws {
        var script = EventScript.inService()
        func call(_ number: Int32, zone: Int32, isAborted: Bool) {
            script.at(Double(100 + number), stored(number, number, zone: zone))
            guard isAborted else { return }
            script.at(
                Double(100 + number),
                .requestAborted(request: RequestID(number), zone: ZoneID(zone), reason: .noDriver))
        }
        call(1, zone: 1, isAborted: true)
        for number: Int32 in 2...5 { call(number, zone: 2, isAborted: number > 2) }
        let verdict = try script.metrics(city(zones: 3)).verdicts.first { $0.id == "TAXI-ASSUME-10" }
        #expect(
            verdict?.text
                == "Undersupplied: 2 of 3 zones abort more than 5.0 % of their requests: Zone 2 (3 of 4, 75.0 %), Zone 1 "
                + "(1 of 1, 100.0 %)")
    }

    @Test(
        "A share beside a limit that it does not equal never reads like the limit",
        arguments: [(0.99996, 1, "99.996 %"), (1, 1, "100.0 %"), (0.8996, 0.9, "89.96 %"), (0.75, 0.9, "75.0 %")])
    func apartFromLimit(_ share: Double, _ limit: Double, _ text: String) {
        #expect(Text.percent(share, apartFrom: limit) == text)
    }

    @Test(
        "PERF-04: the slowest time is the same number in the verdict, the summary and the table, and never rounded up")
    func slowest() throws {
        var script = EventScript()
        script.turn(100, answered(1, arrived: 75.318))
        script.turn(204.9997, answered(2, arrived: 200))
        let run = try ObservedRun(serverCity(), script.records)
        let text = TextSummary(context: run.context, result: run.result, violations: [], fingerprint: "f").text
        #expect(text.contains("(slowest 24.682 s, message 1)") && text.contains("max 24.682 s"), "\(text)")
        let html = try page(serverCity(), script.records, nil)
        #expect(html.contains(">24.682</td>") && !html.contains("24.6 s"))
        #expect(Text.secondsDown(4.9997) == "4.999" && Text.secondsDown(3.168) == "3.168")
    }

    @Test("The first bar of the detours is no step: it holds who was driven no detour")
    func detours() {
        var bins = Bins(first: 1, step: 0.02, edges: 31)
        bins.add(1_000_000, first: 1_000_000, step: 20_000)
        bins.add(1_010_000, first: 1_000_000, step: 20_000)
        bins.add(9_000_000, first: 1_000_000, step: 20_000)
        let bars = TaxiCharts.detourBars(bins).map(\.line)
        #expect(bars[0] == "{\"label\":\"no detour\",\"ratio\":\"no detour\",\"passengers\":1}")
        #expect(bars[1] == "{\"label\":\"1.02\",\"ratio\":\"1.00 to 1.02\",\"passengers\":1}")
        #expect(bars.last == "{\"label\":\"above\",\"ratio\":\"above 1.60\",\"passengers\":1}")
    }

    @Test("Hours add up: busy and available are shares of the time in service")
    func hours() throws {
        let html = try page(city(seats: [4, 4, 4]), oneRide().records, nil)
        // Two of three drivers are in service for 3590 and 3580 s, busy 920 s.
        #expect(html.contains(">12.8</td>") && html.contains(">87.2</td>"))
    }
}
