// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// A row of the table `reservations`. Times are nanoseconds since 1970; `.min` is "never".
struct ReservationRecord {
    var reservation: Int32 = 0, passenger: Int32 = 0, zone: Int32 = 0, travelers: Int32 = 0
    var isShared = false
    var storedAt = Int64.min, pickUp = Int64.min, heldAt = Int64.min, activatedAt = Int64.min
    var request: Int32 = 0
    var waits = 0, retries = 0
    var arrivedAt = Int64.min, aboardAt = Int64.min, endedAt = Int64.min
    var outcome = "open"
}

/// A row of the table `shared_rides`.
struct ShareRecord {
    var ride: Int32 = 0, reservation: Int32 = 0, owner: Int32 = 0, zone: Int32 = 0, request: Int32 = 0
    var createdAt = Int64.min, closedAt = Int64.min, removedAt = Int64.min
    var joins = 0
    var driven = Int64.min
    var alone = Int64.min
    var removal = "open"
    var riders: [RiderRecord] = []
}

/// A row of the table `shared_riders`.
struct RiderRecord {
    var passenger: Int32 = 0, travelers: Int32 = 0
    var joinedAt = Int64.min, leftAt = Int64.min
    /// Travelers taken aboard; -1 before boarding.
    var entered: Int32 = -1
    var driven = Int64.min, direct = Int64.min, delay = Int64.min
    var fee: Int32 = -1, feeDirect: Int32 = -1
    var ending = "open"
}

/// Follows reservations and shared rides, and keeps the rows of those that ended until they are written.
struct ModuleRows {
    private var reservations = OpenTable(blank: ReservationRecord())
    /// The reservation of each request that is not aboard.
    private var requests = OpenTable(blank: Int32(0))
    private var rides = OpenTable(blank: ShareRecord())
    private(set) var endedReservations: [ReservationRecord] = []
    private(set) var endedRides: [ShareRecord] = []
    private var now = Int64.min

    /// How many rows wait to be written.
    var count: Int { endedReservations.count + endedRides.count }
    /// Whether any reservation's request is open.
    var hasRequests: Bool { requests.count > 0 }

    /// Forgets the rows that are written.
    mutating func clear() {
        endedReservations.removeAll(keepingCapacity: true)
        endedRides.removeAll(keepingCapacity: true)
    }

    /// Rows of what is open at the end.
    mutating func finish() {
        for number in reservations.openNumbers {
            if let row = reservations.close(number) { endedReservations.append(row) }
        }
        for number in rides.openNumbers { if let row = rides.close(number) { endedRides.append(row) } }
    }

    /// The agreed pick-up of the reservation of an open request.
    func pickUp(of request: RequestID) -> Int64? {
        requests.value(of: request.number).flatMap { reservations.value(of: $0)?.pickUp }
    }

    mutating func take(_ event: ReservationEvent, at time: CityTime) {
        now = time.nanoseconds
        switch event {
        case .reservationStored(let reservation, let passenger, let zone, let travelers, let pickUp, let isShared):
            reservations.open(
                reservation.number,
                ReservationRecord(
                    reservation: reservation.number, passenger: passenger.number, zone: zone.number,
                    travelers: travelers, isShared: isShared, storedAt: now, pickUp: pickUp.nanoseconds))
        case .reservationActivated(let reservation, let request, let passenger, _):
            requests.open(request.number, reservation.number)
            change(reservation) { row, now in
                row.activatedAt = now
                row.request = request.number
                row.passenger = passenger.number
            }
        case .reservationHeld(let reservation, _):
            change(reservation) { row, now in row.heldAt = row.heldAt == .min ? now : row.heldAt }
        case .reservationWaiting(let reservation, _, _): change(reservation) { row, _ in row.waits += 1 }
        case .reservationRetry(let reservation, _, _): change(reservation) { row, _ in row.retries += 1 }
        case .reservationEnded(let reservation, let outcome):
            guard var row = reservations.close(reservation.number) else { return }
            row.endedAt = now
            row.outcome = outcome.word
            requests.close(row.request)
            endedReservations.append(row)
        case .reservationRejected, .fieldChosen, .reservationDropped, .reservationCancelled, .cancelRefused,
            .reservationsViewed, .reserveButtonDisabled, .reservationUnserved:
            break
        }
    }

    /// The taxi of a reservation's request is there, or the passenger is aboard.
    mutating func arrive(_ request: RequestID, at time: Int64, isAboard: Bool) {
        guard let reservation = requests.value(of: request.number) else { return }
        change(ReservationID(reservation)) { row, _ in
            row.arrivedAt = row.arrivedAt == .min ? time : row.arrivedAt
            if isAboard { row.aboardAt = time }
        }
    }

    private mutating func change(_ reservation: ReservationID, _ change: (inout ReservationRecord, Int64) -> Void) {
        if let slot = reservations.index(of: reservation.number) { change(&reservations[slot], now) }
    }

    mutating func take(_ event: SharingEvent, at time: CityTime) {
        now = time.nanoseconds
        switch event {
        case .rideCreated(let ride, let owner, let zone, let travelers, let reservation):
            let row = RiderRecord(passenger: owner.number, travelers: travelers, joinedAt: now)
            rides.open(
                ride.number,
                ShareRecord(
                    ride: ride.number, reservation: reservation?.number ?? 0, owner: owner.number, zone: zone.number,
                    createdAt: now, riders: [row]))
        case .rideRequested(let ride, let request): change(ride) { row, _ in row.request = request.number }
        case .shareJoined(let ride, let passenger, let travelers):
            change(ride) { row, now in
                row.joins += 1
                row.riders.append(RiderRecord(passenger: passenger.number, travelers: travelers, joinedAt: now))
            }
        case .shareLeft(let ride, let passenger, let reason):
            change(ride, passenger) { row, now in
                row.leftAt = now
                row.ending = "left:" + reason.word
            }
        case .ownerChanged(let ride, let owner): change(ride) { row, _ in row.owner = owner.number }
        case .shareClosed(let ride, _): change(ride) { row, now in row.closedAt = now }
        case .travelersBoarded(let ride, let passenger, let entered, _):
            change(ride, passenger) { row, _ in row.entered = entered }
        case .sharedRideMissed(let ride, let passenger):
            change(ride, passenger) { row, now in
                row.leftAt = now
                row.ending = "missed"
            }
        case .travelersDropped(let ride, let passenger, _, let distance, let direct, let delay):
            change(ride, passenger) { row, now in
                row.leftAt = now
                row.ending = "dropped"
                row.driven = distance.millimetres
                row.direct = direct.millimetres
                row.delay = delay.nanoseconds
            }
        case .feeShare(let ride, let passenger, _, _, _, _, let hundredths, let directHundredths):
            change(ride, passenger) { row, _ in
                row.fee = hundredths
                row.feeDirect = directHundredths
            }
        case .sharedRideEnded(let ride, _, _, _, let driven, let alone):
            change(ride) { row, _ in
                row.driven = driven.millimetres
                row.alone = alone.millimetres
            }
        case .rideRemoved(let ride, let reason):
            guard var row = rides.close(ride.number) else { return }
            row.removedAt = now
            row.removal = reason.word
            endedRides.append(row)
        case .shareSearch, .shareProposed, .shareChosen, .shareDeclined, .joinRefused, .riderNotified,
            .rideDriverNotified, .boardCount, .boardMismatch, .routePlanned, .rideStateViewed, .feeSharesReported:
            break
        }
    }

    private mutating func change(_ ride: SharedRideID, _ change: (inout ShareRecord, Int64) -> Void) {
        if let slot = rides.index(of: ride.number) { change(&rides[slot], now) }
    }

    /// The latest row of a passenger: who left may have joined again.
    private mutating func change(
        _ ride: SharedRideID, _ passenger: PassengerID, _ change: (inout RiderRecord, Int64) -> Void
    ) {
        guard let slot = rides.index(of: ride.number),
            let index = rides[slot].riders.lastIndex(where: { $0.passenger == passenger.number })
        else { return }
        change(&rides[slot].riders[index], now)
    }
}
