// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension ValueFormat where Value == DayProfile {
    /// 24 factors for the hours of the day: one for all, a list of 24, or exceptions by clock times; the same every day, or by day.
    package static func hourFactors(_ name: String, in range: ClosedRange<Double>) -> ValueFormat {
        let number = ValueFormat<Double>.quantity(.factor, in: range)
        let key = ScalarForm(
            "hours such as `07:00-09:00`", ["pattern": .text("^([01]?[0-9]|2[0-3]):00 *- *([01]?[0-9]|2[0-4]):00$")])
        let forms: @Sendable () -> [Form.Alternative] = {
            [
                .init(key: nil, form: number.form, summary: "the same at every hour", example: "0.9"),
                .init(
                    key: nil, form: .list(of: number.form, count: 24...24),
                    summary: "24 values, starting with the hour after midnight", example: "[1, 1, ...]"),
                .init(
                    key: nil, form: .map(key: key, value: number.form), summary: "1 except at these hours",
                    example: "{07:00-09:00: 0.7, 22:00-05:00: 0.95}"),
            ]
        }
        return .byDay(
            .factorsOfDay(number), name: name, summary: "A factor for each hour of the day.",
            example: "{mon-fri: {07:00-09:00: 0.7}, sat-sun: 1}", forms: forms)
    }

    /// Times by hour of the day, in seconds: one for all, or a list of 24; the same every day, or by day.
    package static func hourTimes(_ name: String, _ range: ClosedRange<TimeSpan>) -> ValueFormat {
        let time = ValueFormat<Double>.quantity(
            .time, in: range.lowerBound.inSeconds...range.upperBound.inSeconds)
        return .byDay(
            .counts(time, [24], of: "times"), name: name, summary: "A time for each hour of the day.",
            example: "{mon-fri: [2 min, 2 min, ...], sat-sun: 90 s}",
            forms: {
                [
                    .init(key: nil, form: time.form, summary: "the same at every hour", example: "2 min"),
                    .init(
                        key: nil, form: .list(of: time.form, count: 24...24),
                        summary: "24 times, starting with the hour after midnight", example: "[2 min, 2 min, ...]"),
                ]
            })
    }

    /// 24 shares of the day, as a list or a column of a table file; the same every day, or by day. Those of a day are kept so that
    /// they add up to 1.
    package static let hourShares: ValueFormat = {
        let number = ValueFormat<Double>.quantity(.weight)
        let forms: @Sendable () -> [Form.Alternative] = {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("`even`", ["const": .text("even")])),
                    summary: "all hours equal", example: "even"),
                .init(
                    key: nil, form: .list(of: number.form, count: 24...24),
                    summary: "24 shares, starting with the hour after midnight", example: "[1.2, 0.8, ...]"),
                .init(
                    key: nil, form: .section(HourColumn.section.form),
                    summary: "a column of a CSV file with 24 rows",
                    example: "{file: hourly.csv, column: share}"),
            ]
        }
        return .byDay(
            .sharesOfDay(number), name: "hour-shares",
            summary: "How a day's calls are spread over the 24 hours. Only the ratios within one day count.",
            example: "{mon-fri: {file: hourly.csv, column: weekday}, sat-sun: even}", forms: forms)
    }()
}

extension ValueFormat where Value == [Double] {
    /// The factors of one kind of day.
    fileprivate static func factorsOfDay(_ number: ValueFormat<Double>) -> ValueFormat {
        ValueFormat(
            number.form,
            read: { item, reading in
                switch item.content {
                case .text: return number.read(item, reading).map { [Double](repeating: $0, count: 24) }
                case .list: return number.list(24...24, of: "values").read(item, reading)
                case .mapping(let entries): return exceptions(entries, number, reading)
                case .nothing: return nil
                }
            },
            write: { factors, writing in
                if let first = factors.first, factors.allSatisfy({ $0 == first }) {
                    return number.write(first, writing)
                }
                return .list(factors.map { number.write($0, writing) })
            })
    }

    private static func exceptions(_ entries: [Item.Entry], _ number: ValueFormat<Double>, _ reading: Reading)
        -> [Double]?
    {
        var factors = [Double?](repeating: nil, count: 24)
        var isGood = true
        for entry in entries {
            let factor = number.read(entry.value, reading)
            guard let hours = hours(entry.key), let factor else {
                if hours(entry.key) == nil {
                    reading.fault(
                        entry.location, "`\(entry.key)` is neither a span of hours nor a kind of day",
                        allowed: "whole hours such as `07:00-09:00` or `22:00-05:00`; \(DayText.allowed)",
                        meant: DayText.meant(by: entry.key))
                }
                isGood = false
                continue
            }
            for hour in hours {
                if factors[hour] != nil {
                    reading.fault(entry.location, "the hour from \(ClockText.text(Double(hour) * 3600)) is given twice")
                    isGood = false
                    break
                }
                factors[hour] = factor
            }
        }
        return isGood ? factors.map { $0 ?? 1 } : nil
    }

    /// The hours of `07:00-09:00`: 7 and 8. A span may pass midnight.
    private static func hours(_ text: String) -> [Int]? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { part -> Int? in
            let trimmed = part.drop { $0 == " " }
            let clean = trimmed.reversed().drop { $0 == " " }.reversed()
            guard let time = ClockText.nanoseconds(String(clean)), time % 3_600_000_000_000 == 0 else { return nil }
            return Int(time / 3_600_000_000_000)
        }
        guard ends.count == 2, let from = ends[0], let to = ends[1], from < 24, to <= 24, from != to else { return nil }
        return from < to ? Array(from..<to) : Array(from..<24) + Array(0..<to)
    }

    /// One value for the whole day, or a list of so many.
    package static func counts(_ number: ValueFormat<Double>, _ counts: [Int], of things: String) -> ValueFormat {
        ValueFormat(
            number.form,
            read: { item, reading in
                guard case .list(let items) = item.content else {
                    return number.read(item, reading).map { [Double](repeating: $0, count: counts[0]) }
                }
                guard counts.contains(items.count) else {
                    reading.fault(
                        item.location, "the list has \(items.count) entries",
                        allowed: counts.map(String.init).joined(separator: " or ") + " \(things)")
                    return nil
                }
                return number.list(items.count...items.count, of: things).read(item, reading)
            },
            write: { values, writing in
                if let first = values.first, values.count == counts[0], values.allSatisfy({ $0 == first }) {
                    return number.write(first, writing)
                }
                return .list(values.map { number.write($0, writing) })
            })
    }

    /// The shares of one kind of day, kept so that they add up to 1.
    fileprivate static func sharesOfDay(_ number: ValueFormat<Double>) -> ValueFormat {
        let even = [Double](repeating: 1.0 / 24, count: 24)
        return ValueFormat(
            number.form,
            read: { item, reading in
                let shares: [Double]?
                switch item.content {
                case .text("even", _): return even
                case .list: shares = number.list(24...24, of: "shares").read(item, reading)
                case .mapping: shares = HourColumn.section.read(item, reading)?.shares(reading, item.location)
                default:
                    reading.fault(
                        item.location, "expected the shares of the hours, found \(item.sort)",
                        allowed: "even, a list of 24 shares, {file: ..., column: ...}")
                    return nil
                }
                guard let shares else { return nil }
                let total = shares.reduce(0, +)
                if total <= 0 {
                    reading.fault(item.location, "all shares are 0; at least one hour must have a share above 0")
                    return nil
                }
                // Shares that add up already are kept to the last bit, so that reading the written text changes nothing.
                return abs(total - 1) <= 1e-9 ? shares : shares.map { $0 / total }
            },
            write: { shares, _ in shares == even ? .plain("even") : .list(shares.map { .plain(numberText($0)) }) })
    }
}
