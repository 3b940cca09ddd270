// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Looks for the point of the least distance within bounds, on logarithmic axes: a compass search (Kolda, Lewis and Torczon 2003,
/// SIAM Review 45).
///
/// Whoever judges the points decides how; judged with the same luck for all, two points differ by what they are. A round asks for one
/// step up and one down on each axis. The best of them is gone to when it is better than where the search stands; else the steps are
/// halved. It ends when the steps are shorter than the stop, a share of each axis. Nothing is drawn: equal distances give equal points.
package struct CompassSearch: Sendable {
    /// A point, a value on each axis.
    package typealias Point = [Double]

    /// The bounds of each axis, above 0.
    private let axes: [ClosedRange<Double>]
    /// Places as shares of the axes, 0 to 1.
    private var place: [Double]
    private var step: Double
    private let stop: Double
    private var asked: [[Double]] = []
    private var judged: [[Double]: Double] = [:]
    /// The least distance so far; nil before anything was judged.
    package private(set) var distance: Double?

    /// Begins at a point, which is moved into the bounds.
    ///
    /// - Parameters:
    ///   - axes: the bounds of each value, above 0.
    ///   - start: where to begin.
    ///   - step: the first step, as a share of each axis.
    ///   - stop: shorter steps are not taken.
    package init(_ axes: [ClosedRange<Double>], from start: Point, step: Double = 0.25, stop: Double = 0.06) {
        precondition(axes.allSatisfy { $0.lowerBound > 0 }, "an axis reaches 0")
        self.axes = axes
        self.step = step
        self.stop = stop
        place = zip(axes, start).map { Self.share(of: $1, on: $0) }
    }

    private static func share(of value: Double, on axis: ClosedRange<Double>) -> Double {
        guard axis.upperBound > axis.lowerBound else { return 0 }
        let inside = min(max(value, axis.lowerBound), axis.upperBound)
        // Rounded, so that a place that is come to again on another way is the same.
        let share = log(inside / axis.lowerBound) / log(axis.upperBound / axis.lowerBound)
        return (share * 1024).rounded() / 1024
    }

    private func point(_ place: [Double]) -> Point {
        zip(axes, place).map { axis, share in axis.lowerBound * pow(axis.upperBound / axis.lowerBound, share) }
    }

    /// The best point so far; where the search begins before anything was judged.
    package var best: Point { point(place) }

    /// The points that are to be judged next: first where it begins, then those of a round; none at the end.
    package mutating func next() -> [Point] {
        if judged.isEmpty {
            asked = [place]
            return asked.map(point)
        }
        while step >= stop {
            asked = places().filter { judged[$0] == nil }
            if !asked.isEmpty { return asked.map(point) }
            step /= 2
        }
        asked = []
        return []
    }

    /// One step up and one down on each axis, within the bounds.
    private func places() -> [[Double]] {
        axes.indices.flatMap { axis in
            [step, -step].compactMap { move in
                var other = place
                other[axis] = min(max(place[axis] + move, 0), 1)
                return other == place ? nil : other
            }
        }
    }

    /// Takes the distances of the points that `next` gave, in their order.
    package mutating func take(_ distances: [Double]) {
        precondition(distances.count == asked.count, "\(distances.count) distances for \(asked.count) points")
        var best: (place: [Double], distance: Double)?
        for (place, distance) in zip(asked, distances) {
            judged[place] = distance
            if best.map({ distance < $0.distance }) ?? true { best = (place, distance) }
        }
        guard let best else { return }
        if distance.map({ best.distance < $0 }) ?? true {
            (place, distance) = (best.place, best.distance)
        } else {
            step /= 2
        }
    }
}
