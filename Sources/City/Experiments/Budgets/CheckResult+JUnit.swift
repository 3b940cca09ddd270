// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Reporting

extension CheckResult {
    /// The result as JUnit XML: a test case for each budget, and one for the invariants.
    ///
    /// A broken budget is a failure. An undecided one is a failure too, or skipped when it is accepted. Broken invariants are
    /// an error. All test cases come from the same replications: each has its equal part of their time, so that the parts add
    /// up to that of the suite.
    package func junit(acceptsUndecided: Bool) -> String {
        let failed = judgements.count { $0.verdict == .broken || $0.verdict == .undecided && !acceptsUndecided }
        let skipped = acceptsUndecided ? judgements.count { $0.verdict == .undecided } : 0
        let suite = "cabrank.\(context.name)"
        let total = judgements.count + (invariantsChecked ? 1 : 0)
        let errors = violations > 0 ? 1 : 0
        let counts = "tests=\"\(total)\" failures=\"\(failed)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
        var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        let time = Self.time(wallSeconds ?? 0)
        out += "<testsuites name=\"cabrank check\" \(counts) \(time)>\n"
        out += "  <testsuite name=\"\(Self.escaped(suite))\" \(counts) \(time)>\n"
        out += "    <properties>\n"
        for (name, value) in [
            ("seed", String(context.seed)), ("replications", String(replications)), ("version", context.version),
            ("scenarioHash", context.scenarioHash),
        ] {
            out += "      <property name=\"\(name)\" value=\"\(Self.escaped(value))\"/>\n"
        }
        out += "    </properties>\n"
        for judgement in judgements {
            out += testCase(suite, judgement.budget.name, outcome(judgement, acceptsUndecided))
        }
        if invariantsChecked {
            let text = firstViolation.map { "\(violations) broken; the first: \($0)" } ?? "\(violations) broken"
            out += testCase(
                suite, "invariants",
                violations > 0
                    ? "<error type=\"invariant\" message=\"\(Self.escaped(text))\"/>" : Self.output("none broken"))
        }
        return out + "  </testsuite>\n</testsuites>\n"
    }

    private func outcome(_ judgement: BudgetJudgement, _ acceptsUndecided: Bool) -> String {
        let text = Self.escaped(judgement.line)
        switch judgement.verdict {
        case .kept: return Self.output(judgement.line)
        case .undecided where acceptsUndecided: return "<skipped message=\"\(text)\"/>"
        case .broken, .undecided: return "<failure type=\"\(judgement.verdict.rawValue)\" message=\"\(text)\"/>"
        }
    }

    private static func output(_ text: String) -> String { "<system-out>\(escaped(text))</system-out>" }

    /// Seconds with milliseconds, as the form has it.
    private static func time(_ seconds: Double) -> String {
        let thousandths = Int((max(0, seconds) * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "time=\"\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)\""
    }

    private func testCase(_ suite: String, _ name: String, _ content: String) -> String {
        let cases = judgements.count + (invariantsChecked ? 1 : 0)
        let time = Self.time((wallSeconds ?? 0) / Double(max(1, cases)))
        return "    <testcase classname=\"\(Self.escaped(suite))\" name=\"\(Self.escaped(name))\" \(time)>\(content)"
            + "</testcase>\n"
    }

    /// Text for XML: signs escaped, and control characters, which XML has no way to hold, left out.
    private static func escaped(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\t": safe.append(" ")
            case "\u{FFFE}", "\u{FFFF}": break
            default: if scalar.value >= 32 { safe.append(scalar) }
            }
        }
        return ComparisonPage.escaped(String(safe))
    }
}
