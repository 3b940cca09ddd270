// SPDX-License-Identifier: GPL-3.0-or-later

/// One way from a place to another.
@frozen
public struct Leg: Hashable, Sendable {
    /// Length of the way, as driven or walked.
    public let distance: Distance
    /// Time that it takes.
    public let duration: TimeSpan

    /// Makes a leg.
    @inlinable
    public init(distance: Distance, duration: TimeSpan) {
        self.distance = distance
        self.duration = duration
    }
}

/// How long ways take in this city: the expected travel, traffic of the hour included, without chance.
///
/// ETAs and simulated drives come from the same model (TAXI-CALL-15). A road network is one more kind of it.
///
/// A class, so that holding and asking one copies nothing.
public protocol TravelModel: AnyObject, Sendable {
    /// The expected drive between two places for a start at this time.
    func drive(from start: Place, to end: Place, leaving: CityTime) -> Leg
    /// The expected walk between two places.
    func walk(from start: Place, to end: Place) -> Leg
    /// The length of the way alone, when no time is needed; the same length that `drive` gives.
    func distance(from start: Place, to end: Place) -> Distance
    /// The expected time of a drive to a pick-up: what is told and what is simulated are the same (TAXI-CALL-15).
    func approachTime(from start: Place, to end: Place, leaving: CityTime) -> TimeSpan
}

extension TravelModel {
    /// As long as any other drive.
    public func approachTime(from start: Place, to end: Place, leaving: CityTime) -> TimeSpan {
        drive(from: start, to: end, leaving: leaving).duration
    }
}
