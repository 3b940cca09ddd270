// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a number measures: how it is written with a unit, and read and kept in the base unit.
package struct Quantity: Sendable {
    /// A unit: the base unit times `times` divided by `per`. Both are whole where possible, so that `300 ms` is exactly 0.3 s.
    package struct Unit: Sendable {
        let name: String
        let times: Double
        let per: Double
        /// Spellings that are understood in messages only.
        let nicknames: [String]

        package init(name: String, times: Double = 1, per: Double = 1, nicknames: [String] = []) {
            self.name = name
            self.times = times
            self.per = per
            self.nicknames = nicknames
        }
    }

    /// Why a text is not a value of the quantity.
    struct Fault: Error {
        let what: String
        var allowed: String?
        var meant: String?
    }

    let name: String
    let article: String
    let example: String
    let units: [Unit]
    /// Whether a number may stand alone.
    let needsUnit: Bool
    /// Every value lies in this range, in the base unit.
    let range: ClosedRange<Double>
    /// As a JSON Schema, without a range.
    let schema: @Sendable () -> [String: JSONValue]
    /// Reads the text; the range is checked by the caller.
    let parse: @Sendable (String) throws(Fault) -> Double
    /// Writes a value so that `parse` gives it back.
    package let write: @Sendable (Double) -> String

    /// What is needed, in words.
    var need: String {
        needsUnit
            ? "a number with a unit (\(units.map(\.name).joined(separator: ", "))), such as `\(example)`"
            : "a number, such as `\(example)`"
    }
}

extension Quantity {
    /// A quantity whose values are a number and a unit.
    package static func measured(
        _ name: String, _ article: String, _ example: String, _ units: [Unit], needsUnit: Bool = true,
        _ range: ClosedRange<Double>
    ) -> Quantity {
        Quantity(
            name: name, article: article, example: example, units: units, needsUnit: needsUnit, range: range,
            schema: {
                let number: [String: JSONValue] = ["type": .text("number")]
                if units.isEmpty, !needsUnit { return number }
                let unitNames = units.map(\.name).joined(separator: "|")
                let pattern = "^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)? *(\(unitNames))$"
                let withUnit: [String: JSONValue] = ["type": .text("string"), "pattern": .text(pattern)]
                return needsUnit ? withUnit : ["anyOf": .list([JSONValue(keys: number), JSONValue(keys: withUnit)])]
            },
            parse: { (text) throws(Fault) in try parse(text, article, example, units, needsUnit) },
            write: { written($0, units, needsUnit) })
    }

    private static func parse(
        _ text: String, _ article: String, _ example: String, _ units: [Unit], _ needsUnit: Bool
    ) throws(Fault) -> Double {
        let names = units.map(\.name)
        let list = names.joined(separator: ", ")
        let split = splitNumber(text).flatMap { number, rest in
            // What follows a number may be a wrong unit, but not, say, the `:30` of a clock time.
            rest.first.map { $0.isLetter || $0 == "%" } ?? true ? (number, rest) : nil
        }
        guard let (number, rest) = split else {
            let form = needsUnit ? "a number with a unit (\(list))" : "a number"
            throw Fault(what: "`\(text)` is not \(article)", allowed: "\(form), such as `\(example)`")
        }
        if rest.isEmpty {
            guard needsUnit else { return number }
            throw Fault(
                what: "\(article) needs a unit, such as `\(example)`, but `\(text)` has none", allowed: list)
        }
        if let unit = units.first(where: { $0.name == rest }) { return number * unit.times / unit.per }
        if units.isEmpty {
            throw Fault(what: "`\(text)` is not \(article)", allowed: "a number without a unit, such as `\(example)`")
        }
        let nickname = units.first { $0.nicknames.contains(rest.lowercased()) || $0.name == rest.lowercased() }
        throw Fault(
            what: "unknown unit `\(rest)` for \(article)", allowed: list,
            meant: nickname.map { "\(numberText(number)) \($0.name)" })
    }

    private static func written(_ value: Double, _ units: [Unit], _ needsUnit: Bool) -> String {
        guard needsUnit else { return numberText(value) }
        // The largest unit that gives a round number of at least 2 reads best: `5 min`, but `60 s` and `90 s`.
        // Then a number with few decimals: `4.8 km/h`.
        for locations in [1.0, 1000] {
            for unit in units.reversed() {
                let count = (value * unit.per / unit.times * locations).rounded() / locations
                // Small units only for what is smaller than the base unit: `300 ms`, but `1 s`.
                let isReadable = count >= 2 && count < 1e9 && (unit.per == 1 || unit.per == 3.6 || value < 1)
                if isReadable, count * unit.times / unit.per == value { return "\(numberText(count)) \(unit.name)" }
            }
        }
        let base = units.first { $0.times == 1 && $0.per == 1 }?.name ?? ""
        return "\(numberText(value)) \(base)"
    }
}

extension Quantity {
    /// Lengths of time, in seconds.
    package static let time = measured(
        "time", "a time", "60 s",
        [
            Unit(name: "ms", per: 1000, nicknames: ["msec", "millisecond", "milliseconds"]),
            Unit(name: "s", nicknames: ["sec", "secs", "second", "seconds"]),
            Unit(name: "min", times: 60, nicknames: ["m", "mins", "minute", "minutes"]),
            Unit(name: "h", times: 3600, nicknames: ["hr", "hrs", "hour", "hours"]),
            Unit(name: "d", times: 86_400, nicknames: ["day", "days"]),
        ], 0...31_622_400)
    /// Lengths of way, in metres.
    package static let length = measured(
        "length", "a length", "250 m",
        [
            Unit(name: "m", nicknames: ["meter", "meters", "metre", "metres"]),
            Unit(name: "km", times: 1000, nicknames: ["kilometer", "kilometers", "kilometre", "kilometres"]),
        ], 0...1_000_000)
    /// Speeds, in metres per second.
    package static let speed = measured(
        "speed", "a speed", "30 km/h",
        [
            Unit(name: "m/s", nicknames: ["mps", "ms", "m / s"]),
            Unit(name: "km/h", per: 3.6, nicknames: ["kmh", "kph", "km", "km / h"]),
        ], 0...100)
    /// Shares of a whole, from 0 to 1.
    package static let share = measured(
        "share", "a share", "5%", [Unit(name: "%", per: 100, nicknames: ["percent", "pct"])], needsUnit: false, 0...1)
    /// Weights, of which only the ratios count.
    package static let weight = measured(
        "weight", "a weight", "0.5", [Unit(name: "%", per: 100, nicknames: ["percent", "pct"])], needsUnit: false,
        0...1e12)
    /// Factors and counts, without a unit.
    package static let factor = measured("factor", "a factor", "1.2", [], needsUnit: false, 0...1000)
    /// Clock times, in seconds after midnight; hours from 24 to 47 mean the next day.
    package static let clock = Quantity(
        name: "clock time", article: "a clock time", example: "06:30", units: [], needsUnit: false, range: 0...172_800,
        schema: { ["type": .text("string"), "pattern": .text(ClockText.pattern)] },
        parse: { (text) throws(Fault) in
            guard let seconds = ClockText.seconds(text) else {
                throw Fault(what: "`\(text)` is not a clock time", allowed: "hh:mm or hh:mm:ss, such as `06:30`")
            }
            return seconds
        },
        write: { ClockText.text($0) })
}
