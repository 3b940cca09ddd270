// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The track of a race: straight lines between places, from the start line to the finish.
public struct RaceTrack: Hashable, Sendable {
    /// The places, at least two.
    public let places: [Place]
    /// Millimetres from the start line to each place.
    private let reached: [Int64]

    /// A track along these places; nil when it has no length.
    public init?(_ places: [Place]) {
        var (sum, reached): (Int64, [Int64]) = (0, [0])
        for (from, to) in zip(places, places.dropFirst()) {
            sum += from.distance(to: to).millimetres
            reached.append(sum)
        }
        guard sum > 0 else { return nil }
        self.places = places
        self.reached = reached
    }

    /// From the start line to the finish.
    public var length: Distance { Distance(millimetres: reached[reached.count - 1]) }

    /// Where somebody is who has covered so much of it.
    ///
    /// `part` is the number of the straight line on which the runner was last, 0 at first, and is moved on: a runner only goes
    /// forward, so that all places of a run together cost as many steps as the track has lines.
    public func place(at covered: Distance, after part: inout Int32) -> Place {
        var index = Int(part)
        while index + 2 < places.count, reached[index + 1] <= covered.millimetres { index += 1 }
        part = Int32(truncatingIfNeeded: index)
        let (from, to) = (reached[index], reached[index + 1])
        guard to > from else { return places[index] }
        let share = Double(covered.millimetres - from) / Double(to - from)
        return places[index].along(min(1, max(0, share)), to: places[index + 1])
    }
}
