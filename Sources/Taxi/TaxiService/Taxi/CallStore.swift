// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Keeps requests over a restart of the service (TAXI-CALL-21). A simulated city has none: its calls live as long as its run.
///
/// Called on the loop, and never waits for another thread. What a call has written is durable when it returns.
public protocol CallStore: AnyObject, Sendable {
    /// Stores a request, or what changed of it.
    func save(_ call: StoredCall) throws
    /// Takes a request out. Its number is not given again.
    func remove(_ id: RequestID) throws
    /// Reads what is stored.
    func load() throws -> StoredCalls
}

/// A confirmed request whose passengers are not aboard, as it is stored.
public struct StoredCall: Hashable, Codable, Sendable {
    /// The request's number.
    public let request: RequestID
    /// The zone of the pick-up.
    public let zone: ZoneID
    /// The exact pick-up position.
    public let place: Place
    /// How that position was found.
    public let source: PositionSource
    /// Who is on it, the owner first.
    public let riders: [Rider]
    /// Their own ways when it is a shared ride; empty otherwise.
    public let ways: [SharedRider]
    /// The travel planner's own number of the leg that the taxi is for; nil without a plan (API-11).
    public let reference: Int64?

    /// Makes a stored request.
    public init(
        request: RequestID, zone: ZoneID, place: Place, source: PositionSource, riders: [Rider],
        ways: [SharedRider] = [], reference: Int64? = nil
    ) {
        self.request = request
        self.zone = zone
        self.place = place
        self.source = source
        self.riders = riders
        self.ways = ways
        self.reference = reference
    }
}

/// What a store holds.
public struct StoredCalls: Hashable, Sendable {
    /// The largest number ever stored, also of a request taken out since; 0 when there was none.
    public var lastNumber: Int32
    /// The open requests by rising number.
    public var open: [StoredCall]

    /// Makes the contents of a store.
    public init(lastNumber: Int32 = 0, open: [StoredCall] = []) {
        self.lastNumber = lastNumber
        self.open = open
    }
}
