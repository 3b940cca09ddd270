// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A request as a module places it.
public struct ModuleRequest: Sendable, Equatable {
    /// Who is on it, the owner first; one or more.
    public var riders: [Rider]
    /// The zone of the pick-up.
    public var zone: ZoneID
    /// The exact pick-up position.
    public var place: Place
    /// How the position was found.
    public var source: PositionSource
    /// The agreed pick-up time; nil for as soon as possible.
    public var pickUp: CityTime?
    /// Pause between two rounds of offers; nil to abort when nobody is left to ask (DEC-RETRY-VS-ABORT).
    public var roundPause: TimeSpan?
    /// Whether several passengers may be on the ride: nobody boards before the agreed time, each passenger is counted.
    public var isShared: Bool
    /// The travel planner's own number of the leg that the taxi is for; nil without a plan (API-11).
    public var reference: Int64?

    /// All travelers.
    public var travelers: Int32 { riders.travelers }

    /// Makes a request.
    public init(
        riders: [Rider], zone: ZoneID, place: Place, source: PositionSource, pickUp: CityTime? = nil,
        roundPause: TimeSpan? = nil, isShared: Bool = false, reference: Int64? = nil
    ) {
        self.riders = riders
        self.zone = zone
        self.place = place
        self.source = source
        self.pickUp = pickUp
        self.roundPause = roundPause
        self.isShared = isShared
        self.reference = reference
    }
}
