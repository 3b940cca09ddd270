// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension Quantity {
    /// Reads a value and checks its range; notes what is wrong.
    func value(_ text: String, at location: InputLocation, in range: ClosedRange<Double>, _ reading: Reading) -> Double?
    {
        do throws(Fault) {
            let value = try parse(text)
            if range.contains(value) { return value }
            reading.fault(location, "`\(text)` is out of range", allowed: words(range))
        } catch {
            reading.fault(location, error.what, allowed: error.allowed, meant: error.meant)
        }
        return nil
    }

    func words(_ range: ClosedRange<Double>) -> String {
        range.upperBound >= 1e12
            ? "\(write(range.lowerBound)) or more" : "\(write(range.lowerBound)) to \(write(range.upperBound))"
    }

    /// The form of a value in a range.
    func form(in range: ClosedRange<Double>) -> ScalarForm {
        var schema = schema()
        if !needsUnit, case .text("number")? = schema["type"] {
            schema["minimum"] = .number(range.lowerBound)
            schema["maximum"] = .number(range.upperBound)
        }
        return ScalarForm("\(name), \(words(range))", schema)
    }
}

extension ValueFormat where Value == Double {
    /// A number with the unit of a quantity, kept in the base unit.
    package static func quantity(_ quantity: Quantity, in range: ClosedRange<Double>? = nil) -> ValueFormat {
        let range = range ?? quantity.range
        return .scalar(
            quantity.form(in: range), expected: quantity.article,
            parse: { text, quoted, location, reading in
                if quoted, !quantity.needsUnit, plainNumber(text) != nil {
                    reading.fault(location, "the number \(text) is in quotes; remove the quotes")
                    return nil
                }
                return quantity.value(text, at: location, in: range, reading)
            },
            write: { value, _ in .plain(quantity.write(value)) })
    }

    /// A share of a whole: `5%` or `0.05`.
    package static var share: ValueFormat { .quantity(.share) }
}

extension ValueFormat {
    /// The same form for a value that is made from this kind's.
    package func converted<Other>(
        _ make: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> ValueFormat<Other> {
        ValueFormat<Other>(form, read: { read($0, $1).map(make) }, write: { write(back($0), $1) })
    }
}

extension ValueFormat where Value == TimeSpan {
    /// A length of time.
    package static func time(_ range: ClosedRange<TimeSpan>) -> ValueFormat {
        ValueFormat<Double>.quantity(.time, in: range.lowerBound.inSeconds...range.upperBound.inSeconds)
            .converted({ TimeSpan.seconds($0) }, back: { $0.inSeconds })
    }
}

extension ValueFormat where Value == Distance {
    /// A length of way.
    package static func length(_ range: ClosedRange<Distance>) -> ValueFormat {
        ValueFormat<Double>.quantity(.length, in: range.lowerBound.inMetres...range.upperBound.inMetres)
            .converted({ Distance.metres($0) }, back: { $0.inMetres })
    }
}

extension ValueFormat where Value == CityTime {
    /// The first instant of a run: a date, with or without a clock time. Later clock times count from its midnight.
    package static let start = ValueFormat.scalar(
        ScalarForm(
            "date, such as `2026-03-04` or `2026-03-04 06:00`",
            ["type": .text("string"), "pattern": .text(ClockText.datePattern)]),
        expected: "a date",
        parse: { text, _, location, reading in
            guard let instant = ClockText.instant(text) else {
                reading.fault(
                    location, "`\(text)` is not a date",
                    allowed: "yyyy-mm-dd or yyyy-mm-dd hh:mm[:ss] from 1971 to 2199, such as `2026-03-04 06:00`")
                return nil
            }
            reading.midnight = instant.midnight
            return instant
        },
        write: { instant, _ in .plain(ClockText.text(instant)) })

    /// An instant of the run: a clock time of the first day (hours past 24 lead into the next days), or a date with one.
    package static let instant = ValueFormat.scalar(
        ScalarForm(
            "clock time such as `17:30` of the first day (`29:30` is 05:30 of the next), or date and time",
            [
                "type": .text("string"),
                "anyOf": .list([
                    ["pattern": .text(ClockText.pattern)], ["pattern": .text(ClockText.datePattern)],
                ]),
            ]),
        expected: "a clock time",
        parse: { text, _, location, reading in
            if let clock = ClockText.nanoseconds(text) { return reading.midnight + TimeSpan(nanoseconds: clock) }
            if let instant = ClockText.instant(text) { return instant }
            reading.fault(
                location, "`\(text)` is not a clock time",
                allowed: "hh:mm, hh:mm:ss or yyyy-mm-dd hh:mm, such as `17:30`")
            return nil
        },
        write: { instant, _ in .plain(ClockText.text(instant)) })
}
