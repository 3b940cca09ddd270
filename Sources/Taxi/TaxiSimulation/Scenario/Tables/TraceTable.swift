// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// Where the rows of a trace stand, in the order in which they call.
struct TraceLocations: Sendable {
    let rows: [InputLocation]
}

/// Requests of a trace: a CSV file, or the same lines in a list.
enum TraceTable {
    static let columns = CSVColumns(
        "a trace",
        ["time", "origin_zone", "destination_zone", "travelers", "duration_s", "distance_m", "pick_up"], needed: 4)
    private static let names = columns.names
    /// Columns of a line in a list; those behind may be left out.
    private static let inLine = 6
    static let mostTravelers: Int32 = 60

    static let format = ValueFormat<[TraceRow]>(
        .choice(
            name: "trace",
            summary:
                "Recorded requests, with the columns \(names.joined(separator: ", ")). Times are hh:mm:ss after the "
                + "midnight before the start (hours from 24 on mean the following days), or dates with a time such as "
                + "`2026-03-04 08:15:00`. The last three columns may be left out or "
                + "empty. Without `duration_s` and `distance_m` the travel model says how long a ride takes; with `pick_up`, "
                + "a time like `time`, the row is a reservation for that time, made at `time`. A ride lasts "
                + "\(numberText(PlausibleDrive.shortestSeconds)) s at least and averages at most "
                + "\(numberText(PlausibleDrive.fastest)) km/h."
        ) {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("path of a CSV file", ["type": .text("string")])),
                    summary: "a CSV file with these columns", example: "trace.csv"),
                .init(
                    key: nil,
                    form: .list(of: .scalar(ScalarForm("a line", ["type": .text("string")])), count: 1...1_000_000),
                    summary: "the lines themselves, with the first six columns or all",
                    example: "[\"08:00:00,1,2,1,600,2500\"]"),
            ]
        },
        read: { item, reading in
            if case .list(let items) = item.content { return lines(items, item.location, reading) }
            guard let path = ValueFormat<String>.table("path").read(item, reading),
                let table = CSVText.read(path, reading)
            else {
                return nil
            }
            return rows(table, item.location, reading)
        },
        write: { rows, writing in .list(rows.map { .quoted(line($0, writing)) }) })

    /// Lines that stand in a record twice, as repeated and voided records do. Equal in all cells, so that the numbers of trips, where
    /// a record has them, tell two trips of one minute apart.
    private struct SeenLines {
        private var lines: Set<[String]> = []
        private var count = 0
        private var first: InputLocation?

        mutating func add(_ cells: [String], at location: InputLocation) {
            guard !lines.insert(cells).inserted else { return }
            count += 1
            if first == nil { first = location }
        }

        func warn(_ reading: Reading) {
            guard let first else { return }
            reading.warn(
                first,
                count == 1
                    ? "this row of the trace is equal to an earlier one; both call"
                    : "\(count) rows of the trace are equal to earlier ones, the first of them here; each of them calls"
            )
        }
    }

    private struct Cell {
        let text: String
        let location: InputLocation
    }

    private static func rows(_ table: CSVText, _ location: InputLocation, _ reading: Reading) -> [TraceRow]? {
        let before = reading.errors
        let order = table.positions(columns, reading)
        var rows: [TraceRow] = []
        var places: [InputLocation] = []
        var seen = SeenLines()
        for row in table.rows {
            seen.add(row.cells.map(\.text), at: InputLocation(file: table.file, line: row.line))
            let cells = order.map {
                $0.map { Cell(text: row.cells[$0].text, location: table.location(row, row.cells[$0])) }
            }
            if let found = self.row(cells, reading) {
                rows.append(found)
                places.append(InputLocation(file: table.file, line: row.line))
            }
        }
        seen.warn(reading)
        let isGood = reading.errors == before && !table.isDamaged
        if rows.isEmpty, isGood { reading.fault(location, "the trace has no rows") }
        return isGood && !rows.isEmpty ? sorted(rows, places, location, reading) : nil
    }

    private static func lines(_ items: [Item], _ location: InputLocation, _ reading: Reading) -> [TraceRow]? {
        var rows: [TraceRow] = []
        var places: [InputLocation] = []
        var seen = SeenLines()
        for item in items {
            guard case .text(let text, _) = item.content else {
                reading.fault(item.location, "expected a line of the trace, found \(item.sort)")
                continue
            }
            // The name of a zone may have a comma, and is in quotes then, as in a file.
            let parts =
                text.contains("\"")
                ? CSVText(text, of: item.location.file).header.map(\.text)
                : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard (inLine...names.count).contains(parts.count) else {
                reading.fault(
                    item.location, "the line has \(parts.count) cells",
                    allowed: names[..<inLine].joined(separator: ",") + ", and optionally \(names[inLine...].joined())")
                continue
            }
            seen.add([text], at: item.location)
            let cells = names.indices.map { index in
                index < parts.count ? Cell(text: parts[index], location: item.location) : nil
            }
            if let row = row(cells, reading) {
                rows.append(row)
                places.append(item.location)
            }
        }
        seen.warn(reading)
        if items.isEmpty { reading.fault(location, "the trace has no rows") }
        return rows.count == items.count && !rows.isEmpty ? sorted(rows, places, location, reading) : nil
    }

    /// The request of a line, of whose columns some may not be there; every cell that is there is checked.
    private static func row(_ cells: [Cell?], _ reading: Reading) -> TraceRow? {
        func refuse(_ cell: Cell, _ what: String, _ allowed: String) {
            reading.error(cell.location, "`\(cell.text)` is \(what)", allowed: allowed)
        }
        let clock = cells[0].flatMap { cell -> TimeSpan? in
            if let time = time(cell.text, reading) { return time }
            refuse(cell, "not a clock time", times)
            return nil
        }
        let from = cells[1].flatMap { reading.zone($0.text, at: $0.location) }
        let to = cells[2].flatMap { reading.zone($0.text, at: $0.location) }
        let count = cells[3].flatMap { cell -> Int32? in
            if let count = Int32(cell.text), (1...mostTravelers).contains(count) { return count }
            refuse(cell, "not a number of travelers", "1 to \(mostTravelers)")
            return nil
        }
        func amount(_ cell: Cell?, _ range: ClosedRange<Double>, _ unit: String) -> Double?? {
            guard let cell, !cell.text.isEmpty else { return .some(nil) }
            if let value = plainNumber(cell.text), range.contains(value) { return value }
            let limits = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
            refuse(cell, "out of range or not a number", "\(limits) (\(unit)), or nothing")
            return nil
        }
        let duration = amount(cells[4], PlausibleDrive.shortestSeconds...86_400, "seconds")
        // Meters write 0 for a distance that they did not record.
        let distance = amount(cells[5], 0...1_000_000, "metres").map { $0 == 0 ? nil : $0 }
        let pickUp = pickUp(cells[6], reading)
        if let cell = cells[4], let seconds = duration.flatMap({ $0 }), let metres = distance.flatMap({ $0 }),
            let fault = PlausibleDrive.fault(metres: metres, seconds: seconds)
        {
            reading.error(cell.location, fault)
            return nil
        }
        guard let clock, let from, let to, let count, let duration, let distance, let pickUp else { return nil }
        let row = TraceRow(
            time: clock, origin: from, destination: to, travelers: count,
            duration: duration.map { .seconds($0) }, distance: distance.map { .metres($0) }, pickUp: pickUp)
        if pickUp != nil, let cell = cells[6] { reading.mention(row, at: cell.location) }
        return row
    }

    /// The agreed time of a reservation; an outer nil when the cell is wrong, an inner one when it is empty.
    private static func pickUp(_ cell: Cell?, _ reading: Reading) -> TimeSpan?? {
        guard let cell, !cell.text.isEmpty else { return .some(nil) }
        if let time = time(cell.text, reading) { return time }
        reading.error(cell.location, "`\(cell.text)` is not a clock time", allowed: "\(times), or nothing")
        return nil
    }

    private static let times = "hh:mm:ss or yyyy-mm-dd hh:mm:ss"

    /// The time after the midnight before the start that a clock time, or a date with one, names. A date is a whole one: without a
    /// clock time it would silently mean midnight.
    private static func time(_ text: String, _ reading: Reading) -> TimeSpan? {
        if let clock = ClockText.nanoseconds(text) { return TimeSpan(nanoseconds: clock) }
        return text.contains(" ") ? ClockText.instant(text).map { $0 - reading.midnight } : nil
    }

    /// By time; rows of equal time keep their order. Where they stand is remembered for the checks against the map.
    private static func sorted(
        _ rows: [TraceRow], _ places: [InputLocation], _ location: InputLocation, _ reading: Reading
    ) -> [TraceRow] {
        let order = rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }
        reading.mention(TraceLocations(rows: order.map { places[$0] }), at: location)
        return order.map { rows[$0] }
    }

    private static func line(_ row: TraceRow, _ writing: Writing) -> String {
        let keys = writing.zoneKeys
        let duration = row.duration.map { numberText($0.inSeconds) } ?? ""
        let distance = row.distance.map { numberText($0.inMetres) } ?? ""
        let (origin, destination) = (
            CSVText.cell(keys.key(of: row.origin)), CSVText.cell(keys.key(of: row.destination))
        )
        let line = "\(clock(row.time, writing)),\(origin),\(destination),\(row.travelers),\(duration),\(distance)"
        return row.pickUp.map { "\(line),\(clock($0, writing))" } ?? line
    }

    /// As a clock time; as a date where a clock time cannot say it.
    private static func clock(_ time: TimeSpan, _ writing: Writing) -> String {
        if time < .zero || time >= .hours(1000) {
            let instant = writing.midnight + time
            return "\(instant.date) \(clock(instant.sinceMidnight, writing))"
        }
        let text = ClockText.text(nanoseconds: time.nanoseconds)
        return text.utf8.count == 5 ? text + ":00" : text
    }
}
