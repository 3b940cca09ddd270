// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Foundation
import Reporting

/// The three measures by hour, all variants in one picture, with a row of signs for the hours that differ clearly.
extension DemandPage {
    private var axis: HourAxis { HourAxis(comparison.variants.map(\.set.context.hourAxis)) }

    var hours: String {
        guard demand.hours.values.contains(where: { $0.count > 1 }) else { return "" }
        let charts = measures.map(chart).joined()
        let key = comparison.variants.indices.map { index in
            "<li><svg viewBox=\"0 0 40 12\" aria-hidden=\"true\"><line class=\"line v\(index % 6)\" x1=\"0\" y1=\"6\" x2=\"40\" y2=\"6\"/></svg>\(name(index))</li>"
        }
        return """
            \(heading("hours", "By \(axis.title)"))
            <p>An hour has the \(words.many) that were due in it. Below each chart a row for each variant: <strong>−</strong> less than with \
            \(name(0)), which is better, <strong>+</strong> more, and nothing where no difference is shown.</p>
            <ul class="key">\(key.joined())</ul>
            <div class="maps courses">
            \(charts)</div>
            <details><summary>The numbers by hour</summary>
            \(others.map { hourTable($0) }.joined())</details>

            """
    }

    private func chart(_ measure: PartMeasure) -> String {
        let hours = demand.hours[1] ?? []
        // The base's values are those of the pairs of the first variant: all are measured in the same runs.
        let values: [[(hour: Int, value: Double)]] = comparison.variants.indices.map { index in
            (demand.hours[max(1, index)] ?? []).compactMap { hour in
                let paired = measure.pair(hour)
                return (index == 0 ? paired.first : paired.second).map { (hour.number, $0.mean * measure.scale) }
            }
        }
        let top = ComparisonPage.top(values.joined().map(\.value).max() ?? 0)
        let (left, right, height) = (34.0, 474.0, 150.0)
        let axis = axis
        func x(_ hour: Int) -> Double {
            left + (Double(hour - axis.numbers.lowerBound) + 0.5) * (right - left) / Double(axis.numbers.count)
        }
        func y(_ value: Double) -> Double { 12 + (1 - value / top.value) * height }
        let lines = values.enumerated().map { index, points -> String in
            let path = points.map { String(format: "%.1f,%.1f", x($0.hour), y($0.value)) }.joined(separator: " ")
            return "<polyline class=\"line v\(index % 6)\" points=\"\(path)\"/>"
        }
        let ticks = [0, top.value / 2, top.value].map { value in
            String(format: "<line class=\"grid\" x1=\"34\" x2=\"474\" y1=\"%.1f\" y2=\"%.1f\"/>", y(value), y(value))
                + String(
                    format: "<text class=\"tick\" x=\"29\" y=\"%.1f\" text-anchor=\"end\">%@</text>", y(value) + 4,
                    ReplicationText.number(value))
        }
        let clock = axis.labels.map { hour, text in
            String(
                format: "<text class=\"tick\" x=\"%.1f\" y=\"178\" text-anchor=\"middle\">%@</text>", x(hour), text)
        }
        let signs = others.enumerated().map { row, index -> String in
            let y = 200 + 18 * Double(row)
            let marks = (demand.hours[index] ?? []).compactMap { hour -> String? in
                let paired = measure.pair(hour)
                guard paired.isShown else { return nil }
                return String(
                    format: "<text class=\"sign\" x=\"%.1f\" y=\"%.0f\">%@</text>", x(hour.number), y,
                    paired.finding == .lower ? "−" : "+")
            }
            return String(
                format: "<line class=\"line v\(index % 6)\" x1=\"4\" x2=\"30\" y1=\"%.0f\" y2=\"%.0f\"/>", y - 5, y - 5)
                + marks.joined()
        }
        let said = others.map { index in
            let pairs = (demand.hours[index] ?? []).map(measure.pair)
            return
                "\(name(index)) less in \(pairs.count { $0.finding == .lower }) of \(hours.count) hours, more in \(pairs.count { $0.finding == .higher })"
        }
        return """
            <figure><figcaption><strong>\(ComparisonPage.safe(measure.titleWithUnit))</strong></figcaption>
            <svg class="hours" viewBox="0 0 480 \(192 + 18 * others.count)" role="img" aria-label="\(ComparisonPage.safe(measure.titleWithUnit)) by hour: \(said.joined(separator: "; "))">
            \(ticks.joined())\(clock.joined())\(lines.joined())\(signs.joined())
            </svg></figure>

            """
    }

    private func hourTable(_ index: Int) -> String {
        partTable(index, demand.hours[index] ?? [], caption: "by hour", column: "hour") { axis.name($0.number) }
    }
}

extension ComparisonPage {
    /// The upper end of an axis: 1, 2 or 5 times a power of ten that is not below the largest value.
    static func top(_ largest: Double) -> (value: Double, step: Double) {
        guard largest > 0 else { return (1, 1) }
        let power = pow(10, floor(log10(largest)))
        let digit = [1.0, 2, 4, 5, 10].first { $0 * power >= largest } ?? 10
        return (digit * power, power)
    }
}
