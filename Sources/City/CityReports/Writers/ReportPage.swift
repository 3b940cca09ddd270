// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
public import Reporting
package import TaxiReports

/// The report of one run as one HTML file, which opens from disk without any server or network.
public struct ReportPage: Sendable {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    private let fingerprint: String
    private let assets: ReportAssets
    /// How sure the metrics are, when it is known.
    let intervals: IntervalsResult?
    /// The moving map of the taxis, where there is one. Its numbers are not in `html`: they belong where `MovingMap.mark` stands.
    package var movingMap: MovingMap?

    /// What all replications say together, where this is the page of one of several.
    package var replicated: ReplicatedPart?

    /// Whether `results.sqlite` has the rows of all replications, and not those of this one alone.
    package var hasAllRows = false

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
            context: context.taxiContext, result: result.taxi, canDraw: (assets.vega != nil, assets.leaflet != nil),
            tile: { overAll($0) }
        ) { result.text(for: $0, dash: "–") }
        let server = context.taxi.hasTaxis ? ServerCharts(context: context, result: result).all : []
        let charts =
            taxi.charts + server + taxi.moduleCharts + context.services.flatMap(\.allCharts)
            + (replicated?.charts ?? [])
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
        let modules = taxi.modules
        let (day, failures, drivers, fairness) = (taxi.day, taxi.failures, taxi.drivers, taxi.fairness)
        var parts = [
            "verdicts": verdicts, "flags": flags, "taxis": context.taxi.hasTaxis ? "told" : "",
            "waits": waitRows.count > 1 ? WaitRow.html(waitRows) : "", "taxis among others": isOneOfMany ? "told" : "",
            "all rows": hasAllRows ? "told" : "", "finding": finding(taxi), "over all": overAll,
            "taxi happened": taxi.happened.html, "taxi day": day.html, "taxi failures": failures.html,
            "taxi drivers": drivers.html, "taxi fairness": fairness.html, "taxi modules": modules.html,
            "moving map": movingMap?.section ?? "",
            "taxi words": taxi.words, "taxi moduleWords": taxi.moduleWords,
            "links taxi": (day + failures + drivers + fairness).links, "links modules": modules.links,
            "links first": links(services(beforeTaxis: true)), "links": links(services(beforeTaxis: false)),
            "replicated": replicated?.html ?? "",
            "services first": services(beforeTaxis: true).map { $0.html(hasCharts: assets.vega != nil, tile: overAll) }
                .joined(),
            "services": services(beforeTaxis: false).map { $0.html(hasCharts: assets.vega != nil, tile: overAll) }
                .joined(),
            "missing": missing.joined(separator: " and no "),
            "seed": "\(context.seed)", "replication": "\(context.replication)", "version": Text.html(context.version),
            "scenario": Text.html(context.scenarioText), "scenarioHash": Text.html(context.scenarioHash),
            "fingerprint": Text.html(fingerprint),
            "notes": context.notes.map { "<li>\(Text.html($0))</li>" }.joined(separator: "\n"),
            "table outcomes": tables.outcomes, "table metrics": tables.metrics,
            "facts": PageTemplate.facts([
                ("policy", context.taxi.hasTaxis ? context.taxi.policy : ""), ("seed", "\(context.seed)"),
                ("replication", context.replication > 0 ? "\(context.replication)" : ""),
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

    /// The services that are told before the taxis, or after them.
    private func services(beforeTaxis: Bool) -> [ServiceResult] {
        let place = told.firstIndex { if case .taxis = $0 { true } else { false } } ?? told.endIndex
        return (beforeTaxis ? told[..<place] : told[place...]).compactMap { told in
            if case .service(let service) = told { service } else { nil }
        }
    }

    private func links(_ services: [ServiceResult]) -> String {
        services.map { "<a href=\"#\($0.name)\">\(Text.html($0.title))</a> " }.joined()
    }

    private func scripts(_ charts: [ReportChart], _ taxi: TaxiPage) -> String {
        var out = ""
        if let vega = assets.vega {
            let clock = ClockAxis(start: context.start, end: context.end)
            out += ReportChart.element(charts.map { $0.over(clock) })
            out += "<script type=\"module\">\(ReportAssets.embeddable(vega))</script>\n"
        }
        if let leaflet = assets.leaflet, taxi.hasMap {
            out += "<script type=\"application/json\" id=\"geojson\">\(taxi.map.line)</script>\n"
            out += "<script>\(ReportAssets.embeddable(leaflet))</script>\n"
        }
        return out + PageTemplate.script + (movingMap?.scripts ?? "")
    }
}
