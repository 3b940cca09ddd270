// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// A passenger's wish for a ride, from its first call on (glossary "wish").
package struct Wish: Sendable {
    /// The passenger's number.
    package let passenger: Int32
    /// Where and when it is counted: the place and the hour of its first request.
    package let place, hour: Int32
    /// Its first request lies after the warm-up.
    package let isCounted: Bool
    /// When the time to come aboard begins, in nanoseconds: at the first call, or at the agreed time of a reservation.
    package let began: Int64
    /// Its place among the kept ones; below 0 when it is not kept.
    fileprivate var row: Int32 = -1

    package init(passenger: Int32, place: Int32, hour: Int32, isCounted: Bool, began: Int64) {
        (self.passenger, self.place, self.hour, self.isCounted, self.began) = (passenger, place, hour, isCounted, began)
    }

    /// Fills unused places of tables.
    package static let none = Wish(passenger: 0, place: 0, hour: 0, isCounted: false, began: 0)
}

/// Counts wishes by what came of them, by place and hour: aboard in time, aboard too late, or without a ride.
///
/// A request that the service aborted counts as unserved at once; when the passenger calls again in time, the same wish goes
/// on and is counted anew by what comes of it. Memory follows places, hours, and the passengers who may call again.
package struct WishTally: Sendable {
    /// Longest time from the first call to boarding that is in time, in nanoseconds.
    private let limit: Int64
    /// Longest time from an abort to the next call for the same wish, in nanoseconds.
    private let pause: Int64
    /// By place, then by hour.
    private var cells: [[WishCounts]] = []
    /// Wishes whose last request was aborted not long ago, by passenger, and when; the same in order of time, with those that
    /// went on since.
    private var failed = OpenTable(blank: (wish: Wish.none, at: Int64.min))
    private var order: [(passenger: Int32, at: Int64)] = []
    private var first = 0
    /// The first wishes that are counted, in the order of their first calls.
    package private(set) var kept: [KeptCase] = []
    private let mostKept: Int

    /// - Parameters:
    ///   - limit: the longest time to boarding that is in time.
    ///   - pause: the longest time until the next call for the same wish.
    ///   - keeping: how many wishes are kept one by one.
    package init(limit: TimeSpan, pause: TimeSpan, keeping mostKept: Int = 0) {
        (self.limit, self.pause, self.mostKept) = (limit.nanoseconds, pause.nanoseconds, mostKept)
    }

    /// The wish of a request that is stored: the one that the passenger's last request left open, or a new one.
    package mutating func call(_ new: Wish, at now: Int64) -> Wish {
        guard failed.count > 0, let last = failed.close(new.passenger), now - last.at <= pause else { return keep(new) }
        count(last.wish) { $0.unserved -= 1 }
        return last.wish
    }

    /// The service aborted the wish's request.
    package mutating func fail(_ wish: Wish, at now: Int64) {
        end(wish)
        forget(at: now)
        guard pause > 0, wish.passenger > 0 else { return }
        failed.open(wish.passenger, (wish, now))
        order.append((wish.passenger, now))
    }

    /// The wish ended without a ride for good: given up, or nobody was there.
    package mutating func end(_ wish: Wish) {
        count(wish) { $0.unserved += 1 }
        note(.lost, of: wish)
    }

    /// The passenger is aboard.
    package mutating func board(_ wish: Wish, at now: Int64) {
        let isInTime = now - wish.began <= limit
        count(wish) { counts in
            if isInTime { counts.inTime += 1 } else { counts.late += 1 }
        }
        note(.served(after: now - wish.began), of: wish)
    }

    /// The run ended while the wish's request was open. One that has waited too long already is late, whatever would have
    /// come; of a younger one nobody knows.
    package mutating func cut(_ wish: Wish, at end: Int64) {
        let isLate = end - wish.began > limit
        count(wish) { counts in
            if isLate { counts.late += 1 } else { counts.undecided += 1 }
        }
        note(.open, of: wish)
    }

    /// How many passengers may call again.
    var remembered: Int { failed.count }

    /// All wishes.
    package var total: WishCounts { sum(cells.joined()) }
    /// How many hours have wishes.
    package var hourCount: Int { cells.reduce(0) { max($0, $1.count) } }

    package func counts(place: Int) -> WishCounts { place < cells.count ? sum(cells[place]) : WishCounts() }
    package func counts(hour: Int) -> WishCounts { sum(cells.lazy.filter { hour < $0.count }.map { $0[hour] }) }
    package func counts(place: Int, hour: Int) -> WishCounts {
        place < cells.count && hour < cells[place].count ? cells[place][hour] : WishCounts()
    }

    private func sum(_ parts: some Sequence<WishCounts>) -> WishCounts { parts.reduce(into: WishCounts()) { $0 += $1 } }

    @inline(__always)
    private mutating func count(_ wish: Wish, _ change: (inout WishCounts) -> Void) {
        guard wish.isCounted else { return }
        let (place, hour) = (Int(wish.place), Int(wish.hour))
        while cells.count <= place { cells.append([]) }
        while cells[place].count <= hour { cells[place].append(WishCounts()) }
        change(&cells[place][hour])
    }

    private mutating func keep(_ new: Wish) -> Wish {
        guard new.isCounted, kept.count < mostKept else { return new }
        var wish = new
        wish.row = Int32(kept.count)
        kept.append(KeptCase(who: new.passenger, began: new.began))
        return wish
    }

    private mutating func note(_ end: KeptCase.End, of wish: Wish) {
        if wish.row >= 0 { kept[Int(wish.row)].end = end }
    }

    /// Forgets those whose time to call again is over.
    private mutating func forget(at now: Int64) {
        while first < order.count, now - order[first].at > pause {
            let (passenger, at) = order[first]
            // One that failed again since stands behind with its later time.
            if failed.value(of: passenger)?.at == at { failed.close(passenger) }
            first += 1
        }
        guard first > 64, first * 2 > order.count else { return }
        order.removeFirst(first)
        first = 0
    }
}
