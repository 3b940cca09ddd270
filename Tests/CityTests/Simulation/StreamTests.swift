// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// One stream for each purpose and owner: a change of one distribution, or one more agent, leaves everybody else's draws.
@Suite struct StreamTests {
    private func city(
        cabs: Int = 12, reaction: String = "{exponential: 8 s}", others: Int = 3, ride: String = "{exponential: 6 min}",
        travelers: String = "{1: 70%, 2: 30%}", confirming: String = "4 s"
    ) throws -> TestRun {
        try TestCity(
            """
            length: 4 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            travel: {approach: {exponential: 2 min}, ride: \(ride)}
            drivers:
              - name: cabs
                count: \(cabs)
                answer: {reaction: \(reaction), accept: 80%, refuse: 10%}
                position-interval: 10 min
              - name: others
                count: \(others)
                answer: {reaction: {uniform: {from: 3 s, to: 9 s}}, accept: 60%, refuse: 20%}
            passengers:
              - name: callers
                arrivals: {per-day: 1200}
                travelers: \(travelers)
                client: {gps-radius: 0 m, confirming: \(confirming)}
            """
        ).run(checks: false)
    }

    /// Instants of calls with their places.
    private func calls(_ run: TestRun) -> [String] {
        var lines: [String] = []
        for record in run.records {
            switch record.taxi {
            case .callConfirmed(let passenger, _): lines.append("\(record.time.nanoseconds) \(passenger)")
            case .requestStored(_, let passenger, _, _, _, let place): lines.append("\(passenger) \(place)")
            default: break
            }
        }
        return lines
    }

    /// The reaction of each driver to one offer after the other, with the answer.
    private func answers(_ run: TestRun) -> [DriverID: [String]] {
        var sent: [OfferID: CityTime] = [:]
        var answers: [DriverID: [String]] = [:]
        for record in run.records {
            switch record.taxi {
            case .offerSent(let offer, _, _, _, _, _, _, _, _): sent[offer] = record.time
            case .offerAccepted(let offer, _, let driver):
                guard let time = sent[offer] else { continue }
                answers[driver, default: []].append("accepts after \(record.time - time)")
            case .offerRefused(let offer, _, let driver):
                guard let time = sent[offer] else { continue }
                answers[driver, default: []].append("refuses after \(record.time - time)")
            case .offerTimedOut(_, _, let driver): answers[driver, default: []].append("stays silent")
            default: break
            }
        }
        return answers
    }

    /// Whether the shorter list is the beginning of the other.
    private func agree(_ left: [String], _ right: [String]) -> Bool {
        let count = min(left.count, right.count)
        return left.prefix(count) == right.prefix(count)
    }

    @Test(
        "SIM-02: another distribution of reaction or ride, or one more taxi, leaves the calls' instants and places"
    )
    func calls() throws {
        let base = calls(try city())
        #expect(base.count > 300)
        #expect(calls(try city(reaction: "{uniform: {from: 1 s, to: 50 s}}")) == base)
        #expect(calls(try city(ride: "{gamma: {shape: 3, mean: 10 min}}")) == base)
        #expect(calls(try city(cabs: 13)) == base)
        #expect(calls(try city(others: 4)) == base)
        #expect(calls(try city(travelers: "{1: 20%, 3: 80%}")) == base)
    }

    @Test("SIM-02: another seed, or a longer form, does change the calls, so the comparison can fail")
    func callsChange() throws {
        #expect(calls(try city()) != calls(try city(confirming: "5 s")))
    }

    @Test("SIM-02: one more taxi, or another distribution for other drivers, leaves all answers as they were")
    func drivers() throws {
        let base = answers(try city())
        let oneMore = answers(try city(others: 4))
        let otherDistribution = answers(try city(ride: "{exponential: 9 min}"))
        #expect(base.count == 15)
        for (driver, list) in base {
            #expect(agree(list, oneMore[driver] ?? []), "driver \(driver)")
            #expect(agree(list, otherDistribution[driver] ?? []), "driver \(driver)")
            #expect((oneMore[driver] ?? []).count > 5)
        }
        // Another distribution of the reaction changes when the cabs answer, never what they or the others decide.
        let slow = answers(try city(reaction: "{exponential: 12 s}"))
        for number in 13...15 {
            #expect(agree(base[DriverID(number)] ?? [], slow[DriverID(number)] ?? []))
        }
        #expect(!agree(base[DriverID(1)] ?? [], slow[DriverID(1)] ?? []))
    }

    @Test("SIM-02: one more resident leaves the other residents' first calls as they were")
    func residents() throws {
        func firstCalls(_ people: Int) throws -> [PassengerID: Double] {
            let run = try TestCity(
                """
                length: 3 h
                city: {grid: {rows: 1, columns: 1, cell: 2 km}}
                drivers: [{name: cabs, count: 3}]
                passengers:
                  - name: residents
                    population: {people: \(people), thinking: {exponential: 30 min}}
                """
            ).run(checks: false)
            var first: [PassengerID: Double] = [:]
            for record in run.records {
                guard case .callConfirmed(let passenger, _) = record.taxi, first[passenger] == nil else { continue }
                first[passenger] = record.time.inSeconds
            }
            return first
        }
        let base = try firstCalls(20)
        let more = try firstCalls(21)
        #expect(base.count >= 18 && more.count >= base.count)
        for (passenger, time) in base { #expect(more[passenger] == time) }
    }
}
