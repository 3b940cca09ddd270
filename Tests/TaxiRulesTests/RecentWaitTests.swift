// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import TaxiRules

@Suite("Recent waits of a zone")
struct RecentWaitTests {
    private let start = CityTime.epoch + .hours(8)

    @Test("three calls of the last hour make a zone's mean; fewer, and the city's is told; without any, five minutes")
    func means() {
        var waits = RecentWaits()
        let (first, second) = (ZoneID(1), ZoneID(2))
        #expect(waits.mean(in: first, at: start) == .minutes(5))
        waits.note(.seconds(60), in: first, at: start)
        waits.note(.seconds(90), in: first, at: start + .minutes(1))
        // Two of the zone: those of the whole city count.
        waits.note(.seconds(600), in: second, at: start + .minutes(2))
        #expect(waits.mean(in: first, at: start + .minutes(2)) == .seconds(250))
        waits.note(.seconds(120), in: first, at: start + .minutes(3))
        #expect(waits.mean(in: first, at: start + .minutes(3)) == .seconds(90))
        #expect(waits.mean(in: second, at: start + .minutes(3)) == .seconds(217.5))
        #expect(waits.mean(in: nil, at: start + .minutes(3)) == .seconds(217.5))
        // An hour later the first one still counts, a millisecond after that no longer: two are left of the zone.
        #expect(waits.mean(in: first, at: start + .hours(1)) == .seconds(90))
        #expect(waits.mean(in: first, at: start + .hours(1) + .milliseconds(1)) == .seconds(270))
        #expect(waits.mean(in: first, at: start + .hours(2)) == .minutes(5))
    }

    @Test("many hours of calls are those of the last one alone")
    func forgets() {
        var waits = RecentWaits()
        for minute in 0..<20_000 {
            waits.note(.seconds(minute % 60), in: ZoneID(Int32(minute % 2)), at: start + .minutes(minute))
        }
        let now = start + .minutes(19_999)
        let last = (19_939...19_999).filter { $0 % 2 == 1 }.map { $0 % 60 }
        let mean = Double(last.reduce(0, +)) / Double(last.count)
        #expect(waits.mean(in: ZoneID(1), at: now) == .seconds(mean).roundedToMilliseconds)
    }

    @Test("a call counts from being stored to coming aboard")
    func calls() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .passengerLogsIn(.p))
        let form = CallForm(
            client: .web, source: .address, radius: .zero, place: Strips.middle(of: .z1), travelers: 1)
        city.at(10, .prepares(.p), .confirms(.p, form))
        city.at(20, .accepts(.a))
        city.at(100, .isAt(.a, Strips.middle(of: .z1)))
        city.at(110, .boards(.a))
        city.run(until: 100)
        #expect(city.calls.recentWait(in: .z1, at: city.now) == .minutes(5))
        city.run(until: 110)
        #expect(city.calls.recentWait(in: .z1, at: city.now) == .seconds(100))
    }
}
