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
        let before = reading.errors
        var draft = HourTableDraft<Double>(reading: reading)
        let isRead = Self.columns.read(file: table, reading) { cells in
            draft.add(cells) { reading.number(cells[2], "a number of taxis", in: 0...Self.most) }
        }
        guard isRead, reading.errors == before, let whole = draft.whole("`\(table)`", at: location) else { return nil }
        return DayProfile(whole.days, whole.hours)
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
