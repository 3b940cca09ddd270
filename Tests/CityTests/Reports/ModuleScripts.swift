// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules

/// Hand-made logs of reservations and shared rides.
extension EventScript {
    /// Zones and drivers with four seats; both drivers are in the queue of zone 1.
    static func inService(seats: [Int32] = [4, 4]) -> EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: seats)
        for driver in 1...Int32(seats.count) {
            script.inService(Double(driver) * 10, driver: driver, zone: 1, place: driver - 1)
        }
        return script
    }

    mutating func reserve(
        _ seconds: Double, _ reservation: Int32, passenger: Int32, pickUp: Double, travelers: Int32 = 1,
        ride: Int32? = nil
    ) {
        turn(seconds, reserved(reservation, passenger, pickUp: pickUp, travelers: travelers, shared: ride != nil))
        if let ride {
            turn(seconds, created(ride, owner: passenger, travelers: travelers, reservation: reservation))
        }
    }

    /// The reservation becomes a request of zone 1, offered to this driver.
    mutating func activate(
        _ seconds: Double, _ reservation: Int32, request: Int32, passenger: Int32, travelers: Int32 = 1, offer: Int32,
        driver: Int32
    ) {
        turn(
            seconds, activated(reservation, request, passenger),
            .taxi(stored(request, passenger, travelers: travelers)),
            .taxi(sent(offer, request, driver, travelers: travelers)))
    }

    mutating func prompt(_ seconds: Double, request: Int32, driver: Int32) {
        at(seconds, .boardingPrompted(request: RequestID(request), driver: DriverID(driver)))
    }

    mutating func join(_ seconds: Double, _ ride: Int32, request: Int32?, passenger: Int32, travelers: Int32 = 1) {
        turn(
            seconds,
            .sharing(
                .shareSearch(
                    passenger: PassengerID(passenger), client: .mobile, zone: ZoneID(1), candidates: 2, feasible: 1)),
            .sharing(
                .shareProposed(
                    passenger: PassengerID(passenger), ride: SharedRideID(ride), place: .origin,
                    meeting: .seconds(seconds),
                    walk: .seconds(60), taxiArrival: .seconds(seconds + 300), detour: .metres(500))))
        turn(seconds, chosen(passenger, ride), joined(ride, passenger, travelers))
        if let request { turn(seconds, .taxi(attached(request, passenger, travelers))) }
    }
}

func reserved(
    _ reservation: Int32, _ passenger: Int32, pickUp: Double, travelers: Int32 = 1, shared: Bool = false
) -> CityEvent {
    .reservation(
        .reservationStored(
            reservation: ReservationID(reservation), passenger: PassengerID(passenger), zone: ZoneID(1),
            travelers: travelers, pickUp: .seconds(pickUp), shared: shared))
}

func activated(_ reservation: Int32, _ request: Int32, _ passenger: Int32) -> CityEvent {
    .reservation(
        .reservationActivated(
            reservation: ReservationID(reservation), request: RequestID(request), passenger: PassengerID(passenger),
            zone: ZoneID(1)))
}

func ended(_ reservation: Int32, _ outcome: ReservationOutcome) -> CityEvent {
    .reservation(.reservationEnded(reservation: ReservationID(reservation), outcome: outcome))
}

func waiting(_ reservation: Int32, _ request: Int32, _ reason: RoundFailure) -> CityEvent {
    .reservation(
        .reservationWaiting(reservation: ReservationID(reservation), request: RequestID(request), reason: reason))
}

func retried(_ reservation: Int32, _ request: Int32, _ count: Int32) -> CityEvent {
    .reservation(
        .reservationRetry(reservation: ReservationID(reservation), request: RequestID(request), count: count))
}

func cancelled(_ reservation: Int32, _ passenger: Int32) -> CityEvent {
    .reservation(
        .reservationCancelled(reservation: ReservationID(reservation), passenger: PassengerID(passenger)))
}

func created(_ ride: Int32, owner: Int32, travelers: Int32 = 1, reservation: Int32? = nil) -> CityEvent {
    .sharing(
        .rideCreated(
            ride: SharedRideID(ride), owner: PassengerID(owner), zone: ZoneID(1), travelers: travelers,
            reservation: reservation.map { ReservationID($0) }))
}

func requested(_ ride: Int32, _ request: Int32) -> CityEvent {
    .sharing(.rideRequested(ride: SharedRideID(ride), request: RequestID(request)))
}

func chosen(_ passenger: Int32, _ ride: Int32) -> CityEvent {
    .sharing(.shareChosen(passenger: PassengerID(passenger), ride: SharedRideID(ride)))
}

func joined(_ ride: Int32, _ passenger: Int32, _ travelers: Int32) -> CityEvent {
    .sharing(.shareJoined(ride: SharedRideID(ride), passenger: PassengerID(passenger), travelers: travelers))
}

func closed(_ ride: Int32, _ request: Int32) -> CityEvent {
    .sharing(.shareClosed(ride: SharedRideID(ride), request: RequestID(request)))
}

func boarded(_ ride: Int32, _ passenger: Int32, _ entered: Int32, of expected: Int32) -> CityEvent {
    .sharing(
        .travelersBoarded(
            ride: SharedRideID(ride), passenger: PassengerID(passenger), entered: entered, expected: expected))
}

func planned(_ ride: Int32, destinations: Int32, pickUpStops: Int32 = 1) -> CityEvent {
    .sharing(
        .routePlanned(
            ride: SharedRideID(ride), pickUpStops: pickUpStops, destinations: destinations, first: PassengerID(1),
            second: nil, third: nil, fourth: nil, length: .metres(10_000)))
}

func droppedOff(
    _ ride: Int32, _ passenger: Int32, _ travelers: Int32, driven: Int, direct: Int, delay: Int
) -> CityEvent {
    .sharing(
        .travelersDropped(
            ride: SharedRideID(ride), passenger: PassengerID(passenger), travelers: travelers,
            distance: .metres(driven), direct: .metres(direct), delay: .seconds(delay)))
}

func fee(
    _ ride: Int32, _ passenger: Int32, _ hundredths: Int32, direct: Int32 = 0, travelers: Int32 = 1, driven: Int = 1000
) -> CityEvent {
    .sharing(
        .feeShare(
            ride: SharedRideID(ride), passenger: PassengerID(passenger), travelers: travelers,
            distance: .metres(driven), numerator: 1, denominator: 1, hundredths: hundredths, directHundredths: direct))
}

func feesReported(_ ride: Int32, passengers: Int32, sum: Int32 = 10_000) -> CityEvent {
    .sharing(.feeSharesReported(ride: SharedRideID(ride), passengers: passengers, sum: sum))
}

func shareEnded(
    _ ride: Int32, _ request: Int32, passengers: Int32, travelers: Int32, driven: Int, alone: Int
) -> CityEvent {
    .sharing(
        .sharedRideEnded(
            ride: SharedRideID(ride), request: RequestID(request), passengers: passengers, travelers: travelers,
            driven: .metres(driven), alone: .metres(alone)))
}

func removed(_ ride: Int32, _ reason: RideRemoval) -> CityEvent {
    .sharing(.rideRemoved(ride: SharedRideID(ride), reason: reason))
}

func attached(_ request: Int32, _ passenger: Int32, _ travelers: Int32) -> TaxiEvent {
    .passengerAttached(request: RequestID(request), passenger: PassengerID(passenger), travelers: travelers)
}

func detached(_ request: Int32, _ passenger: Int32) -> TaxiEvent {
    .passengerDetached(request: RequestID(request), passenger: PassengerID(passenger))
}

func companion(_ request: Int32, _ passenger: Int32, _ travelers: Int32) -> TaxiEvent {
    .companionAboard(request: RequestID(request), passenger: PassengerID(passenger), travelers: travelers)
}

func companionOff(_ request: Int32, _ passenger: Int32, driver: Int32 = 1, kilometres: Double = 6) -> TaxiEvent {
    .companionDropped(
        request: RequestID(request), passenger: PassengerID(passenger), driver: DriverID(driver), place: .origin,
        odometer: .metres(kilometres * 1000))
}

/// Passenger 1 reserves at 100 s for 7300 s; both drivers refuse, the second round is accepted at 6790 s; the taxi is 300 s
/// early and the ride goes from 7300 s to 7900 s. Passenger 2's reservation is cancelled; two wishes are rejected.
func reservedRide() -> EventScript {
    var script = EventScript.inService()
    // An old call of the passenger, which has nothing to do with the reservation.
    script.call(50, passenger: 1)
    script.at(51, stored(9, 1), .requestAborted(request: RequestID(9), zone: ZoneID(1), reason: .allRefused))
    script.reserve(100, 1, passenger: 1, pickUp: 7300, travelers: 2)
    script.turn(200, .reservation(.reservationRejected(passenger: PassengerID(2), reason: .leadTime)))
    script.turn(210, .reservation(.reservationRejected(passenger: PassengerID(2), reason: .missingTime)))
    script.reserve(300, 2, passenger: 2, pickUp: 11_100)
    script.turn(400, cancelled(2, 2), ended(2, .cancelled))
    script.activate(6700, 1, request: 1, passenger: 1, travelers: 2, offer: 1, driver: 1)
    script.at(6710, refused(1, 1, 1), toBottom(1), sent(2, 1, 2, travelers: 2))
    script.turn(6720, .taxi(refused(2, 1, 2)), .taxi(toBottom(2)), waiting(1, 1, .allRefused))
    script.turn(6780, retried(1, 1, 1), .taxi(sent(3, 1, 1, travelers: 2)))
    script.accept(6790, offer: 3, request: 1, passenger: 1, driver: 1, zone: 1, eta: 7010)
    script.prompt(7000, request: 1, driver: 1)
    script.board(7300, request: 1, passenger: 1, driver: 1, travelers: 2, kilometres: 3)
    script.turn(7300, ended(1, .fulfilled))
    script.endRide(7900, request: 1, passenger: 1, driver: 1, zone: 2, kilometres: 10)
    return script
}

/// Passenger 1 with two travelers owns ride 1; passengers 2 and 3 join, 3 misses the taxi; 2 is dropped at 1010 s, 1 at
/// 1610 s. Passenger 5 reserves ride 2 for 12 000 s, 6 joins, 5 cancels; 6 rides alone.
func sharedRides() -> EventScript {
    var script = EventScript.inService()
    script.call(99, passenger: 1)
    script.turn(
        100,
        .sharing(
            .shareSearch(passenger: PassengerID(1), client: .web, zone: ZoneID(1), candidates: 0, feasible: 0)),
        created(1, owner: 1, travelers: 2), requested(1, 1), .taxi(stored(1, 1, travelers: 2)),
        .taxi(sent(1, 1, 1, travelers: 2)))
    script.join(120, 1, request: 1, passenger: 2)
    script.join(121, 1, request: 1, passenger: 3)
    script.turn(
        122, chosen(4, 1),
        .sharing(.joinRefused(ride: SharedRideID(1), passenger: PassengerID(4), reason: .noSeats)),
        .sharing(.shareDeclined(passenger: PassengerID(4))))
    script.accept(130, offer: 1, request: 1, passenger: 1, driver: 1, zone: 1, eta: 400)
    script.reserve(200, 1, passenger: 5, pickUp: 12_000, ride: 2)
    script.prompt(400, request: 1, driver: 1)
    script.board(410, request: 1, passenger: 1, driver: 1, travelers: 3, kilometres: 2)
    script.turn(
        410, .taxi(companion(1, 2, 1)), .taxi(detached(1, 3)), closed(1, 1),
        .sharing(.boardCount(ride: SharedRideID(1), driver: DriverID(1), entered: 3, expected: 4)),
        boarded(1, 1, 2, of: 2), boarded(1, 2, 1, of: 1), boarded(1, 3, 0, of: 1),
        .sharing(.boardMismatch(ride: SharedRideID(1), entered: 3, expected: 4)),
        .sharing(.sharedRideMissed(ride: SharedRideID(1), passenger: PassengerID(3))), planned(1, destinations: 2))
    script.join(1000, 2, request: nil, passenger: 6)
    script.turn(1010, .taxi(companionOff(1, 2)), droppedOff(1, 2, 1, driven: 4000, direct: 4000, delay: 0))
    script.endRide(1610, request: 1, passenger: 1, driver: 1, zone: 1, kilometres: 12)
    script.turn(
        1610, droppedOff(1, 1, 2, driven: 10_000, direct: 8000, delay: 300),
        fee(1, 1, 8333, direct: 8000, travelers: 2, driven: 10_000),
        fee(1, 2, 1667, direct: 2000, driven: 4000), feesReported(1, passengers: 2),
        shareEnded(1, 1, passengers: 2, travelers: 3, driven: 10_000, alone: 12_000), removed(1, .ended))
    script.turn(
        3000, cancelled(1, 5),
        .sharing(.shareLeft(ride: SharedRideID(2), passenger: PassengerID(5), reason: .cancelled)),
        .sharing(.ownerChanged(ride: SharedRideID(2), owner: PassengerID(6))))
    script.turn(
        11_400, activated(1, 2, 6), requested(2, 2), .taxi(stored(2, 6)), .taxi(sent(2, 2, 2)))
    script.accept(11_410, offer: 2, request: 2, passenger: 6, driver: 2, zone: 1, eta: 12_600)
    script.prompt(12_660, request: 2, driver: 2)
    script.board(12_700, request: 2, passenger: 6, driver: 2, kilometres: 5)
    script.turn(12_700, closed(2, 2), boarded(2, 6, 1, of: 1), planned(2, destinations: 1), ended(1, .fulfilled))
    script.endRide(13_300, request: 2, passenger: 6, driver: 2, zone: 1, kilometres: 10)
    script.turn(
        13_300, droppedOff(2, 6, 1, driven: 5000, direct: 5000, delay: 0), fee(2, 6, 10_000, direct: 10_000),
        feesReported(2, passengers: 1), shareEnded(2, 2, passengers: 1, travelers: 1, driven: 5000, alone: 5000),
        removed(2, .ended))
    return script
}
