// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import RuleTestKit
import TaxiRules

/// What a run has left open, or ended more than once. Worked out from the log alone, beside the monitor of invariants.
package struct Settlement {
    /// What is wrong, in words; empty when everything has one end.
    package private(set) var problems: [String] = []
    /// How often each kind of fact that matters here came up, to see that the tests reach it.
    package private(set) var counts: [String: Int] = [:]

    private var open: [String: Set<Int32>] = [:]
    private var ended: [String: Set<Int32>] = [:]
    private var isOnTheWay: Set<Int32> = []

    /// Looks through a whole run.
    package init(_ records: [EventRecord]) {
        for record in records {
            switch record.event {
            case .taxi(let event): take(event)
            case .reservation(let event): take(event)
            case .sharing(let event): take(event)
            case .street(let event): take(event)
            case .account, .taxiAccount, .phone, .server, .client, .fleet: break
            }
        }
        // A taxi may be on its way to the pick-up when the run ends; no request may still look for one.
        open["request"]?.subtract(isOnTheWay)
        // Who stands on the street then, stands.
        open["on the street"] = nil
        for (kind, numbers) in open.sorted(by: { $0.key < $1.key }) where !numbers.isEmpty {
            problems.append("\(kind) without an end: \(numbers.sorted())")
        }
    }

    private mutating func begin(_ kind: String, _ number: Int32) {
        counts[kind, default: 0] += 1
        if !open[kind, default: []].insert(number).inserted || ended[kind, default: []].contains(number) {
            problems.append("\(kind) \(number) began twice")
        }
    }

    private mutating func end(_ kind: String, _ number: Int32) {
        if open[kind, default: []].remove(number) == nil {
            problems.append("\(kind) \(number) ended twice or never began")
        }
        ended[kind, default: []].insert(number)
    }

    private mutating func note(_ kind: String) { counts[kind, default: 0] += 1 }

    private mutating func take(_ event: TaxiEvent) {
        switch event {
        case .requestStored(let request, _, _, _, _, _): begin("request", request.number)
        case .requestAborted(let request, _, _), .rideReleased(let request, _, _), .requestFulfilled(let request, _):
            end("request", request.number)
        case .offerSent(let offer, _, _, _, _, _, _, _, _): begin("offer", offer.number)
        case .offerAccepted(let offer, let request, _):
            isOnTheWay.insert(request.number)
            end("offer", offer.number)
        case .offerRefused(let offer, _, _), .offerTimedOut(let offer, _, _): end("offer", offer.number)
        case .offerWithdrawn(let offer, _, _, let reason):
            note("withdrawn: \(reason)")
            end("offer", offer.number)
        case .passengerDetached: note("detached")
        case .companionAboard: note("companion aboard")
        case .moduleRefused: note("module refused")
        default: break
        }
    }

    private mutating func take(_ event: StreetEvent) {
        switch event {
        case .streetAsked(let passenger, _, let manner, _, _):
            note("street: \(manner)")
            begin("on the street", passenger.number)
        case .streetBoarded(let passenger, _, _, _): end("on the street", passenger.number)
        case .streetLeft(let passenger, _, _):
            note("stood in vain")
            end("on the street", passenger.number)
        case .streetRideEnded: note("street ride")
        }
    }

    private mutating func take(_ event: ReservationEvent) {
        switch event {
        case .reservationStored(let reservation, _, _, _, _, _): begin("reservation", reservation.number)
        case .reservationEnded(let reservation, let outcome):
            note("outcome \(outcome)")
            end("reservation", reservation.number)
        case .reservationRejected(_, let reason): note("rejected: \(reason)")
        case .cancelRefused(_, _, let reason): note("cancel refused: \(reason)")
        case .reservationHeld: note("held")
        case .reservationRetry: note("retry")
        default: break
        }
    }

    private mutating func take(_ event: SharingEvent) {
        switch event {
        case .rideCreated(let ride, _, _, _, _): begin("ride", ride.number)
        case .rideRemoved(let ride, let reason):
            note("removed: \(reason)")
            end("ride", ride.number)
        case .shareJoined: note("joined")
        case .joinRefused(_, _, let reason): note("join refused: \(reason)")
        case .shareLeft(_, _, let reason): note("left: \(reason)")
        case .ownerChanged: note("owner changed")
        case .sharedRideMissed: note("missed")
        default: break
        }
    }
}
