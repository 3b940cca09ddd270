// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Whether what is done each day has room in it at all, even if nobody had to go anywhere: no stretch of time holds more than its
/// length (the demand criterion of Baruah, Rosier and Howell, Real-Time Systems 2(4), 1990).
struct DayRoom {
    /// A stretch of the day, and what must be done within it.
    struct Stretch {
        let names: [String]
        /// Seconds that it is long, and that it takes at the least.
        let room: Double
        let needed: Double
    }

    fileprivate struct Item {
        let name: String
        let from: Double
        let until: Double
        let needed: Double
    }

    /// The shortest stretch that is too short for what is always done within it; nil for none.
    static func overfull(_ activities: [ActivityPattern]) -> Stretch? {
        let items = activities.compactMap { Item($0) }
        var worst: Stretch?
        for first in items {
            for last in items where last.until > first.from {
                let inside = items.filter { $0.from >= first.from && $0.until <= last.until }
                let (room, needed) = (last.until - first.from, inside.reduce(0) { $0 + $1.needed })
                // A second is no reason to complain.
                guard inside.count > 1, needed > room + 1, worst.map({ room < $0.room }) ?? true else { continue }
                worst = Stretch(names: inside.map(\.name), room: room, needed: needed)
            }
        }
        return worst
    }
}

extension DayRoom.Item {
    /// Nil for what is not done each time, or whose time is not bounded.
    fileprivate init?(_ activity: ActivityPattern) {
        guard activity.share >= 1, activity.service == nil else { return nil }
        let length = max(60, activity.length.lowest)
        if let window = activity.window {
            self.init(
                name: activity.name, from: window.lowerBound.inSeconds, until: window.upperBound.inSeconds,
                needed: length)
        } else if let start = activity.start, let latest = start.highest {
            self.init(name: activity.name, from: max(0, start.lowest), until: latest + length, needed: length)
        } else {
            return nil
        }
    }
}

extension Distribution {
    /// The largest value that can be drawn, where it is plain that there is one.
    fileprivate var highest: Double? {
        switch self {
        case .constant(let value): value
        case .uniform(_, let high): high
        case .triangular(_, _, let high): high
        case .normal(let mean, let sd, _, let high): sd == 0 ? mean : high
        case .table(let values, let weights): zip(values, weights).filter { $0.1 > 0 }.map(\.0).max()
        default: nil
        }
    }
}
