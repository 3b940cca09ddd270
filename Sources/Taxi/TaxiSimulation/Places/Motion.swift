// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A taxi on its way, or standing still. A drive may take another time than its journey was expected to; all of it is then as
/// much slower or faster.
struct Motion: Sendable {
    var path: JourneyPath
    var departs: CityTime
    var arrives: CityTime
    var distance: Distance

    /// Standing at a place.
    init(at place: Place, since time: CityTime) {
        self.init(JourneyPath(from: place, to: place), departs: time, arrives: time, distance: .zero)
    }

    init(_ path: JourneyPath, departs: CityTime, arrives: CityTime, distance: Distance) {
        self.path = path
        self.departs = departs
        self.arrives = arrives
        self.distance = distance
    }

    /// Where the way ends.
    var to: Place { path.end }

    /// Not on any way: the last one was taken note of when the taxi stopped.
    var isStanding: Bool { departs == arrives && distance == .zero }

    /// The share of the time that is over.
    func share(at time: CityTime) -> Double {
        guard arrives > departs, time < arrives else { return 1 }
        return max(0, (time - departs) / (arrives - departs))
    }

    func place(at time: CityTime) -> Place {
        path.place(at: share(at: time))
    }

    /// The way driven so far.
    func driven(at time: CityTime) -> Distance {
        let share = share(at: time)
        guard share < 1 else { return distance }
        return Distance(millimetres: Int64(nearest: Double(distance.millimetres) * path.length(at: share)))
    }

    /// The first whole nanosecond at which this share of the time is over.
    func time(atShare share: Double) -> CityTime {
        guard share < 1 else { return arrives }
        let span = Double((arrives - departs).nanoseconds) * max(0, share)
        return min(arrives, departs + TimeSpan(nanoseconds: Int64(nearest: span.rounded(.up))))
    }

    /// The instant at which the taxi comes within a distance of the end; a few millimetres later, so that rounding never
    /// leaves it outside.
    func time(within reach: Distance) -> CityTime {
        time(atShare: path.share(within: Distance(millimetres: max(0, reach.millimetres - 3))))
    }
}
