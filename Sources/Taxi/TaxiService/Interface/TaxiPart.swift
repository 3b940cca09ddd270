// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
package import TaxiRules

/// What the client keeps of passengers and drivers.
final class TaxiPart: ClientPart {
    /// What a passenger's calls brought.
    struct Passenger {
        /// The last request.
        var request: RequestID?
        /// The last request that was a reservation: it ends by the rules of reservations.
        var reserved: RequestID?
        /// How it was settled; nil while drivers are asked.
        var outcome: Result<Arrival, CallError>?
        /// How things stand.
        var state = PassengerState()
        /// Rings when it is settled, and when another request is the last.
        let bell = Bell()
    }

    /// What a driver was shown.
    struct Driver {
        /// The offer that waits for an answer.
        var offer: Offer?
        /// The last offer that ended without one.
        var lapsed: OfferID?
        /// Rings when there is an offer.
        let bell = Bell()
    }

    /// Where notices are asked for after a login; nil when somebody hands them to `notify`.
    var notices: (any NoticeSource)?
    /// Where passengers are. Of drivers the service knows it.
    var places: [Connection: Place] = [:]
    var passengers: [PassengerID: Passenger] = [:]
    var drivers: [DriverID: Driver] = [:]

    /// Where somebody is; nil when that was never said.
    func place(of session: Session) -> Place? {
        if case .driver(let id) = session.role.taxi { return notices?.lastSeen(id)?.place }
        return places[session.connection]
    }

    /// What a driver's odometer shows.
    func odometer(of driver: DriverID) -> Distance { notices?.lastSeen(driver)?.odometer ?? .zero }

    /// What rings when there is an offer for a driver.
    func bell(of driver: DriverID) -> Bell {
        if let known = drivers[driver]?.bell { return known }
        let new = Driver()
        drivers[driver] = new
        return new.bell
    }

    func began(_ session: Session, at client: CityClient) {
        switch session.role.taxi {
        case .passenger(let id): notices?.connect(NoticeLine(session, client), of: id)
        case .driver(let id): notices?.connect(NoticeLine(session, client), of: id)
        case nil: break
        }
    }

    func close() {
        // In a fixed order: the order of a dictionary differs from process to process.
        for id in passengers.keys.sorted() { settle(id, .failure(.access(.closed))) }
        for id in drivers.keys.sorted() { drivers[id]?.bell.ring() }
    }

    func take(_ notice: PassengerNotice, _ passenger: PassengerID) {
        passengers[passenger, default: Passenger()].state.take(notice)
        switch notice {
        case .call(.stored(let request)):
            settle(passenger, .failure(.unknownRequest))
            passengers[passenger, default: Passenger()].request = request
            passengers[passenger]?.outcome = nil
        case .call(.accepted(let request, let taxi, let arrival, _)) where passengers[passenger]?.request == request:
            settle(passenger, .success(Arrival(request: request, taxi: taxi, expected: arrival)))
        case .call(.aborted(let request, let reason)) where passengers[passenger]?.request == request:
            settle(passenger, .failure(.aborted(reason)))
        case .reservation(.activated(_, let request)):
            passengers[passenger, default: Passenger()].reserved = request
        default: break
        }
    }

    func settle(_ passenger: PassengerID, _ outcome: Result<Arrival, CallError>) {
        passengers[passenger]?.outcome = outcome
        passengers[passenger]?.bell.ring()
    }

    func take(_ notice: DriverNotice, _ driver: DriverID) {
        switch notice {
        case .offer(let card, let username, _):
            drivers[driver, default: Driver()].offer = Offer(card, username)
            drivers[driver]?.bell.ring()
        case .offerEnded(let offer):
            drivers[driver, default: Driver()].lapsed = offer
            if drivers[driver]?.offer?.id == offer { drivers[driver]?.offer = nil }
        case .ride:
            drivers[driver]?.offer = nil
        default: break
        }
    }
}

/// Hands the notices of a session's person to the client.
private final class NoticeLine: PassengerClient, DriverClient {
    private let session: Session
    private let client: CityClient

    init(_ session: Session, _ client: CityClient) {
        self.session = session
        self.client = client
    }

    var wantsRefusals: Bool { true }
    func notify(_ notice: PassengerNotice) { client.notify(session.passenger, notice) }
    func notify(_ notice: DriverNotice) { client.notify(session.driver, notice) }
}

extension Offer {
    /// What a driver's phone shows of an offer.
    package init(_ card: OfferCard, _ username: Username) {
        self.init(
            id: card.offer, passenger: username.description, zone: card.zone, cell: card.cell,
            travelers: Int(card.travelers), meetingTime: card.meetingTime, deadline: card.deadline)
    }
}
