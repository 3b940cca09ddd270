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
        ValueFormat<PeriodTable>(
            .choice(
                name: name,
                summary:
                    "\(summary) The columns are \(columns.names.joined(separator: ", ")): kinds of days such as `mon-fri`, `sat` or "
                    + "a date, of which a date wins over a day of the week, and that over several; and whole hours from 0 to 24. Every "
                    + "day of the run is needed."
            ) {
                [
                    .init(
                        key: nil, form: .scalar(ScalarForm("path of a CSV file", ["type": .text("string")])),
                        summary: "a CSV file with these columns", example: file),
                    .init(
                        key: nil,
                        form: .list(of: .scalar(ScalarForm("a line", ["type": .text("string")])), count: 1...1_000_000),
                        summary: "the lines themselves", example: "[\"\(line)\"]"),
                ]
            },
            read: { read($0, $1) }, write: { .list(lines($0, $1.zoneKeys)) })
    }

    private func read(_ item: Item, _ reading: Reading) -> PeriodTable? {
        let before = reading.errors
        var draft = PeriodDraft(form: self, reading: reading)
        if case .list(let items) = item.content {
            for item in items {
                guard case .text(let text, _) = item.content else {
                    reading.fault(item.location, "expected a line of \(table), found \(item.sort)")
                    continue
                }
                let parts = CSVText(text, of: item.location.file).header.map(\.text)
                guard parts.count == columns.names.count else {
                    reading.fault(
                        item.location, "the line has \(parts.count) cells",
                        allowed: columns.names.joined(separator: ","))
                    continue
                }
                draft.add(parts.map { (text: $0, location: item.location) })
            }
        } else {
            guard let path = ValueFormat<String>.table("path").read(item, reading),
                let file = CSVText.read(path, reading)
            else { return nil }
            let order = file.positions(columns, reading)
            for row in file.rows {
                draft.add(
                    order.map { $0.map { (text: row.cells[$0].text, location: file.location(row, row.cells[$0])) } })
            }
            if file.isDamaged { return nil }
        }
        guard reading.errors == before else { return nil }
        guard draft.rows.contains(where: { $0.value > 0 }) else {
            reading.fault(item.location, "\(table) has no number above 0")
            return nil
        }
        let days = DayKinds(draft.days.kinds, holidays: reading.holidays)
        reading.mention(MentionedDays(what: reading.key, kinds: days), at: item.location)
        return PeriodTable(days, draft.rows)
    }

    private func lines(_ table: PeriodTable, _ keys: ZoneKeys) -> [Item] {
        table.rows.map { row in
            let cells = [
                table.days.kinds[row.kind].text, "\(row.hours.lowerBound)", "\(row.hours.upperBound)",
                CSVText.cell(keys.key(of: row.pair.origin)), CSVText.cell(keys.key(of: row.pair.destination)),
                numberText(row.value),
            ]
            return .quoted(cells.joined(separator: ","))
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
        mutating func add(_ cells: [(text: String, location: InputLocation)?]) {
            let reading = reading
            let kind = cells[0].flatMap { cell in
                days.add(cell.text) { reading.error(cell.location, $0, allowed: $1, meant: $2) }
            }
            let from = cells[1].flatMap { hour($0, 0...23) }
            let to = cells[2].flatMap { hour($0, 1...24) }
            let origin = cells[3].flatMap { reading.zone($0.text, at: $0.location) }
            let destination = cells[4].flatMap { reading.zone($0.text, at: $0.location) }
            let value = cells[5].flatMap { cell -> Double? in
                if let value = plainNumber(cell.text), (0...form.most).contains(value) { return value }
                reading.error(
                    cell.location, "`\(cell.text)` is not \(form.number)", allowed: "0 to \(numberText(form.most))")
                return nil
            }
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

        private func hour(_ cell: (text: String, location: InputLocation), _ range: ClosedRange<Int>) -> Int? {
            if let hour = Int(cell.text), range.contains(hour) { return hour }
            reading.error(
                cell.location, "`\(cell.text)` is not an hour", allowed: "\(range.lowerBound) to \(range.upperBound)")
            return nil
        }
    }

    private struct PeriodCell: Hashable {
        let kind: Int
        let hour: Int
        let pair: ZonePair
    }
}
