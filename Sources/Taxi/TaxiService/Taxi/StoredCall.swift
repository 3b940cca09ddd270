// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// A confirmed request whose passengers are not aboard, as it is stored (TAXI-CALL-21). A simulated city has
/// no store of them: its calls live as long as its run.
public struct StoredCall: StoredRecord {
    /// The word of the files.
    public static let table = "call"

    /// The request's number.
    public let request: RequestID
    /// The request's number.
    public var key: RequestID { request }
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
