// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The mean of the last visits (STORE-R16).
struct VisitTimes: Hashable, Codable, Sendable {
    /// The last durations; the oldest is at `next` once there are as many as are kept.
    private var durations: [TimeSpan] = []
    private var next = 0
    private var sum = TimeSpan.zero

    mutating func add(_ duration: TimeSpan, keeping most: Int) {
        sum = sum + duration
        if durations.count < most {
            durations.append(duration)
        } else {
            sum = sum - durations[next]
            durations[next] = duration
            next = (next + 1) % most
        }
    }

    /// The mean, at least a nanosecond; what is expected before any visit has ended.
    func mean(else expected: TimeSpan) -> TimeSpan {
        durations.isEmpty ? expected : max(sum / durations.count, TimeSpan(nanoseconds: 1))
    }
}

/// How many were inside since when, oldest first (STORE-R20).
struct OccupancyHistory: Sendable {
    private(set) var points: [OccupancyPoint] = []

    mutating func note(_ inside: Int32, at now: CityTime, keeping memory: TimeSpan) {
        if let last = points.last, last.time == now { points.removeLast() }
        points.append(OccupancyPoint(time: now, inside: inside))
        // Those that are too old go together, so that each costs constant time.
        guard points.count > 64, points[points.count / 2].time < now - memory else { return }
        points.removeFirst(points.count / 2)
    }
}

/// How many people were inside from an instant on (STORE-R20).
public struct OccupancyPoint: Hashable, Codable, Sendable {
    /// Since when.
    public let time: CityTime
    /// People inside.
    public let inside: Int32
}
