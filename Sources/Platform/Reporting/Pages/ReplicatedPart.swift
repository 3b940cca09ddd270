// SPDX-License-Identifier: GPL-3.0-or-later

/// What all replications of a run say together, for the page of one of them.
package struct ReplicatedPart: Sendable {
    /// A section of the page.
    package let html: String
    package let charts: [ReportChart]

    package init(html: String, charts: [ReportChart]) { (self.html, self.charts) = (html, charts) }
}
