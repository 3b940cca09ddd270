// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Numbers from zone to zone by kind of day and hours, such as calls or weights.
package struct PeriodTable: Hashable, Sendable {
    /// A line of the table.
    package struct Row: Hashable, Sendable {
        /// The kind of day, as its place in `days`.
        package let kind: Int
        /// The hours of the day, from 0 to 24.
        package let hours: Range<Int>
        package let pair: ZonePair
        /// 0 or more.
        package var value: Double
    }

    /// Hours of one kind of day in which the same rows hold.
    package struct Stretch: Hashable, Sendable {
        /// The rows, by their places in `rows`.
        package let rows: [Int]
    }

    package let days: DayKinds
    package private(set) var rows: [Row]
    /// All stretches, kind by kind.
    package let stretches: [Stretch]
    /// The stretch of each hour of each kind of day.
    private let byHour: [[Int]]

    package init(_ days: DayKinds, _ rows: [Row]) {
        self.days = days
        self.rows = rows
        var stretches: [Stretch] = []
        var byHour: [[Int]] = []
        var ofKind = [[Int]](repeating: [], count: days.kinds.count)
        for (index, row) in rows.enumerated() { ofKind[row.kind].append(index) }
        for own in ofKind {
            let borders = Set(own.flatMap { [rows[$0].hours.lowerBound, rows[$0].hours.upperBound] } + [0, 24]).sorted()
            var hours: [Int] = []
            for (from, to) in zip(borders, borders.dropFirst()) {
                for _ in from..<to { hours.append(stretches.count) }
                stretches.append(Stretch(rows: own.filter { rows[$0].hours.contains(from) }))
            }
            byHour.append(hours)
        }
        (self.stretches, self.byHour) = (stretches, byHour)
    }

    /// The stretch that holds at an instant; on a day that no kind means, which no run has, the first one.
    package func stretch(at time: CityTime) -> Int { byHour[days.index(at: time) ?? 0][time.hourOfDay] }

    /// The table with all its numbers multiplied.
    package func scaled(by factor: Double) -> PeriodTable {
        var scaled = self
        for index in rows.indices { scaled.rows[index].value *= factor }
        return scaled
    }

    /// The table with its numbers multiplied by a factor of the kind of day, as its place in `days`, and the hour. A line of several
    /// hours, whose number is of all of them, becomes a line for each hour.
    package func scaled(_ factor: (_ kind: Int, _ hour: Int) -> Double) -> PeriodTable {
        PeriodTable(
            days,
            rows.flatMap { row in
                row.hours.map { hour in
                    Row(
                        kind: row.kind, hours: hour..<hour + 1, pair: row.pair,
                        value: row.value / Double(row.hours.count) * factor(row.kind, hour))
                }
            })
    }
}

/// How a table by period stands in a file: its columns, and what its numbers are.
package struct PeriodTableForm: Sendable {
    /// What the table is, such as `a table of calls`.
    private let table: String
    /// The three columns behind days and hours.
    private let columns: CSVColumns
    /// What a number of it is, such as `a number of calls`, and the largest.
    private let number: String
    private let most: Double

    package init(
        table: String, origin: String, destination: String, number column: String, _ number: String, most: Double
    ) {
        self.table = table
        columns = CSVColumns(table, ["days", "from_hour", "to_hour", origin, destination, column], needed: 6)
        (self.number, self.most) = (number, most)
    }

    /// The format of values: a CSV file, or its lines in a list.
    package func format(name: String, summary: String, file: String, line: String) -> ValueFormat<PeriodTable> {
        .table(
            columns, name: name,
            summary:
                "\(summary) The columns are \(columns.names.joined(separator: ", ")): kinds of days such as `mon-fri`, `sat` or "
                + "a date, of which a date wins over a day of the week, and that over several; and whole hours from 0 to 24. Every "
                + "day of the run is needed.",
            example: file, line: line, read: { read($0, $1) }, lines: { lines($0, $1.zoneKeys) })
    }

    private func read(_ item: Item, _ reading: Reading) -> PeriodTable? {
        let before = reading.errors
        var draft = PeriodDraft(form: self, reading: reading)
        guard columns.read(item, reading, { draft.add($0) }), reading.errors == before else { return nil }
        guard draft.rows.contains(where: { $0.value > 0 }) else {
            reading.fault(item.location, "\(table) has no number above 0")
            return nil
        }
        let days = DayKinds(draft.days.kinds, holidays: reading.holidays)
        reading.mention(MentionedDays(what: reading.key, kinds: days), at: item.location)
        return PeriodTable(days, draft.rows)
    }

    private func lines(_ table: PeriodTable, _ keys: ZoneKeys) -> [String] {
        table.rows.map { row in
            let cells = [
                table.days.kinds[row.kind].text, "\(row.hours.lowerBound)", "\(row.hours.upperBound)",
                CSVText.cell(keys.key(of: row.pair.origin)), CSVText.cell(keys.key(of: row.pair.destination)),
                numberText(row.value),
            ]
            return cells.joined(separator: ",")
        }
    }

    /// The lines of a table that were read so far.
    private struct PeriodDraft {
        let form: PeriodTableForm
        let reading: Reading
        var days = DayGathering()
        var rows: [PeriodTable.Row] = []
        /// Where each hour of each pair stands.
        private var seen: [PeriodCell: InputLocation] = [:]

        init(form: PeriodTableForm, reading: Reading) { (self.form, self.reading) = (form, reading) }

        /// Adds a line, of which cells may be missing with their columns; what is there is checked.
        mutating func add(_ cells: [CSVColumns.Cell?]) {
            let reading = reading
            let kind = cells[0].flatMap { cell in
                days.add(cell.text) { reading.error(cell.location, $0, allowed: $1, meant: $2) }
            }
            let from = reading.hour(cells[1])
            let to = reading.hour(cells[2], in: 1...24)
            let origin = cells[3].flatMap { reading.zone($0.text, at: $0.location) }
            let destination = cells[4].flatMap { reading.zone($0.text, at: $0.location) }
            let value = reading.number(cells[5], form.number, in: 0...form.most)
            guard let from, let to, let first = cells[1]?.location else { return }
            guard from < to else {
                return reading.error(
                    first, "the hours \(from) to \(to) are not in order",
                    allowed: "from_hour before to_hour, with two lines for a night")
            }
            guard let kind, let origin, let destination, let value else { return }
            let pair = ZonePair(origin: origin, destination: destination)
            for hour in from..<to {
                let cell = PeriodCell(kind: kind.index, hour: hour, pair: pair)
                guard let earlier = seen.updateValue(first, forKey: cell) else { continue }
                let place = earlier == first ? "" : ": also in line \(earlier.line)"
                return reading.error(first, "these zones have a number for the hour from \(hour) twice\(place)")
            }
            rows.append(PeriodTable.Row(kind: kind.index, hours: from..<to, pair: pair, value: value))
        }
    }

    private struct PeriodCell: Hashable {
        let kind: Int
        let hour: Int
        let pair: ZonePair

        // One number and not four: a table has a hundred thousand of them. There are a few kinds of days, and at most 24 hours.
        func hash(into hasher: inout Hasher) {
            let time = UInt64(truncatingIfNeeded: 24 * kind + hour)
            let origin = UInt64(UInt32(bitPattern: pair.origin.number))
            let destination = UInt64(UInt32(bitPattern: pair.destination.number))
            hasher.combine((origin << 32 | destination) &+ time &* 0x9E37_79B9_7F4A_7C15)
        }
    }
}
