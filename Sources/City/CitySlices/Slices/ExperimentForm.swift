// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// How experiments tell of the service that leads their results: by words and measures of its own. The others are told by their
/// headlines and by what became of their demands.
package struct ExperimentForm: Sendable {
    /// The name of the demands that lead, as results have it.
    package var demands = ""
    /// What is said of them in comparisons of a scenario.
    package var words: @Sendable (Scenario) -> DemandWords = { _ in DemandWords() }
    /// The metrics that tell of the demands as a whole.
    package var totals = Totals()
    /// The samples and the single figures that are printed after replications.
    package var samples: [String] = [], figures: [String] = []
    /// What comparisons measure, in the order of the report.
    package var measures: [Measure] = []
    /// The side of those who serve; nil for none.
    package var side: Side?
    /// What a comparison says of the service's settings: the heading of a column, and a run's cell in it.
    package var setting: (title: String, text: @Sendable (RunContext) -> String)?
    package var sweep = Sweep()
    /// What runs out beside the server when the load grows.
    package var scarce = Scarce()
    /// Why a zone made of several is better: said where a layout is improved.
    package var largerZones = ""

    /// The metrics that tell of the demands as a whole.
    package struct Totals: Sendable {
        /// How many there were, how many were met, how long those waited, the same people's wait, and the share missed.
        package var all = "", served = "", wait = "", sameWait = "", missed = ""
        /// The share that was not served at all.
        package var unserved = ""

        package init() {}
    }

    /// What is compared: a metric, or a number made of several.
    package struct Measure: Sendable {
        /// Where its values come from.
        package enum Source: Sendable {
            /// The metric of its name.
            case metric
            /// The sum of metrics.
            case sum([String])
            /// The mean wait of those who were served in both variants.
            case samePeople
            /// The largest value of a zone, or how different the waits of zones are.
            case worstMissed, worstUnserved, worstWait, spreadOfWaits
        }
        package let name: String
        package let source: Source

        /// A measure of this name.
        package init(_ name: String, _ source: Source = .metric) { (self.name, self.source) = (name, source) }
    }

    /// Those who serve, on the page of a comparison.
    package struct Side: Sendable {
        /// Where the section is, its title, what stands below it, and the caption of its table.
        package var id = "", title = "", lead = "", caption = ""
        package var measures: [String] = []

        package init() {}
    }

    /// What sweeps show of the service when nothing is named.
    package struct Sweep: Sendable {
        /// In the table, on the terminal, and in charts.
        package var usual: [String] = [], few: [String] = [], drawn: [String] = []
        /// In the table when a module is on.
        package var modules: [(ModuleName, [String])] = []
        /// What service is weighed against: a metric, and in words such as `workers' time`.
        package var effort = "", effortInWords = ""
        /// A path that messages name, with a span and a value of it.
        package var path = "length", span = "1h..9h/1h", value = "2h"

        package init() {}
    }

    /// What can run out beside the server.
    package struct Scarce: Sendable {
        /// What it is called in files, at the beginning of a sentence too, and the metrics of how busy it is and of what is given up.
        package var name = "", busy = "", givenUp = ""

        package init() {}
    }

    /// Nothing is said yet.
    package init() {}
}

/// What the shares among a service's metrics are shares of.
package struct ShareMeaning: Sendable {
    /// Metrics whose sum counts what a share is of: those in `less` are taken away from the others.
    package struct Parts: Sendable {
        package let more, less: [String]

        /// The sum of some, without others.
        package init(_ more: [String], less: [String] = []) { (self.more, self.less) = (more, less) }
    }

    /// What shares of events are of, by their names.
    package var parts: [String: Parts] = [:]
    /// The same of shares whose names are made of others: of the stem of the name and its last part.
    package var made: @Sendable (_ stem: String, _ last: String) -> Parts? = { _, _ in nil }
    /// The beginnings of names of shares of time, ways or money, in which nothing is counted.
    package var measured: [String] = []

    package init() {}
}
