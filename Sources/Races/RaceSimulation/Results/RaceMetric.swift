// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Reporting

/// One metric of races: what it is, and how it is read from the totals.
struct RaceMetric: Sendable {
    let about: MetricDescription
    let value: @Sendable (RaceTotals) -> Double?

    private static func one(
        _ name: String, _ unit: String, _ label: String, _ text: String, isWhole: Bool = false,
        _ value: @escaping @Sendable (RaceTotals) -> Double?
    ) -> [RaceMetric] {
        let about = MetricDescription("races.\(name)", unit: unit, label: label, text, isWhole: isWhole)
        return [RaceMetric(about: about, value: value)]
    }

    /// Seconds that people see as seconds: what machines take.
    private static func age(
        _ name: String, _ label: String, _ text: String, _ value: @escaping @Sendable (RaceTotals) -> Double?
    ) -> [RaceMetric] {
        [
            RaceMetric(
                about: MetricDescription("races.\(name)", .seconds, MetricLabel(label: label, text: text)), value: value
            )
        ]
    }

    private static func count(
        _ name: String, _ label: String, _ text: String, _ value: @escaping @Sendable (RaceTotals) -> Int
    ) -> [RaceMetric] { one(name, "1", label, text, isWhole: true) { Double(value($0)) } }

    /// Mean, quantiles and largest of times, in seconds.
    private static func times(
        _ name: String, _ label: String, _ text: String, isAge: Bool = false,
        _ sample: @escaping @Sendable (RaceTotals) -> Sample
    ) -> [RaceMetric] {
        func part(_ part: String, _ of: @escaping @Sendable (Sample) -> Double) -> [RaceMetric] {
            let value: @Sendable (RaceTotals) -> Double? = {
                sample($0).count > 0 ? of(sample($0)) * 1e-9 : nil
            }
            let (name, label, text) = ("\(name).\(part)", "\(label), \(part)", "\(text): \(part).")
            return isAge ? age(name, label, text, value) : one(name, "s", label, text, value)
        }
        return part("mean") { $0.mean } + part("p50") { Double($0.quantile(0.5) ?? 0) }
            + part("p95") { Double($0.quantile(0.95) ?? 0) } + part("max") { Double($0.largest) }
    }

    /// A count for each word.
    private static func each<Word: EventWord>(
        _ name: String, _ label: String, _ text: String, _ words: Word.Type,
        _ counts: @escaping @Sendable (RaceTotals) -> [Int]
    ) -> [RaceMetric] {
        Word.allCases.flatMap { word in
            count("\(name).\(word.word)", "\(label): \(Text.words(word.word))", "\(text) \(word.word).") {
                counts($0)[Int(word.number)]
            }
        }
    }

    /// All of them, in the order of the report.
    static let all: [RaceMetric] = running + watching + joining

    private static let running: [RaceMetric] =
        count("started", "runners started", "Runners who crossed the start line.") { $0.started }
        + count("finished", "runners finished", "Runners who crossed the finish line.") { $0.finished }
        + count("onTrackAtEnd", "runners on the track at the end", "Runners on the track when the run ended.") {
            $0.onTrack
        }
        + one(
            "finished.share", "share", "finished",
            "Runners who finished, as a share of those who started and are not on the track any more."
        ) {
            $0.started > $0.onTrack ? Double($0.finished) / Double($0.started - $0.onTrack) : nil
        }
        + times("time", "running time", "From crossing the start line to the finish") { $0.time }
        + times("lineDelay", "delay at the start line", "From the start of the race to crossing the start line") {
            $0.lineDelay
        }
        + each("out", "runners out", "Participants who did not finish, for the reason", RunnerOutCause.self) { $0.out }

    private static let watching: [RaceMetric] =
        count("positions", "positions", "Positions of runners that the service took (RACE-R19).") { $0.positions }
        + age(
            "positionAge.mean", "age of positions, mean",
            "How old positions were when the service took them: mean."
        ) {
            $0.positions > 0 ? Double($0.positionAgeSum) / Double($0.positions) * 1e-9 : nil
        }
        + age(
            "positionAge.max", "age of positions, max", "How old positions were when the service took them: max."
        ) {
            $0.positions > 0 ? Double($0.positionAgeMax) * 1e-9 : nil
        }
        + times("shownAge", "age on the map", "The oldest position on a follower's map when it is shown", isAge: true) {
            $0.shownAge
        }
        + times(
            "replacedAge", "age on the map before the next",
            "The oldest position on a follower's map when it is replaced",
            isAge: true
        ) { $0.replacedAge }
        + count("followed", "maps opened", "Times that a user followed a race on the map.") { $0.followed }
        + count("statistics", "statistics read", "Times that a user read a race's statistics.") { $0.statistics }
        + count("spectators", "spectators", "Users registered as spectators.") { $0.spectators }
        + each(
            "spectators.refused", "spectators refused", "Spectators refused for the reason", SpectatorRefusal.self
        ) { $0.spectatorRefused }

    private static let joining: [RaceMetric] =
        count("created", "races created", "Races that organisers created.") { $0.created }
        + count("rejected", "races rejected", "Races that were not created.") { $0.rejected }
        + count("cancelled", "races cancelled", "Races that did not take place.") { $0.cancelled }
        + count("announced", "announcements", "Users notified of a new race, each time.") { $0.announced }
        + count("listed", "lists", "Times that somebody looked for a race.") { $0.listed }
        + count("joined", "joins", "Joins that were accepted.") { $0.joined }
        + each("joined.refused", "joins refused", "Joins refused for the reason", JoinRefusal.self) { $0.joinRefused }
        + count("left", "participations ended", "Participants who left a race.") { $0.participationEnded }
        + count(
            "consents", "consents",
            "Consents given to organisers; who keeps them is said beside RACE-JOIN-CONSENT."
        ) { $0.consents }
        + count("consents.withdrawn", "consents withdrawn", "Consents withdrawn from organisers.") { $0.withdrawals }
        + count("wishes", "wishes", "Users who wanted to be notified of a new race.") { $0.wishes }
        + count("wishes.fulfilled", "wishes fulfilled", "Users who were notified of one.") { $0.available }
        + count("reminders", "reminders", "Participants who were reminded of a race.") { $0.reminders }
}
