// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Requests of a trace: a CSV file, or the same lines in a list.
enum TraceTable {
    static let columns = [
        "time", "origin_zone", "destination_zone", "travelers", "duration_s", "distance_m", "pick_up",
    ]
    /// Columns that must be there.
    private static let needed = 4
    /// Columns of a line in a list; those behind may be left out.
    private static let inLine = 6
    static let mostTravelers: Int32 = 60

    static let kind = Kind<[TraceRow]>(
        .choice(
            name: "trace",
            summary:
                "Recorded requests, with the columns \(columns.joined(separator: ", ")). Times are hh:mm:ss after the "
                + "midnight before the start (hours past 24 lead into the next days). The last three columns may be left out or "
                + "empty. Without `duration_s` and `distance_m` the travel model says how long a ride takes; with `pick_up`, "
                + "hh:mm:ss like `time`, the row is a reservation for that time, made at `time`."
        ) {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("path of a CSV file", ["type": .text("string")])),
                    summary: "a CSV file with these columns", example: "trace.csv"),
                .init(
                    key: nil,
                    form: .list(of: .scalar(ScalarForm("a line", ["type": .text("string")])), count: 1...1_000_000),
                    summary: "the lines themselves, the first six columns or all",
                    example: "[\"08:00:00,1,2,1,600,2500\"]"),
            ]
        },
        read: { item, reading in
            if case .list(let items) = item.content { return lines(items, item.place, reading) }
            guard let path = Kind<String>.file("path").read(item, reading), let table = CSVTable.read(path, reading)
            else {
                return nil
            }
            return rows(table, item.place, reading)
        },
        write: { rows, _ in .list(rows.map { .quoted(line($0)) }) })

    private static func rows(_ table: CSVTable, _ place: FilePlace, _ reading: Reading) -> [TraceRow]? {
        let positions = columns[..<needed].compactMap { table.column($0, reading) }
        guard positions.count == needed else { return nil }
        for cell in table.header where !columns.contains(cell.text) {
            let meant = nearestName(to: cell.text, among: columns).map { "; did you mean `\($0)`?" } ?? ""
            reading.warn(
                FilePlace(file: table.file, line: 1, column: cell.column),
                "the column `\(cell.text)` is not known and not used\(meant)")
        }
        let order = columns.map { name in table.header.firstIndex { $0.text == name } }
        var rows: [TraceRow] = []
        var isGood = true
        for (number, cells) in table.rows.enumerated() {
            if let row = row(order.map { $0.map { cells[$0] } }, table, number, reading) {
                rows.append(row)
            } else {
                isGood = false
            }
        }
        if rows.isEmpty, isGood { reading.fault(place, "the trace has no rows") }
        return isGood && !rows.isEmpty ? sorted(rows) : nil
    }

    private static func lines(_ items: [Item], _ place: FilePlace, _ reading: Reading) -> [TraceRow]? {
        var rows: [TraceRow] = []
        for item in items {
            guard case .text(let text, _) = item.content else {
                reading.fault(item.place, "\(item.sort) stands where a line of the trace is expected")
                continue
            }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard (inLine...columns.count).contains(parts.count) else {
                reading.fault(
                    item.place, "the line has \(parts.count) cells",
                    allowed: columns[..<inLine].joined(separator: ",") + ", and perhaps \(columns[inLine...].joined())")
                continue
            }
            // Each line is a table of one row at the place of the list item.
            let cells = columns.indices.map { index in
                index < parts.count ? CSVTable.Cell(text: String(parts[index]), column: item.place.column) : nil
            }
            let table = CSVTable(file: item.place.file, header: [], rows: [])
            if let row = row(cells, table, item.place.line - 2, reading) { rows.append(row) }
        }
        if items.isEmpty { reading.fault(place, "the trace has no rows") }
        return rows.count == items.count && !rows.isEmpty ? sorted(rows) : nil
    }

    private static func row(_ cells: [CSVTable.Cell?], _ table: CSVTable, _ number: Int, _ reading: Reading)
        -> TraceRow?
    {
        guard let time = cells[0], let origin = cells[1], let destination = cells[2], let travelers = cells[3] else {
            return nil
        }
        let clock = ClockText.nanoseconds(time.text)
        if clock == nil {
            reading.error(table.place(row: number, time), "`\(time.text)` is not a clock time", allowed: "hh:mm:ss")
        }
        let from = origin.zone(table, number, reading)
        let to = destination.zone(table, number, reading)
        let count = Int32(travelers.text).flatMap { (1...mostTravelers).contains($0) ? $0 : nil }
        if count == nil {
            reading.error(
                table.place(row: number, travelers), "`\(travelers.text)` is not a number of travelers",
                allowed: "1 to \(mostTravelers)")
        }
        func amount(_ cell: CSVTable.Cell?, _ most: Double, _ unit: String) -> Double?? {
            guard let cell, !cell.text.isEmpty else { return .some(nil) }
            if let value = plainNumber(cell.text), value >= 0, value <= most { return value }
            reading.error(
                table.place(row: number, cell), "`\(cell.text)` is out of range or not a number",
                allowed: "0 to \(numberText(most)) (\(unit)), or nothing")
            return nil
        }
        let duration = amount(cells[4], 86_400, "seconds")
        let distance = amount(cells[5], 1_000_000, "metres")
        let pickUp = pickUp(cells[6], table, number, reading)
        guard let clock, let from, let to, let count, let duration, let distance, let pickUp else { return nil }
        let row = TraceRow(
            time: TimeSpan(nanoseconds: clock), origin: from, destination: to, travelers: count,
            duration: duration.map { .seconds($0) }, distance: distance.map { .metres($0) }, pickUp: pickUp)
        if pickUp != nil, let cell = cells[6] { reading.mention(reservation: row, at: table.place(row: number, cell)) }
        return row
    }

    /// The agreed time of a reservation; an outer nil when the cell is wrong, an inner one when it is empty.
    private static func pickUp(
        _ cell: CSVTable.Cell?, _ table: CSVTable, _ number: Int, _ reading: Reading
    ) -> TimeSpan?? {
        guard let cell, !cell.text.isEmpty else { return .some(nil) }
        if let clock = ClockText.nanoseconds(cell.text) { return TimeSpan(nanoseconds: clock) }
        reading.error(
            table.place(row: number, cell), "`\(cell.text)` is not a clock time", allowed: "hh:mm:ss, or nothing")
        return nil
    }

    /// By time; rows of equal time keep their order.
    private static func sorted(_ rows: [TraceRow]) -> [TraceRow] {
        rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private static func line(_ row: TraceRow) -> String {
        let duration = row.duration.map { numberText($0.inSeconds) } ?? ""
        let distance = row.distance.map { numberText($0.inMetres) } ?? ""
        let line = "\(clock(row.time)),\(row.origin),\(row.destination),\(row.travelers),\(duration),\(distance)"
        return row.pickUp.map { "\(line),\(clock($0))" } ?? line
    }

    private static func clock(_ time: TimeSpan) -> String {
        let text = ClockText.text(nanoseconds: time.nanoseconds)
        return text.utf8.count == 5 ? text + ":00" : text
    }
}
