// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a run's page tells of demands: what became of them, where, when, whose, and why they were lost.
extension CaseResult {
    private typealias Row = (name: String, part: CasePart)

    private func count(_ number: Int) -> String { Text.number(Double(number), 0) }

    /// `1 call`, `12 calls`.
    private func counted(_ number: Int) -> String { "\(count(number)) \(number == 1 ? form.one : form.many)" }

    /// What became of all of them, and where and when it was worst, in a few sentences.
    package var sentences: String {
        guard all.asked > 0 else { return "There were no \(form.many)." }
        var parts = ["\(count(all.served)) \(all.served == 1 ? "was" : "were") \(form.served)"]
        if all.late > 0 { parts[0] += ", \(count(all.late)) of them too late" }
        if all.lost > 0 { parts.append("\(count(all.lost)) \(all.lost == 1 ? "was" : "were") lost\(mostLost)") }
        if all.withdrawn > 0 { parts.append("\(count(all.withdrawn)) were \(form.withdrawn)") }
        if let open = WaitRow.Open(all.overdue + all.young, tooYoung: form.limit == nil ? nil : all.young).inWords {
            parts.append(open)
        }
        var text = "Of \(counted(all.asked)) \(Text.list(parts))."
        if let share = all.missedShare {
            text += " \(Text.percent(share)) of those old enough to judge were \(form.missed)."
        }
        if let mean = all.meanWait, let p95 = all.waits.quantile(0.95) {
            text +=
                " Who was \(form.served) waited \(WaitRow.shown(mean)) on average, \(form.wait); 95 % of them at most "
            text += "\(WaitRow.shown(Double(p95) * 1e-9))."
        }
        return text + worstInWords
    }

    private var mostLost: String {
        let known = all.reasons.enumerated().filter { $0.element > 0 }
        guard let most = known.max(by: { ($0.element, $1.offset) < ($1.element, $0.offset) }),
            form.reasons.indices.contains(most.offset)
        else { return "" }
        return known.count == 1
            ? " (\(form.reasons[most.offset]))" : " (most of all: \(form.reasons[most.offset]), \(count(most.element)))"
    }

    private var worstInWords: String {
        let places = [sites, zones, hours].compactMap { division -> String? in
            guard division.isDivided, division.parts.count > 1, let found = worst(of: division) else { return nil }
            let preposition = division.names.title == "hour" ? "from" : "in"
            return
                "\(preposition) \(found.name) (\(Text.percent(found.part.missedShare ?? 0)) of \(counted(found.part.judged)))"
        }
        return places.isEmpty ? "" : " It was worst \(Text.list(places))."
    }

    /// How its people waited, beside the people of other services; with reasons that the service has beside those of its losses.
    package func waitRow(_ reasons: [(text: String, count: Int)] = []) -> WaitRow {
        let places = sites.isDivided ? sites : zones
        return WaitRow(
            "\(form.who), \(form.wait)", WaitRow.Waits(all.waits), unserved: all.lost + all.overdue,
            open: WaitRow.Open(all.overdue + all.young, tooYoung: form.limit == nil ? nil : all.young),
            place: .init(
                worstOf: places.rows.compactMap { name, part in
                    part.meanWait.map { (name: name, count: part.waits.count, mean: $0) }
                }),
            reasons: zip(form.reasons, all.reasons).map { (text: $0, count: $1) } + reasons)
    }

    /// The part of the page, of a service of this name.
    package func html(_ service: String, hasCharts: Bool) -> String {
        guard all.asked > 0 else { return "" }
        let figures = hasCharts ? charts(service).map(\.figure).joined() : ""
        return "<h3 id=\"\(id(service, "cases"))\">\(Text.html(form.many.capitalisedFirst))</h3>\n"
            + "<p class=\"lead\">\(Text.unbroken(Text.html(sentences)))</p>\n" + figures + maps(service) + tables
    }

    // MARK: Maps

    private func maps(_ service: String) -> String {
        guard frame.zones.count > 1, zones.isDivided else { return "" }
        let streets = ZoneMap.Streets(frame.streets(), of: frame.zones, name: id(service, "streets"))
        let words = zones.parts.map { part in
            part.asked == 0
                ? "no \(form.one)"
                : "\(counted(part.asked)), \(count(part.missed)) \(form.missed)"
                    + (part.meanWait.map { ", mean wait \(WaitRow.shown($0))" } ?? "")
        }
        func map(_ title: String, _ unit: String, none: String, _ value: (CasePart) -> Double?) -> String {
            ZoneMap(
                frame.zones, title: title, unit: unit, none: none, values: zones.parts.map(value), words: words,
                streets: streets
            ).figure
        }
        let missed = map("\(form.many.capitalisedFirst) \(form.missed), by zone", "%", none: "no \(form.one) to judge")
        {
            $0.missedShare.map { $0 * 100 }
        }
        let (unit, scale) = isQuick ? ("s", 1.0) : ("min", 1 / 60.0)
        let waits = map("Mean wait by zone, \(form.wait)", unit, none: "nobody was \(form.served)") {
            $0.meanWait.map { $0 * scale }
        }
        guard missed + waits != "" else { return "" }
        return "\(streets?.drawing ?? "")<div class=\"zone-maps\">\n\(missed)\(waits)</div>\n"
    }

    // MARK: Tables

    private var tables: String {
        var out = reasonTable
        for division in [sites, zones, groups] where division.isDivided { out += table(division) }
        if hours.parts.count > 1 { out += PageTemplate.folded("By hour", table(hours)) }
        return out
    }

    /// Whether waits are of seconds, as what is promised is.
    private var isQuick: Bool { form.limit.map { $0 < .minutes(1) } ?? false }

    /// A column of seconds, shown in minutes where these are long enough.
    private func time(_ title: String, _ hint: String, _ value: @escaping (Row) -> Double?) -> ShownColumn<Row> {
        isQuick ? .number("\(title) (s)", hint, 1, value) : .minutes("\(title) (min)", hint, value)
    }

    /// A division of many parts shows those that missed most, and all of them on demand.
    private func table(_ division: CaseDivision) -> String {
        let (title, rows, count) = (division.names.title, division.rows, division.parts.count)
        guard rows.count > 15 else { return table("By \(title)", title, rows) }
        // What belongs to no part is no part.
        let worst = rows.prefix(count).filter { $0.part.missed > 0 }.sorted { $0.part.missed > $1.part.missed }
            .prefix(10)
        let first =
            worst.isEmpty
            ? "" : table("The \(title)s with most \(form.many) \(form.missed)", title, Array(worst))
        return first + PageTemplate.folded("All \(count) \(title)s", table("By \(title)", title, rows))
    }

    private func table(_ caption: String, _ title: String, _ rows: [Row]) -> String {
        let hasLimit = form.limit != nil
        var columns: [ShownColumn<Row>] = [
            .text(title, "The \(title).") { $0.name }, .count(form.many, "All of them.") { $0.part.asked },
            .percent("\(form.missed) (%)", "The share of those old enough to judge.") { $0.part.missedShare },
        ]
        if hasLimit {
            columns += [
                .count("\(form.served) too late", "Later than \(form.limit.map { Text.minutes($0) } ?? "").") {
                    $0.part.late
                }
            ]
        }
        if all.lost > 0 || !hasLimit { columns.append(.count("lost", "Ended otherwise.") { $0.part.lost }) }
        if all.withdrawn > 0 {
            columns.append(.count(form.withdrawn, "By who asked, not for the wait.") { $0.part.withdrawn })
        }
        columns += [
            .count("open", "Open when the run ended.") { $0.part.overdue + $0.part.young },
            time("mean wait", "\(form.wait.capitalisedFirst), of those that were \(form.served).") {
                $0.part.meanWait
            },
            time("p95", "95 % of these waits are at most this.") {
                $0.part.waits.quantile(0.95).map { Double($0) * 1e-9 }
            },
            time("longest", "The longest of these waits.") {
                $0.part.waits.count > 0 ? Double($0.part.waits.largest) * 1e-9 : nil
            },
        ]
        for (index, phase) in form.phases.enumerated() {
            columns.append(time(phase, "This part of the mean wait.") { $0.part.meanPhase(index) })
        }
        if all.lost > 0, !form.reasons.isEmpty {
            columns.append(.text("most lost to", "The most common reason.") { self.mostCommon($0.part) })
        }
        return ShownTable.html(caption, rows, columns)
    }

    private func mostCommon(_ part: CasePart) -> String {
        guard let most = part.reasons.indices.max(by: { (part.reasons[$0], $1) < (part.reasons[$1], $0) }),
            part.reasons[most] > 0
        else { return "–" }
        return "\(form.reasons[most]) (\(count(part.reasons[most])))"
    }

    private var reasonTable: String {
        let rows = zip(form.reasons, all.reasons).filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
        guard rows.count > 1 else { return "" }
        return ShownTable.html(
            "Why \(form.many) were lost", rows, .text("reason", "Why it ended without being met.") { $0.0 },
            .count(form.many, "How many.") { $0.1 },
            .percent("of the lost ones (%)", "Their share.") { Double($0.1) / Double(all.lost) })
    }
}
