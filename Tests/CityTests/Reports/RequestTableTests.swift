// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import GRDB
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting

/// A map without edges: zone 1 in the east and zone 2 in the west, a hundred thousand metres to a degree.
private final class FlatMap: ZoneLayout {
    let zones: [ZoneRecord] = []
    func zone(at place: Place) -> ZoneID? { place.north < 0 ? nil : ZoneID(place.east < 0 ? 2 : 1) }
    func crossings(from start: Place, to end: Place) -> [ZoneCrossing] { [] }
    func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? { nil }
    func geographic(_ place: Place) -> GeographicPoint {
        GeographicPoint(longitude: 9 + place.metresEast / 1e5, latitude: 45 + place.metresNorth / 1e5)
    }
    func place(_ point: GeographicPoint) -> Place { .origin }
}

/// Every call is a row of the table `requests`, whatever became of it.
@Suite struct RequestTableTests {
    private func stored(
        _ request: Int32, _ passenger: Int32, zone: Int32 = 1, travelers: Int32 = 1, at east: Double, _ north: Double
    ) -> TaxiEvent {
        .requestStored(
            request: RequestID(request), passenger: PassengerID(passenger), zone: ZoneID(zone), travelers: travelers,
            source: .gps, place: Place(metresEast: east, north: north))
    }

    /// One call of each kind, with a warm-up that ends at 250 s.
    private var script: EventScript {
        var script = EventScript.inService()
        script.call(100, passenger: 1)
        script.at(101, stored(1, 1, travelers: 2, at: 1500, 250), sent(1, 1, 1, travelers: 2))
        script.at(111, refused(1, 1, 1), toBottom(1), sent(2, 1, 2, travelers: 2))
        script.accept(121, offer: 2, request: 1, passenger: 1, driver: 2, zone: 1, eta: 421)
        script.call(200, passenger: 2)
        script.at(201, .callRefused(passenger: PassengerID(2), reason: .badTravelerCount))
        script.call(300, passenger: 3)
        script.at(301, stored(2, 3, zone: 2, at: -10, 20))
        script.at(310, .requestAborted(request: RequestID(2), zone: ZoneID(2), reason: .noDriver))
        script.call(400, passenger: 4)
        script.at(401, stored(3, 4, at: 5, 5))
        script.at(420, .passengerAbandoned(request: RequestID(3), passenger: PassengerID(4)))
        script.at(431, .boardingPrompted(request: RequestID(1), driver: DriverID(2)))
        script.board(441, request: 1, passenger: 1, driver: 2, travelers: 2, kilometres: 3)
        script.at(
            1041,
            .rideEnded(
                request: RequestID(1), passenger: PassengerID(1), driver: DriverID(2),
                place: Place(metresEast: -2000, north: 0), odometer: .metres(10_000)))
        script.call(1100, passenger: 5)
        script.at(1101, stored(4, 5, at: 7, 7), sent(3, 4, 1))
        script.accept(1110, offer: 3, request: 4, passenger: 5, driver: 1, zone: 1, eta: 1300)
        script.at(1500, .rideReleased(request: RequestID(4), passenger: PassengerID(5), driver: DriverID(1)))
        script.call(2000, passenger: 6)
        script.at(2001, stored(5, 6, at: 8, 8), sent(4, 5, 2))
        script.accept(2010, offer: 4, request: 5, passenger: 6, driver: 2, zone: 1, eta: 2300)
        script.board(2400, request: 5, passenger: 6, driver: 2, kilometres: 12)
        script.call(3500, passenger: 7)
        script.at(3501, stored(6, 7, at: 9, 9))
        script.at(3600, .requestAborted(request: RequestID(6), zone: ZoneID(1), reason: .runEnded))
        return script
    }

    private func rows(
        on map: (any ZoneLayout)?, _ query: String, of script: EventScript? = nil
    ) throws -> [String] {
        let temporary = try TemporaryFolder()
        var context = city(warmUp: .seconds(250))
        context.layout = map
        _ = try writeRun(context, (script ?? self.script).records, to: temporary.path + "/run")
        return try DatabaseQueue(path: temporary.path + "/run/results.sqlite").read { database in
            try Row.fetchAll(database, sql: query).map { row in
                row.databaseValues.map { $0.storage.value.map { "\($0)" } ?? "-" }.joined(separator: " ")
            }
        }
    }

    @Test("Who asks on the street has a row too: in at once, in vain, and standing at the end")
    func streets() throws {
        var script = EventScript.inService()
        func asked(_ passenger: Int32, _ manner: StreetManner) -> CityEvent {
            .street(
                .streetAsked(
                    passenger: PassengerID(passenger), zone: ZoneID(2), manner: manner, travelers: 2,
                    place: Place(metresEast: -10, north: 5)))
        }
        script.turn(200, asked(1, .hail))
        script.turn(260, asked(2, .rank))
        script.turn(
            300,
            .street(
                .streetBoarded(
                    passenger: PassengerID(1), driver: DriverID(2), zone: ZoneID(2), odometer: .metres(1000))))
        script.turn(500, .street(.streetLeft(passenger: PassengerID(2), zone: ZoneID(2), calls: false)))
        script.turn(
            900,
            .street(
                .streetRideEnded(
                    passenger: PassengerID(1), driver: DriverID(2), place: Place(metresEast: 10, north: 5),
                    odometer: .metres(4500))))
        script.turn(3500, asked(3, .hail))
        let columns =
            "call, request, passenger, outcome, reason, counted, zone, to_zone, travelers, driver, called_s, stored_s, aboard_s, "
            + "ended_s, wait_s, ride_km"
        #expect(
            try rows(on: FlatMap(), "SELECT \(columns) FROM requests ORDER BY call", of: script) == [
                "1 - 1 fulfilled hail 0 2 1 2 2 200.0 - 300.0 900.0 100.0 3.5",
                "2 - 2 left rank 1 2 - 2 - 260.0 - - 500.0 - -",
                "3 - 3 open hail 1 2 - 2 - 3500.0 - - - - -",
            ])
    }

    @Test("Each outcome has its row, in the order of the log, with all that is known of it")
    func outcomes() throws {
        #expect(
            try rows(on: nil, "SELECT * FROM requests") == [
                "1 1 1 fulfilled - 0 1 - - 1500.0 250.0 - - - -2000.0 0.0 2 2 2 "
                    + "100.0 101.0 121.0 421.0 431.0 441.0 1041.0 341.0 7.0 - hand-made 1",
                "2 - 2 refused badTravelerCount 0 - - - - - - - - - - - 0 - "
                    + "200.0 - - - - - 201.0 - - - hand-made 1",
                "3 2 3 aborted noDriver 1 2 - - -10.0 20.0 - - - - - 1 0 - "
                    + "300.0 301.0 - - - - 310.0 - - - hand-made 1",
                "4 3 4 abandoned - 1 1 - - 5.0 5.0 - - - - - 1 0 - 400.0 401.0 - - - - 420.0 - - - hand-made 1",
                "5 4 5 released - 1 1 - - 7.0 7.0 - - - - - 1 1 1 "
                    + "1100.0 1101.0 1110.0 1300.0 - - 1500.0 - - - hand-made 1",
                "6 5 6 fulfilled - 1 1 - - 8.0 8.0 - - - - - 1 1 2 "
                    + "2000.0 2001.0 2010.0 2300.0 - 2400.0 - 400.0 - - hand-made 1",
                "7 6 7 open - 1 1 - - 9.0 9.0 - - - - - 1 0 - 3500.0 3501.0 - - - - - - - - hand-made 1",
            ])
    }

    @Test("Where the map is known, places are in degrees, and the end of a ride has its zone")
    func map() throws {
        let columns = "longitude, latitude, east_m, north_m, to_zone, to_longitude, to_latitude, to_east_m, to_north_m"
        #expect(
            try rows(on: FlatMap(), "SELECT \(columns) FROM requests WHERE call <= 3") == [
                "9.015 45.0025 - - 2 8.98 45.0 - -", "- - - - - - - - -", "8.9999 45.0002 - - - - - - -",
            ])
    }

    @Test("The counted rows of each outcome are as many as the metrics say")
    func counts() throws {
        let context = city(warmUp: .seconds(250))
        let result = try script.metrics(context)
        #expect(
            try rows(
                on: nil, "SELECT outcome, count(*) FROM requests WHERE counted GROUP BY outcome ORDER BY outcome")
                == ["abandoned", "aborted", "fulfilled", "open", "released"].map { word in
                    let metric = word == "open" ? "calls.openAtEnd" : "calls.\(word)"
                    return "\(word) \(Int(result[metric] ?? -1))"
                })
    }
}
