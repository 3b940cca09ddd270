// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Where the log is while laws are judged, and what was broken so far.
package struct LawWatch: Sendable {
    /// What was broken, in order; the first 1000 are kept.
    package private(set) var violations: [Violation] = []
    /// How much was broken, kept or not.
    package private(set) var count = 0
    /// The instant of the record.
    package private(set) var now: CityTime
    /// Its turn: what happens in one turn of the loop happens at once.
    package private(set) var turn: Int64 = .min
    /// Its number in the log.
    package private(set) var number: Int64 = 0

    /// Begins to watch a run.
    package init(from start: CityTime) { now = start }

    /// Goes on to a record.
    @inline(__always)
    package mutating func goOn<Fact>(to record: borrowing Record<Fact>) {
        (now, number, turn) = (record.time, record.number, record.turn)
    }

    /// Goes on to the end of the run.
    package mutating func end(at end: CityTime) { now = max(now, end) }

    /// Notes a broken law.
    package mutating func report(_ id: String, _ actors: [any Concerned], _ message: String) {
        count += 1
        guard violations.count < 1000 else { return }
        violations.append(
            Violation(id: id, time: now, number: number, actors: actors.map(\.concerned), message: message))
    }
}
