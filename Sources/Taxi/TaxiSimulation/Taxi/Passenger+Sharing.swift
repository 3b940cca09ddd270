// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import TaxiReservations
import TaxiRules

/// How a passenger shares: looks at the proposed rides, takes one or an own one, walks to the meeting point.
extension Passenger {
    func take(_ notice: SharingNotice) {
        guard let plans else { return }
        switch notice {
        case .proposals(let rides):
            plans.proposals = rides
            let choosing = plans.choosing(habits.group.sharing)
            plan(.choose, after: app?.onLoop { $0.stretched(choosing) } ?? choosing)
        case .joined(let ride, let meeting, let time, let reservation):
            plans.proposals = []
            if let reservation {
                joinedReservation(reservation, ride, meeting: meeting, time: time)
            } else {
                joinedNow(meeting)
            }
        case .created: plans.proposals = []
        case .missed:
            // The taxi left without this person: as after an abort.
            endWaiting()
            request = nil
            if callsAgain() { planCallAgain() } else { done() }
        case .takenOff(let ride, _):
            let now = loop.now
            plans.entries.removeAll { $0.ride == ride || ($0.ride == nil && $0.trip.isShared && isDue($0.trip, now)) }
            leaveIfIdle()
        case .joinRefused, .someoneJoined, .someoneLeft, .owner, .removed, .feeShares: break
        }
    }

    /// Whether a reserved trip is in its activation: only then is somebody taken off for being busy (TAXI-RESV-22).
    private func isDue(_ trip: Trip, _ now: CityTime) -> Bool {
        trip.pickUp.map { $0 - city.reservations.activation <= now } ?? false
    }

    /// The wait is over, also for a person who is logged out and reads the notice of it later (TAXI-OFFER-08).
    func comesAboard() {
        loop.cancel(patienceTimer)
        person.onLoop { $0.begin(TaxiMessage.service) }
    }

    /// Is out of the taxi, and free for other things.
    func getsOff(at place: Place) {
        person.onLoop { $0.end(TaxiMessage.service, at: place) }
    }

    /// The module that was asked is off: what was wished of it is given up.
    func moduleIsOff(_ module: ModuleName) {
        for wish in plans?.asked ?? [] { tell(.refused, of: wish) }
        plans?.asked = []
        if module == .sharing, request == nil, trip != nil { done() } else { leaveIfIdle() }
    }

    private func joinedNow(_ meeting: Place) {
        guard let plans, var joined = trip else { return }
        let walk = plans.walk(city.walkingWay(from: joined.origin, to: meeting), habits.group.sharing)
        joined.presentFrom = loop.now + walk
        trip = joined
    }

    /// Takes the best ride or none (DEC-SHARE-CHOICE).
    func chooseRide() {
        guard let plans, let best = plans.proposals.first else { return }
        plans.proposals = []
        if plans.accepts(best, habits.group.sharing) {
            send(.joinRide(id: best.ride))
        } else {
            send(.declineRides)
        }
    }
}
