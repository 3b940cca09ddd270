// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
package import CityModel
package import CitySlices
import TaxiReservations
import TaxiRules
import TaxiService

/// Whom to tell of the trips that others ordered for one passenger. Used inside that passenger only.
final class PassengerOrders {
    private var listeners: [Int64: @Sendable (CarrierNews) -> Void] = [:]

    func listen(_ reference: Int64, _ news: @escaping @Sendable (CarrierNews) -> Void) {
        listeners[reference] = news
    }

    /// Tells what became of an order; nobody is told of one that has ended.
    func tell(_ reference: Int64, _ news: CarrierNews) {
        guard let listener = listeners[reference] else { return }
        switch news {
        case .accepted, .aboard: break
        case .arrived, .refused, .failed, .cancelled: listeners[reference] = nil
        }
        listener(news)
    }
}

/// How a passenger carries out what others ordered (API-11).
extension Passenger {
    /// Makes a passenger of somebody who is in the city in another role, for what others order.
    static func join(
        _ crowd: Crowd, habits: PassengerHabits, as person: Person, city: PopulationCity
    ) -> Passenger {
        let id = crowd.onLoop { $0.nextNumber() }
        city.membership?.note(id.number, of: TaxiMessage.service, group: habits.index)
        let passenger = Passenger(id, habits: habits, person: person, takesOrders: true, city: city, crowd: crowd)
        crowd.onLoop { $0.add(passenger) }
        passenger.app?.enrollPassenger(id, user: passenger)
        return passenger
    }

    /// Tells whoever ordered the trip of now.
    func tell(_ news: CarrierNews) { tell(news, of: trip) }

    /// Tells whoever ordered a trip.
    func tell(_ news: CarrierNews, of trip: Trip?) {
        guard let orders, let reference = trip?.reference else { return }
        orders.tell(reference, news)
    }

    /// Calls a taxi for an order, or reserves it.
    func carryOut(_ order: CarrierOrder, news: @escaping @Sendable (CarrierNews) -> Void) {
        orders?.listen(order.reference, news)
        var trip = Trip(origin: order.from, destination: order.to, travelers: 1)
        trip.reference = order.reference
        trip.pickUp = order.pickUp
        if order.pickUp != nil {
            reserve(trip)
        } else if self.trip == nil {
            want(trip)
        } else {
            // One taxi at a time (TAXI-CALL-18).
            tell(.refused, of: trip)
        }
    }

    /// Whether the person is where the order said; of the passenger's own trips that is taken for granted.
    func isWhereOrdered(_ trip: Trip, _ id: RequestID) -> Bool {
        trip.reference == nil
            || request == id
                && person.onLoop { $0.place }.distance(to: trip.origin) <= city.dispatchSection.rules.boardingRadius
    }

    /// A reservation has become a request while the person is carried elsewhere: it is given up.
    func givesUpReserved(_ trip: Trip, _ reservation: ReservationID) {
        logIn()
        send(.cancelReservation(id: reservation))
        tell(.failed, of: trip)
    }

    /// Cancels an order: the call is given up while nobody is aboard, the reservation where its rules allow it.
    func cancel(_ reference: Int64) {
        if let trip, trip.reference == reference {
            guard !isAboard else { return }
            tell(.cancelled)
            if let activated = plans?.activated, activated.request == request {
                // Refused when a driver comes already, who finds nobody then (TAXI-RESV-17).
                logIn()
                send(.cancelReservation(id: activated.reservation))
            } else if let request {
                send(.abandon(request: request))
            }
            forgetRequest()
        } else if let entry = plans?.entries.first(where: { $0.trip.reference == reference }) {
            logIn()
            send(.cancelReservation(id: entry.reservation))
        }
    }
}

/// The passengers who were made for orders, by person.
final actor OrderDesk: CityActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let city: PopulationCity
    private let crowd: Crowd
    private let habits: [PassengerHabits]
    private var passengers: [PersonID: Passenger] = [:]

    init(_ habits: [PassengerHabits], city: PopulationCity, crowd: Crowd) {
        (self.habits, self.city, self.crowd, loop) = (habits, city, crowd, city.loop)
    }

    func passenger(_ person: Person, like name: String?) -> Passenger? {
        if let known = passengers[person.id] { return known }
        let named = name.flatMap { name in habits.first { $0.group.name == name } }
        guard let habits = named ?? habits.first else { return nil }
        let passenger = Passenger.join(crowd, habits: habits, as: person, city: city)
        passengers[person.id] = passenger
        return passenger
    }

    func known(_ person: PersonID) -> Passenger? { passengers[person] }

    func end() { passengers = [:] }
}

extension TaxiPopulation: Carrier {
    package var shortestLead: TimeSpan { city.reservations.shortestLead }

    package func order(
        _ order: CarrierOrder, for person: Person, news: @escaping @Sendable (CarrierNews) -> Void
    ) {
        guard let passenger = desk.onLoop({ $0.passenger(person, like: order.habits) }) else {
            news(.refused)
            return
        }
        passenger.onLoop { $0.carryOut(order, news: news) }
    }

    package func cancel(_ reference: Int64, of person: PersonID) {
        desk.onLoop { $0.known(person) }?.onLoop { $0.cancel(reference) }
    }
}
