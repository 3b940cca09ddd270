// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// The way driven, by what it was driven for.
@Suite struct WayTests {
    /// One cell of 4 km, straight ways at 36 km/h, one taxi that cruises, and a call an hour.
    private func cruiser(_ driver: String = "", passenger: String = "") throws -> TestRun {
        try TestCity(
            Towns.town(
                rows: 1, columns: 1, cell: "4 km", drivers: 1, perDay: 24, length: "10 d",
                driver:
                    "answer: {reaction: 0 s, accept: 100%}\nidle: {cruise: {pause: 1 min, radius: 2 km}}\n\(driver)",
                passenger: passenger, more: "travel: {circuity: 1, free-speed: 36 km/h}")
        ).run(checks: false)
    }

    /// Kilometres from where a taxi was at its acceptances, by its last report, to where its callers were.
    private func approaches(_ run: TestRun) -> Double {
        var taxi = Place.origin
        var calls: [RequestID: Place] = [:]
        var sum = 0.0
        for record in run.records {
            switch record.taxi {
            case .requestStored(let request, _, _, _, _, let place): calls[request] = place
            case .positionReported(_, let place, _): taxi = place
            case .navigationStarted(let request, _, _):
                sum += (calls[request] ?? .origin).distance(to: taxi).inMetres / 1000
            default: break
            }
        }
        return sum
    }

    @Test("The way to pick-ups begins at the acceptance: what was cruised before it is other way")
    func approachAlone() throws {
        let run = try cruiser()
        let way = run["distance.toPickUp"]
        #expect(run["rides.ended"] > 200)
        #expect(abs(way - approaches(run)) < 3, "\(way) of \(approaches(run)) km")
        // Some 230 calls, and two places in a square are 0.52 of its side apart.
        #expect((350...600).contains(way), "\(way) km")
        #expect(run["distance.other"] > 4000, "\(run["distance.other"]) km")
    }

    @Test("Ways are split alike at any interval of position reports", arguments: ["5 s", "1 min", "1 h"])
    func atAnyInterval(interval: String) throws {
        let (without, with) = (try cruiser(), try cruiser("position-interval: \(interval)"))
        for name in ["toPickUp", "withPassenger"] {
            let (a, b) = (without["distance.\(name)"], with["distance.\(name)"])
            // A reading rounds to the millimetre.
            #expect(abs(a - b) < 0.01, "\(name): \(a) and \(b) km")
        }
        // What was cruised after the last reading is not known: up to an hour or two of it without an interval.
        #expect(abs(without["distance.other"] - with["distance.other"]) < 40)
    }

    @Test("The way to a pick-up that was given up on the way counts as such, and the taxi is where it stopped")
    func givenUp() throws {
        let run = try cruiser(passenger: "patience: 150 s")
        var accepted = CityTime.epoch
        var driven = 0.0
        var whole = 0.0
        var counts = (released: 0, boarded: 0)
        var target = Place.origin
        var taxi = Place.origin
        var stopped: (place: Place, left: Double)?
        for record in run.records {
            switch record.taxi {
            case .positionReported(_, let place, _):
                if let last = stopped {
                    // Where the taxi reports is as far from the caller as the time says.
                    #expect(abs(place.distance(to: last.place).inMetres - last.left) < 1)
                    stopped = nil
                }
                taxi = place
            case .navigationStarted(_, _, let place):
                (accepted, target, whole) = (record.time, place, taxi.distance(to: place).inMetres)
            case .rideReleased:
                counts.released += 1
                let way = 10 * (record.time - accepted).inSeconds
                driven += way
                stopped = (target, whole - way)
            case .passengerAboard:
                counts.boarded += 1
                driven += whole
            default: break
            }
        }
        #expect(counts.released > 50 && counts.boarded > 50, "\(counts)")
        #expect(abs(run["distance.toPickUp"] - driven / 1000) < 3, "\(run["distance.toPickUp"]) of \(driven / 1000) km")
    }
}
