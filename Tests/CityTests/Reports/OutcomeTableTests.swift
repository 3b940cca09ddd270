// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// Whatever is counted has one outcome each: what is printed adds up.
@Suite struct OutcomeTableTests {
    /// A reservation for each outcome there is, and one that is never settled.
    private func allOutcomes() -> EventScript {
        var script = EventScript.inService()
        for (index, outcome) in ReservationOutcome.allCases.enumerated() {
            let number = Int32(index + 1)
            script.reserve(100 + Double(index), number, passenger: number, pickUp: 8000 + Double(index))
            script.turn(8100 + Double(index), ended(number, outcome))
        }
        script.reserve(200, 99, passenger: 99, pickUp: 9000)
        return script
    }

    /// A shared ride for each way to end, and an offer, a form and a message that are left over.
    private func allRemovals() -> EventScript {
        var script = EventScript.inService()
        for (index, reason) in RideRemoval.allCases.enumerated() {
            let number = Int32(index + 1)
            script.turn(100 + Double(index), created(number, owner: number))
            script.turn(2000 + Double(index), removed(number, reason))
        }
        script.turn(500, created(50, owner: 50))
        script.at(600, stored(1, 1), sent(1, 1, 1))
        script.turn(650, answered(1, arrived: 640), turnedAway(2, .rateLimited, arrived: 650))
        script.turn(
            700,
            .account(.registrationStarted(attempt: 1, type: .driver, client: .web, fields: AccountFields([.phone]))),
            .account(.registrationStarted(attempt: 2, type: .passenger, client: .web, fields: AccountFields([]))),
            .account(.registrationAccepted(attempt: 2, account: AccountID(3), type: .passenger)))
        script.turn(2500, leftInside(3, arrived: 2490))
        return script
    }

    private var logs: [(name: String, records: [EventRecord])] {
        let synthetic = SyntheticCity(zones: 4, drivers: 20, passengers: 100, hours: 3, seed: 1, thinking: 600)
        return [
            ("one ride", oneRide().records), ("reserved", reservedRide().records), ("shared", sharedRides().records),
            ("outcomes", allOutcomes().records), ("removals", allRemovals().records),
            ("server", ServerSample().records), ("synthetic", synthetic.records),
        ]
    }

    private func context(_ warmUp: Double) -> RunContext {
        var context = city(zones: 4, seats: Array(repeating: 4, count: 20), hours: 4, warmUp: .seconds(warmUp))
        context.server = ServerContext(workers: 1, accounts: nil)
        return context
    }

    @Test("All outcomes of each kind add up to it, wherever the warm-up ends")
    func sums() throws {
        var reported: Set<String> = []
        for (name, records) in logs {
            // Borders before, between and after the events, also in the middle of a story.
            for warmUp in [0, 101, 105, 121, 450, 705, 1450, 1550, 2003, 7000, 8103, 13_000] as [Double] {
                let result = try EventScript(records: records).metrics(context(warmUp))
                for table in result.outcomeTables {
                    reported.insert(table.what)
                    let sum = table.outcomes.reduce(0) { $0 + $1.count }
                    #expect(sum == table.whole, "\(name), warm-up \(warmUp) s: \(table)")
                    #expect(table.outcomes.allSatisfy { $0.count >= 0 }, "\(name), warm-up \(warmUp) s: \(table)")
                }
            }
        }
        #expect(
            reported == [
                "calls", "requests", "offers", "reservations", "answers to proposed rides", "shared rides", "messages",
                "logins", "registration forms", "accounts to be confirmed",
            ])
    }

    @Test("What is printed and what stands on the page are all outcomes: nothing is left out of a sum")
    func shown() throws {
        for (name, records) in logs {
            let run = try ObservedRun(context(0), records)
            let text = TextSummary(
                context: run.context, result: run.result, violations: [], fingerprint: "f"
            ).text
            let html = ReportPage(
                context: run.context, result: run.result, violations: [], fingerprint: "f", assets: ReportAssets()
            ).html
            for table in run.result.outcomeTables {
                if table.metric != "calls.total" {
                    #expect(
                        text.contains(table.reported) || text.contains(table.reportedShort),
                        "\(name): \(table.what)\n\(text)")
                }
                // Of what never happened the page has no row.
                for outcome in table.whole > 0 ? table.outcomes : [] {
                    let count = Text.number(Double(outcome.count), 0)
                    let row =
                        "<td class=\"text\">\(table.what)</td><td class=\"text\">\(outcome.words)</td>"
                        + "<td data-key=\"\(Double(outcome.count))\">\(count)</td>"
                    #expect(html.contains(row), "\(name): \(row)")
                }
            }
        }
        let released = try allOutcomes().metrics(context(0))
        #expect(released.text(for: "told reservations.stored", dash: "").contains("1 released, 1 unserved"))
    }

    @Test("The outcomes of requests that the hours and the zones tell add up too")
    func hoursAndZones() throws {
        let synthetic = SyntheticCity(zones: 4, drivers: 20, passengers: 100, hours: 3, seed: 1, thinking: 600)
        let result = try ObservedRun(synthetic.context, synthetic.records).result
        for calls in result.taxi.hours.map(\.calls) + result.taxi.zones.map(\.calls) {
            #expect(calls.fulfilled + calls.unserved + calls.openAtEnd == calls.stored)
        }
        #expect(result["calls.unserved"] == Double(result.taxi.zones.reduce(0) { $0 + $1.calls.unserved }))
    }
}
