// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Foundation
import Reporting

/// The curve: the target's metric with its intervals over the sizes, and the limit as a line.
extension SizePage {
    /// With more sizes than this those around the answer are drawn once more, since a search tries most of them there.
    private static let crowded = 6

    /// The section; empty where nothing was measured.
    var curve: String {
        let measured = result.attempts.filter { $0.judgement.measured != nil }
        guard !measured.isEmpty else { return "" }
        let name = ComparisonPage.safe(about?.labelWithUnit ?? "")
        let key = [BudgetVerdict.kept, .undecided, .broken].map { verdict in
            "<li><svg viewBox=\"0 0 40 12\" aria-hidden=\"true\">\(Self.sign(verdict, 20, 6))</svg>\(Self.word(verdict))</li>"
        }
        return """
            <h2 id="curve">The curve</h2>
            <p>\(name.prefix(1).uppercased() + name.dropFirst()) by \(ComparisonPage.safe(result.path)); the bars are the intervals, the dashed line is the limit.</p>
            <ul class="key">\(key.joined())</ul>
            \(figure("All sizes tried", measured))\(near(measured).map { figure("Near the answer", $0) } ?? "")
            """
    }

    /// The sizes around the answer, where there are so many that they are too close to each other among all.
    private func near(_ attempts: [SizeResult.Attempt]) -> [SizeResult.Attempt]? {
        guard attempts.count > Self.crowded, let answer = result.answer.found,
            let place = attempts.firstIndex(where: { $0.size == answer })
        else { return nil }
        let some = Array(attempts[max(0, place - 4)...min(attempts.count - 1, place + 3)])
        return some.count < attempts.count ? some : nil
    }

    // MARK: Drawing

    private static let (left, right, top, bottom) = (62.0, 704.0, 14.0, 266.0)

    private func figure(_ title: String, _ attempts: [SizeResult.Attempt]) -> String {
        let scale = about?.shown.scale ?? 1
        let limit = attempts[0].judgement.limit
        let values = attempts.flatMap { [$0.judgement.measured, $0.judgement.low, $0.judgement.high] }.compactMap(
            \.self)
        let ticks = Self.ticks(((values + [limit].compactMap(\.self)).map { $0 * scale }))
        let (low, high) = (ticks[0], ticks[ticks.count - 1])
        func y(_ value: Double) -> Double {
            Self.bottom - (value * scale - low) / (high - low) * (Self.bottom - Self.top)
        }
        let x = Self.places(attempts.map(\.size))
        var svg = ticks.map { tick in
            String(
                format: "<line class=\"grid\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>", Self.left, Self.right,
                y(tick / scale), y(tick / scale))
                + String(
                    format: "<text class=\"tick\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%@</text>", Self.left - 6,
                    y(tick / scale) + 4, MetricText.short(tick, decimals: 6))
        }.joined()
        svg += sizes(attempts, x)
        if let limit {
            svg += String(
                format: "<line class=\"limit\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>", Self.left,
                Self.right,
                y(limit), y(limit))
            // Above the line on the side where the sizes are many and their intervals small.
            svg += String(
                format: "<text class=\"limit-word\" x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">limit %@</text>",
                Self.right,
                y(limit) - 5, self.limit(limit))
        }
        let points = attempts.map {
            String(format: "%.1f,%.1f", x($0.size), y($0.judgement.measured ?? 0))
        }
        svg += "<polyline class=\"line\" points=\"\(points.joined(separator: " "))\"/>"
        for attempt in attempts {
            let judgement = attempt.judgement
            let words =
                "\(result.path)=\(attempt.size): \(number(judgement.measured, withUnit: true)), \(Self.word(judgement.verdict))"
            svg +=
                "<g class=\"mark\(attempt.size == result.answer.found ? " answer" : "")\"><title>\(ComparisonPage.safe(words))</title>"
            if let low = judgement.low, let high = judgement.high {
                svg += String(
                    format: "<path class=\"bar\" d=\"M%.1f %.1fV%.1fM%.1f %.1fh8M%.1f %.1fh8\"/>", x(attempt.size),
                    y(low),
                    y(high), x(attempt.size) - 4, y(low), x(attempt.size) - 4, y(high))
            }
            svg += Self.sign(judgement.verdict, x(attempt.size), y(judgement.measured ?? 0)) + "</g>"
        }
        let said = attempts.map { "\($0.size) \(Self.word($0.judgement.verdict))" }.joined(separator: ", ")
        return """
            <figure class="sizes" tabindex="0"><figcaption><strong>\(title)</strong></figcaption>
            <svg viewBox="0 0 720 310" role="img" aria-label="\(title): \(said)">
            \(svg)
            </svg></figure>

            """
    }

    /// The sizes below the axis, as many as have room; the answer always.
    private func sizes(_ attempts: [SizeResult.Attempt], _ x: (Int) -> Double) -> String {
        let answer = result.answer.found
        var shown = answer.flatMap { answer in attempts.contains { $0.size == answer } ? [answer] : nil } ?? []
        for size in attempts.map(\.size) where !shown.contains(where: { abs(x($0) - x(size)) < 44 }) {
            shown.append(size)
        }
        return shown.map { size in
            String(
                format: "<text class=\"tick%@\" x=\"%.1f\" y=\"286\" text-anchor=\"middle\">%d</text>",
                size == answer ? " answer" : "", x(size), size)
        }.joined()
            + "<text class=\"tick\" x=\"383\" y=\"306\" text-anchor=\"middle\">\(ComparisonPage.safe(result.path))</text>"
    }

    /// Where a size stands: by its logarithm where the sizes reach far, since a search doubles and halves them.
    private static func places(_ sizes: [Int]) -> (Int) -> Double {
        let (first, last) = (Double(sizes.min() ?? 0), Double(sizes.max() ?? 0))
        let isLong = first > 0 && last / first >= 6
        func place(_ size: Double) -> Double { isLong ? log2(size) : size }
        let (low, high) = (place(first), place(last))
        return { size in
            high > low
                ? left + 20 + (place(Double(size)) - low) / (high - low) * (right - left - 40) : (left + right) / 2
        }
    }

    /// Round numbers from below the smallest value to above the largest, four to eight of them.
    static func ticks(_ values: [Double]) -> [Double] {
        let (low, high) = (values.min() ?? 0, values.max() ?? 1)
        let span = high > low ? high - low : max(abs(high), 1)
        let power = pow(10, floor(log10(span / 4)))
        let step = ([1.0, 2, 5].last { $0 * power <= span / 4 } ?? 1) * power
        let (first, last) = ((low / step).rounded(.down), (high / step).rounded(.up))
        return (0...max(1, Int(last - first))).map { (first + Double($0)) * step + 0 }
    }

    /// A circle for what is enough, an open diamond for what is undecided, a square for what is not: told apart without colours.
    private static func sign(_ verdict: BudgetVerdict, _ x: Double, _ y: Double) -> String {
        switch verdict {
        case .kept: String(format: "<circle class=\"kept\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>", x, y)
        case .undecided:
            String(format: "<path class=\"undecided\" d=\"M%.1f %.1fl5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/>", x, y - 5.5)
        case .broken:
            String(format: "<rect class=\"broken\" x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\"/>", x - 4, y - 4)
        }
    }

    /// Rules of style beside those of a comparison.
    static let style = """
        .sizes { margin: 1rem 0; max-width: 54rem; overflow-x: auto; break-inside: avoid; }
        .sizes svg { width: 100%; min-width: 32rem; height: auto; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        .sizes .grid { stroke: var(--line); stroke-width: 1; }
        .sizes .tick { font-size: 12px; fill: var(--soft); }
        .sizes .tick.answer { font-weight: 700; fill: var(--ink); }
        .sizes .line { stroke: var(--soft); stroke-width: 1.2; }
        .sizes .bar { stroke: var(--ink); stroke-width: 1.4; fill: none; }
        .limit { stroke: var(--alert); stroke-width: 1.6; stroke-dasharray: 7 4; }
        .limit-word { font-size: 12px; fill: var(--bad); }
        circle.kept { fill: var(--good); stroke: var(--good); }
        path.undecided { fill: var(--paper); stroke: var(--ink); stroke-width: 1.6; }
        rect.broken { fill: var(--bad); stroke: var(--bad); }
        tr.answer th, tr.answer td { font-weight: 700; }
        td.undecided { font-style: italic; }

        """
}
