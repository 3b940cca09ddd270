// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting

extension CheckResult {
    /// The result as a Markdown summary, for the page that a CI system shows beside a run.
    package var markdown: String {
        let title = context.title.isEmpty ? context.name : context.title
        var out = "## Budgets of \(Self.cell(title)): \(verdict.rawValue)\n\n"
        out += "\(judgements.isEmpty ? "The scenario has no budgets." : counts + ".") \(replications) "
        out +=
            "\(replications == 1 ? "replication" : "replications"), seed \(context.seed), version \(context.version).\n"
        if !judgements.isEmpty {
            out += "\n| verdict | budget | limit | measured | what would decide |\n| --- | --- | --- | --- | --- |\n"
        }
        for judgement in judgements {
            let cells = [
                "\(mark(judgement.verdict)) \(judgement.verdict.rawValue)", judgement.budget.name, judgement.limitText,
                judgement.measuredText, judgement.adviceText ?? "",
            ]
            out += "| \(cells.map(Self.cell).joined(separator: " | ")) |\n"
        }
        if violations > 0 {
            out +=
                "\n**\(violations) invariants were broken**; the first: \(Self.cell(firstViolation ?? "not recorded")).\n"
        } else {
            out += invariantsChecked ? "\nNo invariant was broken.\n" : "\nInvariants were not checked.\n"
        }
        return out
    }

    private func mark(_ verdict: BudgetVerdict) -> String {
        switch verdict {
        case .kept: "✅"
        case .broken: "❌"
        case .undecided: "❔"
        }
    }

    /// Text that cannot end a cell of a table, nor begin HTML.
    private static func cell(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("<", with: "&lt;")
            .replacing("\n", with: " ").shown
    }
}
