// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A whole number that changes in steps, with its smallest value and its integral over a span of time.
///
/// The smallest value is exact: the level between any two instants counts, however short, so that "at every sample" holds
/// for any sampling. A level that changes and changes back within one instant was never seen by anybody.
package struct LevelRange {
    package private(set) var level: Int64 = 0
    package private(set) var smallest: Int64?
    /// Level times nanoseconds in the span.
    package private(set) var total: Int64 = 0
    private var since: Int64
    private let from: Int64
    private let to: Int64
    private let window: ClockWindow?

    /// A level of 0 from the start of time on, judged from `from` to `to`, or in a window of every day between them.
    package init(from: CityTime, to: CityTime, within window: ClockWindow? = nil) {
        self.window = window
        self.from = from.nanoseconds
        self.to = to.nanoseconds
        since = .min
    }

    package mutating func change(by amount: Int64, at now: CityTime) {
        advance(to: now)
        level += amount
    }

    package mutating func advance(to now: CityTime) {
        let (start, end) = (max(since, from), min(now.nanoseconds, to))
        let length = window?.length(from: start, to: end) ?? (end - start)
        if length > 0 {
            smallest = min(smallest ?? level, level)
            total += level * length
        }
        since = max(since, now.nanoseconds)
    }
}
