// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A taxi on its way along a straight line at an even pace, or standing still.
struct Motion: Sendable {
    var from: Place
    var to: Place
    var departs: CityTime
    var arrives: CityTime
    /// Length as driven, which is longer than the straight line.
    var distance: Distance

    /// Standing at a place.
    init(at place: Place, since time: CityTime) {
        self.init(from: place, to: place, departs: time, arrives: time, distance: .zero)
    }

    init(from: Place, to: Place, departs: CityTime, arrives: CityTime, distance: Distance) {
        self.from = from
        self.to = to
        self.departs = departs
        self.arrives = arrives
        self.distance = distance
    }

    /// Not on any way: the last one was taken note of when the taxi stopped.
    var isStanding: Bool { departs == arrives && distance == .zero }

    /// The share of the way done at a time.
    func share(at time: CityTime) -> Double {
        guard arrives > departs, time < arrives else { return 1 }
        return max(0, (time - departs) / (arrives - departs))
    }

    func place(at time: CityTime) -> Place {
        let share = share(at: time)
        return share >= 1 ? to : from.along(share, to: to)
    }

    /// The way driven so far.
    func driven(at time: CityTime) -> Distance {
        let share = share(at: time)
        return share >= 1 ? distance : Distance(millimetres: Int64(nearest: Double(distance.millimetres) * share))
    }

    /// The first whole nanosecond at which this share of the way is done.
    func time(atShare share: Double) -> CityTime {
        guard share < 1 else { return arrives }
        let span = Double((arrives - departs).nanoseconds) * max(0, share)
        return min(arrives, CityTime(nanoseconds: departs.nanoseconds + Int64(span.rounded(.up))))
    }

    /// The instant at which the taxi comes within a distance of the end; a few millimetres later, so that rounding never
    /// leaves it outside.
    func time(within reach: Distance) -> CityTime {
        let straight = Double(from.distance(to: to).millimetres)
        let inside = Double(max(0, reach.millimetres - 3))
        guard straight > inside else { return departs }
        return time(atShare: 1 - inside / straight)
    }
}
