// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Testing

@testable import Experiments
@testable import Reporting

/// The page of a search for a size.
@Suite struct SizePageTests {
    /// Sizes with the mean share that each comes to, and the spread of its four replications.
    private func result(
        _ sizes: [(size: Int, mean: Double, spread: Double)], smallest: Int?, tooSmall: Int?
    ) throws -> SizeResult {
        try result(sizes, SizeSearch.Answer(smallest: smallest, tooSmall: tooSmall))
    }

    private func result(_ sizes: [(size: Int, mean: Double, spread: Double)], _ answer: SizeSearch.Answer) throws
        -> SizeResult
    {
        let budget = try SizeTarget.budget("wishes.notInTimeShare<=5%", confidence: 0.95)
        return SizeResult(
            context: RunContext(name: "town", start: .epoch, end: .seconds(3600)), path: "fleet.drivers",
            answer: answer,
            attempts: sizes.map { size, mean, spread in
                SizeResult.Attempt(
                    size: size,
                    judgement: BudgetJudge(values: [-1.0, 1, 1, -1].map { mean + spread * $0 }, seed: 1)
                        .judge(budget, unit: "share"))
            })
    }

    private func decided() throws -> SizeResult {
        try result(
            [
                (10, 0.30, 0.001), (20, 0.09, 0.001), (30, 0.052, 0.004), (31, 0.046, 0.001), (32, 0.045, 0.001),
                (35, 0.04, 0.001), (40, 0.03, 0.001), (80, 0.01, 0.001),
            ], smallest: 31, tooSmall: 30)
    }

    @Test("The answer comes first, with its interval, then why the size below is not enough")
    func answer() throws {
        let page = SizePage(try decided())
        #expect(
            page.sentences[0].hasPrefix(
                "31 is the smallest fleet.drivers that is shown to be enough: not aboard in time is 4.60\u{A0}%, interval 4."
            ),
            "\(page.sentences[0])")
        #expect(page.sentences[0].hasSuffix("\u{A0}%, and at most 5\u{A0}% is wanted."), "\(page.sentences[0])")
        #expect(page.sentences[1].hasPrefix("30 is undecided: 5.20\u{A0}%, interval "), "\(page.sentences[1])")
        #expect(page.sentences[1].contains("replications would decide"))
        #expect(page.sentences[2].hasPrefix("1 of the sizes tried is undecided"))
        let html = page.html
        let main = try #require(html.range(of: "<main>"))
        #expect(
            html[main.upperBound...].trimmingCharacters(in: .newlines).hasPrefix("<p class=\"finding better\">31 is"))
        for word in ["kept", "broken"] { #expect(!html.contains(">\(word)<"), "\(word)") }
    }

    @Test("Of the largest size the page and the text say why no larger one is enough, and mark it")
    func largest() throws {
        let sizes = [(10, 0.01, 0.001), (20, 0.04, 0.001), (21, 0.06, 0.001), (40, 0.3, 0.001)]
        let found = try result(sizes, SizeSearch.Answer(largest: 20, tooLarge: 21))
        let page = SizePage(found)
        #expect(page.sentences[0].hasPrefix("20 is the largest fleet.drivers that is shown to be enough: "))
        #expect(page.sentences[1].hasPrefix("21 is not enough: 6.00\u{A0}%, interval "), "\(page.sentences[1])")
        #expect(page.html.contains("<p class=\"finding better\">20 is") && page.html.contains("<tr class=\"answer\">"))
        #expect(found.text.contains("fleet.drivers=20 is the largest size found that is shown to be enough."))
        #expect(found.inversions.isEmpty && !found.text.contains("Beware"))
        let none = try result(sizes.suffix(1), SizeSearch.Answer(largest: nil, tooLarge: 40))
        #expect(SizePage(none).html.contains("<p class=\"finding worse\">No fleet.drivers from 40 on is shown"))
        #expect(none.text.contains("No size from 40 on is shown to be enough."))
        // Against what the search takes for granted.
        let odd = try result([(10, 0.3, 0.001), (20, 0.04, 0.001)], SizeSearch.Answer(largest: 20, tooLarge: nil))
        #expect(odd.text.contains("Beware: 20 meets the target and 10 misses it, so more is not always worse here"))
        #expect(odd.text.contains("No larger size was tried: the range ends here."))
    }

    @Test(
        "A search for the smallest size of a target that more makes harder names --largest, and other searches do not")
    func harder() throws {
        let hint = "--largest finds the largest size that is enough."
        let first = try result([(1, 0.01, 0.001), (9, 0.03, 0.001)], smallest: 1, tooSmall: nil)
        #expect(first.text.contains(hint) && SizePage(first).sentences.contains { $0.hasSuffix(hint) })
        let last = try result([(20, 0.05, 0.01), (64, 0.75, 0.01)], smallest: nil, tooSmall: 64)
        #expect(last.text.contains(hint))
        #expect(try !decided().text.contains(hint))
        #expect(try !result([(4, 0.4, 0.01), (8, 0.3, 0.01)], smallest: nil, tooSmall: 8).text.contains(hint))
    }

    @Test("The curve has each size with its sign, the limit as a line, and the crowd around the answer once more")
    func curve() throws {
        let result = try decided()
        let html = SizePage(result).html
        #expect(html.components(separatedBy: "<svg viewBox=\"0 0 720").count == 3)
        #expect(html.components(separatedBy: "class=\"limit\"").count == 3)
        let figures = html.components(separatedBy: "<figure class=\"sizes\" tabindex=\"0\">")
        for (figure, sizes) in zip(
            figures.dropFirst(), [[10, 20, 30, 31, 32, 35, 40, 80], [10, 20, 30, 31, 32, 35, 40]])
        {
            #expect(figure.components(separatedBy: "<g class=\"mark").count == sizes.count + 1)
            for size in sizes { #expect(figure.contains("<title>fleet.drivers=\(size): ")) }
            #expect(figure.components(separatedBy: "<path class=\"undecided\"").count == 2)
            #expect(figure.components(separatedBy: "<rect class=\"broken\"").count == 3)
        }
        // Without scripts: every number is in the table.
        #expect(!html.contains("<script"))
        #expect(
            html.components(separatedBy: "<tr><th scope=\"row\">").count == 8 && html.contains("<tr class=\"answer\">"))
        #expect(html.contains("<a href=\"#curve\">The curve</a> <a href=\"#sizes\">All sizes tried</a>"))
    }

    @Test("Where no size is enough the page says so first, and where nothing was measured it has no curve")
    func none() throws {
        let page = SizePage(try result([(4, 0.4, 0.01), (8, 0.3, 0.01)], smallest: nil, tooSmall: 8))
        #expect(
            page.sentences[0].hasPrefix(
                "No fleet.drivers up to 8 is shown to be enough: with 8, not aboard in time is 30.00"))
        #expect(page.html.contains("<p class=\"finding worse\">No fleet.drivers"))
        let budget = try SizeTarget.budget("wait.p90<5min", confidence: 0.95)
        let blank = SizeResult(
            context: RunContext(name: "town", start: .epoch, end: .seconds(3600)), path: "fleet.drivers",
            answer: SizeSearch.Answer(smallest: nil, tooSmall: 8),
            attempts: [.init(size: 8, judgement: BudgetJudge(values: [nil, nil], seed: 1).judge(budget, unit: "s"))])
        let html = SizePage(blank).html
        #expect(!html.contains("<figure") && html.contains("not measured"))
    }

    @Test("Ticks of an axis are round and hold all values")
    func ticks() {
        for (values, ticks) in [
            ([0.3, 4.9], [0, 1, 2, 3, 4, 5]), ([4.13, 4.8, 5], [4, 4.2, 4.4, 4.6, 4.8, 5]), ([7], [5, 10]),
            ([0], [0, 0.2]), ([-3, 90], [-20, 0, 20, 40, 60, 80, 100]),
        ] as [([Double], [Double])] {
            let found = SizePage.ticks(values)
            #expect(
                found.count >= 2 && found[0] <= values.min() ?? 0 && (found.last ?? 0) >= values.max() ?? 0, "\(found)")
            if values.count > 1 {
                #expect(zip(found, ticks).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == ticks.count, "\(found)")
            }
        }
    }
}
