// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import TaxiSimulation

@Suite struct SharingMetricsTests {
    private let context = city(hours: 4)

    @Test("Shared rides of a hand-made log: every number")
    func numbers() throws {
        let result = try sharedRides().metrics(context)
        let expected: [String: Double] = [
            "searches": 4, "candidates": 6, "feasible": 3, "successShare": 0.75, "proposed": 3, "chosen": 4,
            "declined": 1, "chosenShare": 0.8, "joined": 3, "joinedTravelers": 3, "joinRefused": 1,
            "joinRefused.noSeats": 1, "joinRefused.full": 0, "created": 2, "created.reserved": 1, "left": 1,
            "ownerChanges": 1, "missed": 1, "mismatches": 1, "removed.ended": 2, "removed.aborted": 0, "rides": 2,
            "together": 1, "togetherShare": 0.5, "togetherOfAll": 0.5, "passengersPerRide": 1.5,
            "travelersPerRide": 2, "detour.count": 2, "detour.mean": 1, "detour.max": 2, "detourRatio.mean": 1.125,
            "detourRatio.max": 1.25, "delay.mean": 150, "delay.max": 300, "driven": 15, "alone": 17, "saved": 2,
            "savedShare": 0.117647, "fee.count": 2, "fee.mean": 0.5, "fee.max": 0.8333, "feeDirect.max": 0.8,
            "feeDifference.mean": 0.0333, "withoutDestination": 0,
        ]
        for (name, value) in expected { #expect(result["sharing.\(name)"] == value, "\(name)") }
        let sharing = try #require(result.taxi.sharing)
        #expect(sharing.ridesByPassengers == [1, 1, 0, 0])
        #expect(sharing.ridesByTravelers == [1, 0, 1, 0, 0, 0, 0, 0])
        #expect(sharing.left == ["cancelled": 1, "busy": 0, "abandoned": 0])
        #expect(
            sharing.hours == [
                SharingHour(hour: 0, rides: 1, together: 1, driven: 10, alone: 12),
                SharingHour(hour: 1, rides: 0, together: 0, driven: 0, alone: 0),
                SharingHour(hour: 2, rides: 0, together: 0, driven: 0, alone: 0),
                SharingHour(hour: 3, rides: 1, together: 0, driven: 5, alone: 5),
            ])
        // 1.00 is no detour and lies in the first bin; 1.25 in the one that ends at 1.26.
        #expect(sharing.detourRatios.counts[0] == 1 && sharing.detourRatios.counts[13] == 1)
        #expect(sharing.delayMinutes.counts[0] == 1 && sharing.delayMinutes.counts[5] == 1)
        #expect(result["reservations.lateness.mean"] == 660)
        #expect(result["reservations.within10"] == 0 && result["reservations.within20"] == 1)
        #expect(result["reservations.boarding.mean"] == 700)
    }

    @Test("A request of several counts once: its calls, its wait and its ride")
    func oneRequest() throws {
        let result = try sharedRides().metrics(context)
        #expect(result["calls.stored"] == 2 && result["calls.fulfilled"] == 2 && result["rides.ended"] == 2)
        #expect(result["wait.count"] == 2)
        // 410 s after the call at 99 s, and 700 s after the agreed pick-up.
        #expect(result["wait.mean"] == 505.5)
    }

    @Test("Who gives up leaves the others' request open")
    func oneGivesUp() throws {
        var script = EventScript.inService()
        script.turn(
            100, created(1, owner: 1), requested(1, 1), .taxi(stored(1, 1, travelers: 3)), .taxi(attached(1, 2, 2)),
            .taxi(sent(1, 1, 1, travelers: 3)))
        script.at(
            110, .passengerAbandoned(request: RequestID(1), passenger: PassengerID(1)), detached(1, 1))
        script.accept(120, offer: 1, request: 1, passenger: 2, driver: 1, zone: 1, eta: 300)
        script.board(300, request: 1, passenger: 2, driver: 1, travelers: 2, kilometres: 1)
        script.endRide(900, request: 1, passenger: 2, driver: 1, zone: 1, kilometres: 5)
        let result = try script.metrics(context)
        #expect(result["calls.fulfilled"] == 1 && result["calls.abandoned"] == 0)
        // The last one who gives up ends it.
        var both = script
        both = EventScript.inService()
        both.turn(100, created(1, owner: 1), requested(1, 1), .taxi(stored(1, 1)))
        both.at(105, attached(1, 2, 1))
        both.at(110, .passengerAbandoned(request: RequestID(1), passenger: PassengerID(1)), detached(1, 1))
        both.at(120, .passengerAbandoned(request: RequestID(1), passenger: PassengerID(2)))
        #expect(try both.metrics(context)["calls.abandoned"] == 1)
    }

    @Test("Joins change the seats a request needs: a taxi too small for all is passed over lawfully")
    func seatsOfSeveral() throws {
        var script = EventScript.inService(seats: [4, 6, 4])
        // All drivers hold an offer; the shared request waits with 3 travelers, then 5.
        script.at(100, stored(1, 1), sent(1, 1, 1))
        script.at(101, stored(2, 2), sent(2, 2, 2))
        script.at(102, stored(3, 3), sent(3, 3, 3))
        script.turn(
            110, created(1, owner: 4), requested(1, 4), .taxi(stored(4, 4, travelers: 3)),
            .taxi(attached(4, 5, 1)), .taxi(.requestWaiting(request: RequestID(4), zone: ZoneID(1))))
        script.turn(120, joined(1, 6, 2), .taxi(attached(4, 6, 2)))
        script.at(130, refused(1, 1, 1), toBottom(1))
        // A younger request may have driver 1, who seats four.
        script.at(131, stored(5, 7), sent(4, 5, 1))
        #expect(try script.metrics(city(seats: [4, 6, 4]))["offers.arrivalInversions"] == 0)
        var left = EventScript(records: Array(script.records.dropLast(2)))
        left.turn(
            130.5, .taxi(detached(4, 6)),
            .sharing(.shareLeft(ride: SharedRideID(1), passenger: PassengerID(6), reason: .abandoned)))
        left.at(131, stored(5, 7), sent(4, 5, 1))
        #expect(try left.metrics(city(seats: [4, 6, 4]))["offers.arrivalInversions"] == 1)
    }

    @Test("Batches do not matter: turn by turn gives the same result")
    func batches() throws {
        let script = sharedRides()
        let parts = TaxiMetrics(context: context)
        for record in script.records { parts.observe([record][...]) }
        parts.finish(at: context.end)
        #expect(try parts.result == script.metrics(context))
    }
}
