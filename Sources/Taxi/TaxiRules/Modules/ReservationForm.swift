// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A position as entered in a field of a form: an address, or the current position by GPS.
public struct EnteredPlace: Hashable, Sendable, Codable {
    /// How the position was found.
    public let source: PositionSource
    /// Error radius of the fix; zero for an address.
    public let radius: Distance
    /// The position.
    public let place: Place

    /// Takes a position.
    public init(source: PositionSource = .address, radius: Distance = .zero, place: Place) {
        self.source = source
        self.radius = radius
        self.place = place
    }
}

/// What a passenger's client sends with a reservation (TAXI-RESV-02 to -08). A missing field is nil.
public struct ReservationForm: Hashable, Sendable, Codable {
    /// Mobile or web.
    public let client: ClientKind
    /// Where the ride starts.
    public let origin: EnteredPlace?
    /// Where it ends.
    public let destination: EnteredPlace?
    /// Date and time of the pick-up, as entered.
    public let pickUp: CivilTime?
    /// Travelers, the passenger included.
    public let travelers: Int32
    /// Whether others may join (TAXI-RESV-04).
    public let isShared: Bool

    /// Makes a form.
    public init(
        client: ClientKind = .mobile, origin: EnteredPlace?, destination: EnteredPlace?, pickUp: CivilTime?,
        travelers: Int32, isShared: Bool = false
    ) {
        self.client = client
        self.origin = origin
        self.destination = destination
        self.pickUp = pickUp
        self.travelers = travelers
        self.isShared = isShared
    }
}

/// What a passenger's client sends to share a ride: a call with a destination, for now or for later (TAXI-SHARE-12).
public struct ShareForm: Hashable, Sendable, Codable {
    /// The call: client, start, travelers.
    public let call: CallForm
    /// Where the passenger goes; nil is refused.
    public let destination: Place?
    /// Date and time of the pick-up of a shared reservation; nil for as soon as possible.
    public let pickUp: CivilTime?

    /// Makes a form.
    public init(call: CallForm, destination: Place?, pickUp: CivilTime? = nil) {
        self.call = call
        self.destination = destination
        self.pickUp = pickUp
    }
}

/// A passenger on a ride, with the travelers who come along.
public struct Rider: Hashable, Codable, Sendable {
    /// Who.
    public let passenger: PassengerID
    /// Travelers, the passenger included.
    public var travelers: Int32

    /// Makes a rider.
    public init(passenger: PassengerID, travelers: Int32) {
        self.passenger = passenger
        self.travelers = travelers
    }
}

/// Somebody on a shared ride before boarding, with the own way: from where the passenger would start alone to where the
/// passenger goes.
public struct SharedRider: Hashable, Codable, Sendable {
    /// Who, with how many travelers.
    public let rider: Rider
    /// The own starting point.
    public let origin: Place
    /// The own destination.
    public let destination: Place

    /// Makes a rider with a way.
    public init(_ rider: Rider, from origin: Place, to destination: Place) {
        self.rider = rider
        self.origin = origin
        self.destination = destination
    }
}

extension [Rider] {
    /// All travelers of these passengers together.
    public var travelers: Int32 { reduce(0) { $0 + $1.travelers } }
}

/// How many travelers of each passenger a driver took aboard; 0 means absent (TAXI-SHARE-08). At most four passengers
/// share a ride (DEC-SHARE-CAPACITY).
public struct BoardCounts: Hashable, Sendable, Codable {
    /// The most passengers on one ride.
    public static let most = 4

    private var entries: (Rider?, Rider?, Rider?, Rider?)

    /// Takes the first four.
    public init(_ riders: [Rider]) {
        func at(_ index: Int) -> Rider? { index < riders.count ? riders[index] : nil }
        entries = (at(0), at(1), at(2), at(3))
    }

    /// The passengers with the entered numbers, in the order given.
    public var riders: [Rider] { [entries.0, entries.1, entries.2, entries.3].compactMap { $0 } }

    /// Equal when the same numbers were entered in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.riders == right.riders }

    /// Hashes the entered numbers.
    public func hash(into hasher: inout Hasher) { hasher.combine(riders) }

    /// Reads a list of passengers, at most four.
    public init(from decoder: any Decoder) throws {
        let riders = try [Rider](from: decoder)
        guard riders.count <= Self.most else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "more than \(Self.most) passengers"))
        }
        self.init(riders)
    }

    /// Writes the list of passengers.
    public func encode(to encoder: any Encoder) throws { try riders.encode(to: encoder) }
}
