// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// The report of one run as one HTML file, which opens from disk without any server or network.
public struct ReportPage: Sendable {
    let context: RunContext
    let result: MetricsResult
    private let violations: [Violation]
    private let fingerprint: String
    private let assets: ReportAssets
    /// How sure the metrics are, when it is known.
    let intervals: IntervalsResult?

    /// Takes what is to be shown.
    public init(
        context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String, assets: ReportAssets,
        intervals: IntervalsResult? = nil
    ) {
        self.context = context
        self.result = result
        self.violations = violations
        self.fingerprint = fingerprint
        self.assets = assets
        self.intervals = intervals
    }

    /// The page. Without assets it has every table and a note in the place of the charts.
    public var html: String {
        let charts = ReportCharts(context: context, result: result).all
        let map = ReportMap(context: context, result: result)
        let tables = ReportTables(context: context, result: result)
        let main = [
            verdicts, key, missing, section("outcomes", "Outcomes", tables.outcomes), intervalSection,
            section("day", "The day", figures(charts, ["calls", "waits", "series", "offers"])),
            section("drivers", "Drivers", figures(charts, ["shares", "lorenz"]) + fairness),
            server(charts, tables), accounts(charts, tables), reservations(charts, tables), sharing(charts, tables),
            section("zones", "Zones", mapFigure(map) + figures(charts, ["zonewaits", "queues"]) + tables.zones),
            section("hours", "Hours", tables.hours), section("scenario", "Scenario", scenario),
            section("words", "Words", words),
            section(
                "metrics", "All metrics", "<details><summary>Show all metrics</summary>\(tables.metrics)</details>"),
        ].joined()
        var rules = RuleLinks()
        var page = PageTemplate(title: title, kind: "report")
        page.style = assets.leafletStyle.map { $0.replacingOccurrences(of: "</style", with: "<\\/style") } ?? ""
        page.header = header
        page.main = rules.linked(main) + section("rules", "Rules and decisions named here", rules.list)
        page.scripts = scripts(charts, map)
        return page.html
    }

    private var title: String { context.title.isEmpty ? context.name : context.title }

    private var header: String {
        let facts = [
            ("policy", context.policy), ("seed", "\(context.seed)"), ("replication", "\(context.replication)"),
            ("from", Text.date(context.start)), ("to", Text.date(context.end)),
            ("warm-up left out", "\(Text.number(context.warmUp.inSeconds / 60, 0)) min"),
            ("zones", "\(context.zones.count)"), ("drivers", "\(context.drivers)"), ("version", context.version),
        ]
        return """
            \(oneOfMany)\(PageTemplate.facts(facts))<p class="print">fingerprint <code>\(Text.html(fingerprint))</code></p>
            <nav aria-label="Sections"><a href="#verdicts">Verdicts</a> <a href="#outcomes">Outcomes</a> \
            \(intervals == nil ? "" : "<a href=\"#intervals\">How sure</a> ")<a href="#day">Day</a> \
            <a href="#drivers">Drivers</a> \(serverLinks)\(moduleLinks)<a href="#zones">Zones</a> <a href="#hours">Hours</a> \
            <a href="#scenario">Scenario</a> <a href="#words">Words</a> <a href="#metrics">Metrics</a> \
            <a href="#rules">Rules</a></nav>

            """
    }

    func section(_ id: String, _ title: String, _ content: String) -> String {
        "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n<h2 id=\"\(id)-title\">\(title)</h2>\n\(content)</section>\n"
    }

    private var verdicts: String {
        let all = result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)]
        let ordered = all.filter { $0.outcome == .flag } + all.filter { $0.outcome != .flag }
        let flags = all.count { $0.outcome == .flag }
        var out =
            "<p class=\"lead\">\(flags == 0 ? "Nothing is flagged." : "\(flags) of \(all.count) checks are flagged.")</p>\n"
        out += "<ul class=\"verdicts\">\n"
        for verdict in ordered {
            let (kind, mark) =
                switch verdict.outcome {
                case .pass: ("pass", "✓")
                case .flag: ("flag", "⚑")
                case .notMeasured: ("none", "○")
                }
            out +=
                "<li class=\"\(kind)\"><strong><span aria-hidden=\"true\">\(mark)</span> \(verdict.outcome.rawValue)</strong>"
            out += "<span>\(Text.html(verdict.text))</span><small>\(Text.html(verdict.id))</small></li>\n"
        }
        out += "</ul>\n"
        if !violations.isEmpty {
            out += "<h3>Violations</h3>\n<ol class=\"violations\">\n"
            for violation in violations.prefix(50) { out += "<li>\(Text.html(violation.description))</li>\n" }
            out += "</ol>\n"
            if violations.count > 50 { out += "<p>and \(violations.count - 50) more, in results.sqlite.</p>\n" }
        }
        return section("verdicts", "Verdicts", out)
    }

    func value(_ name: String, _ decimals: Int, scale: Double = 1) -> String {
        result[name].map { Text.number($0 * scale, decimals) } ?? "–"
    }

    /// A metric with its unit, as the terminal shows it.
    func shown(_ name: String) -> String { result[name] == nil ? "–" : result.text(name) }

    /// What the page of several replications must say before any number: which of them it shows.
    private var oneOfMany: String {
        guard let intervals, intervals.method == .replications, intervals.count > 1 else { return "" }
        return """
            <p class="note one" role="note"><strong>One of \(intervals.count) replications.</strong> Verdicts, figures, \
            charts, maps and tables of this page, and <code>results.sqlite</code>, show replication \
            \(context.replication) alone. Only <a href="#intervals">How sure</a> has means and intervals over all \
            \(intervals.count); <code>replications.csv</code> has each one.</p>

            """
    }

    private var key: String {
        let tiles = [
            ("requests", shown("calls.stored"), "stored after the warm-up"),
            ("requests fulfilled", shown("calls.fulfilled"), "passenger came aboard"),
            ("unserved", shown("calls.unservedShare"), "of the requests ended without a ride"),
            ("wait, mean", shown("wait.mean"), "call to boarding, of those who were served"),
            ("wait, p95", shown("wait.p95"), "95 % of them wait at most this"),
            ("offers a request", shown("offers.perRequest"), "drivers asked"),
            ("drivers busy", shown("drivers.utilisation"), "of their time in service"),
            ("empty share of the way", shown("distance.emptyShare"), "driven without a passenger"),
        ]
        let list = tiles.map {
            "<div><dt>\($0.0)</dt><dd>\(Text.html($0.1))<small>\($0.2)</small></dd></div>"
        }.joined(separator: "\n")
        return section("key", "Key figures", "<dl class=\"tiles\">\n\(list)\n</dl>\n")
    }

    private var missing: String {
        guard assets.vega == nil || assets.leaflet == nil else { return "" }
        let what = [assets.vega == nil ? "charts" : "", assets.leaflet == nil ? "map" : ""].filter { !$0.isEmpty }
        return "<p class=\"note\" role=\"note\">This report has no \(what.joined(separator: " and no ")), because the "
            + "chart scripts were not found when it was written; every number is in the tables. To get them, run "
            + "<code>scripts/install</code>, set <code>CABRANK_ASSETS</code> to the folder "
            + "<code>.tools/report-assets</code> and run the scenario again.</p>\n"
    }

    func figures(_ charts: [ReportChart], _ ids: [String]) -> String {
        guard assets.vega != nil else { return "" }
        return ids.compactMap { id in charts.first { $0.id == id } }.map { chart in
            """
            <figure>
            <h3>\(Text.html(chart.title))</h3>
            <div class="chart" id="chart-\(chart.id)" role="img" aria-label="\(Text.html(chart.title + ". " + chart.hint))"></div>
            <figcaption>\(Text.html(chart.hint))</figcaption>
            </figure>

            """
        }.joined()
    }

    private func mapFigure(_ map: ReportMap) -> String {
        guard assets.leaflet != nil, map.hasOutlines else { return "" }
        return """
            <figure>
            <h3>Map of the zones</h3>
            <fieldset class="pick"><legend>Colour by</legend>
            <label><input type="radio" name="map" value="unserved" checked> unserved share</label>
            <label><input type="radio" name="map" value="wait"> mean wait of the served</label>
            <label><input type="radio" name="map" value="queue"> queue length</label></fieldset>
            <div id="map" role="application" aria-label="Map of the zones; the same values are in the table of zones"></div>
            <div id="legend" aria-live="polite"></div>
            <figcaption>Point at a zone for its values. Layout: \(Text.html(context.layoutSource)).</figcaption>
            </figure>

            """
    }

    private var fairness: String {
        """
        <p>Gini coefficient of the rides for each hour in service <strong>\(shown("fairness.gini"))</strong> (0 is all \
        equal), Jain index <strong>\(shown("fairness.jain"))</strong> (1 is all equal). Accepted offers overtook waiting \
        drivers <strong>\(shown("fairness.overtakes"))</strong> times. Queue time from joining to an accepted offer: mean \
        <strong>\(shown("queueTime.mean"))</strong>, p95 <strong>\(shown("queueTime.p95"))</strong>.</p>

        """
    }

    private var scenario: String {
        let notes = context.notes.map { "<li>\(Text.html($0))</li>" }.joined(separator: "\n")
        return """
            <p>Seed \(context.seed), version \(Text.html(context.version)), scenario hash \
            <code>\(Text.html(context.scenarioHash))</code>. The same three give the same events and the same fingerprint \
            <code>\(Text.html(fingerprint))</code>.</p>
            \(notes.isEmpty ? "" : "<ul>\n\(notes)\n</ul>")
            <details><summary>The scenario file</summary><pre tabindex="0">\(Text.html(context.scenarioText))</pre></details>

            """
    }

    private var words: String {
        let words = [
            ("request", "A confirmed call that broke no rule and was stored."),
            (
                "offer",
                "A request put to one driver, who has 60 s to answer. It ends accepted, refused, timed out or withdrawn."
            ),
            ("aborted", "Ended by the service: no driver there, all refused, or no taxi large enough."),
            ("abandoned", "Given up by the passenger; off unless the scenario gives passengers a patience."),
            ("released", "The driver found nobody at the meeting point and was freed."),
            ("unserved", "Ended without a ride: aborted, abandoned or released."),
            ("wait", "From the confirmed call to boarding."),
            ("agreed time", "The arrival time told to the passenger at acceptance."),
            ("p50, p90, p95", "50, 90, 95 % of the values are at most this (nearest rank)."),
            ("zone queue", "The drivers available in a zone, first in, first out."),
            ("queue time", "From joining a zone queue to an accepted offer."),
            ("overtaking", "A driver's acceptance while others stand nearer the top of the queue."),
            (
                "offered load",
                "Requests times the mean busy time of a ride, divided by the driver time in the zone's queue or on its rides."
            ),
            ("warm-up", "The first part of the run, left out of the numbers."),
            ("fingerprint", "A hash of the whole event log: equal runs have equal fingerprints."),
        ]
        return "<dl class=\"words\">\n"
            + (words + serverWords + moduleWords).map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined(separator: "\n")
            + "\n</dl>\n"
    }

    private func scripts(_ charts: [ReportChart], _ map: ReportMap) -> String {
        var out = ""
        if let vega = assets.vega {
            out += ReportChart.element(charts)
            out += "<script type=\"module\">\(ReportAssets.embeddable(vega))</script>\n"
        }
        if let leaflet = assets.leaflet, map.hasOutlines {
            out += "<script type=\"application/json\" id=\"geojson\">\(map.geoJSON.line)</script>\n"
            out += "<script>\(ReportAssets.embeddable(leaflet))</script>\n"
        }
        return out + PageTemplate.script
    }
}
