// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// A reservation from its storing to its end.
struct OpenReservation {
    var pickUp: Int64 = 0, activatedAt: Int64 = .min
    var counted = false, held = false, arrived = false
    var accepted = false
}

/// Folds the events of reservations into numbers. Memory follows the open reservations, not all there ever were.
struct ReservationFold {
    private let context: TaxiContext
    private let measured: MeasuredTime
    private var open = OpenTable(blank: OpenReservation())
    /// The reservation of each request that is not aboard.
    private var requests = OpenTable(blank: Int32(0))
    private var now = CityTime.epoch
    /// Whether any event of the module occurred.
    private(set) var isUsed = false

    private(set) var stored = 0, shared = 0, activated = 0, held = 0, retries = 0, left = 0, viewed = 0
    private(set) var disabled = 0
    private(set) var outcomes = Counts<ReservationOutcome>()
    private(set) var rejected = Counts<ReservationRefusal>(), cancelRefused = Counts<CancelRefusal>()
    private(set) var waits = Counts<RoundFailure>()
    private(set) var lead = Sample(exactLimit: 65_536)
    private(set) var search = Sample(exactLimit: 65_536)
    private(set) var punctuality = Punctuality(exactLimit: 65_536)
    private(set) var boarding = Sample(exactLimit: 65_536)
    private(set) var latenessMinutes = Bins(first: -10, step: 1, edges: 41)
    private(set) var leadHours = Bins(first: 1, step: 1, edges: 48)

    init(context: TaxiContext) { (self.context, measured) = (context, context.measured) }

    mutating func take(_ event: ReservationEvent, at time: CityTime) {
        now = time
        isUsed = true
        let isMeasured = measured.holds(time)
        switch event {
        case .reservationStored(let reservation, let passenger, _, _, let pickUp, let isShared):
            // A reservation belongs to the time it is for: one of yesterday counts today, one for after the run does not.
            let isFor =
                measured.holds(pickUp) && pickUp <= max(measured.from, context.end) && context.isOfPart(passenger)
            open.open(reservation.number, OpenReservation(pickUp: pickUp.nanoseconds, counted: isFor))
            guard isFor else { return }
            stored += 1
            if isShared { shared += 1 }
            lead.add((pickUp - time).nanoseconds)
            let hour = TimeSpan.hours(1).nanoseconds
            leadHours.add((pickUp - time).nanoseconds, first: hour, step: hour)
        case .reservationRejected(_, let reason):
            if isMeasured { rejected[reason] += 1 }
        case .reservationActivated(let reservation, let request, _, _):
            requests.open(request.number, reservation.number)
            counted(reservation) { reservation, fold in
                reservation.activatedAt = time.nanoseconds
                fold.activated += 1
            }
        case .reservationHeld(let reservation, _):
            counted(reservation) { reservation, fold in
                if !reservation.held { fold.held += 1 }
                reservation.held = true
            }
        case .reservationWaiting(let reservation, _, let reason):
            counted(reservation) { _, fold in fold.waits[reason] += 1 }
        case .reservationRetry(let reservation, _, _):
            counted(reservation) { _, fold in fold.retries += 1 }
        case .reservationCancelled(let reservation, _):
            counted(reservation) { _, fold in fold.left += 1 }
        case .cancelRefused(_, _, let reason):
            if isMeasured { cancelRefused[reason] += 1 }
        case .reservationsViewed:
            if isMeasured { viewed += 1 }
        case .reserveButtonDisabled:
            if isMeasured { disabled += 1 }
        case .reservationEnded(let reservation, let outcome):
            guard let ended = open.close(reservation.number), ended.counted else { return }
            outcomes[outcome] += 1
            miss(ended, at: time)
        case .fieldChosen, .reservationDropped, .reservationUnserved: break
        }
    }

    /// Takes what the core notes of a reservation's request.
    mutating func take(_ event: TaxiEvent, at time: CityTime) {
        guard requests.count > 0 else { return }
        now = time
        if case .offerAccepted(_, let request, _) = event {
            of(request) { reservation, fold in
                guard !reservation.accepted, reservation.activatedAt != .min else { return }
                reservation.accepted = true
                fold.search.add(time.nanoseconds - reservation.activatedAt)
            }
        } else if case .boardingPrompted(let request, _) = event {
            of(request) { reservation, fold in fold.arrive(&reservation) }
        } else if case .passengerAboard(let request, _, _, _, _) = event {
            of(request) { reservation, fold in
                fold.arrive(&reservation)
                fold.boarding.add(time.nanoseconds - reservation.pickUp)
            }
            requests.close(request.number)
        } else if case .requestAborted(let request, _, _) = event {
            requests.close(request.number)
        } else if case .rideReleased(let request, _, _) = event {
            requests.close(request.number)
        }
    }

    /// The taxi is at the meeting point, seen at the boarding prompt or at boarding, whichever comes first.
    private mutating func arrive(_ reservation: inout OpenReservation) {
        guard !reservation.arrived else { return }
        reservation.arrived = true
        let late = now.nanoseconds - reservation.pickUp
        punctuality.arrive(after: late)
        let minute = TimeSpan.minutes(1).nanoseconds
        latenessMinutes.add(late, first: -10 * minute, step: minute)
    }

    private mutating func of(_ request: RequestID, _ change: (inout OpenReservation, inout ReservationFold) -> Void) {
        guard let reservation = requests.value(of: request.number) else { return }
        counted(ReservationID(reservation), change)
    }

    /// Changes an open reservation that counts.
    private mutating func counted(
        _ reservation: ReservationID, _ change: (inout OpenReservation, inout ReservationFold) -> Void
    ) {
        guard let slot = open.index(of: reservation.number), open[slot].counted else { return }
        var value = open[slot]
        change(&value, &self)
        open[slot] = value
    }

    /// No taxi came for a reservation that is over: the passenger gave up, nobody could be found, or the run ended. One that was
    /// held since its passenger was still in another ride asked no taxi (TAXI-RESV-22).
    private mutating func miss(_ reservation: OpenReservation, at time: CityTime) {
        let asked = !reservation.held || reservation.activatedAt != .min
        if asked, !reservation.arrived { punctuality.miss(after: time.nanoseconds - reservation.pickUp) }
    }

    /// Judges what is not settled at the end of the run.
    mutating func closeAll(at end: CityTime) {
        for number in open.openNumbers {
            guard let reservation = open.value(of: number), reservation.counted else { continue }
            miss(reservation, at: end)
        }
    }

    /// Reservations that count and are not settled.
    var openCounted: Int { open.openNumbers.count { open.value(of: $0)?.counted == true } }

    var result: ReservationResult {
        ReservationResult(
            stored: stored, open: openCounted, outcomes: outcomes, rejected: rejected, cancelRefused: cancelRefused,
            waits: waits, lateness: punctuality.delays.reported(1e-9), boarding: boarding.reported(1e-9),
            lead: lead.reported(1e-9),
            search: search.reported(1e-9), latenessMinutes: latenessMinutes, leadHours: leadHours)
    }
}
