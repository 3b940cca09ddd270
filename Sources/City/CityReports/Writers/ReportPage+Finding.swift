// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting
import TaxiReports

/// What the page says first, in plain sentences written from the numbers.
extension ReportPage {
    /// Who waited for which service.
    var waitRows: [WaitRow] {
        (context.taxi.hasTaxis ? [result.taxi.waits { result[$0] }] : []) + context.services.flatMap(\.waits)
    }

    /// Whether taxis are one service of several.
    var isOneOfMany: Bool { context.taxi.hasTaxis && !context.services.isEmpty }

    /// What happened in this run: each further service's waits, or else its first figures, and the taxis; by itself what the taxis
    /// did. Taxis that nobody called have no sentence beside others.
    func finding(_ taxi: TaxiPage) -> String {
        let services = context.services.flatMap { service in
            service.waits.isEmpty ? [figures(service)] : service.waits.prefix(3).map(\.sentence)
        }.filter { !$0.isEmpty }
        let isCalled = (result["calls.stored"] ?? 0) > 0 || services.isEmpty
        let taxis = context.taxi.hasTaxis && isCalled ? [taxi.finding { result[$0] }] : []
        return Text.html((services + taxis).joined(separator: " "))
    }

    private func figures(_ service: ServiceResult) -> String {
        let shown = service.shown.filter { $0.value != nil }.prefix(4)
            .map { "\($0.about.label) \($0.about.shown.text($0.value))" }
        return shown.isEmpty ? "" : "\(service.title): \(shown.joined(separator: ", "))."
    }

    /// A metric's mean over all replications with its interval, as a tile shows it: `4.5 ± 0.3 %`; nil for a single run, and for
    /// a metric without an interval.
    func overAll(_ name: String) -> String? {
        guard let intervals, intervals.method == .replications, intervals.count > 1,
            let found = intervals.metrics[name], let half = found.halfWidth,
            let about = MetricDescription.all.first(where: { $0.name == name })
        else { return nil }
        let shown = about.shown
        // As many decimals as the half width is worth, at most two.
        let size = half * shown.scale
        let decimals = size > 0 && size < 0.095 ? max(shown.decimals, 2) : shown.decimals
        let unit = shown.name.isEmpty ? "" : " \(shown.name)"
        return "\(shown.number(found.mean, decimals: decimals)) ± \(shown.number(half, decimals: decimals))\(unit)"
    }

    /// What all replications together say of the main figures; empty for a single run.
    var overAll: String {
        guard let intervals, intervals.method == .replications, intervals.count > 1 else { return "" }
        let taxi = ["wishes.notInTimeShare", "calls.unservedShare", "wait.mean"]
        let names = context.taxi.hasTaxis ? taxi : context.services.flatMap { $0.headlines.prefix(3) }
        let abouts = MetricDescription.all + MetricDescription.modules + context.services.flatMap(\.about)
        let parts = names.compactMap { name -> String? in
            guard let found = intervals.metrics[name], let about = abouts.first(where: { $0.name == name }) else {
                return nil
            }
            if let text = overAll(name) { return "\(about.label) \(text)" }
            return "\(about.label) \(about.shown.text(found.mean))"
        }
        guard !parts.isEmpty else { return "" }
        let level = Text.number(intervals.level * 100, 0)
        return Text.html(
            "Over all \(intervals.count) replications, each another day: \(parts.joined(separator: "; ")) "
                + "(means with \(level) % intervals).")
    }
}
