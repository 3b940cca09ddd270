// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The events that a maker gives when one of so many fields is changed: `step[i]` is 1 for the changed field, else 0.
private func vary<Event>(_ fields: Int, _ make: ([Int32]) -> Event) -> [Event] {
    (0..<fields).map { changed in make((0..<fields).map { $0 == changed ? 1 : 0 }) }
}

private func ride(_ step: Int32) -> SharedRideID { SharedRideID(1 + step) }
private func passenger(_ step: Int32) -> PassengerID { PassengerID(1 + step) }
private func reservation(_ step: Int32) -> ReservationID { ReservationID(1 + step) }
private func request(_ step: Int32) -> RequestID { RequestID(1 + step) }
private func time(_ step: Int32) -> CityTime { CityTime(nanoseconds: Int64(step)) }
private func span(_ step: Int32) -> TimeSpan { TimeSpan(nanoseconds: Int64(step)) }
private func way(_ step: Int32) -> Distance { Distance(millimetres: Int64(step)) }

/// The example event with one field changed, for each of its fields, written out field by field.
func variants(of event: CityEvent) -> [CityEvent] {
    switch event {
    case .taxi(let event): variants(of: event).map { .taxi($0) }
    case .reservation(let event): variants(of: event).map { .reservation($0) }
    case .sharing(let event): variants(of: event).map { .sharing($0) }
    case .account(let event): variants(of: event).map { .account($0) }
    case .server(let event): variants(of: event).map { .server($0) }
    case .client(let event): variants(of: event).map { .client($0) }
    }
}

/// The kinds of the core that only modules and travel planners bring.
func moduleVariants(of event: TaxiEvent) -> [TaxiEvent] {
    switch event {
    case .moduleRefused:
        vary(2) { .moduleRefused(passenger: passenger($0[0]), module: $0[1] == 0 ? .sharing : .reservations) }
    case .moduleAccessDenied:
        vary(2) {
            .moduleAccessDenied(
                module: $0[0] == 0 ? .sharing : .reservations, data: $0[1] == 0 ? .passwords : .map)
        }
    case .passengerAttached:
        vary(3) { .passengerAttached(request: request($0[0]), passenger: passenger($0[1]), travelers: 1 + $0[2]) }
    case .passengerDetached:
        vary(2) { .passengerDetached(request: request($0[0]), passenger: passenger($0[1])) }
    case .companionAboard:
        vary(3) { .companionAboard(request: request($0[0]), passenger: passenger($0[1]), travelers: 1 + $0[2]) }
    case .companionDropped:
        vary(6) {
            .companionDropped(
                request: request($0[0]), passenger: passenger($0[1]), driver: DriverID(1 + $0[2]),
                place: Place(east: $0[3], north: $0[4]), odometer: way($0[5]))
        }
    case .tripTaxiRequested:
        vary(3) {
            .tripTaxiRequested(request: request($0[0]), passenger: passenger($0[1]), reference: 1 + Int64($0[2]))
        }
    default: []
    }
}

private func variants(of event: ReservationEvent) -> [ReservationEvent] {
    switch event {
    case .reservationStored:
        vary(6) {
            .reservationStored(
                reservation: reservation($0[0]), passenger: passenger($0[1]), zone: ZoneID(1 + $0[2]),
                travelers: 1 + $0[3], pickUp: time($0[4]), shared: $0[5] == 0)
        }
    case .reservationRejected:
        vary(2) { .reservationRejected(passenger: passenger($0[0]), reason: $0[1] == 0 ? .leadTime : .badTime) }
    case .fieldChosen:
        vary(4) {
            .fieldChosen(
                passenger: passenger($0[0]), field: $0[1] == 0 ? .origin : .destination,
                source: $0[2] == 0 ? .gps : .address, radius: way($0[3]))
        }
    case .reservationActivated:
        vary(4) {
            .reservationActivated(
                reservation: reservation($0[0]), request: request($0[1]), passenger: passenger($0[2]),
                zone: ZoneID(1 + $0[3]))
        }
    case .reservationHeld: vary(2) { .reservationHeld(reservation: reservation($0[0]), passenger: passenger($0[1])) }
    case .reservationDropped:
        vary(2) { .reservationDropped(reservation: reservation($0[0]), passenger: passenger($0[1])) }
    case .reservationWaiting:
        vary(3) {
            .reservationWaiting(
                reservation: reservation($0[0]), request: request($0[1]), reason: $0[2] == 0 ? .noDriver : .allRefused)
        }
    case .reservationRetry:
        vary(3) { .reservationRetry(reservation: reservation($0[0]), request: request($0[1]), count: 1 + $0[2]) }
    case .reservationCancelled:
        vary(2) { .reservationCancelled(reservation: reservation($0[0]), passenger: passenger($0[1])) }
    case .cancelRefused:
        vary(3) {
            .cancelRefused(
                reservation: reservation($0[0]), passenger: passenger($0[1]), reason: $0[2] == 0 ? .tooLate : .unknown)
        }
    case .reservationsViewed:
        vary(3) { .reservationsViewed(passenger: passenger($0[0]), count: 1 + $0[1], cancellable: 1 + $0[2]) }
    case .reserveButtonDisabled: vary(1) { .reserveButtonDisabled(passenger: passenger($0[0])) }
    case .reservationUnserved:
        vary(2) { .reservationUnserved(reservation: reservation($0[0]), passenger: passenger($0[1])) }
    case .reservationEnded:
        vary(2) { .reservationEnded(reservation: reservation($0[0]), outcome: $0[1] == 0 ? .fulfilled : .dropped) }
    }
}

private func variants(of event: SharingEvent) -> [SharingEvent] {
    switch event {
    case .shareSearch:
        vary(5) {
            .shareSearch(
                passenger: passenger($0[0]), client: $0[1] == 0 ? .mobile : .web, zone: ZoneID(1 + $0[2]),
                candidates: 1 + $0[3], feasible: 1 + $0[4])
        }
    case .shareProposed:
        vary(8) {
            .shareProposed(
                passenger: passenger($0[0]), ride: ride($0[1]), place: Place(east: $0[2], north: $0[3]),
                time: time($0[4]), walk: span($0[5]), taxiArrival: time($0[6]), detour: way($0[7]))
        }
    case .shareChosen: vary(2) { .shareChosen(passenger: passenger($0[0]), ride: ride($0[1])) }
    case .shareDeclined: vary(1) { .shareDeclined(passenger: passenger($0[0])) }
    case .rideCreated:
        vary(5) {
            .rideCreated(
                ride: ride($0[0]), owner: passenger($0[1]), zone: ZoneID(1 + $0[2]), travelers: 1 + $0[3],
                reservation: $0[4] == 0 ? ReservationID(1) : nil)
        }
    case .rideRequested: vary(2) { .rideRequested(ride: ride($0[0]), request: request($0[1])) }
    case .shareJoined:
        vary(3) { .shareJoined(ride: ride($0[0]), passenger: passenger($0[1]), travelers: 1 + $0[2]) }
    case .joinRefused:
        vary(3) { .joinRefused(ride: ride($0[0]), passenger: passenger($0[1]), reason: $0[2] == 0 ? .noSeats : .full) }
    case .shareLeft:
        vary(3) { .shareLeft(ride: ride($0[0]), passenger: passenger($0[1]), reason: $0[2] == 0 ? .cancelled : .busy) }
    case .ownerChanged: vary(2) { .ownerChanged(ride: ride($0[0]), owner: passenger($0[1])) }
    case .riderNotified:
        vary(3) { .riderNotified(ride: ride($0[0]), passenger: passenger($0[1]), kind: $0[2] == 0 ? .joined : .left) }
    default: boardingVariants(of: event)
    }
}

private func boardingVariants(of event: SharingEvent) -> [SharingEvent] {
    switch event {
    case .rideDriverNotified:
        vary(4) {
            .rideDriverNotified(
                ride: ride($0[0]), driver: DriverID(1 + $0[1]), kind: $0[2] == 0 ? .passengerAdded : .passengerLeft,
                travelers: 1 + $0[3])
        }
    case .shareClosed: vary(2) { .shareClosed(ride: ride($0[0]), request: request($0[1])) }
    case .boardCount:
        vary(4) {
            .boardCount(ride: ride($0[0]), driver: DriverID(1 + $0[1]), entered: 1 + $0[2], expected: 1 + $0[3])
        }
    case .travelersBoarded:
        vary(4) {
            .travelersBoarded(ride: ride($0[0]), passenger: passenger($0[1]), entered: 1 + $0[2], expected: 1 + $0[3])
        }
    case .boardMismatch: vary(3) { .boardMismatch(ride: ride($0[0]), entered: 1 + $0[1], expected: 1 + $0[2]) }
    case .sharedRideMissed: vary(2) { .sharedRideMissed(ride: ride($0[0]), passenger: passenger($0[1])) }
    case .routePlanned:
        vary(8) {
            .routePlanned(
                ride: ride($0[0]), pickUpStops: 1 + $0[1], destinations: 1 + $0[2], first: passenger($0[3]),
                second: $0[4] == 0 ? PassengerID(1) : nil, third: $0[5] == 0 ? PassengerID(1) : nil,
                fourth: $0[6] == 0 ? PassengerID(1) : nil, length: way($0[7]))
        }
    case .rideStateViewed:
        vary(3) {
            .rideStateViewed(ride: ride($0[0]), aboard: 1 + $0[1], nextStop: $0[2] == 0 ? PassengerID(1) : nil)
        }
    case .travelersDropped:
        vary(6) {
            .travelersDropped(
                ride: ride($0[0]), passenger: passenger($0[1]), travelers: 1 + $0[2], distance: way($0[3]),
                direct: way($0[4]), delay: span($0[5]))
        }
    case .feeShare:
        vary(8) {
            .feeShare(
                ride: ride($0[0]), passenger: passenger($0[1]), travelers: 1 + $0[2], distance: way($0[3]),
                numerator: 1 + Int64($0[4]), denominator: 1 + Int64($0[5]), hundredths: 1 + $0[6],
                directHundredths: 1 + $0[7])
        }
    case .feeSharesReported:
        vary(3) { .feeSharesReported(ride: ride($0[0]), passengers: 1 + $0[1], sum: 1 + $0[2]) }
    case .sharedRideEnded:
        vary(6) {
            .sharedRideEnded(
                ride: ride($0[0]), request: request($0[1]), passengers: 1 + $0[2], travelers: 1 + $0[3],
                driven: way($0[4]), alone: way($0[5]))
        }
    case .rideRemoved: vary(2) { .rideRemoved(ride: ride($0[0]), reason: $0[1] == 0 ? .ended : .aborted) }
    default: []
    }
}
