// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What the page of a run tells of taxis and of the two modules.
struct TaxiPage {
    private let context: TaxiContext
    private let result: TaxiResult
    private let frame: ReportFrame
    private let texts: [String: String]
    private let charts: [ReportChart]
    private let hasMap: Bool

    /// Takes what is to be told.
    init(context: TaxiContext, result: TaxiResult, frame: ReportFrame) {
        self.context = context
        self.result = result
        self.frame = frame
        let drawn = TaxiCharts(context: context, result: result)
        charts = drawn.core + drawn.modules
        hasMap = frame.canDraw.maps && TaxiMap(context: context, result: result).hasOutlines
        let tables = TaxiPageTables(context: context, result: result)
        var texts = [
            "map": hasMap ? "map" : "", "layout": Text.html(context.layoutSource),
            "aboardLimit": Self.minutes(context.aboardLimit),
            "table zones": tables.zones, "table hours": tables.hours, "table failures": tables.failures,
            "failed": Text.html(TaxiFinding(context: context, result: result).whole),
            "table reservationOutcomes": tables.reservationOutcomes, "table feeShares": tables.feeShares,
            "table sharingReasons": tables.sharingReasons, "table streets": tables.streets,
            "table money": tables.money, "table occupied": tables.occupied, "minimum": Self.minimum(context),
        ]
        for chart in charts where frame.canDraw.charts { texts["chart " + chart.id] = chart.figure }
        self.texts = texts
    }

    var page: ServicePage {
        var page = ServicePage()
        page.lead = TextTemplate.filled(PackageResources.happened_html) { place in
            texts[place] ?? frame.tile(place).map(Text.html) ?? frame.text(place)
        }
        page.body =
            part(PackageResources.day_html, "day", "The day")
            + part(PackageResources.zones_html, "zones", "Where and when it failed")
            + part(PackageResources.drivers_html, "drivers", "Drivers")
            + part(PackageResources.fairness_html, "fairness", "Fairness") + frame.attached
        page.words = filled(PackageResources.words_html)
        if result.streets != nil {
            page.body = page.body + part(PackageResources.streets_html, "streets", "On the street")
        }
        if result.hasFares {
            let text = Text.unbroken(filled(PackageResources.money_html))
            page.body = page.body + PagePart(text + "\n", links: ["money": "Money"])
        }
        if result.tellsOccupied {
            page.body = page.body + part(PackageResources.occupied_html, "occupied", "Occupied share")
        }
        if result.reservations != nil {
            page.body = page.body + part(PackageResources.reservations_html, "reservations", "Reservations")
            page.words += filled(PackageResources.reservation_words_html)
        }
        if result.sharing != nil {
            page.body = page.body + part(PackageResources.sharing_html, "sharing", "Sharing")
            page.words += filled(PackageResources.sharing_words_html)
        }
        page.charts = charts
        if hasMap {
            let streets = frame.context.travel?.streets ?? []
            page.map = TaxiMap(context: context, result: result, streets: streets).geoJSON
        }
        return page
    }

    /// A time in minutes, with a decimal when it needs one.
    private static func minutes(_ span: TimeSpan) -> String {
        let minutes = span.inSeconds / 60
        return Text.number(minutes, minutes == minutes.rounded() ? 0 : 1)
    }

    /// What a driver should earn in an hour; empty when nothing is stated.
    static func minimum(_ context: TaxiContext) -> String {
        context.tariff?.fares.minimumHourly.map { Text.number($0, 2) } ?? ""
    }

    /// A file with its places filled.
    private func filled(_ file: [UInt8]) -> String {
        TextTemplate.filled(file) { place in texts[place] ?? (place.hasPrefix("chart ") ? "" : frame.text(place)) }
    }

    /// A section with its link.
    private func part(_ file: [UInt8], _ id: String, _ link: String) -> PagePart {
        PagePart(filled(file) + "\n", links: [id: link])
    }
}
