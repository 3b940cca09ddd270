// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How long calls took from being stored to the passenger coming aboard, of those who came aboard lately (issue 33, decision 8).
///
/// Reservations are left out: their passengers wait for an agreed time.
struct RecentWaits: Sendable, Equatable {
    /// How long back passengers came aboard who count.
    static let window = TimeSpan.hours(1)
    /// As many of a zone at least; below that those of the whole city count.
    static let least = 3
    /// What is said where nobody came aboard.
    static let unknown = TimeSpan.minutes(5)

    private struct Entry: Equatable {
        let time: CityTime
        let zone: ZoneID
        let wait: TimeSpan
    }

    private struct Sum: Equatable {
        var count = 0
        var nanoseconds: Int64 = 0

        mutating func add(_ wait: TimeSpan, _ sign: Int64) {
            count += Int(sign)
            nanoseconds += sign * wait.nanoseconds
        }
    }

    /// By time, rising; those before `first` are forgotten.
    private var entries: [Entry] = []
    private var first = 0
    private var zones: [ZoneID: Sum] = [:]
    private var city = Sum()

    init() {}

    /// A passenger came aboard after a wait.
    mutating func note(_ wait: TimeSpan, in zone: ZoneID, at now: CityTime) {
        forget(at: now)
        entries.append(Entry(time: now, zone: zone, wait: wait))
        zones[zone, default: Sum()].add(wait, 1)
        city.add(wait, 1)
    }

    /// The mean of the zone's last hour, with too few of them that of the city, or a word for it where there is none.
    mutating func mean(in zone: ZoneID?, at now: CityTime) -> TimeSpan {
        forget(at: now)
        let own = zone.flatMap { zones[$0] } ?? Sum()
        let sum = own.count >= Self.least ? own : city
        guard sum.count > 0 else { return Self.unknown }
        return TimeSpan(nanoseconds: sum.nanoseconds / Int64(sum.count)).roundedToMilliseconds
    }

    private mutating func forget(at now: CityTime) {
        while first < entries.count, now - entries[first].time > Self.window {
            zones[entries[first].zone]?.add(entries[first].wait, -1)
            city.add(entries[first].wait, -1)
            first += 1
        }
        guard first > 1_000, first * 2 > entries.count else { return }
        entries.removeFirst(first)
        first = 0
    }
}
