// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// One chart of a page: a Vega-Lite file with its data sets, a title, and a sentence that says it in words.
package struct ReportChart: Sendable {
    package let id: String
    package let title: String
    package let hint: String
    /// The bytes of the chart's `.vl.json` file. Its data sets are `rows`, and `warmUp` where it has a line for that.
    package let file: [UInt8]
    package let rows: [JSONValue]
    /// Where the warm-up ends, in the unit of the chart's axis; nil without one.
    package var warmUp: Double?
    /// What stands in the file for what it differs by from run to run: `"$height"` and the like.
    package var words: [(String, JSONValue)] = []
    /// What the chart takes as `"$clockAxis"` and `"$clockScale"`: the axis of the run that it is drawn over.
    package var clock: ClockAxis?

    package init(
        id: String, title: String, hint: String, file: [UInt8], rows: [JSONValue],
        words: KeyValuePairs<String, JSONValue>
    ) {
        (self.id, self.title, self.hint, self.file, self.rows) = (id, title, hint, file, rows)
        self.words = words.map { ($0.key, $0.value) }
    }

    /// A chart of a service: its specification, and its rows by the names of their fields.
    package init(id: String, title: String, hint: String, specification: String, rows: [[String: JSONValue]]) {
        self.init(
            id: id, title: title, hint: hint, file: Array(specification.utf8),
            rows: rows.map { row in .object(row.sorted { $0.key < $1.key }) }, words: [:])
    }

    /// A chart whose title and sentence are a line of a file; `reported` fills the gaps in them.
    package init(
        _ id: String, of texts: [String: [String]], _ file: [UInt8], rows: [JSONValue],
        words: KeyValuePairs<String, JSONValue> = [:], reported: [String: String] = [:], warmUp: Double? = nil
    ) {
        let texts = (texts[id] ?? []).map { text in TextTemplate.filled(text) { reported[$0] ?? "" } }
        precondition(texts.count == 3, "no title and sentence for the chart \(id)")
        self.init(id: id, title: texts[1], hint: texts[2], file: file, rows: rows, words: words)
        self.warmUp = warmUp
    }

    /// The charts of sweeps that are drawn from points.
    package enum OfSweep { case heat, front }

    /// A chart of a sweep.
    package static func ofSweep(
        id: String, title: String, hint: String, _ kind: OfSweep, rows: [[String: JSONValue]]
    ) -> ReportChart {
        let file = kind == .heat ? PackageResources.sweep_heat_vl_json : PackageResources.sweep_front_vl_json
        return ReportChart(
            id: id, title: title, hint: hint, file: file, rows: rows.map { .object($0.sorted { $0.key < $1.key }) },
            words: [:])
    }

    /// Bars with their number beside them; nil when there is nothing to count.
    package static func counted(_ id: String, of texts: [String: [String]], _ rows: [(String, Int)], _ what: String)
        -> ReportChart?
    {
        guard rows.contains(where: { $0.1 > 0 }) else { return nil }
        // Room for the number beside the longest bar.
        let most = (Double(rows.map(\.1).max() ?? 0) * 1.2).rounded(.up)
        return ReportChart(
            id, of: texts, PackageResources.counted_vl_json,
            rows: rows.map { ["what": .text($0.0), "count": JSONValue($0.1)] },
            words: ["height": JSONValue(24 * rows.count + 40), "what": .text(what), "most": .number(most)])
    }

    /// The chart as the page's script takes it.
    package var json: String {
        var spec = String(decoding: file, as: UTF8.self)
        for (word, value) in words { spec = spec.replacing("\"$\(word)\"", with: value.line) }
        spec = spec.replacing("\"$clockAxis\"", with: clock?.axis.line ?? "{}")
        spec = spec.replacing("\"$clockScale\"", with: clock?.scale.line ?? "{}")
        let ends: [JSONValue] = warmUp.map { [["at": .number($0)]] } ?? []
        let about: JSONValue = ["id": .text(id), "title": .text(title)]
        let data: JSONValue = ["rows": .list(rows), "warmUp": .list(ends)]
        return about.line.dropLast() + ",\"datasets\":" + data.line + ",\"spec\":" + spec + "}"
    }

    /// The chart's figure on the page, with what it says in words.
    package var figure: String {
        """
        <figure class="drawn">
        <h3>\(Text.html(title))</h3>
        <div class="chart" id="chart-\(id)" role="img" aria-label="\(Text.html(title + ". " + hint))"></div>
        <figcaption>\(Text.html(hint))</figcaption>
        </figure>

        """
    }

    /// The same over a run.
    package func over(_ clock: ClockAxis) -> ReportChart {
        var chart = self
        chart.clock = clock
        return chart
    }

    /// The element that holds the charts for the page's script.
    package static func element(_ charts: [ReportChart]) -> String {
        "<script type=\"application/json\" id=\"specs\">[\(charts.map(\.json).joined(separator: ",\n"))]</script>\n"
    }
}
