// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
package import CityModel
package import CitySimulation
import CitySlices
import RandomStreams
package import TaxiRules
import TaxiService
import TaxiSimulation

/// A simulated city with a dispatch policy of a test: how a wrong rule is put into the real service.
package enum PolicyCity {
    /// Runs the plan to its end.
    package static func run(
        _ plan: CityPlan, policy: any DispatchPolicy, seed: UInt64 = 1, replication: UInt64 = 0,
        observers: [any EventObserver]
    ) throws {
        let scenario = plan.scenario
        let key = StreamKey(seed: seed, replication: replication)
        let loop = CityLoop(start: scenario.start)
        let log = EventLog(loop)
        for observer in observers { log.add(observer) }
        var parameters = TaxiParameters()
        parameters.offerDeadline = scenario.dispatch.rules.offerDeadline
        let dispatcher = Dispatcher(
            loop: loop, log: log, layout: plan.layout, travel: plan.travel, policy: policy, parameters: parameters,
            taxis: TaxiPopulation.registrations(scenario, key: key))
        let people = TaxiPopulation(
            scenario,
            city: PopulationCity(
                scenario: scenario, people: People(loop: loop, log: log, key: key), dispatcher: dispatcher,
                layout: plan.layout, travel: plan.travel, log: log))
        people.begin()
        try loop.run(until: scenario.end)
        loop.runTurn(at: scenario.end) { dispatcher.onLoop { $0.close() } }
        log.finish(at: scenario.end)
        people.end()
        loop.tearDown()
    }
}

/// Wrong on purpose: the last driver of the queue is asked first.
package struct LastInQueue: DispatchPolicy {
    package init() {}

    package func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        candidates.queue.indices.last { candidates.contains($0) }
    }
}

/// Wrong on purpose: a driver who refused is asked for the same request again.
package struct AsksAgain: DispatchPolicy {
    package init() {}

    package func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        candidates.queue.indices.first {
            candidates.queue[$0].pending == nil && candidates.queue[$0].seats >= candidates.request.travelers
        }
    }
}
