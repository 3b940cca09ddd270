// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// What the page says first, and where it says that service failed.
@Suite struct FindingTests {
    /// 24 wishes in zone 1 in the first hour, of which 18 are aboard after 100 s and 6 get no ride; 20 wishes in zone 2 in the
    /// second hour, of which 19 are aboard after 100 s and the last one after 701 s.
    private func twoHours() -> EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        for number in 1...44 as ClosedRange<Int32> {
            let zone: Int32 = number <= 24 ? 1 : 2
            let called = zone == 1 ? Double(number - 1) * 140 : 3600 + Double(number - 25) * 140
            script.call(called, passenger: number)
            script.at(called + 1, stored(number, number, zone: zone))
            if (19...24).contains(number) {
                script.at(
                    called + 2, .requestAborted(request: RequestID(number), zone: ZoneID(zone), reason: .noDriver))
            } else {
                script.at(
                    called + (number == 44 ? 701 : 100),
                    .requestFulfilled(request: RequestID(number), passenger: PassengerID(number)))
            }
        }
        return script
    }

    private func page(_ script: EventScript, hours: Int = 2, intervals: IntervalsResult? = nil) throws -> String {
        let run = try ObservedRun(city(hours: hours), script.records)
        return ReportPage(
            context: run.context, result: run.result, violations: [], fingerprint: "f", assets: ReportAssets(),
            intervals: intervals
        ).html
    }

    @Test("Calls, served, not aboard in time, median wait, worst zone and hour, in two sentences")
    func sentences() throws {
        #expect(
            try page(twoHours()).contains(
                "<p class=\"lead finding\">44 calls for a taxi were stored, and in 38 of them (86.4 %) the passenger came aboard; "
                    + "15.9 % of the wishes for a ride were not aboard within 10 min of the first call, and half of those "
                    + "served waited at most 1.7 min. It was worst in Zone 1 (25.0 % of 24 wishes) and from 0:00 to 1:00 "
                    + "(25.0 % of 24 wishes).</p>"))
    }

    @Test("Where and when service failed: how many wishes, from how few zones, and the zones and hours by their number")
    func failures() throws {
        let html = try page(twoHours())
        #expect(html.contains("That happened to 7 of 44 wishes. 6 of these come from one zone of 2."))
        let run = try ObservedRun(city(hours: 2), twoHours().records)
        let charts = TaxiCharts(context: run.context.taxiContext, result: run.result.taxi)
        #expect(charts.failing.map(\.zone.zone.number) == [1, 2])
        let cells = charts.failing.flatMap(\.cells)
        #expect(cells.map(\.label) == ["0:00", "1:00"] && cells.map { $0.wishes.notInTime } == [6, 1])
        #expect(cells.map { $0.wishes.decided } == [24, 20])
        // Nothing is drawn where nobody called: two cells, not four.
        #expect(charts.failures?.rows.count == 2)
        #expect(
            charts.failures?.rows.first?.line
                == "{\"zone\":\"1 Zone 1\",\"label\":\"0:00\",\"from\":0,\"to\":1,\"count\":6,\"wishes\":24,\"share\":0.25}"
        )
    }

    @Test("The hours of a run of three days are put together by the hour of the day")
    func threeDays() throws {
        let run = try ObservedRun(city(hours: 72), twoHours().records)
        let charts = TaxiCharts(context: run.context.taxiContext, result: run.result.taxi)
        #expect(charts.failing.flatMap(\.cells).map(\.label) == ["0:00", "1:00"])
        #expect(charts.failures?.hint.contains("hour of the day, all days together") == true)
    }

    @Test("Drivers on duty are counts: shares of the drivers' time, times all drivers")
    func duty() throws {
        // Driver 1 is in a queue from 10 s, driver 2 from 20 s, with passenger 1 from 441 s to 1041 s: 600 of 7200 s, and 30 s off
        // shift. Shares have six decimals.
        let run = try ObservedRun(city(), oneRide().records)
        let charts = TaxiCharts(context: run.context.taxiContext, result: run.result.taxi)
        let duty = try #require(charts.core.first { $0.id == "duty" })
        #expect(
            duty.rows.first?.line
                == "{\"label\":\"0:00\",\"from\":0,\"to\":1,\"what\":\"with passenger\",\"drivers\":0.166666,\"onDuty\":1.991666,\"order\":0}"
        )
    }

    @Test("A run without calls says so, and one in which nobody failed names no worst zone")
    func nothing() throws {
        #expect(try page(EventScript(), hours: 1).contains("No call for a taxi was stored."))
        let one = try page(oneRide(), hours: 1)
        #expect(one.contains("(100.0 %) the passenger came aboard") && !one.contains("It was worst"))
        #expect(one.contains("None did."))
    }

    @Test("The sections go from what happened to the rule checks")
    func order() throws {
        let html = try page(twoHours())
        let ids = html.components(separatedBy: "<section id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(
            ids == [
                "happened", "day", "zones", "drivers", "fairness", "intervals", "scenario", "words", "metrics",
                "verdicts", "rules",
            ])
        #expect(html.contains("<p class=\"flags\"><a href=\"#verdicts\">"))
        #expect(html.contains("This is a single run. Seed 42 drew"))
    }

    @Test("Replications say what they come to together, beside the one that the page shows")
    func replications() throws {
        let metric = IntervalsResult.Metric(
            count: 4, mean: 0.15, sd: 0.01, halfWidth: 0.0159, min: 0.14, max: 0.16)
        let intervals = IntervalsResult(
            method: .replications, count: 4, level: 0.95, ending: "complete", warmUpSeconds: 0, foundWarmUpSeconds: 0,
            metrics: ["wishes.notInTimeShare": metric])
        let html = try page(twoHours(), intervals: intervals)
        #expect(
            html.contains(
                "Over all 4 replications, each another day: not aboard in time 15.0 ± 1.6 % (means with 95 % intervals)."
            ))
        #expect(!html.contains("This is a single run."))
    }

    @Test("A service without taxis says who waited, for how long, why in vain and where longest")
    func sentence() {
        let row = WaitRow(
            "shoppers, from ticket to entry", WaitRow.Waits(count: 1200, mean: 90, p95: 30, longest: nil), unserved: 7,
            open: .init(0),
            place: WaitRow.Place(worstOf: [(name: "Park", count: 20, mean: 240)]),
            reasons: [("left", 4), ("closed", 3)])
        #expect(
            row.sentence
                == "Shoppers, from ticket to entry: 1 200 waited 1.5 min on average, and 95 % of them at most 30.0 s; 7 in vain, "
                + "most of all: left (4); longest in Park, 4.0 min on average.")
        #expect(WaitRow("people", nil, unserved: 0, open: .init(0)).sentence == "People: nobody waited in vain.")
    }

    @Test(
        "That nobody waited in vain is said only when every wait is over; else how many are open, and how many too young to judge"
    )
    func openWaits() {
        func told(_ unserved: Int, _ open: Int, _ young: Int?) -> String {
            WaitRow("people", nil, unserved: unserved, open: .init(open, tooYoung: young)).sentence
        }
        #expect(told(0, 5, 4) == "People: 5 were still open when the run ended, 4 of them too young to judge.")
        #expect(
            told(1, 5, 4) == "People: 1 in vain; 5 were still open when the run ended, 4 of them too young to judge.")
        #expect(told(0, 3, 3) == "People: 3 were still open when the run ended, all too young to judge.")
        #expect(told(0, 1, 1) == "People: 1 was still open when the run ended, too young to judge.")
        #expect(
            told(2, 2, 0) == "People: 2 in vain; 2 were still open when the run ended, none of them too young to judge."
        )
        #expect(told(0, 2, nil) == "People: 2 were still open when the run ended.")
    }

    @Test("Wishes too young to judge are told beside those that were aboard in time: not that none was late")
    func youngWishes() throws {
        var called = oneRide()
        called.call(3500, passenger: 2)
        called.at(3501, stored(2, 2))
        let one = try page(called, hours: 1)
        #expect(!one.contains("None did."))
        #expect(
            one.contains(
                "None of those old enough to judge did. 1 more was open when the run ended, too young to judge."))
    }
}
