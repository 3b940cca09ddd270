// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// A router that the product does not have, in a whole city: nothing but the router knows of its streets.
@Suite struct StreetTests {
    /// Streets along the axes: first east or west at 10 m/s, then north or south at 5 m/s. The bridges over a river at 2 km
    /// east are closed for some time of the day.
    private final class Streets: Router {
        static let river: Int32 = 2_000_000
        let closed: Range<CityTime>

        init(closed: Range<CityTime> = .epoch..<(.epoch)) { self.closed = closed }

        static func isWest(_ place: Place) -> Bool { place.east < river }

        func route(_ query: RouteQuery) -> Journey? {
            let (start, end) = (query.start, query.end)
            let time = CityTime.epoch + (query.leaving - query.leaving.midnight)
            if Self.isWest(start) != Self.isWest(end), closed.contains(time) { return nil }
            let corner = Place(east: end.east, north: start.north)
            return Journey(
                [(start, corner, 10.0), (corner, end, 5.0)].map { from, to, speed in
                    let way = from.distance(to: to)
                    return Leg(
                        query.mode, from: from, to: to, way, .seconds(way.inMetres / speed).roundedToMilliseconds)
                })
        }
    }

    private func run(_ streets: Streets, rows: Int = 4, cell: String = "1 km") throws -> TestRun {
        let city = try TestCity(
            Towns.town(
                rows: rows, columns: rows, cell: cell, drivers: 12, perDay: 1200,
                driver: """
                    answer: {reaction: 2 s, accept: 100%}
                    idle: {cruise: {pause: 30 s, radius: 2 km}}
                    position-interval: 10 s
                    """))
        return try TestCity(city, travel: streets).run()
    }

    /// What of the streets shows in the log: reports of one driver after another.
    private func steps(_ run: TestRun, _ body: (_ from: Reading, _ to: Reading) -> Void) {
        var last: [DriverID: Reading] = [:]
        for record in run.records {
            guard case .positionReported(let driver, let place, let odometer) = record.taxi else { continue }
            let next = Reading(place: place, odometer: odometer, time: record.time)
            if let before = last.updateValue(next, forKey: driver) { body(before, next) }
        }
    }

    private struct Reading {
        let place: Place
        let odometer: Distance
        let time: CityTime
    }

    @Test("Positions, odometers and borders follow the streets of a router, not straight lines")
    func streets() throws {
        let run = try run(Streets())
        #expect(run["rides.ended"] > 50)
        var (moves, turns) = (0, 0)
        steps(run) { from, to in
            let east = abs(Int64(to.place.east) - Int64(from.place.east))
            let north = abs(Int64(to.place.north) - Int64(from.place.north))
            let driven = to.odometer.millimetres - from.odometer.millimetres
            // A reading rounds to the millimetre; a way may also have led elsewhere between two readings.
            #expect(driven >= east + north - 4, "\(driven) mm for \(east) mm east and \(north) mm north")
            if east > 4 || north > 4 { moves += 1 }
            if east > 4, north > 4 { turns += 1 }
        }
        // One reading in 10 s, so nearly all are on one street with the last one.
        #expect(moves > 2000 && turns * 4 < moves, "\(turns) turns in \(moves) moves")
        var place: [DriverID: Place] = [:]
        var changes = 0
        for record in run.records {
            switch record.taxi {
            case .positionReported(let driver, let here, _): place[driver] = here
            case .driverEnqueued(let driver, let zone, _, .zoneChange):
                let here = try #require(place[driver])
                // Reported on the border, a few millimetres beyond it, and in the zone entered.
                #expect(zone == ZoneID(1 + Int(here.east / 1_000_000) + 4 * Int(here.north / 1_000_000)))
                let beyond = [here.east, here.north].map { min($0 % 1_000_000, 1_000_000 - $0 % 1_000_000) }.min()
                #expect(try #require(beyond) < 10, "\(here)")
                changes += 1
            default: break
            }
        }
        #expect(changes > 50)
    }

    @Test("Without a way to the pick-up nobody is asked; who is on the way already waits until there is one")
    func river() throws {
        let closed = CityTime.seconds(3600)..<CityTime.seconds(5400)
        let run = try run(Streets(closed: closed), rows: 1, cell: "4 km")
        var place: [DriverID: Place] = [:]
        var (asked, acrossBefore, acrossThen, waited) = (0, 0, 0, 0)
        var boarded: [DriverID: CityTime] = [:]
        for record in run.records {
            switch record.taxi {
            case .positionReported(let driver, let here, _): place[driver] = here
            case .offerSent(_, _, let driver, _, _, _, _, _, let cell):
                let here = try #require(place[driver])
                // The river is a border of cells.
                let isAcross = Streets.isWest(here) != Streets.isWest(cell)
                if closed.contains(record.time) {
                    asked += 1
                    acrossThen += isAcross ? 1 : 0
                } else {
                    acrossBefore += isAcross ? 1 : 0
                }
            case .passengerAboard(_, _, let driver, _, _): boarded[driver] = record.time
            case .rideEnded(_, _, let driver, _, _):
                // Longer than any way through the town: 12 km at 5 m/s would be 40 min.
                if let since = boarded[driver], closed.contains(since), record.time - since > .minutes(14) {
                    waited += 1
                }
            default: break
            }
        }
        #expect(acrossBefore > 20)
        #expect(asked > 10 && acrossThen == 0, "\(asked) asked, \(acrossThen) across the river")
        #expect(waited > 0)
        steps(run) { from, to in
            guard Streets.isWest(from.place) != Streets.isWest(to.place) else { return }
            // 400 s are the longest way over the river of one who set out before.
            #expect(
                !(closed.lowerBound + .seconds(400)..<closed.upperBound).contains(to.time),
                "over the river at \(to.time)")
        }
    }
}
