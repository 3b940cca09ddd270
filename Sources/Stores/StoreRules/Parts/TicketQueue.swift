// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The tickets of one class that wait for their call, first in, first out among the ready ones (STORE-CALL).
///
/// Joining, finding who is next and leaving cost logarithmic time: nobody walks the queue but the look at the estimates, which
/// tells all who are in it.
struct TicketQueue: Sendable {
    /// A waiting ticket; its estimates are what its holder was told.
    struct Entry: Sendable {
        let pass: Int32
        let ready: CityTime
        let channel: TicketChannel
        /// The expected entry as first told: delays count from it (DEC-STORE-MAJOR-DELAY).
        var firstExpected: CityTime
        /// As last shown on the live receipt.
        var shown: CityTime
        var shownAhead: Int32
        /// As last notified.
        var notified: CityTime
        /// Whether the holder was asked to leave.
        var isAdvised = false
        var isWaiting = true
    }

    private struct Coming: Comparable, Sendable {
        let ready: CityTime
        let pass: Int32
        static func < (left: Self, right: Self) -> Bool { (left.ready, left.pass) < (right.ready, right.pass) }
    }

    /// By rising number, which is the order of joining; those that left are taken out now and then.
    private(set) var entries: [Entry] = []
    private(set) var count: Int32 = 0
    private var ready = MinHeap<Int32>()
    private var coming = MinHeap<Coming>()

    mutating func join(_ entry: Entry) {
        entries.append(entry)
        count += 1
        coming.insert(Coming(ready: entry.ready, pass: entry.pass))
    }

    private func index(of pass: Int32) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].pass < pass { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].pass == pass && entries[low].isWaiting ? low : nil
    }

    subscript(pass: PassID) -> Entry? { index(of: pass.number).map { entries[$0] } }

    /// The next to be called: the first to join of those who are ready.
    mutating func next(at now: CityTime) -> PassID? {
        while let first = coming.first, first.ready <= now {
            coming.popFirst()
            ready.insert(first.pass)
        }
        while let first = ready.first {
            if index(of: first) != nil { return PassID(first) }
            ready.popFirst()
        }
        return nil
    }

    /// Takes a ticket out: it is called, or has left.
    mutating func remove(_ pass: PassID) {
        guard let index = index(of: pass.number) else { return }
        entries[index].isWaiting = false
        count -= 1
        if count == 0 {
            // Also the heaps hold nobody who waits.
            self = TicketQueue()
        } else if entries.count > 32, entries.count > 2 * Int(count) {
            entries.removeAll { !$0.isWaiting }
        }
    }

    /// Shows each waiting entry in turn with how many of the queue are ahead of it; those for which the closure says no are
    /// not counted for the others. The closure must not remove them: that is for afterwards.
    mutating func review(_ look: (inout Entry, _ ahead: Int32) -> Bool) {
        var ahead: Int32 = 0
        for index in entries.indices where entries[index].isWaiting && look(&entries[index], ahead) { ahead += 1 }
    }

    /// The waiting tickets, in order.
    var waiting: [PassID] { entries.lazy.filter(\.isWaiting).map { PassID($0.pass) } }
}
