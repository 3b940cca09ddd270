// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension Budget {
    private func limit(of bound: Bound) -> Limit? { self.bound == bound ? limit : nil }

    private mutating func set(_ bound: Bound, _ limit: Limit?) {
        guard let limit else { return }
        self.bound = bound
        self.limit = limit
    }

    fileprivate var atMost: Limit? {
        get { limit(of: .atMost) }
        set { set(.atMost, newValue) }
    }
    fileprivate var atLeast: Limit? {
        get { limit(of: .atLeast) }
        set { set(.atLeast, newValue) }
    }
    fileprivate var below: Limit? {
        get { limit(of: .below) }
        set { set(.below, newValue) }
    }
    fileprivate var above: Limit? {
        get { limit(of: .above) }
        set { set(.above, newValue) }
    }

    static let section = Section(
        "budgets",
        "A limit on a metric, judged by `cabrank check` (SIM-04). It is given by one of `at-most`, `at-least`, `below`, `above`.",
        blank: Budget(metric: "", bound: .atMost, limit: .baseline),
        groups: [KeyGroup("at-most"), KeyGroup("at-least"), KeyGroup("below"), KeyGroup("above")],
        [
            Field(
                "name", \.name, .name(of: "a budget", dots: true),
                "Name, unique among budgets; the metric's path when left out.",
                // A metric of a part is no name that could be read again, and it is the default.
                isWritten: { !$0.contains("@") }),
            Field(
                "metric", \.metric, .metricPath, isRequired: true,
                "Path of a metric of the report, such as `wait.p95`, or of the program's own cost: `run.wall-time`, `run.cpu`, "
                    + "`run.memory`; of a part of the run with `@`, such as `wait.p95@zone=6@17:00-23:00`."),
            Field(oneOf: "at-most", \.atMost, .limit, "The metric must not be above this."),
            Field(oneOf: "at-least", \.atLeast, .limit, "The metric must not be below this."),
            Field(oneOf: "below", \.below, .limit, "The metric must be below this."),
            Field(oneOf: "above", \.above, .limit, "The metric must be above this."),
            Field(
                "judge", \.judging, .word(),
                "`mean`: the mean over the replications, by its confidence interval. `each`: each replication on its own, without "
                    + "an interval; always so for the program's own cost."),
            Field(
                "confidence", \.confidence, .quantity(.share, in: 0.5...0.9999),
                "Confidence of the two-sided interval of the mean."),
            Field(
                "baseline", \.baseline,
                ValueFormat<String>.laterFile("path of a file that `cabrank check --store-baseline` wrote").orNone,
                "File for the limit `baseline`; `cabrank check --baseline` overrides it."),
            Field(
                "tolerance", \.tolerance, .quantity(.tolerance),
                "How much worse than the baseline is still accepted, as a share of the baseline."),
        ])
}

extension Quantity {
    fileprivate static let tolerance = measured(
        "share", "a share", "5%", [Unit(name: "%", per: 100, nicknames: ["percent", "pct"])], needsUnit: false, 0...10)
}

extension ValueFormat where Value == Budget.Limit {
    /// The limit of a budget.
    fileprivate static let limit = ValueFormat.choice(
        "limit", "a limit", "The limit of a budget.",
        words: [("baseline", .baseline, "the metric's value in the stored baseline, with the `tolerance`")],
        plain: (
            ValueFormat<Amount>.amount.converted(
                { .amount($0) }, back: { if case .amount(let amount) = $0 { amount } else { Amount(0) } }),
            "a fixed limit, in the metric's unit", "10 min"
        ),
        isPlain: { if case .amount = $0 { true } else { false } },
        word: { if case .baseline = $0 { "baseline" } else { nil } },
        cases: { [] }
    ).placed
}

extension ValueFormat {
    /// The same, but problems found later are reported at the value and not at its key.
    var placed: ValueFormat {
        ValueFormat(
            form,
            read: { item, reading in
                reading.remember(item.location)
                return read(item, reading)
            }, write: write)
    }
}

extension ValueFormat where Value == String {
    /// The path of a metric. Which metrics there are is known by the plan of a run only.
    fileprivate static let metricPath = ValueFormat.scalar(
        ScalarForm(
            "path of a metric, such as `wait.p95`",
            ["type": .text("string"), "pattern": .text("^[A-Za-z][A-Za-z0-9-]*([.][A-Za-z0-9-]+)*(@.+)?$")]),
        expected: "the path of a metric",
        parse: { text, _, location, reading in
            let (path, part) = (text.prefix { $0 != "@" }, text.drop { $0 != "@" })
            let steps = path.split(separator: ".", omittingEmptySubsequences: false)
            let isPath = steps.allSatisfy { step in
                !step.isEmpty
                    && step.utf8.allSatisfy {
                        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45
                    }
            }
            let isWhole = part != "@" && !part.contains(where: \.isNewline)
            if isPath, isWhole, text.first?.isLetter == true, text.utf8.count <= 200 { return text }
            reading.fault(
                location, "`\(text)` is not the path of a metric", allowed: "words with dots, such as `wait.p95`")
            return nil
        },
        write: { text, _ in text.contains("@") ? .quoted(text) : .plain(text) }
    ).placed

    /// The path of a file that need not exist yet, relative to the folder of the scenario file that names it.
    fileprivate static func laterFile(_ words: String) -> ValueFormat {
        ValueFormat.scalar(
            ScalarForm(words, ["type": .text("string"), "minLength": .whole(1)]), expected: "a path",
            parse: { text, _, location, reading in
                if !text.isEmpty, !text.contains(where: \.isNewline) { return reading.resolve(text, from: location) }
                reading.fault(location, "the path is empty or on several lines")
                return nil
            },
            write: { path, writing in .quoted(writing.relative(path)) }
        ).placed
    }
}
