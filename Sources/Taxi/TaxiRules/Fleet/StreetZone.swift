// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Somebody who stands on the street and wants a taxi.
public struct StreetPerson: Sendable, Equatable {
    /// Who.
    public let passenger: PassengerID
    /// Any free taxi of the zone, or the first of the queue.
    public let manner: StreetManner
    /// How many get in.
    public let travelers: Int32

    /// Somebody who asks now.
    public init(passenger: PassengerID, manner: StreetManner, travelers: Int32) {
        (self.passenger, self.manner, self.travelers) = (passenger, manner, travelers)
    }
}

/// Who gets into which taxi.
public struct StreetBoarding: Sendable, Equatable {
    /// Who was standing, or came just now.
    public let passenger: PassengerID
    /// Whose taxi.
    public let driver: DriverID

    init(_ passenger: PassengerID, _ driver: DriverID) { (self.passenger, self.driver) = (passenger, driver) }
}

/// The rules of the street in one zone: who stands there, in order of arrival, and who gets into which taxi.
///
/// There is no offer and no approach. A hail takes any free taxi of the zone with enough seats, drawn; at a rank the first of the
/// zone's queue is taken. Where none is free the person stands there, and the next taxi that becomes free in the zone stops for the
/// one who has stood longest and whom it can seat. Source: DEC-STATUS-NAMES, which makes such a driver offShift for the ride.
public struct StreetZone: Sendable {
    /// Who stands there, in order of arrival.
    public private(set) var standing: [StreetPerson] = []

    /// An empty street.
    public init() {}

    /// Somebody asks. Nil when the person stands from now on. Takes time in line with the number of free taxis.
    ///
    /// - Parameters:
    ///   - person: who asks.
    ///   - free: the free taxis of the zone's queue, top first.
    ///   - lot: a drawn number, all as likely, that says which of them comes along for a hail.
    ///   - now: when.
    public mutating func ask(
        _ person: StreetPerson, free: [QueuedDriver], lot: UInt32, at now: CityTime
    ) -> StreetBoarding? {
        let fitting = free.filter { $0.seats >= person.travelers }
        guard let first = fitting.first else {
            standing.append(person)
            return nil
        }
        switch person.manner {
        case .rank: return StreetBoarding(person.passenger, first.driver)
        case .hail:
            let index = (UInt64(lot) * UInt64(fitting.count)) >> 32
            return StreetBoarding(person.passenger, fitting[Int(index)].driver)
        }
    }

    /// A taxi has become free in the zone. Nil when it can seat nobody who stands there.
    public mutating func freed(_ driver: DriverID, seats: Int32, at now: CityTime) -> StreetBoarding? {
        guard let index = standing.firstIndex(where: { $0.travelers <= seats }) else { return nil }
        return StreetBoarding(standing.remove(at: index).passenger, driver)
    }

    /// Somebody's patience is over; false for who does not stand there any more.
    @discardableResult
    public mutating func leave(_ passenger: PassengerID, at now: CityTime) -> Bool {
        guard let index = standing.firstIndex(where: { $0.passenger == passenger }) else { return false }
        standing.remove(at: index)
        return true
    }

    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        let people = standing.map(\.passenger)
        precondition(Set(people).count == people.count, "somebody stands on the street twice: \(people)")
        precondition(standing.allSatisfy { $0.travelers > 0 }, "somebody without travelers stands on the street")
    }
}
