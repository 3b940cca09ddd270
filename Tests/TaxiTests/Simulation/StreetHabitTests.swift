// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// What rides from the street share with called ones, and how drivers of all kinds take part in them.
@Suite struct StreetHabitTests {
    private func boardings(_ run: TestRun) -> [(driver: DriverID, time: Double)] {
        run.records.compactMap { record in
            guard case .streetBoarded(_, let driver, _, _) = record.street else { return nil }
            return (driver, record.time.inSeconds)
        }
    }

    /// One zone, ten taxis, and a ride of ten minutes every half hour.
    private func town(_ by: String, rides: Int) throws -> TestRun {
        let rows = (0..<rides).map { "\"0\($0 / 2):\($0 % 2 * 3)5:00,1,1,1,600,5000\"" }
        return try TestCity(
            """
            length: 8 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 10}]
            passengers: [{name: people, by: \(by), trace: [\(rows.joined(separator: ", "))]}]
            """
        ).run()
    }

    @Test("A ride from the street costs eight events, and a called one more", arguments: ["hail", "rank"])
    func eventsOfRide(by: String) throws {
        func cost(_ by: String) throws -> Int {
            // The reading of an odometer at the end of the run is no part of a ride.
            func count(_ rides: Int) throws -> Int { try town(by, rides: rides).records.count { $0.isOfRide } }
            return try count(11) - count(1)
        }
        #expect(try cost(by) == 80)
        #expect(try cost("call") > 80)
    }

    @Test(
        "After a ride from the street nobody gets in until the taxi has turned round; a break that begins meanwhile goes on",
        arguments: [
            ("", [300.0, 900.0]), ("turnaround: 90 s", [300.0, 990.0]),
            (
                "turnaround: 90 s, shift: {start: 00:00, length: 2 h, breaks: {after: 16 min, length: 10 min}}",
                [300.0, 1560.0]
            ),
        ])
    func turnaround(habits: String, times: [Double]) throws {
        let run = try TestCity(
            """
            length: 1 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 1\(habits.isEmpty ? "" : ", " + habits)}]
            passengers: [{name: people, by: hail, trace: ["00:05:00,1,1,1,600,5000", "00:10:00,1,1,1,600,5000"]}]
            """
        ).run()
        #expect(run.result.violations.isEmpty && boardings(run).map(\.time) == times)
    }

    @Test("Who goes off duty while the taxi turns round stays off, and a taxi that turns round is offered to no caller")
    func turnsRoundOffDuty() throws {
        let run = try TestCity(
            """
            length: 2 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 1, shift: {start: 00:00, length: 16 min}, turnaround: 2 min}]
            passengers:
              - {name: people, by: hail, trace: ["00:05:00,1,1,1,600,5000"]}
              - {name: phone, trace: ["00:15:30,1,1,1,600,5000"]}
            """
        ).run()
        #expect(run.result.violations.isEmpty && boardings(run).map(\.time) == [300])
        let offers = run.records.times { if case .offerSent = $0 { true } else { false } }
        let services = run.records.times { if case .statusChanged(_, _, .available, _) = $0 { true } else { false } }
        #expect(offers.isEmpty && services == [0])
    }

    @Test("Rides from the street count in the fairness of drivers, in rides an hour, and not as empty distance")
    func drivers() throws {
        let run = try TestCity(
            """
            length: 2 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 2}]
            passengers: [{name: people, by: rank, trace: ["00:05:00,1,1,1,600,5000"]}]
            """
        ).run()
        // One of two drivers had the only ride, in four hours of service.
        #expect(run["fairness.gini"] == 0.5 && run["rides.perServiceHour"] == 0.25)
        #expect(run["distance.withPassenger"] == 5 && run["distance.emptyShare"] == 0)
        #expect(run["drivers.utilisation"] == tidied(600.0 / 14_400))
        #expect(run["wishes.total"] == 1 && run["wishes.inTime"] == 1 && run["calls.stored"] == 0)
    }

    private func tidied(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

    @Test("A taxi that drives free into the zone stops at the border for who stands there")
    func drivesIn() throws {
        let run = try TestCity(
            """
            length: 2 h
            city: {grid: {rows: 1, columns: 2, cell: 2 km}}
            drivers: [{name: cabs, count: 1, start: {1: 100%}, idle: {return: {zones: {2: 100%}, pause: 1 min}}}]
            passengers: [{name: people, by: hail, trace: ["00:00:30,2,2,1,600,5000"]}]
            """
        ).run()
        #expect(run.result.violations.isEmpty)
        let crossed = run.records.times { if case .driverEnqueued(_, _, _, .zoneChange) = $0 { true } else { false } }
        #expect(crossed.count == 1 && boardings(run).map(\.time) == crossed)
    }

    @Test("Who needs more seats than the free taxi has lets it go, and the next one stops for those behind")
    func seats() throws {
        let run = try TestCity(
            """
            length: 2 h
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 1, seats: 4}]
            passengers:
              - name: people
                by: hail
                trace: ["00:01:00,1,1,1,600,5000", "00:02:00,1,1,5,600,5000", "00:03:00,1,1,4,600,5000"]
            """
        ).run()
        let people = run.records.compactMap { record -> Int32? in
            if case .streetBoarded(let passenger, _, _, _) = record.street { passenger.number } else { nil }
        }
        #expect(people == [1, 3] && run["streets.openAtEnd"] == 1 && run["wishes.late"] == 1)
    }

    @Test("Drivers who come for some rides go after the last one, from the street or not, and come again")
    func arrivals() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 5, perDay: 900, length: "10 h",
                driver: "arrivals: {per-day: 600, rides: 2}", passenger: "by: hail\npatience: 5 min",
                more: "travel: {ride: 6 min}") + "\n  - {name: phone, arrivals: {per-day: 200}}\n"
        ).run()
        #expect(run.result.violations.isEmpty)
        var rides: [DriverID: Int] = [:]
        var shifts: [DriverID: Int] = [:]
        for record in run.records {
            switch record.street {
            case .streetRideEnded(_, let driver, _, _): rides[driver, default: 0] += 1
            case .streetAsked, .streetBoarded, .streetLeft, nil: break
            }
            switch record.taxi {
            case .statusChanged(let driver, .offShift, .available, _) where rides[driver, default: 2] % 2 == 0:
                shifts[driver, default: 0] += 1
            case .rideEnded(_, _, let driver, _, _): rides[driver, default: 0] += 1
            default: break
            }
        }
        #expect(rides.count == 5)
        for (driver, count) in rides {
            // Two rides a shift; the last one may be under way.
            #expect(abs(Double(count) / 2 - Double(shifts[driver, default: 0])) <= 1 && count > 20, "\(driver)")
        }
    }

    @Test("No taxi is lost, over a network that is slow and loses messages")
    func slowNetwork() throws {
        let run = try TestCity(
            Towns.town(
                rows: 2, columns: 2, drivers: 8, perDay: 12_000, length: "5 h",
                driver: "idle: {cruise: {pause: 1 min, radius: 1 km}}\nposition-interval: 20 s",
                passenger: "by: hail\npatience: 4 min", more: "network: {delay: {exponential: 30 s}, loss: 20%}"
            ).replacing(
                "{per-day: 12000}",
                with: "{per-day: 12000, hourly: [1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"
            ) + "\n  - {name: phone, arrivals: {per-day: 900}, patience: 10 min}\n"
        ).run()
        #expect(run.result.violations.isEmpty && run["streets.rides"] > 100 && run["calls.fulfilled"] > 5)
        var free: Set<DriverID> = []
        var served: Set<DriverID> = []
        for record in run.records {
            if case .statusChanged(let driver, _, let to, _) = record.taxi {
                if to == .offShift { free.remove(driver) } else { free.insert(driver) }
            }
            if case .streetBoarded(_, let driver, _, _) = record.street { served.insert(driver) }
        }
        #expect(free.count == 8 && served.count == 8)
    }

    @Test("A ride is as long from the street as it would be as a called one: the person's own number")
    func sameRides() throws {
        func rides(_ by: String) throws -> [Double] {
            let run = try TestCity(
                Towns.town(
                    rows: 1, columns: 1, drivers: 60, perDay: 400, length: "6 h", passenger: "by: \(by)",
                    more: "travel: {ride: {exponential: 10 min}}")
            ).run()
            var began: [PassengerID: Double] = [:]
            var ended: [PassengerID: Double] = [:]
            for record in run.records {
                let time = record.time.inSeconds
                switch record.street {
                case .streetBoarded(let passenger, _, _, _): began[passenger] = time
                case .streetRideEnded(let passenger, _, _, _): ended[passenger] = time
                case .streetAsked, .streetLeft, nil: break
                }
                switch record.taxi {
                case .passengerAboard(_, let passenger, _, _, _): began[passenger] = time
                case .rideEnded(_, let passenger, _, _, _): ended[passenger] = time
                default: break
                }
            }
            return (1...50).map { number in
                let passenger = PassengerID(number)
                return (ended[passenger] ?? 0) - (began[passenger] ?? 0)
            }
        }
        let (hailed, called) = (try rides("hail"), try rides("call"))
        #expect(zip(hailed, called).allSatisfy { abs($0 - $1) < 1e-6 } && Set(hailed).count == 50)
    }
}

extension EventRecord {
    fileprivate var isOfRide: Bool { if case .fleet = event { false } else { true } }
}
