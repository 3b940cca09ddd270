// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

@testable import Reporting
@testable import TaxiSimulation

/// What the results make of people on the street, from logs written by hand.
@Suite struct StreetResultTests {
    private func asked(_ passenger: Int32, travelers: Int32 = 1, zone: Int32 = 1) -> CityEvent {
        .street(
            .streetAsked(
                passenger: PassengerID(passenger), zone: ZoneID(zone), manner: .hail, travelers: travelers,
                place: Place(metresEast: 100, north: 50)))
    }

    private func boarded(_ passenger: Int32, _ driver: Int32, kilometres: Double = 1) -> CityEvent {
        .street(
            .streetBoarded(
                passenger: PassengerID(passenger), driver: DriverID(driver), zone: ZoneID(1),
                odometer: .metres(kilometres * 1000)))
    }

    private func left(_ passenger: Int32, calls: Bool = false) -> CityEvent {
        .street(.streetLeft(passenger: PassengerID(passenger), zone: ZoneID(1), calls: calls))
    }

    private func ended(_ passenger: Int32, _ driver: Int32, kilometres: Double = 6) -> CityEvent {
        .street(
            .streetRideEnded(
                passenger: PassengerID(passenger), driver: DriverID(driver), place: Place(metresEast: 2000, north: 0),
                odometer: .metres(kilometres * 1000)))
    }

    /// Driver 1 goes off shift for a ride from the street.
    private var offShift: [CityEvent] {
        [
            .taxi(.driverDequeued(driver: DriverID(1), zone: ZoneID(1), reason: .offShift)),
            .taxi(.statusChanged(driver: DriverID(1), from: .available, to: .offShift, cause: .streetRide)),
        ]
    }

    /// Person 1 rides from 100 to 900 s, after a wait of 20 s; person 2 stands from 400 to 700 s, and person 3 to the end.
    private var day: EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        script.inService(10, driver: 1, zone: 1)
        script.turn(80, asked(1, travelers: 2))
        script.turn(100, offShift + [boarded(1, 1)])
        script.turn(400, asked(2))
        script.turn(700, left(2))
        script.turn(900, ended(1, 1))
        script.inService(900, driver: 1, zone: 1)
        script.turn(3000, asked(3))
        return script
    }

    /// The log up to a time, in seconds.
    private func until(_ seconds: Double) -> EventScript {
        EventScript(records: day.records.filter { $0.time <= .seconds(seconds) })
    }

    private func broken(_ events: [CityEvent], at seconds: Double = 950) -> [String] {
        var script = until(seconds)
        script.turn(seconds, events)
        return script.violations(city()).map(\.id)
    }

    @Test("DEC-STATUS-NAMES: everybody gets in once or leaves, and a taxi has one person from the street at a time")
    func invariants() {
        #expect(day.violations(city()).isEmpty)
        let law = "DEC-STATUS-NAMES"
        #expect(broken([asked(1), asked(1)]) == [law])
        #expect(broken([asked(5, travelers: 0)]) == [law])
        #expect(broken([boarded(9, 2)]) == [law])
        #expect(broken([left(2)]) == [law])
        #expect(broken([ended(1, 1)]) == [law])
        // The ride of person 1 is under way.
        #expect(broken([asked(5), boarded(5, 1)], at: 500) == [law])
        #expect(broken([ended(1, 2)], at: 500) == [law])
        #expect(broken([asked(1)], at: 500) == [law])
    }

    @Test("INV-BusyDuringRide: nobody calls a taxi while somebody from the street rides in it")
    func twoRides() {
        var script = until(950)
        script.at(960, stored(1, 9), sent(1, 1, 1))
        script.accept(970, offer: 1, request: 1, passenger: 9, driver: 1, zone: 1, eta: 990)
        script.turn(980, asked(5), boarded(5, 1))
        #expect(script.violations(city()).map(\.id).contains("INV-BusyDuringRide"))
    }

    @Test("Metrics: counts, waits, the time and the distance of the ride, and wishes, worked out by hand")
    func metrics() throws {
        let result = try day.metrics(city())
        let expected: [(String, Double)] = [
            ("streets.asked", 3), ("streets.asked.hail", 3), ("streets.asked.rank", 0), ("streets.boarded", 1),
            ("streets.left", 1), ("streets.calling", 0), ("streets.openAtEnd", 1), ("streets.leftShare", 0.5),
            ("streets.wait.mean", 20), ("streets.stood.mean", 300), ("streets.rides", 1), ("rides.ended", 1),
            // 800 of twice 3600 s; driver 1 is off shift for 10 s, driver 2 for all of it.
            ("streets.timeShare", 0.111111), ("drivers.share.withPassenger", 0.111111),
            ("drivers.share.offShift", 0.501389), ("distance.withPassenger", 5), ("distance.other", 1),
            ("distance.emptyShare", 0.166667), ("calls.total", 0), ("wishes.total", 2), ("wishes.inTime", 1),
            ("wishes.unserved", 1), ("wishes.undecided", 1), ("fairness.gini", 0),
        ]
        for (name, value) in expected { #expect(result[name] == value, "\(name): \(String(describing: result[name]))") }
        var counts = Counts<StreetManner>()
        counts[.hail] = 3
        #expect(result.taxi.streets == StreetResult(asked: counts, boarded: 1, left: 1, calling: 0))
        #expect(result.taxi.zones[0].wishes.inTime == 1 && result.taxi.hours[0].wishes.unserved == 1)
    }

    /// Thirty people ask in zone 1 in the first hour, of whom six get in after 60 s and others leave; twenty in zone 2 in the second,
    /// of whom fifteen get in after 30 s; nineteen in zone 3, who all leave.
    private func places() -> EventScript {
        var script = EventScript()
        script.open(zones: 3, seats: [4, 4])
        script.inService(10, driver: 1, zone: 1)
        var person: Int32 = 0
        func ask(_ zone: Int32, _ count: Int32, boarding: Int32, from start: Double, after wait: Double) {
            for index in 0..<count {
                person += 1
                let time = start + Double(index) * 80
                script.turn(time, asked(person, zone: zone))
                if index < boarding {
                    script.turn(time + wait, boarded(person, 1), ended(person, 1))
                } else {
                    script.turn(time + wait, left(person))
                }
            }
        }
        ask(1, 30, boarding: 6, from: 100, after: 60)
        ask(2, 20, boarding: 15, from: 3600, after: 30)
        ask(3, 19, boarding: 0, from: 5300, after: 30)
        return script
    }

    @Test("The worst zone and hour have the largest share who left, of 20 people or more; the longest wait has a place")
    func worst() throws {
        let result = try places().metrics(city(zones: 3, hours: 2))
        // Zone 3 has a person too few; the second hour has 39, of whom 24 leave.
        #expect(result["streets.leftMaxZone"] == 0.8 && result["streets.leftMaxHour"] == 0.8)
        #expect(result.taxi.streetZones.map(\.name) == ["Zone 1", "Zone 2"])
        #expect(result.taxi.streetZones.map(\.boarded) == [6, 15] && result.taxi.streetZones.map(\.mean) == [60, 30])
        // No zone has twenty who got in, so that no single wait makes one the worst.
        #expect(result.taxi.streetWaits { result[$0] }?.place == nil)
        var more = places()
        for person in 100...119 as ClosedRange<Int32> {
            let time = 6900 + Double(person - 100) * 10
            more.turn(time, asked(person, zone: 2))
            more.turn(time + 9, boarded(person, 1), ended(person, 1))
        }
        let row = try #require(try more.metrics(city(zones: 3, hours: 2)).taxi.streetWaits { _ in nil })
        #expect(row.sentence.contains("longest in Zone 2, 18.0 s on average"), "\(row.sentence)")
        let late = try places().metrics(city(zones: 3, hours: 2, warmUp: .hours(1)))
        #expect(late["streets.leftMaxZone"] == 0.25 && late["streets.leftMaxHour"] == 0.615385)
        // Too few people say nothing.
        #expect(try day.metrics(city())["streets.leftMaxZone"] == nil)
    }

    @Test("People count from the end of the warm-up on, rides and times as far as they lie behind it")
    func warmUp() throws {
        let result = try day.metrics(city(warmUp: .seconds(300)))
        #expect(result["streets.asked"] == 2 && result["streets.boarded"] == 0 && result["streets.left"] == 1)
        #expect(result["streets.rides"] == 1 && result["streets.timeShare"] == tidy(600.0 / 6600))
    }

    @Test(
        "Who calls after standing goes on with the same wish and has one outcome, whatever time a second call may take",
        arguments: [TimeSpan.zero, .minutes(15)])
    func sameWish(_ pause: TimeSpan) throws {
        var context = city()
        context.taxi.sameWish = pause
        var script = until(650)
        script.turn(700, left(2, calls: true))
        script.at(710, stored(1, 2))
        script.at(760, .requestFulfilled(request: RequestID(1), passenger: PassengerID(2)))
        let result = try script.metrics(context)
        // Aboard 360 s after asking.
        #expect(result["wishes.total"] == 2 && result["wishes.inTime"] == 2 && result["wishes.unserved"] == 0)
        #expect(result["streets.calling"] == 1 && result["calls.fulfilled"] == 1)
    }

    @Test("A run without anybody on the street has none of its metrics, and one with them tells of it in words")
    func told() throws {
        let without = try oneRide().metrics(city())
        #expect(without["streets.asked"] == nil && without.taxi.streets == nil)
        let run = try ObservedRun(city(), day.records)
        let page = ReportPage(
            context: run.context, result: run.result, violations: [], fingerprint: "f", assets: ReportAssets(),
            intervals: nil
        ).html
        let text = page.replacing("\u{A0}", with: " ")
        #expect(text.contains("3 people asked for a taxi on the street: 1 got in, and 1 stood in vain and left."))
        #expect(
            text.contains("<section id=\"streets\"") && text.contains("people on the street, from asking to getting in")
        )
        #expect(!text.contains("{{"))
    }
}
