// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import HealthRules
import Reporting
import Testing

@testable import CitySimulation
@testable import HealthSimulation
@testable import RaceSimulation

/// Consents to organisers in a city that has the health service as well.
@Suite struct HealthConsentTests {
    private static let health = """
        health:
          wearers: [{name: some, people: 3, every: 5 min, values: [{parameter: heart-rate, mean: 72}]}]

        """
    private static let asking = health + "  third-parties: [{name: firms, count: 2, requests: 40}]\n"

    private static var runs: SliceRuns { SliceRuns(RacesSlice(), HealthSlice(), head: SimulatedRaces.head) }

    private func verdict(_ result: RunResult) -> Verdict? {
        result.metrics.services.first { $0.name == "races" }?.verdicts.first { $0.id == "RACE-JOIN-CONSENT" }
    }

    @Test(
        "RACE-JOIN-CONSENT: with the health service in the city every consent of a runner is one of the data broker; organisations and batches are as ever",
        arguments: [health, asking])
    func together(health: String) throws {
        let (facts, data) = (RaceFacts(), GuestFacts())
        let result = try Self.runs.run(SliceTests.busy + health, seed: 3, facts, data)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        #expect(facts.count("joinAccepted") > 50 && facts.count("participationEnded") > 2)
        for name in ["consentGiven", "consentWithdrawn"] {
            #expect(facts.count(name) > 2 && data.guests(name) == facts.count(name), "\(name)")
        }
        #expect(data.guests("requestForwarded") >= facts.count("consentGiven"))
        // Batches are kept only for those who may ask for them.
        #expect((data.batches > 0) == (health == Self.asking))
        #expect((data.others("requestForwarded") > 0) == (health == Self.asking))
        #expect(verdict(result)?.outcome == .pass)
        #expect(
            verdict(result)?.text.hasSuffix("consents to organisers are kept by the health data service") == true)
        // The terminal has room for few rule checks, and this one is always among them.
        let summary = TextSummary(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint)
        #expect(summary.text.contains("consents to organisers are kept by the health data service"))
        #expect(summary.text.contains("more rule checks"))
    }

    @Test("RACE-JOIN-CONSENT: without the health service the race service keeps the consents, and the report says so")
    func alone() throws {
        let (result, facts) = try SimulatedRaces.run(SliceTests.busy)
        #expect(facts.count("consentsKept") == 0 && verdict(result)?.outcome == .pass)
        let text = "consents to organisers are kept by the race service: no health data service runs"
        #expect(verdict(result)?.text.hasSuffix(text) == true)
        let page = ReportPage(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(page.contains(text))
    }

    @Test(
        "SIM-06: a replay of the messages gives the same events of both services, also over a crash",
        arguments: [health, asking])
    func replay(health: String) throws {
        let plan = try Self.runs.plan(
            SliceTests.busy + health + "  failures: {at: [\"07:10\"], repair: 20 min}\nrecord: {messages: true}\n")
        let simulation = Simulation(plan)
        let result = try simulation.run()
        #expect(result.messages.contains { $0.message is HeardMessage })
        #expect(try Replay.fingerprint(result.messages, plan: plan, key: simulation.key) == result.serviceFingerprint)
    }
}

/// Counts what the data broker noted of people of another service, and of everybody else.
private final class GuestFacts: EventObserver {
    private var names: [String: (guests: Int, others: Int)] = [:]
    private(set) var batches = 0

    func guests(_ name: String) -> Int { names[name]?.guests ?? 0 }
    func others(_ name: String) -> Int { names[name]?.others ?? 0 }

    func subscribe(to feed: EventFeed) {
        feed.on(BatchEvent.self) { [self] records in batches += records.count }
        feed.on(DataEvent.self) { [self] records in
            for index in records.indices {
                let event = records[index].event
                guard let wearer = event.asked else { continue }
                if wearer.isGuest {
                    names[event.name, default: (0, 0)].guests += 1
                } else {
                    names[event.name, default: (0, 0)].others += 1
                }
            }
        }
    }
}

extension DataEvent {
    /// Who is asked, answers or takes an answer back.
    fileprivate var asked: WearerID? {
        if case .requestForwarded(_, let wearer) = self { return wearer }
        if case .consentGiven(_, let wearer) = self { return wearer }
        if case .consentWithdrawn(_, let wearer) = self { return wearer }
        return nil
    }
}
