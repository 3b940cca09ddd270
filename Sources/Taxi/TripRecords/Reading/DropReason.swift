// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a row of a record is no trip of the scenario.
package enum DropReason: Int, CaseIterable, Sendable {
    case unreadable, time, neverShown, shownTwice, backwards, tooLong, number, noZone
    case standing, tooFast, equalRow, together, notOneTaxi, strayDay
    case unknownCode, outside, otherDay

    /// The word of `dropped.csv` and `import.json`.
    package var word: String {
        switch self {
        case .unreadable: "unreadable"
        case .time: "no-time"
        case .neverShown: "never-shown"
        case .shownTwice: "shown-twice"
        case .backwards: "backwards"
        case .tooLong: "too-long"
        case .number: "no-number"
        case .noZone: "no-zone"
        case .standing: "standing"
        case .tooFast: "too-fast"
        case .equalRow: "equal-row"
        case .together: "two-at-once"
        case .notOneTaxi: "not-one-taxi"
        case .strayDay: "stray-day"
        case .unknownCode: "unknown-code"
        case .outside: "outside"
        case .otherDay: "other-day"
        }
    }

    /// What it is, for readers.
    package var sentence: String {
        switch self {
        case .unreadable: "rows with a quote that is not closed, or more or fewer cells than the header"
        case .time: "times that cannot be read"
        case .neverShown: "times that the city's clock never showed: it was put forward over them"
        case .shownTwice: "times in an hour that the city's clock showed twice, which nothing tells apart"
        case .backwards: "rides that end at or before their start"
        case .tooLong: "rides longer than --longest"
        case .number: "lengths, distances or numbers of people that cannot be read or are below 0"
        case .noZone: "rides without a zone or a position"
        case .standing: "rides without any distance"
        case .tooFast: "rides faster than 200 km/h"
        case .equalRow: "rows equal to an earlier one"
        case .together: "rides of a taxi that begin before its ride before has ended"
        case .notOneTaxi: "rides of ids with more rides in an hour than one taxi can have"
        case .strayDay: "rides on days with less than a fiftieth of the rides of a usual day"
        case .unknownCode: "rides with a zone that --unknown names"
        case .outside: "rides that begin or end outside of the map"
        case .otherDay: "rides on days that --days leaves out"
        }
    }

    /// Whether the row is wrong; else it was left out since its user wants so.
    package var isFault: Bool {
        switch self {
        case .unknownCode, .outside, .otherDay: false
        case .unreadable, .time, .neverShown, .shownTwice, .backwards, .tooLong, .number, .noZone, .standing, .tooFast,
            .equalRow, .together, .notOneTaxi, .strayDay:
            true
        }
    }
}

/// The rows that are dropped: of each reason the first in words.
package struct DroppedRows: Sendable {
    /// How many rows of each reason are told in words.
    static let mostTold = 20

    /// A row in words.
    package struct Told: Hashable, Sendable {
        package let row: Int
        package let column: Int
        package let message: String
    }

    /// All of them, in the order in which they were found.
    private(set) var rows: [(row: Int32, reason: DropReason)] = []
    private var counts = [Int](repeating: 0, count: DropReason.allCases.count)
    private var told = [[Told]](repeating: [], count: DropReason.allCases.count)

    /// Drops a row. The message is made only where it is told.
    mutating func drop(_ row: Int32, _ reason: DropReason, column: Int = 1, _ message: @autoclosure () -> String) {
        rows.append((row, reason))
        counts[reason.rawValue] += 1
        guard told[reason.rawValue].count < Self.mostTold else { return }
        told[reason.rawValue].append(Told(row: Int(row), column: column, message: message()))
    }

    /// How many rows a reason has.
    package func count(_ reason: DropReason) -> Int { counts[reason.rawValue] }

    /// The first rows of a reason, in the order of the file.
    package func first(_ reason: DropReason) -> [Told] { told[reason.rawValue].sorted { $0.row < $1.row } }

    /// How many are wrong.
    package var faults: Int { DropReason.allCases.filter(\.isFault).reduce(0) { $0 + count($1) } }

    /// `dropped.csv`.
    var table: String {
        var text = "row,reason\n"
        for (row, reason) in rows.sorted(by: { ($0.row, $0.reason.rawValue) < ($1.row, $1.reason.rawValue) }) {
            text += "\(row),\(reason.word)\n"
        }
        return text
    }
}
