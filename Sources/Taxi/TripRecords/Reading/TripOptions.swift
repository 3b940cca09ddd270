// SPDX-License-Identifier: GPL-3.0-or-later

/// What an import is told beside the file.
package struct TripOptions: Sendable {
    package let columns: TripColumns
    /// The city's time zone, by its name in the IANA database.
    package let zone: String
    /// The units of distances, in metres.
    package static let units: [(name: String, metres: Double)] = [("m", 1), ("km", 1000), ("miles", 1609.344)]

    /// Metres of the unit that distances are in.
    package var metresOfUnit = 1.0
    /// Codes that stand for no zone.
    package var unknown: [String] = []
    /// Whether rides outside of the map are left out; else they are refused.
    package var clips = false
    /// The days that are wanted.
    package var days = DayChoice.all
    /// The share of rows that may be wrong.
    package var dropLimit = 0.1
    /// The longest ride, in seconds.
    package var longest: Int32 = 10_800
    /// A vacant taxi that gives no sign for so long has a pause, in seconds; nil for the usual one.
    package var pause: Int32?
    /// The share of their time in which taxis have a passenger, where the record has no taxis.
    package var occupied = 0.5
    /// Days that are of another kind, by day since 1970-01-01.
    package var holidays: [Int64: TripDayKind] = [:]
    /// Which number of dates such as 03/11/2025 is the month; nil where the record must tell it.
    package var dates: DateOrder?
    /// The property of the map with the zones' numbers.
    package var number = "zone_id"
    /// The property with their names.
    package var name = "name"

    package init(columns: TripColumns, zone: String) {
        self.columns = columns
        self.zone = zone
    }

    /// The pause in force, in seconds: ten minutes without a sign; where the record has no signs between rides an hour between them, since
    /// a search takes longer than ten minutes often.
    var pauseSeconds: Int32 { pause ?? (columns.has(.silence) ? 600 : 3600) }
}
