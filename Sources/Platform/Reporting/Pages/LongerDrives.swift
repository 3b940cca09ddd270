// SPDX-License-Identifier: GPL-3.0-or-later

/// What made drives longer: a table of the page.
package enum LongerDrives {
    /// The table; nothing where no drive was longer. A sample has by how much each drive was, in nanoseconds; `without` is what to compare
    /// the city with.
    package static func html(
        _ caption: String, _ what: String, _ rows: [(name: String, sample: Sample)], without: String
    ) -> String {
        let known = rows.filter { $0.sample.count > 0 }
        guard !known.isEmpty else { return "" }
        return ShownTable.html(
            caption, known, .text(what, "Each with the drives that were longer.") { $0.name },
            .count("longer drives", "Drives that began then.") { $0.sample.count },
            .minutes("together (min)", "By how much all of them were longer.") {
                $0.sample.mean * Double($0.sample.count) * 1e-9
            },
            .minutes("mean (min)", "By how much one was, on average.") { $0.sample.mean * 1e-9 },
            .minutes("p95 (min)", "95 % of them by at most this.") {
                $0.sample.quantile(0.95).map { Double($0) * 1e-9 }
            },
            .minutes("longest (min)", "The most.") { Double($0.sample.largest) * 1e-9 })
            + "<p class=\"note\">Each drive against the same drive at the same instant without it, as the route says when it begins. Who waits "
            + "longer because a vehicle comes back later is not in it: for that, <code>cabrank compare</code> the city with one "
            + "\(without).</p>\n"
    }
}
