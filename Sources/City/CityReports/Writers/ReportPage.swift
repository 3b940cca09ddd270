// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
public import Reporting
package import TaxiReports

/// The report of one run as one HTML file, which opens from disk without any server or network.
public struct ReportPage: Sendable {
    let context: RunContext
    let result: MetricsResult
    private let violations: [Violation]
    private let fingerprint: String
    private let assets: ReportAssets
    /// How sure the metrics are, when it is known.
    let intervals: IntervalsResult?
    /// The moving map of the taxis, where there is one. Its numbers are not in `html`: they belong where `MovingMap.mark` stands.
    package var movingMap: MovingMap?

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
        let taxi = TaxiPage(
            context: context.taxiContext, result: result.taxi, canDraw: (assets.vega != nil, assets.leaflet != nil)
        ) { result.text(for: $0, dash: "–") }
        let server = context.taxi.hasTaxis ? ServerCharts(context: context, result: result).all : []
        let charts = taxi.charts + server + taxi.moduleCharts + context.services.flatMap(\.charts)
        let parts = parts(taxi, server)
        func filled(_ file: [UInt8]) -> String {
            TextTemplate.filled(file) { place in
                parts[place] ?? (place.hasPrefix("chart ") ? "" : result.text(for: place, dash: "–"))
            }
        }
        var rules = RuleLinks()
        var page = PageTemplate(title: context.title.isEmpty ? context.name : context.title, kind: "report")
        page.style = assets.leafletStyle.map { $0.replacingOccurrences(of: "</style", with: "<\\/style") } ?? ""
        if movingMap != nil { page.style += MovingMap.style }
        page.header = filled(PackageResources.report_header_html)
        page.main =
            rules.linked(filled(PackageResources.report_html))
            + PageTemplate.section("rules", "Rules and decisions named here", rules.list)
        page.scripts = scripts(charts, taxi)
        return page.html
    }

    /// What stands in the places of the texts: all but the metrics.
    private func parts(_ taxi: TaxiPage, _ server: [ReportChart]) -> [String: String] {
        let tables = ReportTables(context: context, result: result)
        let missing = [assets.vega == nil ? "charts" : "", assets.leaflet == nil ? "map" : ""].filter { !$0.isEmpty }
        let (day, modules, zones) = (taxi.day, taxi.modules, taxi.zones)
        var parts = [
            "verdicts": verdicts, "taxis": context.taxi.hasTaxis ? "told" : "",
            "waits": waits,
            "taxi key": taxi.key.html, "taxi day": day.html, "taxi modules": modules.html, "taxi zones": zones.html,
            "moving map": movingMap?.section ?? "",
            "taxi words": taxi.words, "taxi moduleWords": taxi.moduleWords,
            "links day": day.links, "links modules": modules.links, "links zones": zones.links,
            "links": context.services.map { "<a href=\"#\($0.name)\">\(Text.html($0.title))</a> " }.joined(),
            "services": context.services.map { $0.html(hasCharts: assets.vega != nil) }.joined(),
            "missing": missing.joined(separator: " and no "),
            "seed": "\(context.seed)", "replication": "\(context.replication)", "version": Text.html(context.version),
            "scenario": Text.html(context.scenarioText), "scenarioHash": Text.html(context.scenarioHash),
            "fingerprint": Text.html(fingerprint),
            "notes": context.notes.map { "<li>\(Text.html($0))</li>" }.joined(separator: "\n"),
            "table outcomes": tables.outcomes, "table metrics": tables.metrics,
            "facts": PageTemplate.facts([
                ("policy", context.taxi.hasTaxis ? context.taxi.policy : ""), ("seed", "\(context.seed)"),
                ("replication", "\(context.replication)"),
                ("from", Text.date(context.start)), ("to", Text.date(context.end)),
                ("warm-up left out", "\(Text.number(context.warmUp.inSeconds / 60, 0)) min"),
                ("zones", "\(context.zones.count)"),
                ("drivers", context.taxi.hasTaxis ? "\(context.taxi.drivers)" : ""),
                ("version", context.version),
            ]),
        ]
        for chart in server where assets.vega != nil { parts["chart " + chart.id] = chart.figure }
        return parts.merging(intervalParts) { $1 }.merging(serverParts(tables)) { $1 }
    }

    /// Who waited for which service; nothing in a city with a single one.
    private var waits: String {
        let rows =
            (context.taxi.hasTaxis ? [result.taxi.waits { result[$0] }] : []) + context.services.flatMap(\.waits)
        return rows.count > 1 ? WaitRow.html(rows) : ""
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
        return out
    }

    private func scripts(_ charts: [ReportChart], _ taxi: TaxiPage) -> String {
        var out = ""
        if let vega = assets.vega {
            out += ReportChart.element(charts)
            out += "<script type=\"module\">\(ReportAssets.embeddable(vega))</script>\n"
        }
        if let leaflet = assets.leaflet, taxi.hasMap {
            out += "<script type=\"application/json\" id=\"geojson\">\(taxi.map.line)</script>\n"
            out += "<script>\(ReportAssets.embeddable(leaflet))</script>\n"
        }
        return out + PageTemplate.script + (movingMap?.scripts ?? "")
    }
}
