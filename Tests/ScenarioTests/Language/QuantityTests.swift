// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing

@testable import ScenarioLanguage

@Suite("Quantities")
struct QuantityTests {
    @Test("What is written reads back to the same number, for 20,000 numbers of each quantity")
    func roundTrip() throws {
        var random = SplitMix64(seed: 7)
        for quantity in [Quantity.time, .length, .speed, .share, .weight, .factor] {
            for _ in 0..<20_000 {
                var value =
                    Double(random.number(0...999_999)) * random.pick([1e-6, 1e-3, 0.1, 1, 3.6, 60, 1 / 3.6])
                if random.once(in: 2) { value *= Double(random.number(0...999)) / 997 }
                let text = quantity.write(value)
                #expect(try quantity.parse(text) == value, "\(value) was written as \(text)")
            }
        }
    }

    @Test("Units convert exactly")
    func exact() throws {
        #expect(try Quantity.time.parse("300 ms") == 0.3)
        #expect(try Quantity.time.parse("0.1 s") == 0.1)
        #expect(try Quantity.time.parse("1.5h") == 5400)
        #expect(try Quantity.length.parse("1.3 km") == 1300)
        #expect(try Quantity.speed.parse("30 km/h") == 30 / 3.6)
        #expect(try Quantity.share.parse("7%") == 0.07)
        #expect(try Quantity.clock.parse("06:30") == 23_400)
        #expect(try Quantity.clock.parse("47:59:59.5") == 172_799.5)
    }

    @Test("Times are written the way people write them")
    func readable() {
        let texts: [(Double, String)] = [
            (60, "60 s"), (90, "90 s"), (300, "5 min"), (4800, "80 min"), (28_800, "8 h"), (172_800, "2 d"),
            (0.3, "300 ms"),
            (1, "1 s"), (0, "0 s"), (1.5, "1.5 s"),
        ]
        for (value, text) in texts { #expect(Quantity.time.write(value) == text) }
        #expect(Quantity.speed.write(4.8 / 3.6) == "4.8 km/h" && Quantity.speed.write(8) == "8 m/s")
        #expect(Quantity.length.write(250) == "250 m" && Quantity.length.write(4000) == "4 km")
    }

    @Test("Dates and times read back for every day of 229 years, leap days included")
    func dates() {
        let day: Int64 = 86_400_000_000_000
        var random = SplitMix64(seed: 3)
        for number in Int64(365)..<84_005 {
            let instant = CityTime(nanoseconds: number * day + Int64(random.number(0...86_399)) * 1_000_000_000)
            #expect(ClockText.instant(ClockText.text(instant)) == instant)
        }
        #expect(ClockText.instant("2000-02-29") != nil && ClockText.instant("2100-02-29") == nil)
        #expect(ClockText.instant("2026-03-04")?.nanoseconds == 20_516 * day)
        #expect(ClockText.instant("2199-12-31") != nil && ClockText.instant("2200-01-01") == nil)
        for bad in ["2026-3-4", "2026-03-04T06:00", "2026-03-04 24:00", "2026-13-01", "2026-00-01", "2026-01-00", ""] {
            #expect(ClockText.instant(bad) == nil, "\(bad)")
        }
    }

    @Test("The nearest known name is found within a third of its letters")
    func nearest() {
        let known = ["offer-deadline", "offer-cell", "policy", "seed"]
        #expect(nearestName(to: "ofer-deadlin", among: known) == "offer-deadline")
        #expect(nearestName(to: "sede", among: known) == "seed")
        #expect(nearestName(to: "POLICY", among: known) == "policy")
        #expect(nearestName(to: "fleet", among: known) == nil)
        #expect(nearestName(to: "", among: known) == nil)
    }
}
