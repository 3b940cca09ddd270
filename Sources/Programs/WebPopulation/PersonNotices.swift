// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TaxiRules
import TaxiService
import TaxiSimulation
import WebInterface

/// Reads what a server tells people back into the notices that a population understands.
struct PersonNotices: Sendable {
    let layout: any ZoneLayout
    /// Our number of a passenger, by the server's.
    let ownNumber: @Sendable (PassengerID) -> PassengerID?

    /// What a passenger is told by an event; nil for what changes nothing for a client.
    func passenger(_ event: StreamEvent) -> PassengerNotice? {
        guard let news = event.content["news"] else { return nil }
        func request(_ make: (RequestID) -> CallNotice) -> PassengerNotice? {
            number(news, "request").map { .call(make(RequestID($0))) }
        }
        switch event.name {
        case "call.stored": return request { .stored($0) }
        case "call.waiting": return request { .waiting($0) }
        case "call.accepted":
            guard let taxi = number(news, "taxi"), let expected = time(news["expected"]),
                let place = place(news["place"])
            else { return nil }
            return request { .accepted($0, taxi: DriverID(taxi), arrival: expected, at: place) }
        case "call.aborted":
            let reason = word(news["reason"], AbortReason.self) ?? .allRefused
            return request { .aborted($0, reason) }
        case "ride.aboard": return request { .aboard($0) }
        case "call.released": return request { .released($0) }
        case "ride.ended": return request { .rideEnded($0) }
        case "person.reported": return number(news, "total").map { .call(.reported(total: $0)) }
        default: return reservation(event.name, news) ?? sharing(event.name, news)
        }
    }

    private func reservation(_ name: String, _ news: JSONContent) -> PassengerNotice? {
        guard let id = number(news, "reservation").map({ ReservationID($0) }) else { return nil }
        switch name {
        case "reservation.stored": return time(news["pickUp"]).map { .reservation(.stored(id, pickUp: $0)) }
        case "reservation.activated":
            return number(news, "request").map { .reservation(.activated(id, RequestID($0))) }
        case "reservation.held": return .reservation(.held(id))
        case "reservation.ended":
            return word(news["outcome"], ReservationOutcome.self).map { .reservation(.ended(id, $0)) }
        default: return nil
        }
    }

    private func sharing(_ name: String, _ news: JSONContent) -> PassengerNotice? {
        guard let ride = number(news, "ride").map({ SharedRideID($0) }) else { return nil }
        switch name {
        case "share.created": return .sharing(.created(ride))
        case "share.joined":
            guard let meeting = place(news["meeting"]), let time = time(news["time"]) else { return nil }
            let reservation = number(news, "reservation").map { ReservationID($0) }
            return .sharing(.joined(ride, meeting: meeting, time: time, reservation: reservation))
        case "share.takenOff": return word(news["reason"], LeaveReason.self).map { .sharing(.takenOff(ride, $0)) }
        case "share.missed": return .sharing(.missed(ride))
        case "share.removed": return word(news["reason"], RideRemoval.self).map { .sharing(.removed(ride, $0)) }
        default: return nil
        }
    }

    /// What a driver is told by an event; nil for what changes nothing for a client.
    func driver(_ event: StreamEvent, _ driver: DriverID) -> DriverNotice? {
        guard let news = event.content["news"] else { return nil }
        switch event.name {
        case "offer.shown": return offer(news, driver)
        case "offer.ended": return number(news, "offer").map { .offerEnded(OfferID($0)) }
        case "status.changed":
            guard let status = word(news["status"], DriverStatus.self),
                let cause = word(news["cause"], StatusCause.self)
            else { return nil }
            return .status(status, cause)
        case "ride.given": return ride(news)
        case "ride.confirmBoarding": return number(news, "request").map { .confirmBoarding(RequestID($0)) }
        case "ride.released": return number(news, "request").map { .released(RequestID($0)) }
        case "driver.sent":
            guard let zone = number(news, "zone"), let place = place(news["place"]) else { return nil }
            return .sent(ZoneID(zone), place)
        case "ride.riders":
            return number(news, "request").map { .riders(RequestID($0), riders(news["riders"])) }
        case "ride.route":
            guard let request = number(news, "request") else { return nil }
            let stops = (news["stops"]?.list ?? []).compactMap { stop -> RideStop? in
                guard let who = stop["rider"].flatMap({ rider($0) }), let place = place(stop["place"]) else {
                    return nil
                }
                return RideStop(rider: who, place: place)
            }
            return .route(RequestID(request), stops)
        default: return nil
        }
    }

    private func offer(_ news: JSONContent, _ driver: DriverID) -> DriverNotice? {
        guard let offer = news["offer"], let id = number(offer, "offer"), let zone = number(offer, "zone"),
            let travelers = number(offer, "travelers"), let cell = place(offer["cell"]),
            let meets = time(offer["meetingTime"]), let deadline = time(offer["deadline"]),
            let passenger = offer["passenger"]?.text
        else { return nil }
        // A driver's app is not told the number of the request before the ride.
        return .offer(
            OfferCard(
                offer: OfferID(id), request: RequestID(0), driver: driver, passenger: own(passenger),
                zone: ZoneID(zone), travelers: travelers, meetingTime: meets, estimatedMeeting: meets, cell: cell,
                deadline: deadline),
            username: .named(passenger), alert: word(news["alert"], AlertMode.self) ?? .both)
    }

    private func ride(_ news: JSONContent) -> DriverNotice? {
        guard let ride = news["ride"], let request = number(ride, "request"), let meeting = place(ride["meeting"]),
            let travelers = number(ride, "travelers"), let passenger = news["passenger"]?.text
        else { return nil }
        return .ride(
            TaxiRide(
                request: RequestID(request), passenger: own(passenger), place: meeting, travelers: travelers,
                riders: riders(ride["riders"]), pickUp: time(ride["pickUp"])),
            username: .named(passenger))
    }

    // MARK: Values

    /// Who has a name; nobody of the population without one.
    private func own(_ username: String) -> PassengerID {
        if case .passenger(let id) = Credentials.owner(of: username)?.role.taxi { return id }
        return PassengerID(0)
    }

    private func riders(_ value: JSONContent?) -> [Rider] { (value?.list ?? []).compactMap { rider($0) } }

    private func rider(_ value: JSONContent) -> Rider? {
        guard let passenger = number(value, "passenger"), let travelers = number(value, "travelers") else { return nil }
        let id = PassengerID(passenger)
        return Rider(passenger: ownNumber(id) ?? id, travelers: travelers)
    }

    func number(_ value: JSONContent?, _ name: String) -> Int32? { value?[name]?.number.flatMap { Int32(exactly: $0) } }

    func time(_ value: JSONContent?) -> CityTime? { value?.text.flatMap { WebTime.instant($0) } }

    func place(_ value: JSONContent?) -> Place? {
        guard let latitude = value?["latitude"]?.number, let longitude = value?["longitude"]?.number else { return nil }
        return layout.place(GeographicPoint(longitude: longitude, latitude: latitude))
    }

    func word<Word: EventWord>(_ value: JSONContent?, _ type: Word.Type) -> Word? {
        value?.text.flatMap { text in Word.allCases.first { $0.word == text } }
    }
}
