// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting
import TaxiReports

/// What the page says first, in plain sentences written from the numbers.
extension ReportPage {
    /// Who waited for which service.
    var waitRows: [WaitRow] {
        (context.taxi.hasTaxis ? [result.taxi.waits { result[$0] }] : []) + context.services.flatMap(\.waits)
    }

    /// What happened in this run: the taxis; without them each service's waits, or else its first figures.
    func finding(_ taxi: TaxiPage) -> String {
        if context.taxi.hasTaxis { return Text.html(taxi.finding { result[$0] }) }
        let sentences = context.services.flatMap { service in
            service.waits.isEmpty ? [figures(service)] : service.waits.prefix(3).map(\.sentence)
        }
        return Text.html(sentences.joined(separator: " "))
    }

    private func figures(_ service: ServiceResult) -> String {
        let shown = service.shown.filter { $0.value != nil }.prefix(4)
            .map { "\($0.about.label) \($0.about.shown.text($0.value))" }
        return shown.isEmpty ? "" : "\(service.title): \(shown.joined(separator: ", "))."
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
            let unit = about.shown.name.isEmpty ? "" : " \(about.shown.name)"
            let (mean, half) = (about.shown.number(found.mean), found.halfWidth.map { " ± \(about.shown.number($0))" })
            return "\(about.label) \(mean)\(half ?? "")\(unit)"
        }
        guard !parts.isEmpty else { return "" }
        let level = Text.number(intervals.level * 100, 0)
        return Text.html(
            "Over all \(intervals.count) replications, each another day: \(parts.joined(separator: "; ")) "
                + "(means with \(level) % intervals).")
    }
}
