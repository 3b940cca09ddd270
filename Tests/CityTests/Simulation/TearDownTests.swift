// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// A city that has ended leaves nothing behind.
@Suite struct TearDownTests {
    @Test("After 1000 small cities in one process no loop, log or actor of any of them is left")
    func thousandCities() throws {
        let city = try TestCity(Cities.troubled, set: ["length=2 min", "passengers.stream.arrivals.per-day=6000"])
        var left = Remains()
        for seed in 0..<1000 {
            let simulated = SimulatedCity(city.plan, key: StreamKey(seed: UInt64(seed)), observers: [])
            left.add(simulated)
            try simulated.run(until: city.scenario.start + .seconds(60 + seed % 60))
            #expect(simulated.finish().isEmpty)
        }
        #expect(left.count == 0)
    }

    @Test("A city that never ran, or was let go in the middle, is freed by finishing")
    func unfinished() throws {
        let city = try TestCity(Cities.troubled)
        var left = Remains()
        for seed in 0..<3 {
            let simulated = SimulatedCity(city.plan, key: StreamKey(seed: UInt64(seed)), observers: [])
            left.add(simulated)
            if seed > 0 { try simulated.run(until: city.scenario.start + .seconds(600 * seed)) }
            simulated.finish()
        }
        #expect(left.count == 0)
    }
}

/// Weak references to the parts of cities that should be gone.
private struct Remains {
    private struct Weak {
        weak var object: AnyObject?
    }
    private var parts: [Weak] = []

    mutating func add(_ city: SimulatedCity) {
        var objects: [AnyObject] = [city.loop, city.log]
        let dispatchers = city.host.services.compactMap { $0 as? Dispatcher }
        #expect(dispatchers.count == 1)
        for dispatcher in dispatchers {
            objects.append(dispatcher)
            objects += dispatcher.zones as [AnyObject]
            objects += dispatcher.taxis as [AnyObject]
        }
        parts += objects.map { Weak(object: $0) }
    }

    var count: Int { parts.count { $0.object != nil } }
}
