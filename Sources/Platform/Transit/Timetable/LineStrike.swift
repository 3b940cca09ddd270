// SPDX-License-Identifier: GPL-3.0-or-later

/// A time in which lines do not run: no trip that would begin in it does, and nobody is in a vehicle that is under way then
/// (D-27, issue 33, decision 11).
package struct LineStrike: Hashable, Sendable {
    /// For each line whether it is struck.
    let lines: [Bool]
    /// Seconds from the midnight of the day that is asked about: from the first until before the last.
    let seconds: Range<Int32>

    package init(lines: [Bool], seconds: Range<Int32>) {
        (self.lines, self.seconds) = (lines, seconds)
    }

    /// What is left of some calls of a trip: those between which one may be in the vehicle.
    func left(of calls: Range<Int>, arrivals: (Int) -> Int32, departures: (Int) -> Int32) -> [Range<Int>] {
        guard let start = calls.first, !seconds.contains(departures(0)) else { return [] }
        // Up to the last call before the strike, and from the first one behind it.
        let before = calls.prefix { arrivals($0) <= seconds.lowerBound || $0 == start }
        let behind = calls.drop { departures($0) < seconds.upperBound }
        if behind.count == calls.count { return [calls] }
        return [before, behind].filter { $0.count > 1 }
    }
}
