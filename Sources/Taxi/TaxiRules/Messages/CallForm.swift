// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a passenger's client sends with a call.
public struct CallForm: Hashable, Sendable, Codable {
    /// Mobile or web.
    public let client: ClientKind
    /// How the position was found.
    public let source: PositionSource
    /// Error radius of the GPS fix; zero for an address.
    public let radius: Distance
    /// The pick-up position; nil when the client has none.
    public let place: Place?
    /// Travelers, the passenger included.
    public let travelers: Int32
    /// The travel planner's own number of the trip leg that the taxi is for; nil for a call without a plan (API-11).
    public let reference: Int64?

    /// Makes a form.
    public init(
        client: ClientKind, source: PositionSource, radius: Distance, place: Place?, travelers: Int32,
        reference: Int64? = nil
    ) {
        self.client = client
        self.source = source
        self.radius = radius
        self.place = place
        self.travelers = travelers
        self.reference = reference
    }
}
