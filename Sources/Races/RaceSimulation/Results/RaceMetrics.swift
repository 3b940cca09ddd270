// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Reporting

extension RaceTotals: ServiceTotals {
    static var service: String { "races" }
}

extension PartDimensions {
    /// When it was, and at which race.
    fileprivate static let race: PartDimensions = [.window, .site]
}

/// The metrics of races.
extension Metric where Source == RaceTotals {
    /// All of them, in the order of the report.
    static var all: [Metric] { running.by(.race) + watching.by(.race) + joining.by(.race) + closing.by(.window) }

    static var closing: [Metric] {
        longer(
            "heldUp", "held up by closures", "closed streets",
            "Drives of taxis, ambulances and others that streets made longer which were closed for a race; closures of `changes` at the "
                + "same time are in it."
        ) { $0.heldUp }
    }

    @MetricList static var running: [Metric] {
        count("started", "runners started", "Runners who crossed the start line.") { $0.started }
        count("finished", "runners finished", "Runners who crossed the finish line.") { $0.finished }
        count("onTrackAtEnd", "runners on the track at the end", "Runners on the track when the run ended.") {
            $0.onTrack
        }
        one(
            "finished.share", .share, "finished",
            "Runners who finished, as a share of those who started and are not on the track any more."
        ) {
            $0.started > $0.onTrack ? Double($0.finished) / Double($0.started - $0.onTrack) : nil
        }
        times("time", "running time", "From crossing the start line to the finish", [.mean, .p50, .p95, .max]) {
            $0.time
        }
        times(
            "lineDelay", "delay at the start line", "From the start of the race to crossing the start line",
            [.mean, .p50, .p95, .max]
        ) {
            $0.lineDelay
        }
        each("out", "runners out", "Participants who did not finish, for the reason", RunnerOutCause.self) { $0.out }
    }

    @MetricList static var watching: [Metric] {
        count("positions", "positions", "Positions of runners that the service took (RACE-R19).") { $0.positions }
        one(
            "positionAge.mean", .seconds, "age of positions, mean",
            "How old positions were when the service took them: mean."
        ) {
            $0.positions > 0 ? Double($0.positionAgeSum) / Double($0.positions) * 1e-9 : nil
        }
        one(
            "positionAge.max", .seconds, "age of positions, max",
            "How old positions were when the service took them: max."
        ) {
            $0.positions > 0 ? Double($0.positionAgeMax) * 1e-9 : nil
        }
        times(
            "shownAge", "age on the map", "The oldest position on a follower's map when it is shown", in: .seconds,
            [.mean, .p50, .p95, .max]
        ) {
            $0.shownAge
        }
        times(
            "replacedAge", "age on the map before the next",
            "The oldest position on a follower's map when it is replaced", in: .seconds, [.mean, .p50, .p95, .max]
        ) { $0.replacedAge }
        count("followed", "maps opened", "Times that a user followed a race on the map.") { $0.followed }
        count("statistics", "statistics read", "Times that a user read a race's statistics.") { $0.statistics }
        count("spectators", "spectators", "Users registered as spectators.") { $0.spectators }
        each(
            "spectators.refused", "spectators refused", "Spectators refused for the reason", SpectatorRefusal.self
        ) { $0.spectatorRefused }
    }

    @MetricList static var joining: [Metric] {
        count("created", "races created", "Races that organisers created.") { $0.created }
        count("rejected", "races rejected", "Races that were not created.") { $0.rejected }.by(.window)
        count("cancelled", "races cancelled", "Races that did not take place.") { $0.cancelled }
        count("announced", "announcements", "Users notified of a new race, each time.") { $0.announced }
        count("listed", "lists", "Times that somebody looked for a race.") { $0.listed }.by(.window)
        count("joined", "joins", "Joins that were accepted.") { $0.joined }
        each("joined.refused", "joins refused", "Joins refused for the reason", JoinRefusal.self) { $0.joinRefused }
        count("left", "participations ended", "Participants who left a race.") { $0.participationEnded }
        count(
            "consents", "consents",
            "Consents given to organisers; who keeps them is said beside RACE-JOIN-CONSENT."
        ) { $0.consents }.by(.window)
        count("consents.withdrawn", "consents withdrawn", "Consents withdrawn from organisers.") { $0.withdrawals }.by(
            .window)
        count("wishes", "wishes", "Users who wanted to be notified of a new race.") { $0.wishes }.by(.window)
        count("wishes.fulfilled", "wishes fulfilled", "Users who were notified of one.") { $0.available }
        count("reminders", "reminders", "Participants who were reminded of a race.") { $0.reminders }
    }
}
