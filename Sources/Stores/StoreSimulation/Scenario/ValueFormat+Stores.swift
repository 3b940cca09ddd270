// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage
import StoreRules

extension ValueFormat where Value == OpeningHours.Day? {
    /// The hours of one day, perhaps into the next, or `closed`.
    fileprivate static let dayHours = ValueFormat.scalar(
        ScalarForm(
            "hours such as `08:00-20:00`, over midnight too (`18:00-02:00`), or `closed`",
            ["type": .text("string"), "pattern": .text("^([0-9]{1,2}:[0-5][0-9] *- *[0-9]{1,2}:[0-5][0-9]|closed)$")]),
        expected: "the hours of a day",
        parse: { text, _, location, reading in
            if text == "closed" { return .some(nil) }
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
                ClockText.nanoseconds(String(part.filter { $0 != " " })).map { TimeSpan(nanoseconds: $0) }
            }
            if ends.count == 2, let opens = ends[0], let closes = ends[1], opens != closes, opens < .hours(24),
                closes <= .hours(24)
            {
                return OpeningHours.Day(opens, opens < closes ? closes : closes + .hours(24))
            }
            reading.fault(
                location, "`\(text)` is not a span of hours",
                allowed:
                    "an opening and another closing, such as `08:00-20:00` or, over midnight, `18:00-02:00`; `closed`")
            return nil
        },
        write: { day, _ in
            guard let day else { return .plain("closed") }
            return .quoted(
                ClockText.text(nanoseconds: day.opens.nanoseconds) + "-"
                    + ClockText.text(
                        nanoseconds: (day.closes > .hours(24) ? day.closes - .hours(24) : day.closes).nanoseconds))
        })
}

/// Hours by the day of the week.
private struct Week: Sendable {
    var days = [OpeningHours.Day?](repeating: nil, count: 7)

    static let section = Section(
        "store-hours", "Hours by the day of the week; a day that is not named is closed.", blank: Week(),
        DayKind.names.enumerated().map { index, day in
            Field(
                day, \.days[index], .dayHours, "Hours of this day.", isWritten: { $0 != nil })
        })
}

extension ValueFormat where Value == OpeningHours {
    /// Opening hours: the same each day, by the day of the week, or `always`.
    static let openingHours = ValueFormat(
        .choice(name: "opening-hours", summary: "When a store is open.") {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("`always`", ["const": .text("always")])),
                    summary: "never closed", example: "always"),
                .init(
                    key: nil, form: ValueFormat<OpeningHours.Day?>.dayHours.form, summary: "the same each day",
                    example: "08:00-20:00"),
                .init(
                    key: nil, form: .section(Week.section.form), summary: "by the day of the week",
                    example: "{mon: 08:00-20:00, sat: 08:00-14:00}"),
            ]
        },
        read: { item, reading in
            switch item.content {
            case .text("always", _): return .always
            case .text:
                return ValueFormat<OpeningHours.Day?>.dayHours.read(item, reading).map {
                    OpeningHours(days: Array(repeating: $0, count: 7))
                }
            case .mapping: return Week.section.read(item, reading).map { OpeningHours(days: $0.days) }
            default:
                reading.fault(
                    item.location, "expected opening hours, found \(item.sort)",
                    allowed: "always, `08:00-20:00`, {mon: `08:00-20:00`, ...}")
                return nil
            }
        },
        write: { hours, writing in
            guard let days = hours.days else { return .plain("always") }
            if let first = days.first, days.allSatisfy({ $0 == first }) {
                return ValueFormat<OpeningHours.Day?>.dayHours.write(first, writing)
            }
            return Week.section.write(Week(days: days), writing)
        })
}

extension ValueFormat where Value == TimeSpan {
    /// A clock time of any day, or 24:00.
    static let clockSpan = ValueFormat<Double>.quantity(.clock, in: 0...86_400)
        .converted({ TimeSpan.seconds($0) }, back: { $0.inSeconds })
}

extension Quantity {
    static let visits = measured("number", "a number of visits", "9000", [], needsUnit: false, 0...10_000_000)
}
