// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// What the page of a run tells of taxis and of the two modules. The page says where each part stands.
package struct TaxiPage {
    private let context: TaxiContext
    private let result: TaxiResult
    private let canDraw: (charts: Bool, maps: Bool)
    private let metric: (String) -> String
    private let tile: (String) -> String?
    private let texts: [String: String]

    /// The charts of the service, and those of its modules.
    package let charts, moduleCharts: [ReportChart]
    /// Whether there is a map of the zones.
    package let hasMap: Bool

    /// Takes what is to be told; `metric` gives what stands in the place of a metric, and `tile` what stands in a tile instead, where
    /// something does.
    package init(
        context: TaxiContext, result: TaxiResult, canDraw: (charts: Bool, maps: Bool),
        tile: @escaping (String) -> String? = { _ in nil }, metric: @escaping (String) -> String
    ) {
        self.context = context
        self.result = result
        self.canDraw = canDraw
        self.metric = metric
        self.tile = tile
        let drawn = TaxiCharts(context: context, result: result)
        charts = context.hasTaxis ? drawn.core : []
        moduleCharts = context.hasTaxis ? drawn.modules : []
        hasMap = context.hasTaxis && canDraw.maps && TaxiMap(context: context, result: result).hasOutlines
        let tables = TaxiPageTables(context: context, result: result)
        var texts = [
            "map": hasMap ? "map" : "", "layout": Text.html(context.layoutSource),
            "aboardLimit": Self.minutes(context.aboardLimit),
            "table zones": tables.zones, "table hours": tables.hours, "table failures": tables.failures,
            "failed": Text.html(TaxiFinding(context: context, result: result).whole),
            "table reservationOutcomes": tables.reservationOutcomes, "table feeShares": tables.feeShares,
            "table sharingReasons": tables.sharingReasons,
        ]
        for chart in charts + moduleCharts where canDraw.charts { texts["chart " + chart.id] = chart.figure }
        self.texts = texts
    }

    /// A time in minutes, with a decimal when it needs one.
    private static func minutes(_ span: TimeSpan) -> String {
        let minutes = span.inSeconds / 60
        return Text.number(minutes, minutes == minutes.rounded() ? 0 : 1)
    }

    /// The zones with what the map shows of them.
    package var map: JSONValue { TaxiMap(context: context, result: result).geoJSON }

    /// A file with its places filled.
    private func filled(_ file: [UInt8]) -> String {
        TextTemplate.filled(file) { place in texts[place] ?? (place.hasPrefix("chart ") ? "" : metric(place)) }
    }

    /// A part of every city that has taxis.
    private func part(_ file: [UInt8], links: KeyValuePairs<String, String> = [:]) -> PagePart {
        context.hasTaxis ? PagePart(filled(file), links: links) : PagePart()
    }

    /// What happened, in one or two sentences; empty without taxis.
    package func finding(value: (String) -> Double?) -> String {
        context.hasTaxis ? TaxiFinding(context: context, result: result).text(value: value, metric: metric) : ""
    }
    /// The key figures, and the map of the zones.
    package var happened: PagePart {
        guard context.hasTaxis else { return PagePart() }
        return PagePart(
            TextTemplate.filled(PackageResources.happened_html) { place in
                texts[place] ?? tile(place).map(Text.html) ?? metric(place)
            })
    }
    /// The run through time.
    package var day: PagePart { part(PackageResources.day_html, links: ["day": "The day"]) }
    /// The zones and hours in which service failed.
    package var failures: PagePart { part(PackageResources.zones_html, links: ["zones": "Where and when it failed"]) }
    /// The drivers.
    package var drivers: PagePart { part(PackageResources.drivers_html, links: ["drivers": "Drivers"]) }
    /// How evenly rides and waits are shared.
    package var fairness: PagePart { part(PackageResources.fairness_html, links: ["fairness": "Fairness"]) }
    /// The modules that are told.
    package var modules: PagePart {
        (result.reservations == nil
            ? PagePart()
            : PagePart(filled(PackageResources.reservations_html), links: ["reservations": "Reservations"]))
            + (result.sharing == nil
                ? PagePart() : PagePart(filled(PackageResources.sharing_html), links: ["sharing": "Sharing"]))
    }

    /// What the words of these parts mean.
    package var words: String { part(PackageResources.words_html).html }
    /// What the words of the modules mean.
    package var moduleWords: String {
        (result.reservations == nil ? "" : filled(PackageResources.reservation_words_html))
            + (result.sharing == nil ? "" : filled(PackageResources.sharing_words_html))
    }

    /// The file `outcomes.txt`: what becomes of calls, requests, offers, and of what the modules deal with.
    package static let outcomes = OutcomeForm.all(PackageResources.outcomes_txt)

    /// The lines of the printed summary, from the file `summary.txt`; `value` gives a metric's value, `metric` its text.
    package static func summary(
        _ result: TaxiResult, hasTaxis: Bool, value: (String) -> Double?, metric: (String) -> String
    ) -> String {
        // By time in service, like the busy share next to it.
        var withPassenger = "-"
        if let off = value("drivers.share.offShift"), off < 1, let riding = value("drivers.share.withPassenger") {
            withPassenger = Text.percent(riding / (1 - off))
        }
        let parts = [
            "taxis": hasTaxis ? "told" : "", "reservations": result.reservations == nil ? "" : "told",
            "sharing": result.sharing == nil ? "" : "told",
            "made": String(Int(value("sharing.created") ?? 0)), "withPassenger": withPassenger,
        ]
        return TextTemplate.filled(PackageResources.summary_txt) { parts[$0] ?? metric($0) }
    }
}
