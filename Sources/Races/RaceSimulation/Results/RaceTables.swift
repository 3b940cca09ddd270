// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Reporting

extension RaceFold: ServiceFold {
    /// In the order of `RacesSlice.metrics`.
    var values: [Double?] { Metric<RaceTotals>.all.map { $0.value(totals) } }

    /// The races one by one, and each runner in the ranking of the race.
    var tables: [TableRows] {
        [
            TableRows(Self.raceTable, sites.map { Row(name: name(of: $0.race), site: $0, ranking: $0.ranking) }),
            TableRows(Self.runnerTable, sites.flatMap { runners(of: $0) }),
        ]
    }

    /// What became of the starts of those who take part.
    var cases: [CaseResult] { starts.map { [$0] } ?? [] }

    /// Standing in line after the gun.
    var waits: [WaitRow] {
        let full = totals.joinRefused[Int(JoinRefusal.full.number)]
        let overlap = totals.joinRefused[Int(JoinRefusal.overlap.number)]
        return [
            WaitRow(
                "runners, from the gun to the start line", WaitRow.Waits(totals.lineDelay), unserved: full + overlap,
                open: WaitRow.Open(sites.reduce(0) { $0 + $1.inLine }),
                reasons: [("the race was full", full), ("another race at the same time", overlap)])
        ]
    }

    /// Whether positions on maps are as new as they should be (RACE-R20), and whoever joined had given consent (RACE-JOIN-CONSENT).
    /// Who keeps the consents stands in every summary.
    var verdicts: [Verdict] { [positionAges, consent.alwaysTold] }

    /// Says who keeps the consents, which is the race service only where no health data service runs.
    private var consent: Verdict {
        let keeper =
            switch consentKeeper {
            case .raceService: "consents to organisers are kept by the race service: no health data service runs"
            case .healthData: "consents to organisers are kept by the health data service"
            }
        let (joined, without) = (totals.joined, totals.joinedWithout)
        guard joined > 0 else { return Verdict("RACE-JOIN-CONSENT", nil, "nobody joined a race; \(keeper)") }
        return Verdict(
            "RACE-JOIN-CONSENT", without == 0,
            "joined without consent to the organiser: \(Text.number(Double(without), 0)) of "
                + "\(Text.number(Double(joined), 0)), none allowed; \(keeper)")
    }

    private var positionAges: Verdict {
        let oldest = max(
            totals.shownAge.count > 0 ? totals.shownAge.largest : 0,
            totals.replacedAge.count > 0 ? totals.replacedAge.largest : 0)
        let isMeasured = totals.shownAge.count > 0
        let text =
            isMeasured
            ? "positions on followers' maps were at most \(Text.number(Double(oldest) * 1e-9, 1)) s old, of 5 s allowed"
            : "nobody followed a race"
        return Verdict("RACE-R20", isMeasured ? oldest <= TimeSpan.seconds(5).nanoseconds : nil, text)
    }

    private typealias Column = ResultColumn<Row>

    private struct Row {
        let name: String
        let site: RaceSite
        let ranking: [RaceSite.Finish]

        func time(_ share: Double) -> Double? { RaceSite.quantile(share, of: ranking)?.inSeconds }
    }

    private struct RunnerRow {
        var race: Int32
        var user: Int32
        var rank: Int32?
        var time: Double?
        var sinceStart: Double?
        var covered: Double?
        var outcome: String
    }

    private static let raceTable = ResultTable<Row>("races") {
        Column.key("race", "the race's number") { $0.site.race.number }
        Column.text("name", "the race's name") { $0.name }.page("race")
        Column.instant("start_s", "when it starts") { $0.site.start.nanoseconds }
        Column.instant("end_s", "when it is to end") { $0.site.end.nanoseconds }
        Column.text("outcome", "what became of it") { $0.site.outcome }.page("outcome")
        Column.integer("maximum", "most participants") { $0.site.maximum }
        Column.integer("participants", "participants at the end") { $0.site.participants }.page("participants")
        Column.integer("started", "participants who crossed the start line") { $0.site.started }
        Column.integer("finished", "runners who finished") { $0.site.finishes.count }.page("finished")
        Column.integer("dropped_out", "runners who gave up") { $0.site.outs(.droppedOut) }.page("dropped out")
        Column.integer("cut_off", "runners who came to a closed point of the track") { $0.site.outs(.cutOff) }
            .page("cut off")
        Column.integer("time_up", "runners on the track when the race ended") { $0.site.outs(.timeUp) }.page("time up")
        Column.integer("never_started", "participants who did not come") { $0.site.outs(.neverStarted) }
            .page("never started")
        Column.integer("spectators", "users registered as spectators at the end") { $0.site.spectators }
        Column.integer("followers", "users who followed it on a map") { $0.site.followers }
        Column.realOrNull("first_s", in: .minutes, "the quickest runner's own time") { $0.time(0) }
            .page("first (min)")
        Column.realOrNull("median_s", in: .minutes, "half of the finishers needed at most this") { $0.time(0.5) }
            .page("median (min)")
        Column.realOrNull("p95_s", in: .minutes, "95 % of the finishers needed at most this") { $0.time(0.95) }
        Column.realOrNull("last_s", in: .minutes, "the slowest finisher's own time") { $0.time(1) }
            .page("last (min)")
    }

    private static let runnerTable = ResultTable<RunnerRow>(
        "race_runners", keys: ["race", "runner"], .integer("race") { $0.race }, .integer("runner") { $0.user },
        .integerOrNull("rank") { $0.rank }, .realOrNull("time_s") { $0.time },
        .realOrNull("since_start_s") { $0.sinceStart }, .realOrNull("covered_m") { $0.covered },
        .text("outcome") { $0.outcome })

    private func runners(of site: RaceSite) -> [RunnerRow] {
        let finishers = site.ranking.enumerated().map { rank, finish in
            RunnerRow(
                race: site.race.number, user: finish.user.number, rank: Int32(rank + 1), time: finish.time.inSeconds,
                sinceStart: finish.sinceStart.inSeconds, covered: nil, outcome: "finished")
        }
        let others = site.outs.map { out in
            RunnerRow(
                race: site.race.number, user: out.user.number, rank: nil, time: nil, sinceStart: nil,
                covered: out.covered.inMetres, outcome: out.cause.word)
        }
        return (finishers + others).sorted { $0.user < $1.user }
    }

    /// The first ten of each race, a line for each race, and what their closures cost others.
    var pages: [String] {
        let rows = sites.map { Row(name: name(of: $0.race), site: $0, ranking: $0.ranking) }
        let races = Self.raceTable.html("Races", rows)
        struct RankedRunner {
            let race: String
            let rank: Int
            let finish: RaceSite.Finish
        }
        let first = rows.flatMap { row in
            row.ranking.prefix(10).enumerated().map { RankedRunner(race: row.name, rank: $0 + 1, finish: $1) }
        }
        let ranking = ShownTable.html(
            "Ranking: the first ten of each race", first, .text("race", "The race's name.") { $0.race },
            .count("rank", "By the time since crossing the start line.") { $0.rank },
            .count("runner", "The user's number.") { Int($0.finish.user.number) },
            .minutes("time (min)", "From crossing the start line to the finish.") { $0.finish.time.inSeconds },
            .minutes("since start (min)", "From the start of the race to the finish.") {
                $0.finish.sinceStart.inSeconds
            })
        guard !rows.isEmpty else { return [] }
        let cost = LongerDrives.html(
            "What the closures cost others", "who drives", heldUp.map { ($0.users, $0.sample) },
            without: "whose races have <code>held: false</code>")
        return [races] + (first.isEmpty ? [] : [ranking]) + [cost]
    }
}
