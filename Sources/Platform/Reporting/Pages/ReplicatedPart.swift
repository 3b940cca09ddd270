// SPDX-License-Identifier: GPL-3.0-or-later

/// What all replications of a run say together, for the page of one of them.
public struct ReplicatedPart: Sendable {
    /// A section of the page.
    package let html: String
    /// Its charts.
    package let charts: [ReportChart]

    /// States both.
    package init(html: String, charts: [ReportChart]) { (self.html, self.charts) = (html, charts) }
}
