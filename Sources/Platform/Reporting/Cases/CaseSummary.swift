// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What became of the demands of one kind, as `summary.json` has it.
package struct DemandSummary: Codable, Hashable, Sendable {
    /// Demands that have something in common.
    struct Counts: Codable, Hashable, Sendable {
        let asked, inTime, late, lost, withdrawn, overdue, young: Int
        let waitMeanSeconds, waitP95Seconds, waitMaxSeconds: Double?
        /// Lost ones by reason, in words.
        let reasons: [String: Int]
        /// Of the waits of those that were met: mean seconds by phase, in words.
        let phaseMeanSeconds: [String: Double]

        init(_ part: CasePart, _ form: CaseForm) {
            (asked, inTime, late, lost) = (part.asked, part.inTime, part.late, part.lost)
            (withdrawn, overdue, young) = (part.withdrawn, part.overdue, part.young)
            waitMeanSeconds = part.meanWait.map(tidy)
            waitP95Seconds = part.waits.quantile(0.95).map { tidy(Double($0) * 1e-9) }
            waitMaxSeconds = part.waits.count > 0 ? tidy(Double(part.waits.largest) * 1e-9) : nil
            reasons = Dictionary(
                zip(form.reasons, part.reasons).filter { $0.1 > 0 }.map { ($0, $1) }, uniquingKeysWith: +)
            phaseMeanSeconds = Dictionary(
                form.phases.enumerated().compactMap { index, name in part.meanPhase(index).map { (name, tidy($0)) } },
                uniquingKeysWith: { first, _ in first })
        }
    }
    struct Part: Codable, Hashable, Sendable {
        let name: String
        let counts: Counts
    }
    /// Demands by one of their properties.
    struct Division: Codable, Hashable, Sendable {
        let by: String
        let parts: [Part]
    }

    let service, demand: String
    let limitSeconds: Double?
    let all: Counts
    let divisions: [Division]

    init(_ result: CaseResult, of service: String) {
        (self.service, demand) = (service, result.form.name)
        limitSeconds = result.form.limit?.inSeconds
        all = Counts(result.all, result.form)
        divisions = result.divisions.map { division in
            Division(
                by: division.names.title,
                parts: division.rows.map { Part(name: $0.name, counts: Counts($0.part, result.form)) })
        }
    }
}

extension ServiceResult {
    /// What became of its people's demands, as `summary.json` has it.
    package var demands: [DemandSummary] { cases.map { DemandSummary($0, of: name) } }

    /// The same as rows of `results.sqlite`.
    package var demandRows: [DemandRow] {
        cases.flatMap { result in
            let whole = DemandRow(
                service: name, demand: result.form.name, by: "all", place: 0, name: "all", part: result.all)
            return [whole]
                + result.divisions.flatMap { division in
                    division.rows.enumerated().map { place, row in
                        DemandRow(
                            service: name, demand: result.form.name, by: division.names.title, place: place + 1,
                            name: row.name, part: row.part)
                    }
                }
        }
    }
}

/// Demands of a service that have something in common: a row of the table `demands`.
package struct DemandRow: Sendable {
    let service, demand, by: String
    let place: Int
    let name: String
    let part: CasePart

    private typealias Column = ResultColumn<DemandRow>

    /// The table; made for runs in which somebody demands something of a service beside the taxis.
    package static let table = ResultTable<DemandRow>("demands", keys: ["service", "demand", "division", "place"]) {
        Column.text("service", "the service") { $0.service }
        Column.text("demand", "what its people ask for, such as `calls`") { $0.demand }
        Column.text(
            "division", "what they are told apart by: `zone`, `hour` and the service's own; `all` for all together"
        ) {
            $0.by
        }
        Column.integer("place", "the part's place among those, from 1; 0 for all together") { $0.place }
        Column.text("part", "the part's name") { $0.name }
        Column.integer("asked", "demands: each has one of the six outcomes") { $0.part.asked }
        Column.integer("in_time", "met within the limit, or where none is promised") { $0.part.inTime }
        Column.integer("late", "met later than that") { $0.part.late }
        Column.integer("lost", "ended without being met") { $0.part.lost }
        Column.integer("withdrawn", "taken back by who asked, not for the wait") { $0.part.withdrawn }
        Column.integer("overdue", "open at the end and older than the limit") { $0.part.overdue }
        Column.integer("young", "open at the end and too young to judge") { $0.part.young }
        Column.realOrNull("wait_mean_s", in: .minutes, "mean wait of those that were met") { $0.part.meanWait }
        Column.realOrNull("wait_p95_s", in: .minutes, "95 % of these waits are at most this") {
            $0.part.waits.quantile(0.95).map { Double($0) * 1e-9 }
        }
        Column.realOrNull("wait_max_s", in: .minutes, "the longest of these waits") {
            $0.part.waits.count > 0 ? Double($0.part.waits.largest) * 1e-9 : nil
        }
    }
}
