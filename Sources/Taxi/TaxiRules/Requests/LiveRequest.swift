// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where a request stands.
public enum RequestPhase: Sendable, Equatable {
    /// Drivers are being asked.
    case open
    /// A driver is on the way.
    case accepted(DriverID)
    /// The passenger is aboard.
    case fulfilled(DriverID)
}

/// A request that has not ended.
public struct LiveRequest: Sendable, Equatable {
    /// The request's number.
    public let id: RequestID
    /// Who called; of a ride of several, the owner.
    public internal(set) var passenger: PassengerID
    /// The zone of the pick-up.
    public let zone: ZoneID
    /// The zone whose drivers are asked: that of the pick-up, or one around it.
    public internal(set) var asksIn: ZoneID
    /// How many of the zones around have been tried.
    var triedAround = 0
    /// The exact pick-up position.
    public let place: Place
    /// Travelers stated, of all passengers on it.
    public internal(set) var travelers: Int32
    /// Whether a module placed it; then `CallRules.party(of:)` knows more.
    public let isPlaced: Bool
    /// Where it stands.
    public internal(set) var phase = RequestPhase.open
    /// The travel planner's own number of the leg that the taxi is for; nil for a call without a plan (API-11).
    public let reference: Int64?
    /// Whether a store holds it.
    public internal(set) var isStored = false
    /// When it was taken.
    let since: CityTime

    /// Whether the passenger is aboard.
    var isFulfilled: Bool { if case .fulfilled = phase { true } else { false } }

    init(
        id: RequestID, passenger: PassengerID, zone: ZoneID, place: Place, travelers: Int32, isPlaced: Bool = false,
        reference: Int64? = nil, since: CityTime = .epoch
    ) {
        self.id = id
        self.passenger = passenger
        (self.zone, asksIn) = (zone, zone)
        self.place = place
        self.travelers = travelers
        self.isPlaced = isPlaced
        self.reference = reference
        self.since = since
    }
}
