// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

extension HealthTotals: TimedTotals {
    static var service: String { "health" }
    /// What became of critical episodes.
    fileprivate var reached: CasePart? { rescues?.cases?.all }
}

/// The metrics of the health service.
extension Metric where Source == HealthTotals {
    /// Statistics of what machines take, which people see as seconds.
    static func delay(
        _ name: String, _ label: String, _ text: String, _ sample: @escaping @Sendable (HealthTotals) -> Sample
    ) -> [Metric] {
        times(name, label, text, in: .milliseconds, [.mean, .most, .longest], sample)
    }

    /// All of them, in the order of the report.
    static var all: [Metric] { users.by(.wholeRun) + batches.by(.person) + sos.by(.person) + service + data }

    @MetricList static var users: [Metric] {
        count("wearers", "users", "People who signed up.") { $0.wearers }
        count("signUpRefusals", "sign-ups refused", "Sign-ups that were refused.") { $0.signUpRefusals }
        count("permissionRefusals", "permissions refused", "People who do not permit health data and position.") {
            $0.permissionRefusals
        }
        count("connected", "devices linked", "Devices that were linked.") { $0.connected }
        count("connectFailures", "links failed", "Links of devices that failed (HEALTH-DEVICE-EXC).") {
            $0.connectFailures
        }
        count("helpCalls", "calls of the help line", "Calls of the help line (HEALTH-DEVICE-EXC).") { $0.helpCalls }
        count("refusals", "requests refused", "Requests of users that were refused.") { $0.refusals }.by(.person)
    }

    @MetricList static var batches: [Metric] {
        count("batches", "batches", "Batches received and stored (HEALTH-R3).") { $0.batches }
        one("batches.rate", .other("1/s"), "batches a second", "Batches received a second, mean over time (PERF-14).") {
            $0.measured > .zero ? Double($0.batches) / $0.measured.inSeconds : nil
        }
        count("batches.delayed", "batches delayed", "Batches that a phone had to keep for a while (HEALTH-APP).") {
            $0.delayed
        }
        count(
            "batches.kept", "batches kept at the end",
            "Batches that phones still kept when the run ended; they are in no other count."
        ) { $0.keptAtEnd }.by(.group)
        count("batches.dangerous", "dangerous batches", "Batches with a value outside its safe range.") {
            $0.dangerous
        }
        one(
            "batches.gap", .minutes, "largest gap",
            "Longest time between the beginnings of two batches of one person while the device was worn (HEALTH-BACKGROUND); those that a phone had to keep end none."
        ) { $0.largestGap > .zero ? $0.largestGap.inSeconds : nil }
        BatchRefusal.allCases.flatMap { reason in
            count(
                "rejected.\(reason.word)", "batches refused: \(Text.words(reason.word))",
                "Batches refused for the reason \(reason.word)."
            ) { $0.rejected[Int(reason.number)] }
        }
    }

    @MetricList static var sos: [Metric] {
        count("sos", "SOS sent", "SOS sent, repeated ones of one call included (HEALTH-R18).") { $0.sos }
        count("sos.delayed", "SOS of delayed batches", "SOS of batches that a phone had to keep, counted separately.") {
            $0.late.evaluation.count
        }
        share(
            "sos.inTime", "SOS in time",
            "SOS that went out within the limit from the evaluation, as a share of all that went out or should have by the end; must be 100 % (HEALTH-R18)."
        ) {
            $0.sosInTime
        } of: {
            $0.judgedSOS
        }
        count(
            "sos.judged", "SOS judged",
            "What that is a share of: SOS that went out, and dangers whose SOS had not gone out by the end later than the limit."
        ) { $0.judgedSOS }
        count("sos.unsent", "SOS not sent at the end", "Dangers whose SOS had not gone out when the run ended.") {
            $0.unsent
        }
        count("sos.unanswered", "SOS not answered at the end", "SOS without an answer when the run ended.") {
            $0.dangers.unanswered
        }
        count(
            "sos.outsideEpisodes", "SOS outside an episode",
            "SOS of values outside a critical episode: false alarms, as far as the scenario knows."
        ) { $0.dangers.outside }
        share(
            "sos.outsideEpisodes.share", "SOS outside an episode, share",
            "SOS of values outside a critical episode, as a share of all SOS."
        ) {
            $0.dangers.outside
        } of: {
            $0.sos
        }
        count(
            "answers.outsideEpisodes", "calls outside an episode",
            "Calls of an ambulance for an SOS outside a critical episode: false calls, as far as the scenario knows."
        ) { $0.dangers.callsOutside }
        share(
            "sos.inTimeFromStart", "SOS in time from the start",
            "SOS of batches sent at once that went out within the limit from the start of the batch (INV-FastAmbulanceCall)."
        ) {
            $0.prompt.inTimeFromStart
        } of: {
            $0.prompt.start.count
        }
        delay("sosDelay", "SOS delay", "Time from the evaluation of a dangerous batch to its SOS") {
            $0.prompt.evaluation
        }
        delay(
            "sosDelayFromMeasurement", "SOS delay from measurement", "Time from the end of a dangerous batch to its SOS"
        ) { $0.prompt.measurement }
        delay(
            "sosDelayFromBatchStart", "SOS delay from batch start",
            "Time from the start of a dangerous batch to its SOS"
        ) { $0.prompt.start }
        delay(
            "sosDelay.delayed", "SOS delay of delayed batches", "The same delay for batches that a phone had to keep"
        ) {
            $0.late.evaluation
        }
        delay("receipt", "SOS receipt", "Time from an SOS to its answer") { $0.receipt }
        RescueReply.allCases.flatMap { reply in
            count(
                "answers.\(reply.word)", "SOS answered: \(Text.words(reply.word))", "SOS answered with \(reply.word)."
            ) {
                $0.replies[Int(reply.number)]
            }
        }
        count("ignored", "dangers ignored", "Dangerous batches of people whose SOS service was off (HEALTH-R25).") {
            $0.ignored
        }
        count(
            "tooOld", "dangers told too late",
            "Dangerous batches that a phone had to keep for longer than `rules.oldest`: stored, and nobody was sent."
        ) { $0.tooOld }
        count("switchedOff", "SOS switched off", "How many times somebody switched the SOS service off.") {
            $0.switchedOff
        }
        count("episodes", "critical episodes", "Critical episodes that began.") { $0.episodes }
        count(
            "episodes.withoutSos", "episodes without an SOS",
            "Critical episodes that were over by the end, and for which no SOS went out."
        ) { $0.dangers.untoldEpisodes }
        share(
            "episodes.withoutSos.share", "episodes without an SOS, share",
            "Critical episodes for which no SOS went out, as a share of those that were over by the end."
        ) {
            $0.dangers.untoldEpisodes
        } of: {
            $0.dangers.endedEpisodes
        }
        count(
            "peopleInDanger", "people in danger", "People for whom an SOS went out."
        ) { $0.dangers.waits.count }
        reached
    }

    /// From danger to ambulance; nothing in a city in which nobody sends any.
    @MetricList static var reached: [Metric] {
        one(
            "episodes.reached", .count, "episodes reached by an ambulance",
            "Critical episodes with an ambulance at the door: it came while they lasted, or for their SOS."
        ) { $0.reached.map { Double($0.served) } }
        one(
            "episodes.notReached", .count, "episodes that no ambulance reached",
            "Critical episodes that were over by the end and for which no ambulance was on its way."
        ) { $0.reached.map { Double($0.lost) } }
        one(
            "episodes.notReached.share", .share, "episodes that no ambulance reached, share",
            "The same as a share of those and of the episodes that were reached."
        ) { $0.reached?.missedShare }
        one(
            "episodes.awaited", .count, "episodes with an ambulance to come",
            "Critical episodes that lasted when the run ended, or whose ambulance was on its way."
        ) { $0.reached.map { Double($0.overdue + $0.young) } }
        times(
            "ambulanceDelay", "danger to ambulance",
            "Time from the beginning of a critical episode to the ambulance at the door, of those that were reached",
            [.mean, .p50, .p95, .max]
        ) { $0.reached?.waits ?? Sample() }
    }

    @MetricList static var service: [Metric] {
        count(
            "missedSos", "SOS missed",
            "Dangerous batches while the service was down, whether their SOS came late or never (AVAIL-08)."
        ) {
            $0.missed
        }.by(.person)
        count("outages", "crashes", "Crashes of the service.") { $0.outages }.by(.wholeRun)
        one("down", .minutes, "time down", "How long the service was down.") { Double($0.down.total) * 1e-9 }
        level("workers.mean", "workers, mean", "Workers, mean over time.") { $0.workers }
        count("workers.max", "workers, max", "Most workers at one time (PERF-15).") { Int($0.workers.largest) }
        count("scalings", "scalings", "How many times the number of workers changed (PERF-15).") { $0.scalings }
        count(
            "backlog.max", "backlog, max",
            "Most batches that waited for a worker when the load was measured (PERF-14)."
        ) {
            $0.largestBacklog
        }
        count("linkLosses", "links lost", "How many times a phone lost its link to the service.") { $0.linkLosses }.by(
            .wholeRun)
        count("emptyBatteries", "empty batteries", "How many times a battery was empty.") { $0.emptyBatteries }.by(
            .wholeRun)
        ClientSystem.systems(of: .mobile).flatMap { system in
            count(
                "clients.\(system.word)", "users on \(system.word)",
                "Users whose app runs on \(system.word) (HEALTH-CLIENT)."
            ) {
                $0.clients[Int(system.number)]
            }.by(.wholeRun)
        }
    }
}
