// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Which slots are booked, and whether a place is left (DEC-STORE-2H).
///
/// By overlap count, not by place: which place a booking has may be exchanged until entry, so it is refused only when some
/// instant would lie in more holding times than there are places.
struct SlotBook: Sendable {
    /// How many valid bookings hold a place from a slot on, by time.
    private var held: [(slot: CityTime, count: Int32)] = []

    private func index(of slot: CityTime) -> Int {
        var (low, high) = (0, held.count)
        while low < high {
            let middle = (low + high) / 2
            if held[middle].slot < slot { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Valid bookings that were first made for this slot.
    func count(at slot: CityTime) -> Int32 {
        let index = index(of: slot)
        return index < held.count && held[index].slot == slot ? held[index].count : 0
    }

    mutating func add(_ slot: CityTime, forgettingBefore old: CityTime) {
        let stale = index(of: old)
        if stale > 16 { held.removeFirst(stale) }
        let index = index(of: slot)
        if index < held.count, held[index].slot == slot {
            held[index].count += 1
        } else {
            held.insert((slot, 1), at: index)
        }
    }

    mutating func remove(_ slot: CityTime) {
        let index = index(of: slot)
        guard index < held.count, held[index].slot == slot else { return }
        held[index].count -= 1
        if held[index].count == 0 { held.remove(at: index) }
    }

    /// The most places held at any instant of the holding time that begins at this slot.
    func mostHeld(from slot: CityTime, holding: TimeSpan) -> Int32 {
        // A holding time covers an instant when it began later than `holding` before it. The most are held at a beginning.
        var first = index(of: slot - holding + TimeSpan(nanoseconds: 1))
        var next = first
        var (sum, most): (Int32, Int32) = (0, 0)
        var instant = slot
        while true {
            while next < held.count, held[next].slot <= instant {
                sum += held[next].count
                next += 1
            }
            while first < next, held[first].slot <= instant - holding {
                sum -= held[first].count
                first += 1
            }
            most = max(most, sum)
            guard next < held.count, held[next].slot < slot + holding else { return most }
            instant = held[next].slot
        }
    }

    /// How many more bookings a slot takes: its size and the places both count.
    func free(at slot: CityTime, size: Int32, places: Int32, holding: TimeSpan) -> Int32 {
        max(0, min(size - count(at: slot), places - mostHeld(from: slot, holding: holding)))
    }
}
