// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Reporting

/// The answer of a search for a size as one HTML file, which opens from disk without any script, server or network: the size
/// first, then the curve of the target over the sizes that were tried, and all of them in a table.
package struct SizePage {
    let result: SizeResult

    /// Takes what is to be shown.
    package init(_ result: SizeResult) { self.result = result }

    package var html: String {
        let context = result.context
        var page = PageTemplate(title: context.title.isEmpty ? context.name : context.title, kind: "size")
        page.style = ComparisonPage.style + Self.style
        let judgement = result.attempts.first?.judgement
        page.header = PageTemplate.facts([
            ("scenario", context.name), ("searched", result.path), ("target", judgement.map(target) ?? ""),
            ("runs of each size", judgement.map { String($0.replications) } ?? ""),
            ("intervals", judgement.map { MetricText.percent($0.budget.confidence) } ?? ""),
            ("seed", String(context.seed)), ("version", context.version),
        ])
        let sections = curve + table + origin
        page.header += ComparisonPage.contents(of: sections)
        page.main = answer + sections
        return page.html
    }

    // MARK: The answer

    private var answer: String {
        let words = sentences.enumerated().map { index, sentence in
            "<p\(index == 0 ? " class=\"finding \(result.answer.found == nil ? "worse" : "better")\"" : "")>"
                + "\(ComparisonPage.shown(sentence))</p>\n"
        }
        return words.joined()
    }

    /// The answer, why it is no smaller one, and what to beware of.
    var sentences: [String] {
        func judged(_ size: Int) -> BudgetJudgement? { result.attempts.first { $0.size == size }?.judgement }
        var lines: [String] = []
        if let smallest = result.answer.smallest, let judgement = judged(smallest) {
            lines.append(
                "\(smallest) is the smallest \(result.path) that is shown to be enough: \(found(judgement)).")
            if let tooSmall = result.answer.tooSmall, let below = judged(tooSmall) {
                lines.append("\(tooSmall) is \(Self.word(below.verdict)): \(measured(below)).\(advice(below))")
            } else {
                lines.append("No smaller size was tried: the range begins here.")
            }
        } else if let tooSmall = result.answer.tooSmall, let judgement = judged(tooSmall) {
            lines.append(
                "No \(result.path) up to \(tooSmall) is shown to be enough: with \(tooSmall), \(found(judgement))."
                    + advice(judgement))
        } else if let largest = result.answer.largest, let judgement = judged(largest) {
            lines.append("\(largest) is the largest \(result.path) that is shown to be enough: \(found(judgement)).")
            if let tooLarge = result.answer.tooLarge, let above = judged(tooLarge) {
                lines.append("\(tooLarge) is \(Self.word(above.verdict)): \(measured(above)).\(advice(above))")
            } else {
                lines.append("No larger size was tried: the range ends here.")
            }
        } else if let tooLarge = result.answer.tooLarge, let judgement = judged(tooLarge) {
            lines.append(
                "No \(result.path) from \(tooLarge) on is shown to be enough: with \(tooLarge), \(found(judgement))."
                    + advice(judgement))
        }
        let undecided = result.attempts.filter { $0.judgement.verdict == .undecided }.count
        if undecided > 0 {
            lines.append(
                (undecided == 1
                    ? "1 of the sizes tried is undecided and counts as not enough: its interval holds the limit."
                    : "\(undecided) of the sizes tried are undecided and count as not enough: their intervals hold the limit.")
                    + " More replications can only \(result.answer.isLargest ? "raise" : "lower") the answer.")
        }
        lines += result.warnings
        lines.append(
            "A size is enough when its whole interval is on the right side of the limit. The confidence is that of each size on its "
                + "own; all sizes have the same people at the same times.")
        return lines
    }

    private func advice(_ judgement: BudgetJudgement) -> String {
        judgement.adviceText.map { " " + $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? ""
    }

    /// `not aboard in time is 4.46 %, interval 4.13 to 4.80 %, and at most 5 % is wanted`.
    private func found(_ judgement: BudgetJudgement) -> String {
        let name = about?.label ?? judgement.budget.metric
        return judgement.measured == nil
            ? "\(name) was not measured" : "\(name) is \(measured(judgement)), and \(bound(judgement)) is wanted"
    }

    /// `not aboard in time at most 5 %`.
    private func target(_ judgement: BudgetJudgement) -> String {
        "\(about?.label ?? judgement.budget.metric) \(bound(judgement))"
    }

    private func bound(_ judgement: BudgetJudgement) -> String {
        let bound =
            switch judgement.budget.bound {
            case .atMost: "at most"
            case .atLeast: "at least"
            case .below: "below"
            case .above: "above"
            }
        return "\(bound) \(limit(judgement.limit))"
    }

    /// `4.46 %, 4.13 to 4.80 %`.
    private func measured(_ judgement: BudgetJudgement) -> String {
        guard judgement.measured != nil else { return "not measured" }
        let mean = number(judgement.measured, withUnit: true)
        guard judgement.low != nil, judgement.high != nil else { return mean }
        return "\(mean), interval \(number(judgement.low)) to \(number(judgement.high, withUnit: true))"
    }

    /// A verdict as a word for a size.
    static func word(_ verdict: BudgetVerdict) -> String {
        switch verdict {
        case .kept: "enough"
        case .broken: "not enough"
        case .undecided: "undecided"
        }
    }

    // MARK: Numbers

    /// The metric of the target.
    var about: MetricDescription? {
        result.attempts.first.flatMap { MetricDescription.ofProgram($0.judgement.budget.metric) }
    }

    /// A value of the metric as people see it, not broken into two lines.
    func number(_ value: Double?, withUnit: Bool = false) -> String {
        guard let value else { return "–" }
        guard let shown = about?.shown else { return MetricText.short(value, decimals: 4) }
        let digits = shown.number(value, decimals: shown.decimals + 1).replacing(" ", with: "\u{202F}")
        return withUnit && !shown.name.isEmpty ? digits + "\u{A0}" + shown.name : digits
    }

    /// A limit, without zeros at its end.
    func limit(_ value: Double?) -> String {
        guard let value, let shown = about?.shown else { return number(value) }
        let digits = MetricText.short(value * shown.scale, decimals: shown.decimals + 2)
        return shown.name.isEmpty ? digits : digits + "\u{A0}" + shown.name
    }

    // MARK: The table and the origin

    private var table: String {
        let rows = result.attempts.map { attempt -> String in
            let judgement = attempt.judgement
            let isAnswer = attempt.size == result.answer.found
            let cells = [judgement.measured, judgement.low, judgement.high].map { "<td>\(number($0))</td>" }.joined()
            return "<tr\(isAnswer ? " class=\"answer\"" : "")><th scope=\"row\">\(attempt.size)</th>\(cells)"
                + "<td>\(judgement.count)</td><td class=\"text \(judgement.verdict.rawValue)\">"
                + "\(Self.word(judgement.verdict))\(isAnswer ? ", the answer" : "")</td></tr>"
        }
        let unit = (about?.shown.name).map { $0.isEmpty ? "" : " (\($0))" } ?? ""
        return "<h2 id=\"sizes\">All sizes tried</h2>\n"
            + ComparisonPage.table(
                ComparisonPage.safe(about?.labelWithUnit ?? result.path),
                head: "<tr><th scope=\"col\">\(ComparisonPage.safe(result.path))</th><th scope=\"col\">mean\(unit)</th>"
                    + "<th scope=\"col\">low</th><th scope=\"col\">high</th><th scope=\"col\">runs</th>"
                    + "<th scope=\"col\" class=\"text\">that is</th></tr>", rows: rows)
    }

    private var origin: String {
        guard let origin = result.origin else { return "" }
        let size = result.answer.found ?? result.answer.missed
        return "<h2 id=\"origin\">How this was made</h2>\n"
            + origin.html("The scenario with the size \(size.map(String.init) ?? "") is complete beside this page:")
    }
}
