// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// A table of events: one on each line, with times of the city's clock.
package enum EventTable {
    static let columns = CSVColumns(
        "a table of events", ["uid", "name", "start", "end", "place", "lon", "lat", "occurrence"], needed: 4)

    /// A row, with its line.
    package struct Row {
        package let event: CalendarEvent
        package let line: Int
    }

    /// The table as bytes.
    package static func bytes(_ events: [CalendarEvent]) -> [UInt8] {
        var bytes = Array((columns.names.joined(separator: ",") + "\n").utf8)
        for event in events {
            let cells = [
                cell(event.uid), cell(event.name), event.start.text, event.end.text, cell(event.site),
                event.position.map { numberText($0.longitude) } ?? "",
                event.position.map { numberText($0.latitude) } ?? "",
                event.occurrence?.cellText ?? "",
            ]
            bytes += cells.joined(separator: ",").utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// A text on one line: a row of a table has no line breaks.
    private static func cell(_ text: String) -> String {
        CSVText.cell(text.utf8.contains(UInt8(ascii: "\n")) ? String(text.map { $0 == "\n" ? " " : $0 }) : text)
    }

    /// Reads a table.
    ///
    /// - Throws: all that is wrong with it.
    package static func read(
        _ bytes: [UInt8], of file: String
    ) throws(InputErrors) -> (rows: [Row], doubts: [InputProblem]) {
        var table = ByteTable(bytes, of: file, columns)
        var rows: [Row] = []
        var lines: [String: [UniversalTime?: Int]] = [:]
        guard table.isReadable else { throw InputErrors(problems: table.problems, errorCount: table.errorCount) }
        while table.advance() {
            let (start, end) = (time("start", &table), time("end", &table))
            let uid = table.text("uid")
            if uid.isEmpty { table.note("uid", "uid is empty; allowed: a name that no other event has") }
            for column in ["uid", "name", "place"] {
                if table.text(column).utf8.contains(where: ContentParts.isControl) {
                    table.note(column, "\(column) has a control character; allowed: none but the tab")
                }
            }
            let (longitude, latitude) = (degrees("lon", 180, &table), degrees("lat", 90, &table))
            if table.isFilled("lon") != table.isFilled("lat") {
                table.note(table.isFilled("lon") ? "lon" : "lat", "lon and lat stand alone; allowed: both or none")
            }
            let occurrence = occurrence(&table)
            if let start, let end, end < start {
                table.note("end", "end \(end.text) is before start \(start.text); allowed: the same time or later")
            }
            if let other = lines[uid, default: [:]].updateValue(table.line, forKey: occurrence) {
                table.note(
                    "uid",
                    "uid and occurrence are those of line \(other) too; allowed: an event of its own in each line")
            }
            guard let start, let end else { continue }
            let event = CalendarEvent(
                uid: uid, name: table.text("name"), start: start, end: end, site: table.text("place"),
                position: longitude.flatMap { longitude in
                    latitude.map { GeoPosition(longitude: longitude, latitude: $0) }
                }, occurrence: occurrence)
            rows.append(Row(event: event, line: table.line))
        }
        guard table.errorCount == 0 else { throw InputErrors(problems: table.problems, errorCount: table.errorCount) }
        return (rows, table.doubts)
    }

    private static func degrees(_ column: String, _ most: Double, _ table: inout ByteTable) -> Double? {
        table.isFilled(column) ? table.number(column, -most...most) : nil
    }

    private static func time(_ column: String, _ table: inout ByteTable) -> WallTime? {
        let text = table.text(column)
        if let time = WallTime(text) { return time }
        table.note(
            column,
            "\(column) \"\(text.prefix(40))\" is no date with a time; allowed: such as 2026-03-04 08:30 or 2026-03-04 08:30:00"
        )
        return nil
    }

    private static func occurrence(_ table: inout ByteTable) -> UniversalTime? {
        guard table.isFilled("occurrence") else { return nil }
        let text = table.text("occurrence")
        if text.hasSuffix("Z"), let time = WallTime(String(text.dropLast())) {
            return UniversalTime(seconds: time.seconds)
        }
        table.note(
            "occurrence",
            "occurrence \"\(text.prefix(40))\" is no instant; allowed: universal time such as 2026-03-04 07:30:00Z, or nothing"
        )
        return nil
    }
}

extension UniversalTime {
    fileprivate var cellText: String { WallTime(seconds: seconds).text + "Z" }
}

extension WallTime {
    /// A date with a time, as tables have it: `2026-03-04 08:30:00`, or without seconds.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, " "), (13, ":"), (16, ":")]
        guard bytes.count == 16 || bytes.count == 19,
            marks.allSatisfy({ $0.0 >= bytes.count || bytes[$0.0] == $0.1.asciiValue })
        else { return nil }
        func number(_ range: Range<Int>) -> Int32? { CalendarTime.number(bytes[range]) }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = bytes.count == 16 ? 0 : number(17..<19),
            Self.years.contains(year), let time = CivilTime(year, month, day, hour, minute, second).cityTime
        else { return nil }
        self.init(time)
    }
}
