// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

extension RuleCity {
    /// Does a step now; `received` is when its message reached the service.
    mutating func perform(_ step: Step, received: CityTime) {
        switch step {
        case .passengerLogsIn(let id): withCalls { $0.logIn(id, .mobile, at: $1) }
        case .passengerLogsOut(let id): withCalls { $0.logOut(id, at: $1) }
        case .prepares(let id): withCalls { $0.prepare(id, at: $1) }
        case .confirms(let id, let form):
            let zone = form.place.flatMap { strips.zone(at: $0) }
            let isInCity = zone != nil || form.place.map { strips.isInCity($0) } ?? false
            withCalls { $0.call(id, form, zone: zone, isInCity: isInCity, at: $1) }
        case .calls(let id, let travelers, let place):
            if !calls.isLoggedIn(id) { perform(.passengerLogsIn(id), received: received) }
            perform(.prepares(id), received: received)
            let form = CallForm(client: .mobile, source: .gps, radius: .zero, place: place, travelers: travelers)
            perform(.confirms(id, form), received: received)
        case .polls(let id): poll(id)
        case .abandons(let id):
            guard let request = lastRequest[id] else { return }
            withCalls { $0.abandon(request, by: id, at: $1) }
        case .accepts(let id): answerLast(id, accept: true, received)
        case .refuses(let id): answerLast(id, accept: false, received)
        case .answers(let offer, let id, let accept): answer(offer, by: id, accept: accept, received)
        default: performAtTaxi(step)
        }
    }

    private mutating func performAtTaxi(_ step: Step) {
        switch step {
        case .logsIn(let id): withTaxi(id) { $0.logIn(at: $1) }
        case .logsOut(let id): withTaxi(id) { $0.logOut(at: $1) }
        case .goesInService(let id, let place):
            let zone = strips.zone(at: place)
            if !taxi(id).isLoggedIn { withTaxi(id) { $0.logIn(at: $1) } }
            withTaxi(id) { $0.goInService(at: place, zone: zone, now: $1) }
        case .goesOffShift(let id): withTaxi(id) { $0.goOffShift(at: $1) }
        case .isAt(let id, let place):
            let zone = strips.zone(at: place)
            withTaxi(id) { $0.report(place, odometer: .zero, zone: zone, at: $1) }
        case .boards(let id, let travelers):
            let request = taxi(id).ride?.request ?? RequestID(0)
            let isRight = taxi(id).boardingRefusal(request, travelers: travelers, at: now) == nil
            withTaxi(id) { $0.board(request, travelers: travelers, odometer: .zero, at: $1) }
            if isRight { withCalls { $0.aboard(request, at: $1) } }
        case .findsNobody(let id):
            let request = taxi(id).ride?.request ?? RequestID(0)
            if let refusal = taxi(id).noShowRefusal(request, at: now) {
                note(.requestRefused(driver: id, reason: refusal))
            } else {
                release(request, of: id)
            }
        case .endsRide(let id, let place, let badCustomer):
            let ride = taxi(id).ride
            if badCustomer, let ride, ride.isOnBoard { withCalls { $0.report(ride.passenger, by: id, at: $1) } }
            let zone = strips.zone(at: place)
            withTaxi(id) {
                $0.completeRide(ride?.request ?? RequestID(0), at: place, odometer: .zero, zone: zone, now: $1)
            }
        default: break
        }
    }

    private mutating func answerLast(_ driver: DriverID, accept: Bool, _ received: CityTime) {
        guard let card = lastCard(of: driver) else { return }
        answer(card.offer, by: driver, accept: accept, received)
    }

    private mutating func answer(_ offer: OfferID, by driver: DriverID, accept: Bool, _ received: CityTime) {
        let zone = ZoneID((offer.index - 1) % zones.count + 1)
        withZone(zone) { $0.answer(offer, by: driver, accept: accept, received: received, at: $1) }
    }

    private mutating func poll(_ passenger: PassengerID) {
        guard let request = lastRequest[passenger], let live = calls.request(request),
            let driver = calls.comingTaxi(request, for: passenger)
        else { return }
        let place = taxi(driver).position
        let arrival = now + travel.drive(from: place, to: live.place, leaving: now).duration
        withCalls { calls, _ in calls.arrival(request, for: passenger, expected: arrival, taxi: driver, at: place) }
    }

    /// Releases the ride where the taxi was last known to be.
    mutating func release(_ request: RequestID, of driver: DriverID) {
        let place = taxi(driver).position
        let zone = strips.zone(at: place)
        withTaxi(driver) { $0.release(request, at: place, odometer: .zero, zone: zone, now: $1) }
    }
}
