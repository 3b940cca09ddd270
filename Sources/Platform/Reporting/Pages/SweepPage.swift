// SPDX-License-Identifier: GPL-3.0-or-later

/// The report of a sweep as one HTML file, which opens from disk without any server or network: what it found in sentences, then
/// its parts with their charts and tables.
package struct SweepPage: Sendable {
    /// One part of the page.
    package struct Part: Sendable {
        let id: String
        let title: String
        let text: String
        let charts: [ReportChart]
        /// Whether the charts stand beside each other.
        let isGrid: Bool
        let table: String

        /// States all; `table` is HTML.
        package init(
            _ id: String, _ title: String, _ text: String, charts: [ReportChart] = [], isGrid: Bool = false,
            table: String = ""
        ) {
            (self.id, self.title, self.text, self.charts) = (id, title, text, charts)
            (self.isGrid, self.table) = (isGrid, table)
        }
    }

    /// What stands on top.
    package var title: String
    /// What the sweep did, in a sentence.
    package var lead: String
    /// What it found, a sentence each.
    package var findings: [String]
    /// Facts below the title.
    package var facts: [(String, String)]
    /// The parts, in order.
    package var parts: [Part]
    /// The scripts for the charts.
    package var assets: ReportAssets

    /// Takes what is to be shown.
    package init(
        title: String, lead: String, findings: [String], facts: [(String, String)], parts: [Part], assets: ReportAssets
    ) {
        self.title = title
        self.lead = lead
        self.findings = findings
        self.facts = facts
        self.parts = parts
        self.assets = assets
    }

    private static let missing = """
        <p class="note" role="note">This report has no charts, because the chart scripts were not found when it was written; \
        every number is in the tables. To get them, run <code>scripts/install</code> and set <code>CABRANK_ASSETS</code> to the \
        folder <code>.tools/report-assets</code>.</p>

        """

    /// The page. Without the chart scripts it has the tables and says what is missing.
    package var html: String {
        var page = PageTemplate(title: title, kind: "sweep")
        page.style = """
            .multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); gap: 8px 24px; }
            .multiples figure { margin: 8px 0; min-width: 0; }
            .multiples figcaption { display: none; }
            .plain th { padding: 4px 10px; text-align: right; }
            .plain th.text { text-align: left; }
            .plain tbody th { position: static; background: none; border-bottom: 1px solid var(--grid); font-weight: 400; }
            @media print { table { font-size: 5.5pt; } td { white-space: normal; } th { overflow-wrap: anywhere; }
              th button, td { padding: 1px 2px; } }

            """
        let isPaged = parts.contains { $0.table.contains("class=\"paged\"") }
        if isPaged { page.style += PagedTable.style }
        page.header = PageTemplate.facts(facts)
        let hasCharts = assets.vega != nil
        let parts = parts.filter { hasCharts || !$0.table.isEmpty }
        page.header += PageTemplate.contents(parts.map { ($0.id, Text.html($0.title)) })
        page.main = "<p class=\"lead\">\(Text.html(lead))</p>\n"
        page.main += findings.map { "<p class=\"lead finding\">\(Text.html($0))</p>\n" }.joined()
        page.main += hasCharts ? "" : Self.missing
        page.main += parts.map { section($0, hasCharts) }.joined()
        if let vega = assets.vega {
            // A drawing of thousands of marks takes seconds, so that all others come before it.
            let charts = parts.flatMap(\.charts)
            let isLong = { (chart: ReportChart) in chart.rows.count > 1000 }
            page.scripts = ReportChart.element(charts.filter { !isLong($0) } + charts.filter(isLong))
            page.scripts += "<script type=\"module\">\(ReportAssets.embeddable(vega))</script>\n"
        }
        // Tables are of use before all charts are drawn.
        if isPaged { page.scripts += PagedTable.script }
        page.scripts += PageTemplate.script
        return page.html
    }

    private func section(_ part: Part, _ hasCharts: Bool) -> String {
        let drawn = hasCharts ? part.charts.map(\.figure).joined() : ""
        let figures = part.isGrid && !drawn.isEmpty ? "<div class=\"multiples\">\n\(drawn)</div>\n" : drawn
        let text = part.text.isEmpty ? "" : "<p>\(Text.html(part.text))</p>\n"
        return PageTemplate.section(part.id, Text.html(part.title), "\(text)\(figures)\(part.table)")
    }
}
