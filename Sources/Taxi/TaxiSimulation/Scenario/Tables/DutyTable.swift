// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

/// How many taxis are on duty, as a CSV file.
struct DutyTable: Sendable {
    var table = ""

    static let section = Section(
        "`on-duty`",
        "A CSV file with the columns \(columns.names.joined(separator: ", ")): the taxis on duty in each hour from 0 to 23 of each kind "
            + "of day.",
        blank: DutyTable(), [Field("table", \.table, .table("path of a CSV file"), isRequired: true, "The file.")])

    private static let columns = CSVColumns("a table of taxis on duty", ["days", "hour", "taxis"], needed: 3)
    static let most = 1_000_000.0

    func profile(_ reading: Reading, _ location: InputLocation) -> DayProfile? {
        guard let file = CSVText.read(table, reading) else { return nil }
        let before = reading.errors
        let order = file.positions(Self.columns, reading)
        var days = DayGathering()
        var taxis: [[Double?]] = []
        for row in file.rows {
            let cells = order.map { $0.map { (text: row.cells[$0].text, location: file.location(row, row.cells[$0])) } }
            let kind = cells[0].flatMap { cell in
                days.add(cell.text) { reading.error(cell.location, $0, allowed: $1, meant: $2) }
            }
            if kind?.isNew == true { taxis.append([Double?](repeating: nil, count: 24)) }
            let hour = cells[1].flatMap { cell -> Int? in
                if let hour = Int(cell.text), (0..<24).contains(hour) { return hour }
                reading.error(cell.location, "`\(cell.text)` is not an hour", allowed: "0 to 23")
                return nil
            }
            let count = cells[2].flatMap { cell -> Double? in
                if let count = plainNumber(cell.text), (0...Self.most).contains(count) { return count }
                reading.error(
                    cell.location, "`\(cell.text)` is not a number of taxis", allowed: "0 to \(numberText(Self.most))")
                return nil
            }
            guard let kind, let hour, let count, let cell = cells[1] else { continue }
            if taxis[kind.index][hour] != nil {
                reading.error(cell.location, "the hour \(hour) of \(days.kinds[kind.index].text) appears twice")
            }
            taxis[kind.index][hour] = count
        }
        guard !file.isDamaged, reading.errors == before else { return nil }
        for (kind, hours) in zip(days.kinds, taxis) {
            guard let missing = hours.firstIndex(where: { $0 == nil }) else { continue }
            reading.fault(
                location, "`\(table)` has no row for the hour \(missing) of \(kind.text)",
                allowed: "a row for each hour from 0 to 23 of each kind of day")
        }
        if taxis.isEmpty { reading.fault(location, "`\(table)` has no rows") }
        guard reading.errors == before else { return nil }
        let kinds = DayKinds(days.kinds, holidays: reading.holidays)
        reading.mention(MentionedDays(what: reading.key, kinds: kinds), at: location)
        return DayProfile(kinds, taxis.map { $0.compactMap(\.self) })
    }
}

extension ValueFormat where Value == DayProfile {
    /// Taxis on duty: one number for all times, 24 for the hours, 144 for tens of minutes, by day, or a table.
    static let onDuty: ValueFormat = {
        let number = ValueFormat<Double>.quantity(
            .measured("number", "a number of taxis", "40", [], needsUnit: false, 0...DutyTable.most))
        let byDay = ValueFormat.byDay(
            .counts(number, [24, 144], of: "numbers"), name: "on-duty",
            summary: "How many taxis are on duty; rounded to whole ones.",
            example: "{mon-fri: [20, 15, ...], sat-sun: 25}",
            forms: {
                [
                    .init(key: nil, form: number.form, summary: "the same at all times", example: "40"),
                    .init(
                        key: nil, form: .list(of: number.form, count: 24...24),
                        summary: "24 numbers for the hours, from midnight on", example: "[20, 15, ...]"),
                    .init(
                        key: nil, form: .list(of: number.form, count: 144...144),
                        summary: "144 numbers for tens of minutes, from midnight on", example: "[20, 20, 18, ...]"),
                    .init(
                        key: nil, form: .section(DutyTable.section.form), summary: DutyTable.section.summary,
                        example: "{table: on-duty.csv}"),
                ]
            })
        return ValueFormat(
            byDay.form,
            read: { item, reading in
                guard case .mapping(let entries) = item.content, !DayText.areMeant(by: entries.map(\.key)) else {
                    return byDay.read(item, reading)
                }
                return DutyTable.section.read(item, reading)?.profile(reading, item.location)
            },
            write: { byDay.write($0, $1) })
    }()
}
