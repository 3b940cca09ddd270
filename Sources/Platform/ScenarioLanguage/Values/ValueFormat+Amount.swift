// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Quantity {
    /// Amounts of memory, in bytes.
    package static let memory = measured(
        "memory", "an amount of memory", "512 MiB",
        [
            Unit(name: "B", nicknames: ["byte", "bytes"]), Unit(name: "kB", times: 1e3), Unit(name: "KiB", times: 1024),
            Unit(name: "MB", times: 1e6, nicknames: ["megabytes"]), Unit(name: "MiB", times: 1_048_576),
            Unit(name: "GB", times: 1e9, nicknames: ["gigabytes"]), Unit(name: "GiB", times: 1_073_741_824),
        ], 0...1e15)
    fileprivate static let plain = measured("number", "a number", "3", [], needsUnit: false, -1e15...1e15)
}

extension Amount.Dimension {
    fileprivate var quantity: Quantity {
        switch self {
        case .plain: .plain
        case .share: .share
        case .time: .time
        case .length: .length
        case .memory: .memory
        }
    }

    /// The dimension of a unit's name.
    fileprivate static func of(unit: String) -> Amount.Dimension? {
        if unit.isEmpty { return .plain }
        return allCases.first { $0 != .plain && $0.quantity.units.contains { $0.name == unit } }
    }
}

extension Amount {
    /// Every unit that an amount may have, and its spellings that are only understood.
    private static let units = Dimension.allCases.flatMap(\.quantity.units)

    /// The amount as it would stand in a file.
    package var text: String {
        if dimension == .share { return "\(numberText((value * 1e10).rounded() / 1e8))%" }
        return value < 0 ? "-" + dimension.quantity.write(-value) : dimension.quantity.write(value)
    }

    /// Reads an amount, such as `5 min` or `5min`.
    ///
    /// - Throws: `AmountProblem` that says what would be right.
    package init(text: String) throws(AmountProblem) {
        do throws(Quantity.Fault) {
            self = try Self.read(text)
        } catch {
            let allowed = error.allowed.map { "; allowed: \($0)" } ?? ""
            let meant = error.meant.map { "; did you mean `\($0)`?" } ?? ""
            throw AmountProblem(description: error.what + allowed + meant)
        }
    }

    /// Reads an amount, such as `5 min`, `5%`, `0.05`, `3 km` or `512 MiB`.
    static func read(_ text: String) throws(Quantity.Fault) -> Amount {
        let allowed = "a number, or a number with a unit (\(units.map(\.name).joined(separator: ", ")))"
        guard let (number, unit) = splitNumber(text) else {
            throw Quantity.Fault(what: "`\(text)` is not a value of a metric", allowed: allowed)
        }
        guard let dimension = Dimension.of(unit: unit) else {
            let near = units.first { $0.nicknames.contains(unit.lowercased()) || $0.name == unit.lowercased() }
            throw Quantity.Fault(
                what: "unknown unit `\(unit)`", allowed: units.map(\.name).joined(separator: ", "),
                meant: near.map { "\(numberText(number)) \($0.name)" })
        }
        let value = try dimension.quantity.parse(text)
        // A number that can be written may still be too large in bytes or metres.
        guard value.isFinite else {
            throw Quantity.Fault(what: "`\(text)` is too large", allowed: "an amount that a number can hold")
        }
        return Amount(value, dimension)
    }
}

extension ValueFormat where Value == Amount {
    /// A value of a metric, with the unit that fits the metric.
    package static let amount = ValueFormat.scalar(
        ScalarForm(
            "value in the metric's unit: `10 min`, `5%`, `300 km`, `512 MiB`, or a number",
            [
                "anyOf": .list([
                    ["type": .text("number")],
                    [
                        "type": .text("string"),
                        "pattern": .text(
                            "^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)? *("
                                + Amount.Dimension.allCases.flatMap(\.quantity.units).map(\.name).joined(separator: "|")
                                + ")$"),
                    ],
                ])
            ]),
        expected: "a value of a metric",
        parse: { text, quoted, location, reading in
            if quoted, plainNumber(text) != nil {
                reading.fault(location, "the number \(text) is in quotes; remove the quotes")
                return nil
            }
            do throws(Quantity.Fault) {
                return try Amount.read(text)
            } catch {
                reading.fault(location, error.what, allowed: error.allowed, meant: error.meant)
                return nil
            }
        },
        write: { amount, _ in .plain(amount.text) })
}

/// A text that is no amount.
package struct AmountProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right.
    package let description: String
}
