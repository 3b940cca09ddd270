// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Testing

/// Small services in which everything happens at random: no rule is broken, and nobody is sent who is not the nearest.
struct RandomTests {
    /// Numbers from 0 on, below a bound: the generator of Knuth's MMIX.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
    }

    private static func report(_ dice: inout Dice) -> CrewReport {
        switch dice.roll(8) {
        case 0: .departed
        case 1: .arrived
        case 2: .loaded(siren: false)
        case 3: .loaded(siren: true)
        case 4: .atHospital
        case 5: .handedOver
        case 6: .cleared
        default: .home
        }
    }

    @Test("Reports in any order, calls, SOS, shifts and long silences: every invariant holds", arguments: 0..<200)
    func anything(_ seed: Int) {
        var dice = Dice(state: UInt64(seed) &* 0x9e37_79b9 &+ 1)
        var town = AmbulanceTown(hospitals: [Double(dice.roll(5000))]) { $0.siren = 1.5 }
        for _ in 0..<1 + dice.roll(4) {
            let (from, until) = (dice.roll(24), dice.roll(25))
            town.addAmbulance(at: Double(dice.roll(9) * 500), hours: DailyHours(.hours(from), .hours(until)))
        }
        town.addHospital(at: 100, hours: DailyHours(.hours(dice.roll(24)), .hours(dice.roll(25))))
        for _ in 0..<400 {
            // Now and then nothing happens for longer than a call stays open.
            town.at(town.now + .seconds(dice.roll(20) == 0 ? dice.roll(8000) : dice.roll(200)))
            switch dice.roll(12) {
            case 0: town.take(.call(east(Double(dice.roll(9000))), priority: Int32(dice.roll(5))))
            case 1: town.sos(1 + dice.roll(4), at: Double(dice.roll(9000)), priority: Int32(1 + dice.roll(3)))
            case 2: town.take(.assessed(AmbulanceCallID(1 + dice.roll(20))))
            default: town.report(1 + dice.roll(town.rules.ambulanceCount), Self.report(&dice))
            }
            if dice.roll(2) == 0 { town.fireDue() }
        }
        #expect(town.violations.isEmpty, "seed \(seed): \(town.violations.prefix(3))")
    }

    @Test("The nearest of ambulances at their stations is sent, as a plain search finds it", arguments: 0..<50)
    func nearest(_ seed: Int) {
        var dice = Dice(state: UInt64(seed) &+ 77)
        // All different, so that there is one nearest.
        var places = (0..<8).map { Double($0 * 1000 + dice.roll(400)) }
        var town = AmbulanceTown(ambulances: places)
        for _ in 0..<8 {
            let scene = Double(dice.roll(8000)) + 0.123
            let expected = places.indices.min { abs(places[$0] - scene) < abs(places[$1] - scene) } ?? 0
            town.call(from: scene)
            #expect(town.sent.last?.hasPrefix("0: \(expected + 1) to ") ?? false, "seed \(seed)")
            places[expected] = .infinity
        }
    }
}
