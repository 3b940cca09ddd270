// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import Testing

/// Where and when calls arise.
@Suite struct DemandTests {
    /// Calls by zone and hour.
    private func calls(_ more: String, perDay: Int = 96_000) throws -> [ZoneID: [Double]] {
        let run = try TestCity(
            Towns.town(
                drivers: 1, perDay: perDay, driver: "start: {4: 1}\nshift: {start: 20:00, length: 1 h}", more: more)
        ).run(checks: false)
        var calls: [ZoneID: [Double]] = [:]
        for record in run.records {
            guard case .requestStored(_, _, let zone, _, _, _) = record.taxi else { continue }
            calls[zone, default: [0, 0, 0]][min(2, record.time.hourOfDay)] += 1
        }
        return calls
    }

    private func isPoisson(_ count: Double, _ mean: Double) -> Bool {
        abs(count - mean) < 5 * mean.squareRoot()
    }

    @Test("A surge changes the demand of its zones while it lasts, and no other's")
    func surge() throws {
        let calls = try calls("changes:\n  - from: 01:00\n    until: 02:00\n    surge: {zones: [1], factor: 3}")
        for zone in 1...4 {
            let hours = calls[ZoneID(zone)] ?? []
            try #require(hours.count == 3)
            #expect(isPoisson(hours[0], 1000), "zone \(zone): \(hours)")
            #expect(isPoisson(hours[1], zone == 1 ? 3000 : 1000), "zone \(zone): \(hours)")
            #expect(isPoisson(hours[2], 1000), "zone \(zone): \(hours)")
        }
    }

    @Test("Rain raises the demand of all zones while it lasts")
    func rainDemand() throws {
        let calls = try calls(
            "changes:\n  - from: 01:00\n    until: 02:00\n    rain: {speed: 0.5, demand: 2, acceptance: 0.5}")
        for zone in 1...4 {
            let hours = calls[ZoneID(zone)] ?? []
            try #require(hours.count == 3)
            #expect(isPoisson(hours[0], 1000) && isPoisson(hours[1], 2000) && isPoisson(hours[2], 1000))
        }
    }

    @Test("Rain halves the acceptance and the speed while it lasts")
    func rainDrivers() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, cell: "2 km", drivers: 150, perDay: 12_000,
                driver: "answer: {accept: 90%, refuse: 10%}",
                more: "travel: {free-speed: 36 km/h, circuity: 1}\nchanges:\n  - from: 01:00\n    until: 02:00\n"
                    + "    rain: {speed: 0.5, demand: 1, acceptance: 0.5}")
        ).run()
        var sent = [0.0, 0, 0]
        var accepted = [0.0, 0, 0]
        var begun: [RequestID: CityTime] = [:]
        var approaches: [[Double]] = [[], [], []]
        for record in run.records {
            let hour = min(2, record.time.hourOfDay)
            switch record.taxi {
            case .offerSent: sent[hour] += 1
            case .offerAccepted(_, let request, _):
                accepted[hour] += 1
                begun[request] = record.time
            case .passengerAboard(let request, _, _, _, _):
                guard let time = begun[request], time.hourOfDay == record.time.hourOfDay else { continue }
                approaches[hour].append((record.time - time).inSeconds)
            default: break
            }
        }
        let shares = zip(accepted, sent).map { $0 / $1 }
        #expect(abs(shares[0] - 0.9) < 0.06 && abs(shares[1] - 0.45) < 0.06 && abs(shares[2] - 0.9) < 0.06, "\(shares)")
        let means = approaches.map { $0.reduce(0, +) / Double($0.count) }
        #expect(means[1] / means[0] > 1.7 && means[1] / means[0] < 2.3, "\(means)")
        #expect(run.result.violations.isEmpty)
    }

    @Test("A trace is replayed row by row: times, zones, travelers, lengths of the rides")
    func trace() throws {
        let rows = (0..<200).map { index in
            let time = 60 + index * 15
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
            return (
                time: Double(time), origin: 1 + index % 4, travelers: 1 + index % 3, ride: 300 + index,
                text: "\(clock),\(1 + index % 4),\(1 + (index + 1) % 4),\(1 + index % 3),\(300 + index),2500"
            )
        }
        let run = try TestCity(
            """
            length: 3 h
            city: {grid: {rows: 2, columns: 2, cell: 1 km}}
            drivers:
              - name: cabs
                count: 160
                answer: {reaction: 2 s, accept: 100%}
            passengers:
              - name: recorded
                trace: [\(rows.map { "\"\($0.text)\"" }.joined(separator: ", "))]
            """
        ).run()
        let stored = run.records.found { event -> (ZoneID, Int32, PassengerID)? in
            if case .requestStored(_, let passenger, let zone, let travelers, _, _) = event {
                (zone, travelers, passenger)
            } else {
                nil
            }
        }
        #expect(stored.map(\.time) == rows.map(\.time))
        #expect(stored.map(\.found.0) == rows.map { ZoneID($0.origin) })
        #expect(stored.map(\.found.1) == rows.map { Int32($0.travelers) })
        #expect(stored.map(\.found.2.number) == (1...200).map { Int32($0) })
        var aboard: [PassengerID: CityTime] = [:]
        var rides: [PassengerID: Double] = [:]
        for record in run.records {
            switch record.taxi {
            case .passengerAboard(_, let passenger, _, _, _): aboard[passenger] = record.time
            case .rideEnded(_, let passenger, _, _, _):
                rides[passenger] = aboard[passenger].map { (record.time - $0).inSeconds }
            default: break
            }
        }
        #expect(rides.count == 200)
        for (index, row) in rows.enumerated() { #expect(rides[PassengerID(index + 1)] == Double(row.ride)) }
        #expect(run.result.violations.isEmpty)
    }

    @Test("Calls of a table have its rates and origins by day and hour, under scale and surges")
    func table() throws {
        let rows = [
            "wed,0,2,1,2,6000", "wed,1,2,3,3,2000", "wed,1,2,3,4,1000", "2026-03-05,0,24,4,1,24000",
            "fri-sat,0,24,2,2,1",
        ]
        let text = Towns.town(
            drivers: 1, length: "27 h", driver: "start: {4: 1}\nshift: {start: 20:00, length: 1 min}",
            more: "demand: {scale: 2}\nchanges:\n  - {from: 01:00, until: 02:00, surge: {zones: [3], factor: 3}}"
        ).replacing("arrivals: {per-day: 2000}", with: "table: [\(rows.map { "\"\($0)\"" }.joined(separator: ", "))]")
        let run = try TestCity(text).run(checks: false)
        struct Cell: Hashable {
            let hour: Int
            let zone: ZoneID
        }
        var calls: [Cell: Double] = [:]
        for record in run.records {
            guard case .requestStored(_, _, let zone, _, _, _) = record.taxi else { continue }
            calls[Cell(hour: Int(record.time.inSeconds) / 3600, zone: zone), default: 0] += 1
        }
        // Twice the calls of each row, and those of zone 3 three times.
        let expected: [(hour: Int, zone: Int, mean: Double)] = [
            (0, 1, 6000), (1, 1, 6000), (1, 3, 18_000), (24, 4, 2000), (25, 4, 2000), (26, 4, 2000),
        ]
        for (hour, zone, mean) in expected {
            let count = calls.removeValue(forKey: Cell(hour: hour, zone: ZoneID(zone))) ?? 0
            #expect(isPoisson(count, mean), "\(hour) h, zone \(zone): \(count)")
        }
        #expect(calls.isEmpty)
    }

    @Test("A call of a table goes where its row says")
    func tableDestinations() throws {
        let rows = ["mon-sun,0,1,1,2,30", "mon-sun,0,1,1,3,10", "mon-sun,1,2,1,4,40"]
        let city = try TestCity(
            Towns.town(cell: "200 m", drivers: 150, driver: "start: {1: 1}").replacing(
                "arrivals: {per-day: 2000}",
                with: "table: [\(rows.map { "\"\($0)\"" }.joined(separator: ", "))]"))
        let run = try city.run()
        var ends: [[ZoneID: Int]] = [[:], [:]]
        var called: [RequestID: Int] = [:]
        for record in run.records {
            switch record.taxi {
            case .requestStored(let request, _, _, _, _, _): called[request] = record.time.hourOfDay
            case .rideEnded(let request, _, _, let place, _):
                guard let zone = city.plan.layout.zone(at: place) else { continue }
                ends[called[request] ?? 0][zone, default: 0] += 1
            default: break
            }
        }
        #expect(Set(ends[0].keys) == [ZoneID(2), ZoneID(3)] && Set(ends[1].keys) == [ZoneID(4)], "\(ends)")
        // 30 and 10 a day on one day: Poisson, three standard deviations around.
        let (two, three) = (ends[0][ZoneID(2)] ?? 0, ends[0][ZoneID(3)] ?? 0)
        #expect((14...46).contains(two) && (1...19).contains(three), "\(two), \(three)")
    }

    @Test("Hours have other shares by day")
    func hourlyByDay() throws {
        let late = [String](repeating: "0", count: 23).joined(separator: ", ") + ", 1"
        let run = try TestCity(
            Towns.town(drivers: 1, perDay: 4800, length: "48 h", driver: "shift: {start: 23:59, length: 1 min}")
                .replacing(
                    "arrivals: {per-day: 4800}", with: "arrivals: {per-day: 4800, hourly: {wed: even, thu: [\(late)]}}")
        ).run(checks: false)
        var hours = [Double](repeating: 0, count: 49)
        for record in run.records {
            if case .requestStored = record.taxi { hours[Int(record.time.inSeconds) / 3600] += 1 }
        }
        for hour in 0..<24 { #expect(isPoisson(hours[hour], 200), "hour \(hour): \(hours[hour])") }
        #expect(hours[24..<47].allSatisfy { $0 == 0 } && isPoisson(hours[47], 4800), "\(hours[24...])")
    }

    @Test("The hours of the day get their share of the calls")
    func hourly() throws {
        let run = try TestCity(
            Towns.town(drivers: 1, perDay: 40_000, length: "24 h", driver: "shift: {start: 23:59, length: 1 min}")
                .replacing(
                    "arrivals: {per-day: 40000}",
                    with: "arrivals: {per-day: 40000, hourly: [\((1...24).map { "\($0)" }.joined(separator: ", "))]}")
        ).run(checks: false)
        var hours = [Double](repeating: 0, count: 24)
        for record in run.records {
            if case .requestStored = record.taxi { hours[min(23, record.time.hourOfDay)] += 1 }
        }
        for (hour, count) in hours.enumerated() {
            #expect(isPoisson(count, 40_000 * Double(hour + 1) / 300), "hour \(hour): \(count)")
        }
    }
}
