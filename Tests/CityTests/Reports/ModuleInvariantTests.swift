// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiSimulation

/// Fault injection for the distributions of reservations and shared rides.
@Suite struct ModuleInvariantTests {
    private let context = city(hours: 4)

    private func ids(_ script: EventScript) -> [String] { script.violations(context).map(\.id) }

    /// The log up to a time, in seconds.
    private func until(_ seconds: Double, _ script: EventScript) -> EventScript {
        EventScript(records: script.records.filter { $0.time <= .seconds(seconds) })
    }

    /// A shared ride of passengers 1 and 2, not yet offered; request 1.
    private func pending(seats: [Int32] = [4, 4]) -> EventScript {
        var script = EventScript.inService(seats: seats)
        script.turn(
            100, created(1, owner: 1, travelers: 2), requested(1, 1), .taxi(stored(1, 1, travelers: 2)))
        return script
    }

    /// What ends what `pending` leaves open.
    private func settle(_ script: inout EventScript, at seconds: Double = 5000) {
        script.turn(
            seconds, .taxi(.requestAborted(request: RequestID(1), zone: ZoneID(1), reason: .runEnded)),
            removed(1, .runEnded))
    }

    @Test("Lawful reservations and shared rides break nothing")
    func lawful() {
        #expect(reservedRide().violations(context).map(\.description) == [])
        #expect(sharedRides().violations(context).map(\.description) == [])
        var script = pending()
        settle(&script)
        #expect(ids(script) == [])
    }

    @Test("INV-FeeSharesSum: shares sum to exactly 10 000 hundredths of a percent, each 0 or more")
    func fees() {
        func table(_ events: CityEvent...) -> [String] {
            var script = until(1600, sharedRides())
            for event in events { script.turn(1620, event) }
            return ids(script).filter { $0.hasPrefix("INV-Fee") }
        }
        #expect(table(fee(1, 1, 8333), fee(1, 2, 1667), feesReported(1, passengers: 2)) == [])
        #expect(table(fee(1, 1, 10_000), fee(1, 2, 0), feesReported(1, passengers: 2)) == [])
        #expect(table(fee(1, 1, 8333), fee(1, 2, 1666), feesReported(1, passengers: 2)) == ["INV-FeeSharesSum"])
        #expect(
            table(fee(1, 1, 8333), fee(1, 2, 1667), feesReported(1, passengers: 2, sum: 9999)) == ["INV-FeeSharesSum"])
        #expect(table(fee(1, 1, 10_000), feesReported(1, passengers: 2)) == ["INV-FeeSharesSum"])
        #expect(table(fee(1, 1, 10_001), fee(1, 2, -1), feesReported(1, passengers: 2)) == ["INV-FeeSharesSum"])
        // Passenger 3 was left behind (TAXI-SHARE-16).
        #expect(table(fee(1, 1, 8000), fee(1, 3, 2000), feesReported(1, passengers: 2)) == ["INV-FeeSharesSum"])
    }

    @Test("INV-MultiPassengerIsShared: a second passenger on a ride that is not shared is a violation")
    func multiPassenger() throws {
        var script = oneRide()
        script = until(121, script)
        script.at(130, attached(1, 2, 1))
        let violation = try #require(script.violations(city()).first)
        #expect(violation.id == "INV-MultiPassengerIsShared" && violation.time == .seconds(130))
        #expect(violation.actors == ["passenger 2", "request 1"])
        #expect(script.violations(city()).count == 1)
        var aboard = until(441, oneRide())
        aboard.at(442, companion(1, 2, 1))
        #expect(aboard.violations(city()).map(\.id).contains("INV-MultiPassengerIsShared"))
    }

    @Test("INV-MultiDestinationIsShared: no more destinations than passengers aboard, several only when shared")
    func multiDestination() {
        for (destinations, expected) in [(1, []), (2, []), (3, ["INV-MultiDestinationIsShared"])] as [(Int32, [String])]
        {
            var script = until(900, sharedRides())
            script.turn(950, planned(1, destinations: destinations))
            #expect(ids(script).filter { $0.hasPrefix("INV-") } == expected, "\(destinations)")
        }
        var plain = until(441, oneRide())
        plain.at(500, companionOff(1, 1, driver: 2))
        #expect(plain.violations(city()).map(\.id).contains("INV-MultiDestinationIsShared"))
    }

    @Test("TAXI-SHARE-18: a shared ride has exactly one pick-up stop")
    func onePickUp() {
        var script = until(900, sharedRides())
        script.turn(950, planned(1, destinations: 2, pickUpStops: 2))
        #expect(ids(script).contains("TAXI-SHARE-18"))
        #expect(!ids(until(900, sharedRides())).contains("TAXI-SHARE-18"))
    }

    @Test("TAXI-SHARE-07: seats bind from the offer on, for all travelers together")
    func seats() {
        // Two travelers offered to a taxi with three seats: a join with two breaks the rule while the offer is pending.
        func joined(_ travelers: Int32, refusedBefore: Bool) -> [String] {
            var script = pending(seats: [3, 4])
            script.at(110, sent(1, 1, 1, travelers: 2))
            if refusedBefore { script.at(115, refused(1, 1, 1), toBottom(1)) }
            script.turn(
                120,
                CityEvent.sharing(.shareJoined(ride: SharedRideID(1), passenger: PassengerID(2), travelers: travelers)))
            script.at(120, attached(1, 2, travelers))
            if !refusedBefore { script.at(130, refused(1, 1, 1), toBottom(1)) }
            settle(&script)
            return script.violations(city(seats: [3, 4], hours: 4)).map(\.id)
        }
        #expect(joined(1, refusedBefore: false) == [])
        #expect(joined(2, refusedBefore: false) == ["TAXI-SHARE-07"])
        #expect(joined(2, refusedBefore: true) == [])
        // After acceptance the taxi's seats bind: four seats, four travelers on it.
        var accepted = until(130, sharedRides())
        accepted.turn(
            140, CityEvent.sharing(.shareJoined(ride: SharedRideID(1), passenger: PassengerID(7), travelers: 1)))
        accepted.at(140, attached(1, 7, 1))
        #expect(ids(accepted).first == "TAXI-SHARE-07")
    }

    @Test("TAXI-SHARE-07: at most four passengers share a ride")
    func fourPassengers() {
        var script = pending(seats: [8])
        for passenger in Int32(2)...4 { script.join(110, 1, request: 1, passenger: passenger) }
        var five = script
        five.join(120, 1, request: 1, passenger: 5)
        settle(&script)
        settle(&five)
        #expect(script.violations(city(seats: [8], hours: 4)).map(\.id) == [])
        #expect(five.violations(city(seats: [8], hours: 4)).map(\.id) == ["TAXI-SHARE-07"])
    }

    @Test("INV-RideSeats and INV-RidePassengersWithinTravelers: travelers aboard count all passengers")
    func aboard() {
        func board(_ travelers: Int32, companions: [(Int32, Int32)]) -> [String] {
            var script = until(130, sharedRides())
            script.board(410, request: 1, passenger: 1, driver: 1, travelers: travelers, kilometres: 2)
            for (passenger, count) in companions { script.at(410, companion(1, passenger, count)) }
            return ids(script).filter { $0.hasPrefix("INV-") }
        }
        #expect(board(4, companions: [(2, 1), (3, 1)]) == [])
        #expect(board(5, companions: [(2, 1)]) == ["INV-RideSeats"])
        // Two passengers and travelers 1.
        #expect(board(1, companions: [(2, 1)]) == ["INV-RidePassengersWithinTravelers"])
        #expect(board(3, companions: [(2, 0)]) == ["INV-RidePassengersWithinTravelers"])
        // Passenger 9 is not on the request.
        #expect(board(4, companions: [(9, 1)]) == ["INV-RidePassengersWithinTravelers"])
    }

    @Test("INV-PassengerOneRequest: a request of a shared ride counts for every passenger on it (TAXI-CALL-18)")
    func oneRequest() {
        func calls(_ passenger: Int32, at seconds: Double) -> [String] {
            var script = until(seconds, sharedRides())
            script.at(
                seconds, stored(8, passenger),
                .requestAborted(request: RequestID(8), zone: ZoneID(1), reason: .noDriver))
            return ids(script).filter { $0.hasPrefix("INV-") }
        }
        #expect(calls(2, at: 119) == [])
        for seconds in [125.0, 200, 500] { #expect(calls(2, at: seconds) == ["INV-PassengerOneRequest"], "\(seconds)") }
        // Dropped at 1010 s; 3 was left behind at 410 s; the owner is free at the end only.
        #expect(calls(2, at: 1011) == [])
        #expect(calls(3, at: 405) == ["INV-PassengerOneRequest"] && calls(3, at: 411) == [])
        #expect(calls(1, at: 1011) == ["INV-PassengerOneRequest"] && calls(1, at: 1700) == [])
        var twice = pending()
        twice.at(105, stored(2, 2))
        twice.turn(110, joined(1, 2, 1))
        twice.at(110, attached(1, 2, 1))
        #expect(ids(twice).first == "INV-PassengerOneRequest")
        var aborted = pending()
        aborted.at(110, attached(1, 2, 1))
        settle(&aborted, at: 120)
        aborted.at(130, stored(2, 2), stored(3, 1))
        #expect(ids(aborted) == [])
    }

    @Test("INV-OneConcurrentRidePerPassenger: an acceptance counts for all passengers of a shared ride")
    func oneRideAtATime() {
        var script = pending()
        script.at(105, stored(2, 2), sent(2, 2, 2))
        script.accept(106, offer: 2, request: 2, passenger: 2, driver: 2, zone: 1, eta: 300)
        script.at(110, attached(1, 2, 1))
        script.at(111, sent(1, 1, 1))
        script.accept(112, offer: 1, request: 1, passenger: 1, driver: 1, zone: 1, eta: 300)
        #expect(ids(script).prefix(2) == ["INV-PassengerOneRequest", "INV-OneConcurrentRidePerPassenger"])
    }

    @Test("An absent owner: the ride is identified by the name of the first one aboard, who may leave before the end")
    func absentOwner() {
        var script = until(130, sharedRides())
        script.board(410, request: 1, passenger: 2, driver: 1, travelers: 2, kilometres: 2)
        script.turn(
            410, .taxi(companion(1, 3, 1)), .taxi(detached(1, 1)), closed(1, 1), boarded(1, 1, 0, of: 2),
            boarded(1, 2, 1, of: 1), boarded(1, 3, 1, of: 1), planned(1, destinations: 2))
        script.at(500, stored(8, 1), .requestAborted(request: RequestID(8), zone: ZoneID(1), reason: .noDriver))
        script.at(1010, companionOff(1, 2))
        script.endRide(1610, request: 1, passenger: 3, driver: 1, zone: 1, kilometres: 12)
        script.turn(1610, removed(1, .ended))
        script.turn(1700, ended(1, .runEnded), removed(2, .runEnded))
        // The reserved ride 2 was made at 200 s, after the cut.
        #expect(ids(script).filter { $0 != "TAXI-RESV-20" && $0 != "TAXI-SHARE-19" } == [])
    }

    @Test("TAXI-SHARE-05: joins come before boarding closes the ride")
    func closedRide() {
        var script = until(420, sharedRides())
        script.turn(430, joined(1, 7, 1))
        #expect(ids(script).contains("TAXI-SHARE-05"))
        var proposed = until(420, sharedRides())
        proposed.turn(
            430,
            .sharing(
                .shareProposed(
                    passenger: PassengerID(7), ride: SharedRideID(1), place: .origin, meeting: .seconds(430),
                    walk: .zero,
                    taxiArrival: .seconds(430), detour: .zero)))
        #expect(ids(proposed).contains("TAXI-SHARE-05"))
        var twice = until(420, sharedRides())
        twice.turn(430, closed(1, 1))
        #expect(ids(twice).contains("TAXI-SHARE-05"))
        #expect(!ids(until(420, sharedRides())).contains("TAXI-SHARE-05"))
    }

    @Test("TAXI-SHARE-19: nothing happens on a shared ride after its removal, and none is pending at the end")
    func removedRide() {
        for event in [
            joined(1, 7, 1), planned(1, destinations: 1), fee(1, 1, 10_000), closed(1, 1), boarded(1, 1, 1, of: 1),
            droppedOff(1, 1, 1, driven: 1, direct: 1, delay: 0), removed(1, .ended), requested(1, 9),
            shareEnded(1, 1, passengers: 1, travelers: 1, driven: 1, alone: 1),
            .sharing(.ownerChanged(ride: SharedRideID(1), owner: PassengerID(2))),
            .sharing(.shareLeft(ride: SharedRideID(1), passenger: PassengerID(2), reason: .busy)),
        ] {
            var script = sharedRides()
            script.turn(13_400, event)
            #expect(ids(script) == ["TAXI-SHARE-19"], "\(event)")
        }
        // Notices, and a choice that comes too late, are lawful.
        var late = sharedRides()
        late.turn(
            13_400, chosen(7, 1),
            .sharing(.joinRefused(ride: SharedRideID(1), passenger: PassengerID(7), reason: .removed)),
            .sharing(.riderNotified(ride: SharedRideID(1), passenger: PassengerID(2), kind: .removed)))
        #expect(ids(late) == [])
        var open = EventScript.inService()
        open.turn(100, created(1, owner: 1))
        #expect(ids(open) == ["TAXI-SHARE-19"])
    }

    @Test("TAXI-CALL-18: no request of a module is open when the run has ended")
    func openRequest() {
        var script = pending()
        script.turn(200, removed(1, .runEnded))
        #expect(ids(script) == [])
        var shared = pending()
        #expect(ids(shared) == ["TAXI-CALL-18", "TAXI-SHARE-19"])
        settle(&shared)
        #expect(ids(shared) == [])
        var reserved = until(6705, reservedRide())
        reserved.at(6710, refused(1, 1, 1))
        reserved.turn(6711, ended(1, .unserved))
        #expect(ids(reserved) == ["TAXI-CALL-18"])
    }

    @Test("TAXI-RESV-20: every reservation ends exactly once")
    func endsOnce() {
        var twice = reservedRide()
        twice.turn(8000, ended(1, .cancelled))
        #expect(ids(twice) == ["TAXI-RESV-20"])
        var never = EventScript.inService()
        never.reserve(100, 1, passenger: 1, pickUp: 7300)
        #expect(ids(never) == ["TAXI-RESV-20"])
        var unknown = EventScript.inService()
        unknown.turn(100, ended(1, .fulfilled))
        #expect(ids(unknown) == ["TAXI-RESV-20"])
        var again = EventScript.inService()
        again.reserve(100, 1, passenger: 1, pickUp: 7300)
        again.turn(101, reserved(1, 2, pickUp: 7300))
        again.turn(102, ended(1, .runEnded))
        #expect(ids(again) == ["TAXI-RESV-20"])
        var after = reservedRide()
        after.turn(8000, cancelled(1, 1))
        #expect(ids(after) == ["TAXI-RESV-20"])
    }

    @Test("TAXI-RESV-10: a reservation becomes one request, once")
    func activatesOnce() {
        var twice = until(6720, reservedRide())
        twice.turn(6730, activated(1, 5, 1))
        #expect(ids(twice).first == "TAXI-RESV-10")
        var unknown = EventScript.inService()
        unknown.turn(100, activated(7, 1, 1))
        #expect(ids(unknown) == ["TAXI-RESV-10"])
        var cancelledBefore = until(500, reservedRide())
        cancelledBefore.turn(10_500, activated(2, 2, 2))
        #expect(ids(cancelledBefore).first == "TAXI-RESV-10")
        var other = until(6720, reservedRide())
        other.turn(6780, retried(1, 2, 1))
        #expect(ids(other).first == "TAXI-RESV-10")
    }

    @Test("TAXI-RESV-22: what became a request is not held or dropped")
    func heldAfter() {
        var script = until(6720, reservedRide())
        script.turn(6800, .reservation(.reservationHeld(reservation: ReservationID(1), passenger: PassengerID(1))))
        #expect(ids(script).first == "TAXI-RESV-22")
    }

    @Test("TAXI-RESV-13: two reserved pick-ups of one passenger are at least 60 min apart, joined ones too")
    func onePerHour() {
        let noon = 12.0 * 3600
        func second(_ pickUp: Double, cancelledFirst: Bool = false) -> [String] {
            var script = EventScript.inService()
            script.reserve(100, 1, passenger: 1, pickUp: noon)
            if cancelledFirst { script.turn(150, cancelled(1, 1), ended(1, .cancelled)) }
            script.reserve(200, 2, passenger: 1, pickUp: pickUp)
            if !cancelledFirst { script.turn(300, ended(1, .runEnded)) }
            script.turn(300, ended(2, .runEnded))
            return ids(script)
        }
        #expect(second(noon + 3540) == ["TAXI-RESV-13"] && second(noon - 3540) == ["TAXI-RESV-13"])
        #expect(second(noon + 3600) == [] && second(noon - 3600) == [])
        #expect(second(noon + 60, cancelledFirst: true) == [])
        // A join to a shared reservation counts until the passenger leaves it.
        func join(leavesFirst: Bool) -> [String] {
            var script = EventScript.inService()
            script.reserve(100, 1, passenger: 1, pickUp: noon, ride: 1)
            script.join(110, 1, request: nil, passenger: 2)
            if leavesFirst {
                script.turn(
                    115, .sharing(.shareLeft(ride: SharedRideID(1), passenger: PassengerID(2), reason: .cancelled)))
            }
            script.reserve(120, 2, passenger: 2, pickUp: noon + 1800)
            script.turn(300, ended(1, .runEnded), removed(1, .runEnded), ended(2, .runEnded))
            return ids(script)
        }
        #expect(join(leavesFirst: false) == ["TAXI-RESV-13"])
        #expect(join(leavesFirst: true) == [])
        var settled = EventScript.inService()
        settled.reserve(100, 1, passenger: 1, pickUp: noon, ride: 1)
        settled.join(110, 1, request: nil, passenger: 2)
        settled.turn(115, ended(1, .cancelled), removed(1, .cancelled))
        settled.reserve(120, 2, passenger: 2, pickUp: noon + 1800)
        settled.turn(300, ended(2, .runEnded))
        #expect(ids(settled) == [])
    }

    @Test("DEC-PUNCTUALITY: nobody boards before the agreed pick-up")
    func notEarly() {
        var script = until(7000, reservedRide())
        script.board(7299, request: 1, passenger: 1, driver: 1, travelers: 2, kilometres: 3)
        script.turn(7299, ended(1, .fulfilled))
        #expect(ids(script) == ["DEC-PUNCTUALITY"])
    }
}
