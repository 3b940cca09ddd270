// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
package import Reporting

/// The report of one run as one HTML file, which opens from disk without any server or network.
package struct ReportPage: Sendable {
    let context: RunContext
    let result: MetricsResult
    let violations: [Violation]
    private let fingerprint: String
    private let assets: ReportAssets
    /// How sure the metrics are, when it is known.
    let intervals: IntervalsResult?
    /// The moving map of a service, where there is one. Its numbers are not in `html`: they belong where its mark stands.
    package var movingMap: (any MovingMapPart)?

    /// What all replications say together, where this is the page of one of several.
    package var replicated: ReplicatedPart?

    /// Whether `results.sqlite` has the rows of all replications, and not those of this one alone.
    package var hasAllRows = false

    /// Takes what is to be shown.
    package init(
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
    package var html: String {
        let services = told.map { ToldService($0, page: self.page(of: $0)) }
        let parts = parts(services)
        func filled(_ file: [UInt8]) -> String {
            TextTemplate.filled(file) { place in parts[place] ?? result.text(for: place, dash: "–") }
        }
        var rules = RuleLinks()
        var page = PageTemplate(title: context.title.isEmpty ? context.name : context.title, kind: "report")
        page.style = assets.leafletStyle.map { $0.replacingOccurrences(of: "</style", with: "<\\/style") } ?? ""
        page.style += movingMap?.style ?? ""
        page.header = filled(PackageResources.report_header_html)
        page.main =
            rules.linked(filled(PackageResources.report_html))
            + PageTemplate.section("rules", "Rules and decisions named here", rules.list)
        page.scripts = scripts(services)
        return page.html
    }

    /// A service with its part of the page.
    private struct ToldService {
        let service: ServiceResult
        let page: ServicePage?

        init(_ service: ServiceResult, page: ServicePage?) { (self.service, self.page) = (service, page) }
    }

    /// Its part by its own texts; nil for what is made of its metrics and demands.
    private func page(of service: ServiceResult) -> ServicePage? {
        let attached = movingMap.map { PagePart($0.section, links: ["moving-map": "Moving map"]) }
        let frame = ReportFrame(
            context, result, canDraw: (assets.vega != nil, assets.leaflet != nil), dash: "–", tile: { overAll($0) },
            attached: attached ?? PagePart())
        return service.report?.page(frame)
    }

    /// Its sections with their links.
    private func part(_ told: ToldService) -> PagePart {
        let service = told.service
        guard let page = told.page else {
            return PagePart(
                service.html(hasCharts: assets.vega != nil, tile: overAll),
                links: [service.name: Text.html(service.title)])
        }
        guard hasOneService || page.lead.isEmpty else {
            return PagePart(
                PageTemplate.section(service.name, service.title, page.lead),
                links: [service.name: Text.html(service.title)]) + page.body
        }
        return page.body
    }

    /// What stands in the places of the texts: all but the metrics.
    private func parts(_ services: [ToldService]) -> [String: String] {
        let tables = ReportTables(context: context, result: result)
        let missing = [assets.vega == nil ? "charts" : "", assets.leaflet == nil ? "map" : ""].filter { !$0.isEmpty }
        let sections = services.map(part).reduce(PagePart(), +)
        let facts = told.compactMap(\.report).flatMap(\.facts)
        let parts = [
            "verdicts": verdicts, "flags": flags, "waits": waitRows.count > 1 ? WaitRow.html(waitRows) : "",
            "all rows": hasAllRows ? "told" : "", "finding": finding, "over all": overAll,
            // The figures of the only service stand with what happened.
            "lead": hasOneService ? services.compactMap(\.page?.lead).joined() : "",
            "services": sections.html, "links": sections.links,
            "words": services.compactMap(\.page?.words).joined(), "replicated": replicated?.html ?? "",
            "missing": missing.joined(separator: " and no "),
            "seed": "\(context.seed)", "replication": "\(context.replication)", "version": Text.html(context.version),
            "scenario": Text.html(context.scenarioText), "scenarioHash": Text.html(context.scenarioHash),
            "fingerprint": Text.html(fingerprint),
            "notes": context.notes.map { "<li>\(Text.html($0))</li>" }.joined(separator: "\n"),
            "table outcomes": tables.outcomes, "table metrics": tables.metrics,
            "facts": PageTemplate.facts(
                [
                    ("seed", "\(context.seed)"),
                    ("replication", context.replication > 0 ? "\(context.replication)" : ""),
                    ("from", Text.date(context.start)), ("to", Text.date(context.end)),
                    ("warm-up left out", "\(Text.number(context.warmUp.inSeconds / 60, 0)) min"),
                    ("zones", "\(context.zones.count)"),
                ] + facts.map { ($0.name, $0.value) } + [("version", context.version)]),
        ]
        return parts.merging(intervalParts) { $1 }
    }

    private func scripts(_ services: [ToldService]) -> String {
        var out = ""
        if let vega = assets.vega {
            let clock = ClockAxis(start: context.start, end: context.end)
            let charts =
                services.flatMap { $0.page?.charts ?? $0.service.allCharts } + (replicated?.charts ?? [])
            out += ReportChart.element(charts.map { $0.over(clock) })
            out += "<script type=\"module\">\(ReportAssets.embeddable(vega))</script>\n"
        }
        if let leaflet = assets.leaflet, let map = services.lazy.compactMap(\.page?.map).first {
            out += "<script type=\"application/json\" id=\"geojson\">\(map.line)</script>\n"
            out += "<script>\(ReportAssets.embeddable(leaflet))</script>\n"
        }
        return out + PageTemplate.script + (movingMap?.scripts ?? "")
    }
}
