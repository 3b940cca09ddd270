// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

@testable import Reporting
@testable import TaxiSimulation

/// The occupied share of a run of recorded trips beside Little's line, from logs written by hand and from a run.
@Suite struct OccupiedResultTests {
    private func recorded(hours: Int = 1, warmUp: TimeSpan = .zero) -> RunContext {
        var context = city(hours: hours, warmUp: warmUp)
        context.taxi.tellsOccupied = true
        return context
    }

    /// Driver 1 is in service from 10 s on, and person 1 rides from the street between two times, in seconds.
    private func ride(from start: Double, to end: Double?) -> EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 4])
        script.inService(10, driver: 1, zone: 1)
        let (person, driver) = (PassengerID(1), DriverID(1))
        script.turn(
            start,
            [
                .street(
                    .streetAsked(
                        passenger: person, zone: ZoneID(1), manner: .hail, travelers: 1,
                        place: Place(metresEast: 100, north: 50))),
                .taxi(.driverDequeued(driver: driver, zone: ZoneID(1), reason: .offShift)),
                .taxi(.statusChanged(driver: driver, from: .available, to: .offShift, cause: .streetRide)),
                .street(
                    .streetBoarded(passenger: person, driver: driver, zone: ZoneID(1), odometer: .metres(1000))),
            ])
        if let end {
            script.turn(
                end,
                [
                    .street(
                        .streetRideEnded(
                            passenger: person, driver: driver, place: Place(metresEast: 2000, north: 0),
                            odometer: .metres(6000)))
                ])
            script.inService(end, driver: 1, zone: 1)
        }
        return script
    }

    @Test("A ride that goes on into the next hour counts in the line where it began, and in the share where it was")
    func byHand() throws {
        let result = try ride(from: 3000, to: 4200).metrics(recorded(hours: 2))
        // 1200 of 7190 s in service, told by statuses and by the ride alike.
        let expected: [(String, Double)] = [
            ("occupied.share", 0.166898), ("occupied.line", 0.166898), ("occupied.ride", 1200),
            // In the first hour 600 s of a ride of 1200 s; nobody gets in in the second.
            ("occupied.byHour", 0.5),
        ]
        for (name, value) in expected { #expect(result[name] == value, "\(name): \(String(describing: result[name]))") }
        let hours = result.taxi.hours.compactMap(\.occupied)
        #expect(hours.map(\.rides) == [1, 0] && hours.map(\.service) == [3590, 3600])
        #expect(hours.map(\.riding) == [600, 600] && hours[0].line == 1200.0 / 3590 && hours[1].line == 0)
    }

    @Test("A ride under way at the end counts up to there, and one that began in the warm-up is not in the line")
    func edges() throws {
        let open = try ride(from: 3000, to: nil).metrics(recorded())
        #expect(open["occupied.ride"] == 600 && open["occupied.line"] == open["occupied.share"])
        let early = try ride(from: 200, to: 900).metrics(recorded(warmUp: .seconds(300)))
        #expect(early["occupied.line"] == 0 && early["occupied.share"] == tidy(600.0 / 3300))
        #expect(early["occupied.ride"] == nil && early["occupied.byHour"] == nil)
    }

    @Test("Called rides count as those from the street do")
    func called() throws {
        let result = try oneRide().metrics(recorded())
        #expect(result["occupied.ride"] == 600)
        #expect(result["occupied.share"] == result["occupied.line"] && (result["occupied.share"] ?? 0) > 0)
    }

    @Test("The page says what the line tests; a run that is none of recorded trips has neither metrics nor words of it")
    func told() throws {
        let without = try ride(from: 3000, to: 3300).metrics(city())
        #expect(without["occupied.share"] == nil && !without.taxi.tellsOccupied)
        #expect(without.taxi.hours.allSatisfy { $0.occupied == nil })
        func page(_ context: RunContext) throws -> String {
            let run = try ObservedRun(context, ride(from: 3000, to: 3300).records)
            return ReportPage(
                context: run.context, result: run.result, violations: [], fingerprint: "f", assets: ReportAssets(),
                intervals: nil
            ).html.replacing("\u{A0}", with: " ")
        }
        let text = try page(recorded())
        #expect(text.contains("<section id=\"occupied\"") && text.contains("Little's line"))
        #expect(text.contains("tests the bookkeeping, not the dispatch") && !text.contains("{{"))
        #expect(try !page(city()).contains("id=\"occupied\""))
    }

    @Test("In a run with calls of a table and taxis by a curve the two agree within 1 %, by hour within 15 %")
    func run() throws {
        let text = { (table: String) in
            """
            start: 2026-03-02
            length: 1 d
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 30, on-duty: 24, stint: 6 h}]
            passengers: [{name: street, by: hail, then: call, \(table), patience: 5 min}]
            """
        }
        let run = try TestCity(text("table: [\"mon-sun,0,24,1,1,1500\"]")).run()
        #expect(run.result.violations.isEmpty && run["rides.ended"] > 1000)
        let (share, line) = (run["occupied.share"], run["occupied.line"])
        #expect(share > 0.1 && abs(line / share - 1) < 0.01, "\(share), \(line)")
        #expect(run["occupied.byHour"] < 0.15 && run["occupied.byHour"] > 0)
        let other = try TestCity(text("arrivals: {per-day: 1500}")).run()
        #expect(!other.result.metrics.taxi.tellsOccupied)
    }
}
