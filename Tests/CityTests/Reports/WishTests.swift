// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiSimulation

/// Wishes for a ride: each counts once, by whether its passenger was aboard in time.
@Suite struct WishTests {
    private func aborted(_ request: Int32, zone: Int32 = 1) -> TaxiEvent {
        .requestAborted(request: RequestID(request), zone: ZoneID(zone), reason: .noDriver)
    }

    /// A call that is confirmed, stored and boarded at these times; a driver is not needed to count it.
    private func ride(
        _ script: inout EventScript, request: Int32, passenger: Int32, zone: Int32 = 1, called: Double, aboard: Double
    ) {
        script.call(called, passenger: passenger)
        script.at(called + 1, stored(request, passenger, zone: zone))
        script.at(
            aboard, .requestFulfilled(request: RequestID(request), passenger: PassengerID(passenger)))
    }

    /// The wishes of two hours, counted by hand.
    private func day() -> EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        // 1: aboard exactly 600 s after the call was confirmed. 2: one second later.
        ride(&script, request: 1, passenger: 1, called: 100, aboard: 700)
        ride(&script, request: 2, passenger: 2, zone: 2, called: 1000, aboard: 1601)
        // 3: aborted twice, each time called again; aboard 500 s after the first call. It is one wish in time.
        script.call(2000, passenger: 3)
        script.at(2001, stored(3, 3), aborted(3))
        script.at(2200, stored(4, 3, zone: 2), aborted(4, zone: 2))
        script.at(2400, stored(5, 3))
        script.at(2500, .requestFulfilled(request: RequestID(5), passenger: PassengerID(3)))
        // 4: called again, aboard 601 s after the first call though its own wait is short: late, in the zone of the first.
        script.at(3000, stored(6, 4, zone: 2), aborted(6, zone: 2))
        script.at(3590, stored(7, 4))
        script.at(3601, .requestFulfilled(request: RequestID(7), passenger: PassengerID(4)))
        // 5: calls again 900 s after the abort, which is still the same wish, and gets nothing. 6: 901 s after: another one.
        script.at(3700, stored(8, 5), aborted(8))
        script.at(3710, stored(9, 6), aborted(9))
        script.at(4600, stored(10, 5), aborted(10))
        script.at(4611, stored(11, 6), aborted(11))
        // 7: gives up, and calls again at once: two wishes. 8: nobody there.
        script.at(5000, stored(12, 7))
        script.at(5100, .passengerAbandoned(request: RequestID(12), passenger: PassengerID(7)))
        script.at(5101, stored(13, 7))
        script.at(5200, .requestFulfilled(request: RequestID(13), passenger: PassengerID(7)))
        script.at(5300, stored(14, 8))
        script.at(5400, .rideReleased(request: RequestID(14), passenger: PassengerID(8), driver: DriverID(1)))
        // 9: refused, which is no request and no wish.
        script.at(5500, .callRefused(passenger: PassengerID(9), reason: .outsideZones))
        // 10: waits for 601 s when the run ends: late. 11: for 600 s: nobody knows.
        script.at(6599, stored(15, 10))
        script.at(6600, stored(16, 11))
        return script
    }

    @Test("A day by hand: who calls again counts once, by the time from the first call to boarding")
    func byHand() throws {
        let result = try day().metrics(city(hours: 2))
        let expected: [(String, Double)] = [
            // 1, 3 and the second wish of 7.
            ("wishes.inTime", 3),
            // 2, 4 and 10.
            ("wishes.late", 3),
            // 5, twice 6, the first wish of 7, and 8.
            ("wishes.unserved", 5),
            ("wishes.undecided", 1), ("wishes.total", 11), ("wishes.notInTimeShare", tidy(8.0 / 11)),
            ("calls.stored", 16), ("calls.unserved", 9),
        ]
        for (name, value) in expected { #expect(result[name] == value, "\(name)") }
        // No zone and no hour has 20 wishes.
        #expect(result["wishes.notInTimeMaxZone"] == nil && result["wishes.notInTimeMaxHour"] == nil)
        #expect(
            result.taxi.zones.map { [$0.wishes.inTime, $0.wishes.late, $0.wishes.unserved] } == [
                [3, 1, 5], [0, 2, 0],
            ])
        #expect(result.taxi.hours.map(\.wishes.inTime) == [2, 1])
        #expect(result.taxi.hours.map(\.wishes.late) == [2, 1])
        #expect(result.taxi.hours.map(\.wishes.unserved) == [0, 5])
        #expect(result.taxi.hours.map(\.wishes.undecided) == [0, 1])
        #expect(result.taxi.zones[1].hours.map(\.wishes.late) == [2, 0])
        #expect(result.taxi.zones[0].hours.map(\.wishes.unserved) == [0, 5])
    }

    @Test(
        "The limits are the scenario's: a longer one makes wishes in time, none for calls again makes each call a wish")
    func limits() throws {
        var context = city(hours: 2)
        context.taxi.aboardLimit = .seconds(601)
        var result = try day().metrics(context)
        // 2 and 4 came aboard after 601 s; 10 is not late any more, and nobody knows.
        #expect(result["wishes.inTime"] == 5 && result["wishes.late"] == 0 && result["wishes.undecided"] == 2)
        context.taxi.sameWish = .zero
        result = try day().metrics(context)
        #expect(result["wishes.total"] == 14 && result["wishes.unserved"] == 9)
    }

    @Test("The warm-up is left out: a wish counts by its first request, also when a call again comes later")
    func warmUp() throws {
        let result = try day().metrics(city(hours: 2, warmUp: .seconds(2100)))
        // 3 began before; 1 and 2 too.
        #expect(result["wishes.inTime"] == 1 && result["wishes.late"] == 2 && result["wishes.unserved"] == 5)
    }

    @Test("The worst zone and hour are among those with twenty wishes or more")
    func worst() throws {
        var script = EventScript()
        script.open(zones: 2, seats: [4])
        for number in Int32(1)...20 {
            ride(&script, request: number, passenger: number, called: 10, aboard: number <= 5 ? 1000 : 500)
        }
        for number in Int32(21)...39 { script.at(4000, stored(number, number, zone: 2), aborted(number, zone: 2)) }
        var result = try script.metrics(city(hours: 2))
        #expect(result["wishes.notInTimeMaxZone"] == 0.25 && result["wishes.notInTimeMaxHour"] == 0.25)
        script.at(4001, stored(40, 40, zone: 2), aborted(40, zone: 2))
        result = try script.metrics(city(hours: 2))
        #expect(result["wishes.notInTimeMaxZone"] == 1 && result["wishes.notInTimeMaxHour"] == 1)
    }

    @Test("Each wish has one outcome, and zones and hours add up to the whole, at any seed", arguments: 1...40)
    func sums(seed: UInt64) throws {
        let city = SyntheticCity(zones: 4, drivers: 12, passengers: 100, hours: 6, seed: seed, thinking: 1200)
        let metrics = TaxiMetrics(context: city.context)
        metrics.observe(city.records[...])
        metrics.finish(at: city.context.end)
        let result = try #require(metrics.result)
        func value(_ name: String) throws -> Int { try Int(#require(result[name])) }
        let (inTime, late, unserved) = try (value("wishes.inTime"), value("wishes.late"), value("wishes.unserved"))
        #expect(try value("wishes.total") == inTime + late + unserved)
        let whole = [inTime, late, unserved, try value("wishes.undecided")]
        func sum(_ parts: [WishCounts]) -> [Int] {
            [\WishCounts.inTime, \.late, \.unserved, \.undecided].map { path in
                parts.reduce(0) { $0 + $1[keyPath: path] }
            }
        }
        #expect(sum(result.taxi.zones.map(\.wishes)) == whole)
        #expect(sum(result.taxi.hours.map(\.wishes)) == whole)
        for zone in result.taxi.zones { #expect(sum(zone.hours.map(\.wishes)) == sum([zone.wishes])) }
        // A wish has one request or more, and every fulfilled request ends one.
        #expect(try value("wishes.total") + value("wishes.undecided") <= value("calls.stored"))
        #expect(unserved > 0 && late > 0)
        #expect(inTime <= (try value("calls.fulfilled")) + 1)
    }

    @Test("Who may call again is forgotten after the time for it: memory does not follow all who ever failed")
    func memory() {
        var tally = WishTally(limit: .minutes(10), pause: .minutes(15))
        for number in Int32(1)...10_000 {
            let now = Int64(number) * 60_000_000_000
            let wish = tally.call(
                Wish(passenger: number, number: number, place: 0, hour: 0, isCounted: true, began: now), at: now,
                demand: Demand(at: nil))
            tally.fail(wish, .noDriver, at: now)
            #expect(tally.remembered <= 17)
        }
        #expect(tally.total.unserved == 10_000)
    }
}
