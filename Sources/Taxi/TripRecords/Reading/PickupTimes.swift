// SPDX-License-Identifier: GPL-3.0-or-later

/// The first and last pickups of each day, of all rows with a readable one, whatever else is wrong with them or left out: they tell how far
/// the record goes.
struct PickupTimes {
    private struct Day {
        var rows: Int32 = 0
        /// Seconds since midnight.
        var first = Int32.max
        var last = Int32.min
    }

    /// By day since 1970-01-01, up to the end of 2199.
    private var days = [Day](repeating: Day(), count: 84_100)

    mutating func add(_ wall: Int64) {
        let (day, second) = (Int(wall / 86_400), Int32(wall % 86_400))
        guard days.indices.contains(day), second >= 0 else { return }
        days[day].rows += 1
        days[day].first = min(days[day].first, second)
        days[day].last = max(days[day].last, second)
    }

    /// The first and last clock times that the record covers on days from one to another: whole days where it goes on before or behind them.
    /// Days with so few rows that they are strays do not count.
    func ends(_ first: Int64, _ last: Int64) -> ClosedRange<Int64> {
        let usual = Self.usual(days.lazy.map { Int($0.rows) }.filter { $0 > 0 })
        let recorded = days.indices.filter { days[$0].rows > 0 && Int(days[$0].rows) * Self.stray >= usual }
        let (low, high) = (Int(first), Int(last))
        let begin = (recorded.first ?? low) < low ? 0 : Int64(days[low].first)
        let end = (recorded.last ?? high) > high ? 86_399 : Int64(days[high].last)
        return first * 86_400 + begin...last * 86_400 + end
    }

    /// A day with less than this part of the rows of a usual day is none of the record.
    static let stray = 50

    /// The rows of the day that the middle row is on: stray days are many, and have few rows.
    static func usual(_ counts: some Sequence<Int>) -> Int {
        let sorted = counts.sorted()
        let all = sorted.reduce(0, +)
        var (usual, below) = (0, 0)
        for count in sorted where below * 2 < all {
            usual = count
            below += count
        }
        return usual
    }
}
