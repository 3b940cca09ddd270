// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// How a service is told by texts of its own, on the page of a run and in the printed summary.
package protocol ServiceReport: Sendable {
    /// Where it stands among the services of a city.
    var standing: ServiceStanding { get }
    /// What its parameters are called that a reader must know, such as `policy`, with their values.
    var facts: [(name: String, value: String)] { get }
    /// What becomes of everything that it deals with.
    var outcomes: [OutcomeForm] { get }
    /// Its main figures, which are told of all replications together.
    var mainFigures: [String] { get }
    /// What happened, in one or two sentences; empty for nothing.
    func finding(_ frame: ReportFrame) -> String
    /// Its sections of a page.
    func page(_ frame: ReportFrame) -> ServicePage
    /// Its lines of the printed summary: each a name, the path of the metric that matters most, its unit and the rest, with bars
    /// between them.
    func summary(_ frame: ReportFrame) -> String
}

extension ServiceReport {
    package var facts: [(name: String, value: String)] { [] }
    package var mainFigures: [String] { [] }
    package func finding(_ frame: ReportFrame) -> String { "" }
}

/// Where a service stands among those of a city, in the order of a page.
package enum ServiceStanding: Int, Sendable {
    /// It promises its people a time.
    case promising
    /// It promises nobody a time, and comes after those that do.
    case plain
    /// What the others stand on, such as their server: it has no people of its own, and comes last.
    case ground
}

/// What a service tells its part of a run with.
package struct ReportFrame {
    /// The run and what it came to.
    package let context: RunContext
    package let result: MetricsResult
    /// Whether the page can draw charts, and maps.
    package let canDraw: (charts: Bool, maps: Bool)
    /// What stands for a metric that was not measured.
    package let dash: String
    /// What stands in the tile of a metric instead of its value, where something does.
    package let tile: (String) -> String?
    /// A part of the page that is made elsewhere, to stand among the service's own.
    package let attached: PagePart

    package init(
        _ context: RunContext, _ result: MetricsResult, canDraw: (charts: Bool, maps: Bool) = (false, false),
        dash: String,
        tile: @escaping (String) -> String? = { _ in nil }, attached: PagePart = PagePart()
    ) {
        (self.context, self.result, self.canDraw, self.dash) = (context, result, canDraw, dash)
        (self.tile, self.attached) = (tile, attached)
    }

    /// What stands for a metric, or for what became of everything of a kind: see `MetricsResult`.
    package func text(_ place: String) -> String { result.text(for: place, dash: dash) }
}

/// What a service brings to a page.
package struct ServicePage {
    /// Its first figures, without a section around them.
    package var lead = ""
    package var body = PagePart()
    /// What its words mean: entries of the page's glossary.
    package var words = ""
    package var charts: [ReportChart] = []
    /// The zones with what a map shows of them; nil without a map.
    package var map: JSONValue?

    package init() {}
}
