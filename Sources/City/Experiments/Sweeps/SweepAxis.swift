// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
package import Foundation

/// A value of the scenario that a sweep varies, with the values that it takes: `fleet.drivers=300..700/50`.
package struct SweepAxis: Sendable, Hashable {
    /// What stands behind the equals sign.
    package enum Values: Sendable, Hashable {
        /// These texts, each a value as a file would hold it.
        case list([String])
        /// Numbers from one to another, without a step: only a Latin hypercube can use it.
        case span(SweepSpan)
    }

    /// The path of the value, as `--set` of `cabrank run` takes it.
    package let path: String
    package let values: Values

    /// A sweep has no more points than this.
    package static let mostPoints = 10_000

    private static var example: String {
        let sweep = Slices.leading?.form.sweep ?? ExperimentForm.Sweep()
        return "\(sweep.path)=\(sweep.span)"
    }

    /// Reads an axis: `path=value`, `path=a,b,c`, `path=from..to/step`, or `path=from..to`.
    ///
    /// Commas inside of brackets, braces and quotes belong to a value, so that `{uniform: {from: 1 s, to: 2 s}}` is one.
    ///
    /// - Throws: `ExperimentProblem` that says what is wrong with the text.
    package init(text: String) throws(ExperimentProblem) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw ExperimentProblem("--set \(text): a sweep is given by path=values, such as \(Self.example)")
        }
        path = String(text[..<equals])
        let given = String(text[text.index(after: equals)...])
        if let span = try SweepSpan(given, of: text) {
            values = span.step == nil ? .span(span) : .list(try span.values(of: text))
            return
        }
        let list = Self.split(given)
        if list.contains("") { throw ExperimentProblem("--set \(text): a value is empty") }
        values = .list(list)
    }

    /// Splits at the commas that are in no bracket and no quote.
    private static func split(_ text: String) -> [String] {
        var parts = [""]
        var depth = 0
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "[{(".contains(character) {
                depth += 1
            } else if "]})".contains(character) {
                depth -= 1
            } else if character == ",", depth <= 0 {
                parts.append("")
                continue
            }
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

/// Numbers from one to another, in decimal arithmetic: `0..1/0.25` gives 0.75 and not 0.7500000000000001.
package struct SweepSpan: Sendable, Hashable {
    package let from: Decimal
    /// The last number; reached when the steps lead there.
    package let to: Decimal
    /// From one number to the next; nil for every number between.
    package let step: Decimal?
    /// The unit of all of them, such as `min` or `%`, with the blank before it; empty for none.
    package let unit: String

    /// Reads `from..to` or `from..to/step`; nil when the text is something else, such as a path of a file.
    init?(_ text: String, of whole: String) throws(ExperimentProblem) {
        guard let dots = text.firstRange(of: "..") else { return nil }
        let left = text[..<dots.lowerBound]
        let right = text[dots.upperBound...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = Self.number(left) else { return nil }
        let rest = right.map { Self.number($0) }
        guard let second = rest.first ?? nil, !rest.contains(where: { $0 == nil }) else {
            throw ExperimentProblem(
                "--set \(whole): `\(text)` is not a range; write one as 300..700/50 or 30 s..90 s/15 s")
        }
        let third = rest.count > 1 ? rest[1] : nil
        let units = Set([first, second, third].compactMap { $0?.unit }.filter { !$0.isEmpty })
        guard units.count <= 1 else {
            throw ExperimentProblem(
                "--set \(whole): the range has two units, \(units.sorted().joined(separator: " and "))")
        }
        guard second.value >= first.value else {
            throw ExperimentProblem("--set \(whole): the range goes down; write the smaller number first")
        }
        if let third, third.value <= 0 { throw ExperimentProblem("--set \(whole): the step must be above 0") }
        from = first.value
        to = second.value
        step = third?.value
        let name = units.first ?? ""
        unit = name.isEmpty || name == "%" ? name : " " + name
    }

    /// The numbers of a range with a step.
    func values(of whole: String) throws(ExperimentProblem) -> [String] {
        guard let step else { return [] }
        var values: [String] = []
        var value = from
        while value <= to {
            guard values.count < SweepAxis.mostPoints else {
                throw ExperimentProblem("--set \(whole): the range has more than \(SweepAxis.mostPoints) values")
            }
            values.append(text(value))
            value += step
        }
        return values
    }

    /// The number at a share of the range, 0 to 1: whole where both ends are, else with three digits more than its width has.
    func value(at share: Double) -> String {
        let width = to - from
        let isWhole = Self.rounded(from, 0) == from && Self.rounded(to, 0) == to && width >= 1
        var digits = 3
        var scale = width
        while scale > 0, scale < 1, digits < 12 {
            scale *= 10
            digits += 1
        }
        // The share itself is rounded to whole billionths, so that the text is the same on every machine.
        let exact = Decimal((share * 1e9).rounded()) / 1_000_000_000
        return text(Self.rounded(from + width * exact, isWhole && unit.isEmpty ? 0 : digits))
    }

    private func text(_ value: Decimal) -> String { "\(value)\(unit)" }

    private static func rounded(_ value: Decimal, _ digits: Int) -> Decimal {
        var (value, result) = (value, Decimal())
        NSDecimalRound(&result, &value, digits, .plain)
        return result
    }

    /// A number with a unit of letters or a percent sign.
    private static func number(_ text: Substring) -> (value: Decimal, unit: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        let isUnit = unit.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "%") }
        guard isUnit, Double(digits) != nil, let value = Decimal(string: String(digits)) else { return nil }
        return (value, String(unit))
    }
}
