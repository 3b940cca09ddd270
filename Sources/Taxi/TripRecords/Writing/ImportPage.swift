// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// `import.html`: what was read, what was dropped and why, the record by hour, and what it cannot tell. One file without scripts.
struct ImportPage {
    private let made: TripImport
    private let version: String

    init(_ made: TripImport, version: String) {
        self.made = made
        self.version = version
    }

    var html: String {
        let record = made.record
        var page = PageTemplate(title: "Recorded trips: \(made.scenario.name)", kind: "import")
        page.style = Self.style
        page.header =
            PageTemplate.facts([
                ("rows", Text.number(Double(record.rows), 0)), ("rides that count", Text.number(Double(made.rides), 0)),
                ("days", "\(made.days.date(0)) to \(made.days.date(made.days.count - 1))"),
                ("taxis", record.taxis > 0 ? Text.number(Double(record.taxis), 0) : "not in the record"),
                ("time zone", record.options.zone), ("version", version),
            ])
            + PageTemplate.contents([
                ("read", "Read and dropped"), ("hours", "By hour"), ("demand", "Calls"),
                ("cannot", "What this record cannot tell"), ("files", "Files"),
            ])
        page.main = [lead, read, hours, demand, cannot, files].joined()
        return page.html
    }

    private var lead: String {
        let record = made.record
        let share = Double(made.rides) / Double(max(1, record.rows))
        let doubts = made.doubts.map { "<li>\(Text.unbroken(Text.html(Self.sentence($0))))</li>\n" }.joined()
        return """
            <p class="lead">\(Text.number(Double(made.rides), 0)) of \(Text.number(Double(record.rows), 0)) rows \
            (\(TripText.percent(share))) are rides of the scenario beside this page. It runs at once: \
            <code>cabrank run scenario.yaml</code>. Not all of its people are served, though those of the record were: \
            \(Text.unbroken(Text.html(made.unserved))).</p>
            \(doubts.isEmpty ? "" : "<h2>To know before a number is used</h2>\n<ul>\n\(doubts)</ul>\n")
            """
    }

    /// A line of the terminal as a sentence.
    private static func sentence(_ line: String) -> String {
        line.prefix(1).uppercased() + line.dropFirst() + (line.hasSuffix(".") ? "" : ".")
    }

    // MARK: Read and dropped

    private var read: String {
        let dropped = made.record.dropped
        let reasons = DropReason.allCases.filter { dropped.count($0) > 0 }
        guard !reasons.isEmpty else {
            return PageTemplate.section("read", "Read and dropped", "<p>No row is dropped.</p>\n")
        }
        let rows = reasons.map { reason in
            """
            <tr><th scope="row">\(Text.html(reason.sentence))</th><td>\(Text.number(Double(dropped.count(reason)), 0))</td>\
            <td>\(TripText.percent(Double(dropped.count(reason)) / Double(made.record.rows)))</td>\
            <td class="text">\(reason.isFault ? "wrong" : "left out on purpose")</td>\
            <td class="text"><code>\(reason.word)</code></td></tr>
            """
        }
        let first = reasons.map { reason in
            let list = dropped.first(reason).map { "<li>Row \($0.row): \(Text.html($0.message))</li>\n" }.joined()
            let count = dropped.count(reason)
            return PageTemplate.folded(
                count == 1
                    ? Self.sentence(reason.sentence)
                    : "\(Self.sentence(reason.sentence)) The first \(min(count, DroppedRows.mostTold)) of \(Text.number(Double(count), 0))",
                "<ul>\n\(list)</ul>\n")
        }
        let limit = TripText.percent(made.record.options.dropLimit)
        return PageTemplate.section(
            "read", "Read and dropped",
            """
            <p>Rows that are wrong are dropped as long as they are at most \(limit) of all (<code>--drop-limit</code>). All of them are in \
            <code>dropped.csv</code>.</p>
            \(Self.table(
                "Rows that are dropped", ["why", "rows", "share", "that is", "in dropped.csv"], text: [0, 3, 4], rows: rows))\
            \(first.joined())
            """)
    }

    private static func table(_ caption: String, _ heads: [String], text: Set<Int>, rows: [String]) -> String {
        let head = heads.enumerated().map { index, head in
            "<th scope=\"col\"\(text.contains(index) ? " class=\"text\"" : "")>\(Text.html(head))</th>"
        }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(Text.html(caption))"><table>\
            <caption>\(Text.html(caption))</caption><thead><tr>\(head.joined())</tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    // MARK: By hour

    private func line(_ value: (ObservedHour) -> Double?) -> [HourFigure.Line] {
        made.days.groups.map { group in
            var values = [Double?](repeating: nil, count: 24)
            for row in made.observed.kinds where row.days == group.word { values[row.hour] = value(row) }
            return HourFigure.Line(name: group.word, values: values)
        }
    }

    private var hours: String {
        var figures = [
            HourFigure(title: "Rides that begin", unit: "an hour", lines: line { $0.trips }),
            HourFigure(
                title: "Length of a ride, the middle one", unit: "min", lines: line { $0.ride[2].map { $0 / 60 } }),
        ]
        if made.work != nil {
            figures += [
                HourFigure(title: "Taxis at work", unit: "taxis", lines: line { $0.atWork }),
                HourFigure(
                    title: "Occupied share of taxis at work", unit: "%", lines: line { $0.occupied.map { $0 * 100 } }),
                HourFigure(
                    title: "Time vacant before a ride, the middle one", unit: "min",
                    lines: line { $0.vacant[3].map { $0 / 60 } }),
                HourFigure(title: "Taxis that rode or searched", unit: "taxis", lines: line { $0.seen }),
            ]
        }
        let law = made.law
        figures.append(
            HourFigure(
                title: "Fixed part of a ride", unit: "min",
                lines: made.days.groups.indices.map { group in
                    HourFigure.Line(
                        name: made.days.groups[group].word,
                        values: (0..<24).map { hour in
                            made.days.sums[group * 24 + hour] > 0 ? law.lines[group * 24 + hour].fixed / 60 : nil
                        })
                }))
        return PageTemplate.section(
            "hours", "By hour",
            "<p>Means over the days of each kind; the numbers are in <code>observed.csv</code> and <code>ride-law.csv</code>, those of each "
                + "day in <code>observed-days.csv</code>.\(atWork)</p>\n<div class=\"hours\">\n"
                + figures.map(\.html).joined() + "</div>\n" + table)
    }

    private var atWork: String {
        guard let work = made.work else { return "" }
        let share = Double(work.pauses) / Double(max(1, work.between))
        return
            " At work are taxis that ride or search. Of \(Text.number(Double(work.between), 0)) times between two rides of a taxi "
            + "\(Text.number(Double(work.pauses), 0)) (\(TripText.percent(share))) hold a pause"
            + (work.besideOutside > 0
                ? ", and \(Text.number(Double(work.besideOutside), 0)) (\(TripText.percent(Double(work.besideOutside) / Double(max(1, work.between))))) stand beside a ride that the scenario does not have and count as no search"
                : "")
            + "; what was searched before and after those "
            + "is put back as rides + searches × rides / searches seen whole."
    }

    private var table: String {
        let rows = made.observed.kinds.map { row -> String in
            func cell(_ value: Double?, _ decimals: Int) -> String {
                "<td>\(value.map { Text.number($0, decimals) } ?? "–")</td>"
            }
            return
                "<tr><th scope=\"row\">\(row.days) \(row.hour):00</th>\(cell(row.trips, 1))\(cell(row.ride[2].map { $0 / 60 }, 1))"
                + "\(cell(row.seen, 1))\(cell(row.atWork, 1))\(cell(row.occupied.map { $0 * 100 }, 1))"
                + "\(cell(row.vacant[3].map { $0 / 60 }, 1))</tr>"
        }
        return PageTemplate.folded(
            "The same in a table",
            Self.table(
                "By hour of the kinds of day",
                ["hour", "rides", "ride (min)", "taxis seen", "at work", "occupied (%)", "vacant (min)"], text: [0],
                rows: rows))
    }

    // MARK: Calls, silences, files

    private var demand: String {
        let demand = made.demand
        let ways = ["the same hour of other days", "other hours", "the six zones around", "all zones of the hour"]
        let borrowed = zip(ways, demand.borrowed).filter { $0.1 > 0 }.map {
            "\(Text.number(Double($0.1), 0)) as far as \($0.0)"
        }
        let groups = made.days.groups.indices.map { group in
            "\(made.days.groups[group].word) \(Text.number(demand.calls(in: group), 1))"
        }
        return PageTemplate.section(
            "demand", "Calls",
            """
            <p>Calls of a mean day: \(Text.unbroken(groups.joined(separator: ", "))). How many calls a zone has in an hour is as recorded, in \
            \(Text.number(Double(demand.cells), 0)) cells of a kind of day, an hour and a zone. Cells with fewer than \
            \(DemandTable.enough) rides borrow what they lack to say where those rides go\
            \(borrowed.isEmpty ? "" : ": " + borrowed.joined(separator: ", ")). Sums are kept.</p>

            """)
    }

    private var cannot: String {
        let list = made.silences.map { "<li>\(Text.unbroken(Text.html($0)))</li>\n" }.joined()
        return PageTemplate.section("cannot", "What this record cannot tell", "<ul>\n\(list)</ul>\n")
    }

    private var files: String {
        let files: [(String, String)] = [
            ("scenario.yaml", "the scenario"), ("zones.geojson", "the map, as it was given"),
            ("demand.csv", "calls of a mean day by kind of day, hour, origin and destination"),
            ("on-duty.csv", made.work == nil ? "taxis by hour: an assumption" : "taxis at work by hour"),
            ("ride-law.csv", "how long rides take by hour, with twenty factors as recorded"),
            ("moves.csv", "where taxis went between two rides"), ("observed.csv", "what the record shows by hour"),
            ("observed-days.csv", "the same of each day"),
            ("observed-vacant.csv", "the law of the times that taxis were vacant before a ride"),
            ("dropped.csv", "the rows that are dropped"),
            ("import.json", "this page as data"),
        ].filter { made.scenario.hasMoves || $0.0 != "moves.csv" }
            .filter { !made.observed.laws.kinds.isEmpty || $0.0 != "observed-vacant.csv" }
        let list = files.map { "<dt><code>\($0.0)</code></dt><dd>\(Text.html($0.1))</dd>" }.joined(separator: "\n")
        return PageTemplate.section(
            "files", "Files",
            "<dl class=\"words\">\n\(list)\n</dl>\n<p>Columns of the record: <code>\(Text.html(made.record.options.columns.text))</code></p>\n"
        )
    }

    private static let style = """
        tbody th { position: static; background: none; border-bottom: 1px solid var(--grid); font-weight: 500; text-align: left; padding: 4px 10px; white-space: normal; min-width: 9em; }
        thead th { padding: 6px 10px; text-align: right; }
        thead th.text { text-align: left; }
        details { margin: 6px 0; }
        details ul { font-size: 13.5px; }
        li { max-width: 80ch; overflow-wrap: anywhere; margin: 3px 0; }
        .hours { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 4px 28px; }
        .hours figure { margin: 10px 0; min-width: 0; }
        .hours svg { width: 100%; height: auto; display: block; }
        .hours .axis { stroke: var(--line); stroke-width: 1; }
        .hours .tick { font: 12px system-ui, sans-serif; fill: var(--soft); }
        .hours .name { font: 600 12.5px system-ui, sans-serif; fill: var(--ink); }
        .hours polyline { fill: none; stroke-width: 2.2; stroke: var(--ink); }
        .hours .k1 { stroke: var(--accent); stroke-dasharray: 8 3; }
        .hours .k2 { stroke: var(--alert); stroke-dasharray: 2.5 2.5; }

        """
}
