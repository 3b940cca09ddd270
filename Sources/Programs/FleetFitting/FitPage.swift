// SPDX-License-Identifier: GPL-3.0-or-later
package import Experiments
import Fitting
import Reporting
import TripRecords

/// A fit as one HTML file, which opens from disk without any script, server or network.
package struct FitPage {
    private let result: FitResult
    private let origin: ExperimentOrigin

    package init(_ result: FitResult, _ origin: ExperimentOrigin) { (self.result, self.origin) = (result, origin) }

    package var html: String {
        let context = result.context
        var page = PageTemplate(title: context.title.isEmpty ? context.name : context.title, kind: "fit")
        page.style = Self.style
        page.header = PageTemplate.facts([
            ("scenario", context.name), ("kinds of day", result.kinds.joined(separator: ", ")),
            ("runs of the table", String(result.wish.replications)), ("seed", String(context.seed)),
            ("version", context.version),
        ])
        page.main = inSample + ranges + hours + howMade
        return page.html
    }

    static func table(_ caption: String, _ heads: [String], _ rows: [[String]]) -> String {
        let head = heads.map { "<th scope=\"col\">\(Text.html($0))</th>" }.joined()
        let body = rows.map { row in
            "<tr><th scope=\"row\">\(Text.html(row[0]))</th>"
                + row.dropFirst().map { "<td>\(Text.html($0))</td>" }.joined() + "</tr>"
        }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(Text.html(caption))"><table>\
            <caption>\(Text.html(caption))</caption><thead><tr>\(head)</tr></thead><tbody>
            \(body.joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    private var inSample: String {
        let rows = result.rows.map { [$0.name, $0.recorded, $0.fitted, $0.little] }
        let words = result.sentences.map { "<p>\(Text.html($0))</p>\n" }.joined()
        return PageTemplate.section(
            "sample", "The fit in sample",
            (result.notFitted.map { "<p><strong>\(Text.html($0))</strong></p>\n" } ?? "")
                + Self.table(
                    "Figures of the record and of the fitted runs", ["", "recorded", "fitted", "Little's line"], rows)
                + words
                + "<p>Errors by hour are means with the recorded rides as weights. Little's line is arithmetic without a simulation: rides × mean "
                + "ride / taxis at work, and recorded vacant times × free taxi time for each ride.</p>\n")
    }

    private var ranges: String {
        guard !result.ranges.isEmpty || !result.answers.isEmpty else { return "" }
        let own = result.ranges.map { [$0.parameter.rawValue, result.fitted($0), result.good($0), result.lost($0)] }
        let tried = result.ranges.map { range in
            Self.table(
                "Values of \(range.parameter.rawValue) that were tried, each with its calls fitted anew",
                ["value", "mean error", "as good", "asked and got no taxi"],
                range.tried.map { tried in
                    [
                        range.parameter.text(tried.value), tried.distance.map { FitText.percent($0) } ?? "–",
                        tried.distance == nil
                            ? "the record says nothing of it" : tried.isAsGood ? "yes" : "no",
                        FitText.percent(tried.lost),
                    ]
                })
        }
        let answers = result.answers.map { answer in
            Self.table(
                "\(answer.question.text): the change, over all that fits as well", ["", "from", "to"],
                result.bands(answer))
        }
        let words =
            "<p>A value fits as well when its mean error is above that of the best by at most \(FitText.percent(EqualFit.tolerance)) of it and two points, or by two standard "
            + "errors of the difference with common random numbers. One number is changed at a time.</p>\n"
        let table =
            own.isEmpty
            ? "" : Self.table("Values that fit as well", ["", "fitted", "as good", "asked and got no taxi"], own)
        return PageTemplate.section(
            "open", "What the record does not determine", table + words + answers.joined() + tried.joined())
    }

    private var hours: String {
        let rows = result.recorded.hours.filter { result.kinds.contains($0.days) }.map { seen -> [String] in
            let own = result.figures.hour(seen.days, seen.hour)
            let calls = result.calls.first { $0.days == seen.days && $0.hour == seen.hour }?.calls
            func number(_ value: Double?, _ factor: Double = 1, _ decimals: Int = 1) -> String {
                value.map { Text.number($0 * factor, decimals) } ?? "–"
            }
            return [
                "\(seen.days) \(seen.hour):00", number(seen.trips), number(own?.trips), number(calls),
                number(seen.rideMedian, 1 / 60), number(own?.rideMedian, 1 / 60), number(seen.atWork),
                number(own?.atWork),
                number(seen.occupied, 100), number(own?.occupied, 100), number(seen.vacantMedian, 1 / 60),
                number(own?.vacantMedian, 1 / 60),
            ]
        }
        return PageTemplate.section(
            "hours", "By hour",
            Self.table(
                "Recorded and fitted",
                [
                    "hour", "rides", "fitted", "calls", "ride (min)", "fitted", "at work", "fitted", "occupied (%)",
                    "fitted",
                    "vacant (min)", "fitted",
                ], rows))
    }

    private var howMade: String {
        PageTemplate.section(
            "origin", "How this was made", origin.html("The fitted scenario is complete beside this page:"))
    }

    static let style = """
        tbody th { position: static; background: none; border-bottom: 1px solid var(--line); font-weight: 500; text-align: left; padding: 4px 10px; }
        thead th { padding: 6px 10px; text-align: right; }
        thead th:first-child { text-align: left; }
        td { text-align: right; }

        """
}
