// SPDX-License-Identifier: GPL-3.0-or-later

/// What one metric is: the one list that `summary.json`, the SQLite file, the report and the documentation read.
package struct MetricDescription: Encodable, Hashable, Sendable {
    /// The metric's path, such as `wait.p95`.
    package var name: String
    /// The unit: `s`, `km`, `h`, `1` for counts and ratios, `share` for parts of one.
    package let unit: String
    /// What it says, in one sentence.
    package var text: String
    /// The name that people see, the same in the terminal, on the pages and in the tables, such as `wait, p95`.
    package var label: String
    /// The unit that people see, in the terminal and on every page.
    package let shown: ShownUnit
    /// What its list says that it can be told by beside the whole run; nil for the window alone.
    var statedParts: PartDimensions?
    /// What it can be told by beside the whole run.
    package var parts: PartDimensions { statedParts ?? .window }

    private enum CodingKeys: String, CodingKey { case name, unit, text }

    package init(_ name: String, _ measure: Measure, _ text: MetricLabel) {
        self.name = name
        unit = measure.unit
        self.text = text.text
        label = text.label
        shown = measure.shown
    }

    /// A metric with its label among others.
    package init(_ name: String, _ measure: Measure, in labels: MetricLabels) {
        self.init(name, measure, labels.of(name))
    }

    /// The label with the unit: `wait, p95 (min)`.
    package var labelWithUnit: String { shown.name.isEmpty ? label : "\(label) (\(shown.name))" }
}

/// How a metric's numbers are shown to people: in one unit wherever they stand. Files for programs keep seconds and shares
/// of one.
package struct ShownUnit: Hashable, Sendable {
    /// What stands beside the number, such as `min` or `%`; empty for counts and ratios.
    package let name: String
    /// What the metric's own value is multiplied by.
    package let scale: Double
    /// Decimals of a number that stands alone.
    package let decimals: Int

    /// A value in this unit, without the unit's name: `5.8`.
    package func number(_ value: Double?, decimals: Int? = nil) -> String {
        value.map { Text.number($0 * scale, decimals ?? self.decimals) } ?? "-"
    }

    /// A value with its unit: `5.8 min`.
    package func text(_ value: Double?, decimals: Int? = nil) -> String {
        name.isEmpty || value == nil
            ? number(value, decimals: decimals) : number(value, decimals: decimals) + " " + name
    }
}

/// What a metric measures: the unit in files, and the one that people see.
package struct Measure: Sendable {
    package let unit: String
    package let shown: ShownUnit

    private init(_ unit: String, as shown: String? = nil, scale: Double = 1, _ decimals: Int) {
        self.unit = unit
        self.shown = ShownUnit(name: shown ?? unit, scale: scale, decimals: decimals)
    }

    /// How many: whole numbers.
    package static let count = Measure("1", as: "", 0)
    /// A number without a unit that is not whole.
    package static func ratio(_ decimals: Int = 2) -> Measure { Measure("1", as: "", decimals) }
    package static let share = Measure("share", as: "%", scale: 100, 1)
    /// What people and drivers take to answer.
    package static let seconds = Measure("s", 1)
    package static let milliseconds = Measure("s", 3)
    /// Times of the city that last minutes.
    package static let minutes = Measure("s", as: "min", scale: 1 / 60.0, 1)
    /// Times of the city that last hours, given in seconds.
    package static let longTime = Measure("s", as: "h", scale: 1 / 3600.0, 1)
    package static let hours = Measure("h", 2)
    package static let kilometres = Measure("km", 1)
    package static func other(_ unit: String) -> Measure { Measure(unit, 2) }
}

extension MetricDescription {
    /// A metric of a service that brings its own: path, unit, name and meaning. Seconds are shown as minutes.
    ///
    /// `unit` is `s`, `share`, `1` for counts and ratios, or any other; `isWhole` says that the values are whole numbers.
    package init(_ name: String, unit: String, label: String, _ text: String, isWhole: Bool = false) {
        let measure: Measure =
            switch unit {
            case "share": .share
            case "s": .minutes
            case "1": isWhole ? .count : .ratio(1)
            default: .other(unit)
            }
        self.init(name, measure, MetricLabel(label: label, text: text))
    }
}
