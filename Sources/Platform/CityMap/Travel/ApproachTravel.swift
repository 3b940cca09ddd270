// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// A travel model whose drives to pick-ups take a time of their own: that of a law, whatever the way, or cut off at a longest
/// one. Everything else is the other model's.
///
/// Without it the arrival told to a passenger would be that of another way than the one that is driven.
public final class ApproachTravel: TravelModel {
    private let model: any TravelModel
    private let expected: TimeSpan?
    private let longest: TimeSpan?

    /// Makes the model.
    ///
    /// - Parameters:
    ///   - model: everything but the way to pick-ups, and that too where `expected` is nil.
    ///   - expected: the mean time to a pick-up, whatever the way.
    ///   - longest: no approach takes longer than this (DEC-PUNCTUALITY).
    public init(_ model: any TravelModel, expected: TimeSpan? = nil, longest: TimeSpan? = nil) {
        self.model = model
        self.expected = expected
        self.longest = longest
    }

    /// The model's drive.
    public func drive(from start: Place, to end: Place, leaving: CityTime) -> Leg {
        model.drive(from: start, to: end, leaving: leaving)
    }

    /// The model's walk.
    public func walk(from start: Place, to end: Place) -> Leg { model.walk(from: start, to: end) }

    /// The model's length.
    public func distance(from start: Place, to end: Place) -> Distance { model.distance(from: start, to: end) }

    /// The time of the law, or of the model's drive, at most the longest one.
    public func approachTime(from start: Place, to end: Place, leaving: CityTime) -> TimeSpan {
        let time = expected ?? model.approachTime(from: start, to: end, leaving: leaving)
        return longest.map { min(time, $0) } ?? time
    }
}
