// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// A passenger's wish for a ride, from its first call on (glossary "wish"), or from asking for a taxi on the street on.
package struct Wish: Sendable {
    /// The numbers of the passenger and of the first request, which is the wish's own; on the street a number of no request.
    package let passenger, number: Int32
    /// Where and when it is counted: the place of its first request, and the hour in which it began.
    package let place, hour: Int32
    /// It began after the warm-up and before the end, and is of the part that is counted.
    package let isCounted: Bool
    /// When the time to come aboard begins, in nanoseconds: at the first call, or at the agreed time of a reservation.
    package let began: Int64

    package init(passenger: Int32, number: Int32, place: Int32, hour: Int32, isCounted: Bool, began: Int64) {
        (self.passenger, self.number, self.place, self.hour) = (passenger, number, place, hour)
        (self.isCounted, self.began) = (isCounted, began)
    }

    /// Fills unused places of tables.
    package static let none = Wish(passenger: 0, number: 0, place: 0, hour: 0, isCounted: false, began: 0)
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
    private var failed = OpenTable(
        blank: (wish: Wish.none, reason: TaxiLoss.noDriver, at: Int64.min, calls: false))
    private var order: [(passenger: Int32, at: Int64)] = []
    private var first = 0
    /// The same wishes as demands, where somebody asks for these. One that may go on is open there.
    private var book: CaseBook?

    /// - Parameters:
    ///   - limit: the longest time to boarding that is in time.
    ///   - pause: the longest time until the next call for the same wish.
    ///   - book: follows the wishes as demands too.
    package init(limit: TimeSpan, pause: TimeSpan, book: CaseBook? = nil) {
        (self.limit, self.pause, self.book) = (limit.nanoseconds, pause.nanoseconds, book)
    }

    /// The wish of a request that is stored: the one that the passenger's last request left open, or a new one.
    ///
    /// - Parameter demand: the same as a demand; asked for when it is a new wish and somebody counts demands.
    package mutating func call(_ new: Wish, at now: Int64, demand: @autoclosure () -> Demand) -> Wish {
        if failed.count > 0, let last = failed.close(new.passenger) {
            if last.calls || now - last.at <= pause {
                count(last.wish) { $0.unserved -= 1 }
                return last.wish
            }
            book?.lose(last.wish.number, last.reason.rawValue)
        }
        book?.ask(new.number, demand(), at: CityTime(nanoseconds: new.began))
        return new
    }

    /// The service aborted the wish's request, or somebody stood on the street in vain.
    ///
    /// - Parameters:
    ///   - wish: of whom.
    ///   - reason: why.
    ///   - now: when, in nanoseconds.
    ///   - calls: whether the passenger is known to call now, which is one for the same wish whenever it comes.
    package mutating func fail(_ wish: Wish, _ reason: TaxiLoss, at now: Int64, calls: Bool = false) {
        count(wish) { $0.unserved += 1 }
        forget(at: now)
        guard pause > 0 || calls, wish.passenger > 0 else {
            book?.lose(wish.number, reason.rawValue)
            return
        }
        enter(wish, .search, at: now)
        failed.open(wish.passenger, (wish, reason, now, calls))
        if !calls { order.append((wish.passenger, now)) }
    }

    /// The wish ended without a ride for good: given up, or nobody was there.
    package mutating func end(_ wish: Wish, _ reason: TaxiLoss) {
        count(wish) { $0.unserved += 1 }
        book?.lose(wish.number, reason.rawValue)
    }

    /// Another phase of the wait begins.
    package mutating func enter(_ wish: Wish, _ phase: TaxiPhase, at now: Int64) {
        book?.enter(wish.number, phase: phase.rawValue, at: CityTime(nanoseconds: now))
    }

    /// The passenger is aboard.
    package mutating func board(_ wish: Wish, at now: Int64) {
        let isInTime = now - wish.began <= limit
        count(wish) { counts in
            if isInTime { counts.inTime += 1 } else { counts.late += 1 }
        }
        book?.serve(wish.number, at: CityTime(nanoseconds: now))
    }

    /// The run ended while the wish's request was open. One that has waited too long already is late, whatever would have
    /// come; of a younger one nobody knows.
    package mutating func cut(_ wish: Wish, at end: Int64) {
        let isLate = end - wish.began > limit
        count(wish) { counts in
            if isLate { counts.late += 1 } else { counts.undecided += 1 }
        }
    }

    /// The run is over: what became of the wishes as demands; nil where nobody asked for these. Nobody calls again now.
    package mutating func finish(at end: CityTime) -> CaseResult? {
        for number in failed.openNumbers {
            if let last = failed.value(of: number) { book?.lose(last.wish.number, last.reason.rawValue) }
        }
        return book?.finish(at: end)
    }

    /// How many passengers may call again.
    var remembered: Int { failed.count }

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

    /// Forgets those whose time to call again is over.
    private mutating func forget(at now: Int64) {
        while first < order.count, now - order[first].at > pause {
            let (passenger, at) = order[first]
            // One that failed again since stands behind with its later time.
            if let last = failed.value(of: passenger), last.at == at {
                failed.close(passenger)
                book?.lose(last.wish.number, last.reason.rawValue)
            }
            first += 1
        }
        guard first > 64, first * 2 > order.count else { return }
        order.removeFirst(first)
        first = 0
    }
}
