// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import Testing

/// The shipped scenarios with modules, cut short: distributions, ends, repetition and replay.
@Suite struct ModuleScenarioTests {
    @Test(
        "SIM-03, SIM-06, SIM-07: a cut of a shipped scenario with modules keeps every invariant, settles everything, repeats, replays",
        arguments: [("city-reservations", "150 min"), ("city-sharing", "12 h")])
    func cut(name: String, length: String) throws {
        let city = try TestCity(
            file: "Scenarios/\(name).yaml", set: ["length=\(length)", "warm-up=0 s", "record.messages=true"])
        let run = try city.run(seed: 2)
        #expect(run.result.violations.isEmpty, "\(run.result.violations.prefix(3))")
        let settlement = Settlement(run.records)
        #expect(settlement.problems.isEmpty, "\(settlement.problems)")
        #expect(settlement.counts["joined", default: 0] > 0, "\(settlement.counts)")
        if name == "city-reservations" { #expect(settlement.counts["reservation", default: 0] > 20) }
        #expect(try Simulation(city.plan, seed: 2).run().fingerprint == run.result.fingerprint)
        let messages = try InputLogFile.records(InputLogFile.text(run.result.messages), of: [TaxiMessage.self])
        #expect(messages.count > 1000)
        let found = try Replay.fingerprint(messages, plan: city.plan, key: StreamKey(seed: 2))
        #expect(found == run.result.serviceFingerprint)
    }

    @Test("SIM-06: random cities with both modules and a lossy network replay to the same events", arguments: 0..<4)
    func replay(part: Int) throws {
        for seed in UInt64(part * 10)..<UInt64(part * 10 + 10) {
            let city = try TestCity(RandomModuleCity.text(seed) + "\nrecord: {messages: true}")
            let run = try Simulation(city.plan, seed: seed).run()
            let found = try Replay.fingerprint(run.messages, plan: city.plan, key: StreamKey(seed: seed))
            #expect(found == run.serviceFingerprint, "seed \(seed)")
        }
    }
}
