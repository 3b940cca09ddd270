// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What falls due by time: the ends of shifts and of calls without a report.
struct Deadlines: Sendable {
    /// What is looked at when its time has come. At one instant calls come before shifts, then by number.
    enum Subject: Hashable, Comparable, Sendable {
        case call(AmbulanceCallID)
        case shift(AmbulanceID)
    }

    private struct Entry: Comparable, Sendable {
        let time: CityTime
        let subject: Subject

        static func < (left: Self, right: Self) -> Bool {
            (left.time, left.subject) < (right.time, right.subject)
        }
    }

    private var entries = MinHeap<Entry>()

    /// When the next one falls due; `never` for none.
    var next: CityTime { entries.first?.time ?? .never }

    /// Adds one; nothing that is due `never`.
    mutating func add(_ subject: Subject, at time: CityTime) {
        if time < .never { entries.insert(Entry(time: time, subject: subject)) }
    }

    /// Takes the next one that is due.
    mutating func take(at now: CityTime) -> Subject? {
        next <= now ? entries.popFirst()?.subject : nil
    }
}
