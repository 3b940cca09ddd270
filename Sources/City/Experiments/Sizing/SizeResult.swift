// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
package import Reporting

/// What a search for a size found, with every size that was tried.
package struct SizeResult: Sendable {
    /// A size that was tried.
    package struct Attempt: Sendable, Hashable {
        package let size: Int
        /// What the target comes to at this size.
        package let judgement: BudgetJudgement

        package init(size: Int, judgement: BudgetJudgement) {
            self.size = size
            self.judgement = judgement
        }
    }

    /// The facts of the scenario, with the seed of all sizes.
    package let context: RunContext
    /// How it came about.
    package var origin: ExperimentOrigin?
    /// The path of the size.
    package let path: String
    package let answer: SizeSearch.Answer
    /// What was tried, by rising size.
    package let attempts: [Attempt]

    package init(context: RunContext, path: String, answer: SizeSearch.Answer, attempts: [Attempt]) {
        self.context = context
        self.path = path
        self.answer = answer
        self.attempts = attempts.sorted { $0.size < $1.size }
    }

    /// Pairs of tried sizes of which the smaller keeps the target and the larger breaks it: against the assumption that more
    /// never harms. Of a search for the largest size the other way round.
    package var inversions: [(smaller: Int, larger: Int)] {
        let (first, then): (BudgetVerdict, BudgetVerdict) = answer.isLargest ? (.broken, .kept) : (.kept, .broken)
        return attempts.enumerated().flatMap { index, attempt in
            attempt.judgement.verdict != first
                ? [] : attempts[index...].filter { $0.judgement.verdict == then }.map { (attempt.size, $0.size) }
        }
    }

    /// What to beware of: a pair that speaks against the search, and a target that more makes harder, of which the smallest size says
    /// nothing.
    var warnings: [String] {
        var lines = inversions.map { pair in
            answer.isLargest
                ? "Beware: \(pair.larger) meets the target and \(pair.smaller) misses it, so more is not always worse here, and the search may have missed another answer."
                : "Beware: \(pair.smaller) meets the target and \(pair.larger) misses it, so more is not always better here, and the search may have missed another answer."
        }
        if isHarderWithMore {
            lines.append(
                "Beware: the more of \(path), the farther from the target, as with an income that more people share. --largest finds the largest size that is enough."
            )
        }
        return lines
    }

    /// Whether a search for the smallest size ended at an end of its range, with larger sizes farther from the target.
    private var isHarderWithMore: Bool {
        guard !answer.isLargest, answer.smallest == nil || answer.tooSmall == nil, attempts.count > 1,
            let judgement = attempts.first?.judgement, let few = judgement.measured,
            let many = attempts.last?.judgement.measured
        else { return false }
        return switch judgement.budget.bound {
        case .atMost, .below: many > few
        case .atLeast, .above: many < few
        }
    }

    /// The table of tried sizes, and the answer with its evidence.
    package var text: String {
        let table =
            [[path, "mean", "low", "high", "verdict"]]
            + attempts.map { attempt in
                let judgement = attempt.judgement
                func cell(_ value: Double?) -> String { value.map { MetricText.text($0, unit: judgement.unit) } ?? "-" }
                return [
                    String(attempt.size), cell(judgement.measured), cell(judgement.low), cell(judgement.high),
                    judgement.verdict.rawValue,
                ]
            }
        return TerminalTable.text(table) + "\n" + evidence + "\n"
    }

    /// The answer with its evidence, in sentences.
    package var evidence: String {
        func line(_ size: Int) -> String {
            attempts.first { $0.size == size }.map { "\($0.judgement.verdict.rawValue): \($0.judgement.line)" } ?? ""
        }
        var lines: [String] = []
        if let smallest = answer.smallest {
            lines.append("\(path)=\(smallest) is the smallest size found that is shown to be enough.")
            lines.append("  \(smallest)  \(line(smallest))")
            if let tooSmall = answer.tooSmall {
                lines.append("  \(tooSmall)  \(line(tooSmall))")
            } else {
                lines.append("  No smaller size was tried: the range begins here.")
            }
        } else if let tooSmall = answer.tooSmall {
            lines.append("No size up to \(tooSmall) is shown to be enough.")
            lines.append("  \(tooSmall)  \(line(tooSmall))")
        } else if let largest = answer.largest {
            lines.append("\(path)=\(largest) is the largest size found that is shown to be enough.")
            lines.append("  \(largest)  \(line(largest))")
            if let tooLarge = answer.tooLarge {
                lines.append("  \(tooLarge)  \(line(tooLarge))")
            } else {
                lines.append("  No larger size was tried: the range ends here.")
            }
        } else if let tooLarge = answer.tooLarge {
            lines.append("No size from \(tooLarge) on is shown to be enough.")
            lines.append("  \(tooLarge)  \(line(tooLarge))")
        }
        lines += warnings
        lines.append(
            "A size is enough when its whole interval is on the right side. The confidence is that of each size on its own; all "
                + "sizes have the same people at the same times.")
        return lines.joined(separator: "\n")
    }
}

/// The JSON form of a search for a size; its schema is in `size.schema.json` of this target's articles.
package struct SizeFile: ResultFile {
    /// A size that was tried: what the target comes to, the mean with its interval, and how many replications measured it.
    struct Attempt: Encodable {
        let size: Int
        let verdict: BudgetVerdict
        let measured, low, high: Double?
        let count: Int
    }

    let sizeVersion: Int
    /// The path of the size, the target's metric with its unit, and `at-most`, `at-least`, `below` or `above`.
    let path, metric, unit, bound: String
    /// The scenario's name, the seed of all sizes, the program's version.
    let scenario, seed, version: String
    /// The command, the files that were read, and what was set beside the scenario's file.
    let command: String?
    let inputs: [HashedFile]?
    let settings: [String]
    /// The target in the metric's unit, and the confidence of each interval.
    let limit, confidence: Double
    /// The answer, left out when no size is enough, and the largest size below it that is not shown to be enough.
    let smallest, tooSmall: Int?
    /// The same of a search for the largest size: the answer, and the smallest size above it that is not shown to be enough.
    let largest, tooLarge: Int?
    /// What was tried, by rising size.
    let attempts: [Attempt]

    /// The file of a result; nil when nothing was tried.
    package init?(_ result: SizeResult) {
        guard let first = result.attempts.first?.judgement, let limit = first.limit else { return nil }
        sizeVersion = 1
        path = result.path
        scenario = result.context.name
        seed = String(result.context.seed)
        version = result.context.version
        command = result.origin?.command
        inputs = result.origin?.inputs
        settings = result.origin?.settings ?? []
        metric = first.budget.metric
        unit = first.unit
        bound = first.budget.bound.rawValue
        self.limit = limit
        confidence = first.budget.confidence
        smallest = result.answer.smallest
        tooSmall = result.answer.tooSmall
        (largest, tooLarge) = (result.answer.largest, result.answer.tooLarge)
        attempts = result.attempts.map {
            Attempt(
                size: $0.size, verdict: $0.judgement.verdict, measured: $0.judgement.measured, low: $0.judgement.low,
                high: $0.judgement.high, count: $0.judgement.count)
        }
    }
}
