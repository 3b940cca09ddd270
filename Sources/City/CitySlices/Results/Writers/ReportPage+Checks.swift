// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// The rule checks: in full at the end of the page, and at its head whether one is flagged.
extension ReportPage {
    private var checks: [Verdict] {
        result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)]
    }

    private var flagged: [Verdict] { checks.filter { $0.outcome == .flag } }

    private var flaggedInWords: String {
        let (flags, all) = (flagged.count, checks.count)
        guard flags > 0 else { return "Nothing is flagged" }
        return "\(flags) of \(all) rule checks \(flags == 1 ? "is" : "are") flagged"
    }

    /// What stands at the head of the page.
    var flags: String {
        // What stands with a service's own sentence is not said twice.
        let services = told.filter { $0.standing != .ground }
        let said = services.count > 1 ? services.flatMap { self.flagged($0).prefix(2) } : []
        let rest = flagged.filter { !said.contains($0) }
        let shown = rest.prefix(3).map { Text.html($0.text) }.joined(separator: "; ")
        let more = rest.count > 3 ? "; and \(rest.count - 3) more" : ""
        return "<a href=\"#verdicts\">\(flaggedInWords)</a>\(shown.isEmpty ? "" : ": \(shown)\(more)")."
    }

    /// All of them, those that are flagged first.
    var verdicts: String {
        let ordered = flagged + checks.filter { $0.outcome != .flag }
        var out = "<p class=\"lead\">\(flaggedInWords).</p>\n"
        out += "<ul class=\"verdicts\">\n"
        for verdict in ordered {
            let (kind, mark) =
                switch verdict.outcome {
                case .pass: ("pass", "✓")
                case .flag: ("flag", "⚑")
                case .notMeasured: ("none", "○")
                }
            out +=
                "<li class=\"\(kind)\"><strong><span aria-hidden=\"true\">\(mark)</span> \(verdict.outcome.rawValue)</strong>"
            out += "<span>\(Text.html(verdict.text))</span><small>\(Text.html(verdict.id))</small></li>\n"
        }
        out += "</ul>\n"
        if !violations.isEmpty {
            out += "<h3>Violations</h3>\n<ol class=\"violations\">\n"
            for violation in violations.prefix(50) { out += "<li>\(Text.html(violation.description))</li>\n" }
            out += "</ol>\n"
            if violations.count > 50 { out += "<p>and \(violations.count - 50) more, in results.sqlite.</p>\n" }
        }
        return out
    }
}
