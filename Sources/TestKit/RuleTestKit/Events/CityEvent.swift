// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountRules
package import CityModel
package import TaxiRules

/// A fact of any service of today, for tests that write or look at a whole log as one list.
package enum CityEvent: Hashable, Sendable {
    /// A fact of the taxi service.
    case taxi(TaxiEvent)
    /// A fact of the reservation module.
    case reservation(ReservationEvent)
    /// A fact of the ride sharing module.
    case sharing(SharingEvent)
    /// A fact of the account service.
    case account(AccountEvent)
    /// A fact of the accounts of passengers and drivers only.
    case taxiAccount(TaxiAccountEvent)
    /// A fact of the accounts by phone.
    case phone(PhoneEvent)
    /// A fact of the gateway.
    case server(ServerEvent)
    /// A fact on the clients' side.
    case client(ClientEvent)
    /// What a taxi shows by itself.
    case fleet(FleetEvent)
    /// What happens on the street.
    case street(StreetEvent)

    package var fact: any Event {
        switch self {
        case .taxi(let event): event
        case .reservation(let event): event
        case .sharing(let event): event
        case .account(let event): event
        case .taxiAccount(let event): event
        case .phone(let event): event
        case .server(let event): event
        case .client(let event): event
        case .fleet(let event): event
        case .street(let event): event
        }
    }

    /// The number of its kind.
    package var code: UInt16 { fact.code }
    /// The name of its kind.
    package var name: String { fact.name }

    /// One event of each kind.
    package static let examples: [CityEvent] =
        TaxiEvent.examples.map { .taxi($0) } + ReservationEvent.examples.map { .reservation($0) }
        + SharingEvent.examples.map { .sharing($0) } + AccountEvent.examples.map { .account($0) }
        + TaxiAccountEvent.examples.map { .taxiAccount($0) } + PhoneEvent.examples.map { .phone($0) }
        + ServerEvent.examples.map { .server($0) }
        + ClientEvent.examples.map { .client($0) } + FleetEvent.examples.map { .fleet($0) }
        + StreetEvent.examples.map { .street($0) }
}

/// A numbered fact of any service.
package struct EventRecord: Hashable, Sendable {
    /// The number in the log.
    package let number: Int64
    package let time: CityTime
    /// The turn of the loop.
    package let turn: Int64
    package let event: CityEvent

    package init(number: Int64, time: CityTime, turn: Int64, event: CityEvent) {
        self.number = number
        self.time = time
        self.turn = turn
        self.event = event
    }

    /// The fact of the taxi service, when it is one.
    package var taxi: TaxiEvent? { if case .taxi(let event) = event { event } else { nil } }
    /// The fact of the reservation module, when it is one.
    package var reservation: ReservationEvent? { if case .reservation(let event) = event { event } else { nil } }
    /// The fact of the sharing module, when it is one.
    package var sharing: SharingEvent? { if case .sharing(let event) = event { event } else { nil } }
    /// What happened on the street, when it is that.
    package var street: StreetEvent? { if case .street(let event) = event { event } else { nil } }
    /// The fact as one line: the time in seconds and the event.
    package var line: String { "\(TimeSpan(nanoseconds: time.nanoseconds)) \(event.fact)" }

    /// Adds the record to a log as it is.
    func add(to log: EventLog) {
        func add<Fact: Event>(_ event: Fact) {
            log.channel(Fact.self).add(Record(number: number, time: time, turn: turn, event: event))
        }
        add(event.fact)
    }
}
