// SPDX-License-Identifier: GPL-3.0-or-later

/// The report of a sweep as one HTML file, which opens from disk without any server or network: small multiples, and the table.
public struct SweepPage: Sendable {
    /// What stands on top.
    public var title: String
    /// What the sweep did, in a sentence.
    public var lead: String
    /// Facts below the title.
    public var facts: [(String, String)]
    /// The small multiples.
    public var figures: [SweepFigure]
    /// Names of the table's columns; the first ones are settings.
    public var columns: [String]
    /// How many columns are settings.
    public var settings: Int
    /// The table's rows: what stands in each cell, and the number to sort by, where it is one.
    public var rows: [[(text: String, key: Double?)]]
    /// The scripts for the charts.
    public var assets: ReportAssets

    /// Takes what is to be shown.
    public init(
        title: String, lead: String, facts: [(String, String)], figures: [SweepFigure], columns: [String],
        settings: Int, rows: [[(text: String, key: Double?)]], assets: ReportAssets
    ) {
        self.title = title
        self.lead = lead
        self.facts = facts
        self.figures = figures
        self.columns = columns
        self.settings = settings
        self.rows = rows
        self.assets = assets
    }

    /// The page. Without the chart scripts it has the table and says what is missing.
    public var html: String {
        var page = PageTemplate(title: title, kind: "sweep")
        page.style = """
            .multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 8px 24px; }
            .multiples figure { margin: 8px 0; min-width: 0; }

            """
        page.header = PageTemplate.facts(facts)
        let parts = ["lead": Text.html(lead), "vega": assets.vega ?? "", "figures": drawn, "head": head, "rows": body]
        page.main = TextTemplate.filled(PackageResources.sweep_html) { parts[$0] ?? "" }
        if let vega = assets.vega {
            page.scripts = ReportChart.element(figures.map(\.chart))
            page.scripts += "<script type=\"module\">\(ReportAssets.embeddable(vega))</script>\n"
        }
        page.scripts += PageTemplate.script
        return page.html
    }

    private var drawn: String {
        figures.map { figure in
            let hint = "\(figure.title): \(figure.y) over \(figure.x); the same values are in the table"
            return """
                <figure>
                <h3>\(Text.html(figure.title))</h3>
                <div class="chart" id="chart-\(figure.id)" role="img" aria-label="\(Text.html(hint))"></div>
                </figure>

                """
        }.joined()
    }

    private func kind(_ column: Int) -> String { column < settings ? " class=\"text\"" : "" }

    private var head: String {
        columns.enumerated().map { index, name in
            "<th scope=\"col\"\(kind(index))><button type=\"button\">\(Text.html(name))</button></th>"
        }.joined()
    }

    private var body: String {
        rows.map { row in
            let cells = row.enumerated().map { index, cell in
                let key = cell.key.map { " data-key=\"\($0)\"" } ?? ""
                return "<td\(kind(index))\(key)>\(Text.html(cell.text))</td>"
            }
            return "<tr>\(cells.joined())</tr>"
        }.joined(separator: "\n")
    }
}
