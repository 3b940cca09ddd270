// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension ValueFormat where Value == DayProfile {
    /// The values of a day, the same every day or by kind of day. `day` reads those of one day, in these forms.
    package static func byDay(
        _ day: ValueFormat<[Double]>, name: String, summary: String, example: String,
        forms: @escaping @Sendable () -> [Form.Alternative]
    ) -> ValueFormat {
        let ofDay = Form.choice(name: "\(name)-of-a-day", summary: "One kind of day of \(name).", forms)
        return ValueFormat(
            .choice(name: name, summary: summary) {
                forms() + [
                    .init(
                        key: nil, form: .map(key: DayText.key, value: ofDay),
                        summary:
                            "by day: a date wins over a day of the week, and that over several; every day of the run is needed",
                        example: example)
                ]
            },
            read: { item, reading in
                guard case .mapping(let entries) = item.content, DayText.areMeant(by: entries.map(\.key)) else {
                    return day.read(item, reading).map { DayProfile($0) }
                }
                return byDay(entries, day, item.location, reading)
            },
            write: { profile, writing in
                guard let kinds = profile.kinds else { return day.write(profile.rows[0], writing) }
                return .mapping(zip(kinds.kinds, profile.rows).map { ($0.text, day.write($1, writing)) })
            })
    }

    private static func byDay(
        _ entries: [Item.Entry], _ day: ValueFormat<[Double]>, _ location: InputLocation, _ reading: Reading
    ) -> DayProfile? {
        let key = reading.key
        var gathering = DayGathering()
        var rows: [[Double]] = []
        var isGood = true
        for entry in entries {
            let found = gathering.add(entry.key) { reading.fault(entry.location, $0, allowed: $1, meant: $2) }
            let values = reading.within(entry.key, entry.location) { day.checked(entry.value, reading) }
            if let found, let values, found.isNew { rows.append(values) } else { isGood = false }
        }
        guard isGood else { return nil }
        let kinds = DayKinds(gathering.kinds, holidays: reading.holidays)
        reading.mention(MentionedDays(what: key, kinds: kinds), at: location)
        return DayProfile(kinds, rows)
    }
}

extension ValueFormat where Value == Holidays {
    /// Dates that are like another day of the week.
    package static let holidays = ValueFormat(
        .map(
            key: ScalarForm("a date such as `2026-12-25`", ["pattern": .text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]),
            value: .scalar(
                ScalarForm("a day of the week, `mon` to `sun`", ["enum": .list(DayKind.names.map { .text($0) })]))),
        read: { item, reading in
            guard case .mapping(let entries) = item.content else {
                reading.fault(item.location, "expected dates, found \(item.sort)", allowed: "such as {2026-12-25: sun}")
                return nil
            }
            var holidays = Holidays()
            var isGood = true
            for entry in entries {
                let date = DayText.date(entry.key)
                if date == nil {
                    reading.fault(
                        entry.location, "`\(entry.key)` is not a date", allowed: "yyyy-mm-dd from 1971 to 2199")
                }
                var weekday: Int?
                if case .text(let text, _) = entry.value.content {
                    weekday = DayKind.names.firstIndex(of: text)
                    if weekday == nil {
                        reading.fault(
                            entry.value.location, "`\(text)` is not a day of the week",
                            allowed: DayKind.names.joined(separator: ", "),
                            meant: nearestName(to: text, among: DayKind.names))
                    }
                } else {
                    reading.fault(
                        entry.value.location, "expected a day of the week, found \(entry.value.sort)",
                        allowed: DayKind.names.joined(separator: ", "))
                }
                if let date, let weekday { holidays.weekdays[date] = weekday } else { isGood = false }
            }
            guard isGood else { return nil }
            reading.holidays = holidays
            return holidays
        },
        write: { holidays, _ in
            .mapping(
                holidays.weekdays.keys.sorted().map { date in
                    (DayKind.date(date).text, .plain(DayKind.names[holidays.weekdays[date] ?? 0]))
                })
        })
}
