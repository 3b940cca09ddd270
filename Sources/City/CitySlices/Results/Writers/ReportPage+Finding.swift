// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// What the page says first, in plain sentences written from the numbers.
extension ReportPage {
    /// Who waited for which service.
    var waitRows: [WaitRow] { result.told.flatMap(\.waits) }

    /// Whether the city has one service alone, beside what this one stands on.
    var hasOneService: Bool { result.told.count { $0.standing != .ground } < 2 }

    /// The services in the order of the page: those that promise their people a time, then the others, then what all stand on; of
    /// each kind the worst first: those with a broken promise, then by the share of their demands that was missed. So a city that is
    /// about health and has some cabs does not open with cabs.
    var told: [ServiceResult] {
        func rank(_ service: ServiceResult, _ place: Int) -> (Int, Int, Double, Int) {
            guard service.standing != .ground else { return (service.standing.rawValue, 0, 0, place) }
            let missed = service.cases.compactMap(\.all.missedShare).max() ?? 0
            return (service.standing.rawValue, flagged(service).isEmpty ? 1 : 0, -missed, place)
        }
        return result.told.enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }
            .map(\.element)
    }

    /// The verdicts of a service that are flagged.
    func flagged(_ service: ServiceResult) -> [Verdict] { service.verdicts.filter { $0.outcome == .flag } }

    /// What happened in this run, a paragraph for each service: its own words, or its waits, or else its first figures, with the
    /// promises that it broke where there are several services.
    var finding: String {
        let frame = ReportFrame(context, result, dash: "–")
        let services = told.filter { $0.standing != .ground }
        let parts = services.compactMap { service -> String? in
            let text =
                service.report?.finding(frame)
                ?? (service.waits.isEmpty
                    ? figures(service) : service.waits.prefix(3).map(\.sentence).joined(separator: " "))
            guard !text.isEmpty else { return nil }
            let broken = services.count > 1 ? flagged(service).prefix(2).map(\.text) : []
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
            let about = result.about.first(where: { $0.name == name })
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
        let names = result.told.flatMap { Array(($0.report?.mainFigures ?? $0.headlines).prefix(3)) }
        let parts = names.compactMap { name -> String? in
            guard let found = intervals.metrics[name], let about = result.about.first(where: { $0.name == name }) else {
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
