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

    /// One of the services of a city, as the page tells it.
    enum Told {
        case taxis
        case service(ServiceResult)
    }

    /// The services in the order of the page, the worst first: those with a broken promise, then by the share of their demands that
    /// was missed. Taxis promise nobody a time, and come after the services that do: a city that is about health and has some cabs
    /// does not open with cabs.
    var told: [Told] {
        let all = (context.taxi.hasTaxis ? [Told.taxis] : []) + context.services.map { Told.service($0) }
        func rank(_ told: Told, _ place: Int) -> (Int, Int, Double, Int) {
            let isFlagged = flagged(told).isEmpty ? 1 : 0
            switch told {
            case .taxis: return (1, isFlagged, -(result["wishes.notInTimeShare"] ?? 0), place)
            case .service(let service):
                return (0, isFlagged, -(service.cases.compactMap(\.all.missedShare).max() ?? 0), place)
            }
        }
        return all.enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }.map(\.element)
    }

    /// The verdicts of a service that are flagged. What no further service judged is the taxis' or the server's.
    func flagged(_ told: Told) -> [Verdict] {
        let others = context.services.flatMap(\.verdicts)
        let verdicts =
            switch told {
            case .taxis: result.verdicts.filter { verdict in !others.contains(verdict) }
            case .service(let service): service.verdicts
            }
        return verdicts.filter { $0.outcome == .flag }
    }

    /// What happened in this run, a paragraph for each service: its waits, or else its first figures, with the promises that it
    /// broke; by itself what the taxis did. Taxis that nobody called have no paragraph beside others.
    func finding(_ taxi: TaxiPage) -> String {
        let isCalled = (result["calls.stored"] ?? 0) > 0 || context.services.isEmpty
        let services = told
        let parts = services.compactMap { told -> String? in
            let text: String
            switch told {
            case .taxis: text = isCalled ? taxi.finding { result[$0] } : ""
            case .service(let service):
                text =
                    service.waits.isEmpty
                    ? figures(service) : service.waits.prefix(3).map(\.sentence).joined(separator: " ")
            }
            guard !text.isEmpty else { return nil }
            let broken = services.count > 1 ? flagged(told).prefix(2).map(\.text) : []
            let flags = broken.map { " <strong class=\"broken\">⚑ \(Text.html($0)).</strong>" }
            return Text.html(text) + flags.joined()
        }
        let one = intervals.map { $0.method == .replications && $0.count > 1 } ?? false
        return parts.enumerated().map { index, text in
            let whose = one && index == 0 ? "Replication \(context.replication): " : ""
            return "<p class=\"lead finding\">\(whose)\(text)</p>\n"
        }.joined()
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
            let about = (MetricDescription.all + context.services.flatMap(\.about)).first(where: { $0.name == name })
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
