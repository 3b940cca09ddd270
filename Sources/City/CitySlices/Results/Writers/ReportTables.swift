// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables of the report beside those of the services.
struct ReportTables {
    let context: RunContext
    let result: MetricsResult

    var metrics: String {
        ShownTable.html(
            "All metrics",
            result.told.flatMap { Array(zip($0.values, $0.about)) },
            .text("metric", "its name") { $0.1.label },
            .cell("value", "the value in its unit") { value, about in
                let shown = about.shown
                guard let found = value.value else { return ("–", -1) }
                let isWhole = found * shown.scale == (found * shown.scale).rounded()
                return (shown.number(found, decimals: isWhole ? 0 : max(2, shown.decimals)), found)
            },
            .text("unit", "the unit of the value; none for a count or ratio") { $0.1.shown.name },
            .text("meaning", "its meaning") { $0.1.text },
            .text("path", "its name in files, where times are in seconds and shares are fractions of 1") { $0.0.name })
    }

    /// What became of everything: the outcomes of one kind add up to it.
    var outcomes: String {
        // Of what never happened, such as calls in a city without taxis, there are none.
        let rows = result.outcomeTables.filter { $0.whole > 0 }.flatMap { table in
            [(table, "all", table.whole)] + table.outcomes.map { (table, $0.words, $0.count) }
        }
        return ShownTable.html(
            "All outcomes", rows, .text("what", "what is counted") { $0.0.what },
            .text("outcome", "its outcome; each one has exactly one") { $0.1 },
            .count("how many", "the outcomes add up to the first row of the same name") { $0.2 },
            .part("%", "in percent of the first row of the same name") { ($0.2, $0.0.whole) })
    }
}
