// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting

/// The summary printed after replications.
package struct ReplicationText {
    private let set: ReplicationSet

    /// Takes what is to be written.
    package init(_ set: ReplicationSet) { self.set = set }

    /// The lines, without a final line break.
    package var text: String {
        let context = set.context
        let title = (context.title.isEmpty ? context.name : context.title).shown
        let count = set.replications.count
        let level = Self.number(set.level * 100)
        let form = Slices.form(for: context)
        let known = context.columns.filter(\.isText).map { column in
            if case .text(let text) = column.value(context) { "\(column.name) \(text), " } else { "" }
        }.joined()
        var lines = [
            "\(title): \(known)seed \(context.seed), \(count) replication\(count == 1 ? "" : "s")",
            count > 1
                ? "  mean +- half of the \(level) % interval over replications (Student's t); max over all, count in all"
                : "  one replication shows no spread: no intervals",
            "",
        ]
        let heads = ["", "mean", "p50", "p95", "p99", "max", "count"]
        lines.append("  " + row(heads))
        for sample in form?.samples ?? [] {
            let name = "\(sample).mean"
            guard let mean = cell(name), let about = MetricDescription.ofProgram(name) else { continue }
            let (shown, family) = (about.shown, about.label.replacing(", mean", with: ""))
            let largest = set.values(of: "\(sample).max").compactMap { $0 }.max()
            let most = largest.map { shown.number($0) } ?? "-"
            let all = set.values(of: "\(sample).count").compactMap { $0 }.reduce(0, +)
            lines.append(
                "  "
                    + row([
                        shown.name.isEmpty ? family : "\(family) (\(shown.name))", mean, cell("\(sample).p50") ?? "-",
                        cell("\(sample).p95") ?? "-", cell("\(sample).p99") ?? "-", most, Self.number(all),
                    ]))
        }
        lines.append("")
        for name in (form?.figures ?? []) + Slices.headlines(in: context.sections) {
            guard let value = cell(name), let about = MetricDescription.ofProgram(name) else { continue }
            lines.append("  \(pad(about.label, 36)) \(value) \(about.shown.name)".trimmingEnd)
        }
        lines.append("")
        if let stopping = Self.stopping([set]) { lines.append("  stopping     \(stopping)") }
        let given = "\(Self.number(context.warmUp.inSeconds / 60)) min left out"
        let found = set.foundWarmUp.map {
            $0 == .zero
                ? "no initial bias was found" : "MSER-5 finds \(Self.number($0.inSeconds / 60)) min"
        }
        lines.append(
            "  warm-up      \(given); \(found ?? "MSER-5 finds no end: the run is too short") in the open requests"
        )
        return lines.joined(separator: "\n")
    }

    /// When a sequential rule stopped, between which limits, and what was reached; nil for a fixed number.
    ///
    /// - Parameter sets: one experiment, or variants side by side whose differences from the first one were looked at.
    static func stopping(_ sets: [ReplicationSet]) -> String? {
        guard let first = sets.first, case .untilHalfWidth(let targets, let least, let most, _) = first.rule else {
            return nil
        }
        let wishes = targets.map { target in
            let widths =
                sets.count == 1
                ? [first.interval(of: target.metric)?.relativeHalfWidth]
                : sets.dropFirst().map { other in
                    HalfWidthTarget.pairedHalfWidth(
                        of: target.metric, first.values(of: target.metric), other.values(of: target.metric),
                        units: (first.units(of: target.metric), other.units(of: target.metric)), level: first.level
                    ).flatMap(\.share)
                }
            let widest = widths.contains(nil) ? nil : widths.compactMap(\.self).max()
            let name = MetricDescription.ofProgram(target.metric)?.label ?? target.metric
            let what = sets.count == 1 ? name : "difference of \(name)"
            return
                "\(what) +- \(widest.map { number($0 * 100) + " %" } ?? "?") of \(number(target.share * 100)) % wanted"
        }
        return "after \(first.replications.count) replications, \(least) to \(most) allowed: "
            + wishes.joined(separator: ", ")
    }

    /// A metric as `mean +- half width`; nil when it was never measured.
    func cell(_ name: String) -> String? {
        guard let interval = set.interval(of: name) else { return nil }
        return Self.text(interval.scaled(by: MetricDescription.ofProgram(name)?.shown.scale ?? 1))
    }

    /// An interval with as many decimals as its half width is worth.
    static func text(_ interval: Interval) -> String {
        guard let half = interval.halfWidth else { return number(interval.mean) }
        let decimals = half > 0 ? min(6, max(0, 1 - Int(log10(half).rounded(.down)))) : 0
        let isWhole = interval.mean == interval.mean.rounded()
        let shown = half == 0 ? (isWhole ? 0 : 3) : decimals
        return "\(String(format: "%.\(shown)f", interval.mean)) +- \(String(format: "%.\(shown)f", half))"
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(format: "%.4g", value)
    }

    private func row(_ cells: [String]) -> String {
        cells.enumerated().map { $0.offset == 0 ? pad($0.element, 36) : right($0.element, $0.offset < 5 ? 17 : 9) }
            .joined(separator: " ").trimmingEnd
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Without blanks at the end.
    var trimmingEnd: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
