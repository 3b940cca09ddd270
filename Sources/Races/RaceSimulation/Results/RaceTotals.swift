// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import Reporting

/// What was counted of all races together, from the end of the warm-up on.
struct RaceTotals {
    var created = 0
    var rejected = 0
    var cancelled = 0
    var announced = 0
    var listed = 0
    var joined = 0
    /// Those of them without consent to the organiser, of which there must be none (RACE-JOIN-CONSENT).
    var joinedWithout = 0
    var joinRefused = [Int](repeating: 0, count: JoinRefusal.allCases.count)
    var participationEnded = 0
    var consents = 0
    var withdrawals = 0
    var wishes = 0
    var available = 0
    var reminders = 0
    var spectators = 0
    var spectatorRefused = [Int](repeating: 0, count: SpectatorRefusal.allCases.count)
    var followed = 0
    var statistics = 0

    var started = 0
    var finished = 0
    /// Runners between the start line and the finish: at the end of the run nobody knows whether they finish.
    var onTrack = 0
    var out = [Int](repeating: 0, count: RunnerOutCause.allCases.count)
    /// From crossing the start line to the finish.
    var time = Sample(exactLimit: 50_000)
    /// From the start of the race to crossing the start line.
    var lineDelay = Sample(exactLimit: 50_000)

    /// By how much closed streets made drives longer while they were closed for a race, in nanoseconds.
    var heldUp = Sample()

    var positions = 0
    /// Of positions as they come in, in nanoseconds.
    var positionAgeSum: Int64 = 0
    var positionAgeMax: Int64 = 0
    /// The oldest position on a follower's map when it is shown, and when the next ones replace it.
    var shownAge = Sample()
    var replacedAge = Sample()
}

/// What was counted of one race.
struct RaceSite {
    /// A runner who finished.
    struct Finish {
        let user: RaceUserID
        let time: TimeSpan
        let sinceStart: TimeSpan
    }

    /// A runner who did not.
    struct Out {
        let user: RaceUserID
        let cause: RunnerOutCause
        let covered: Distance
    }

    let race: RaceID
    let start: CityTime
    let end: CityTime
    let maximum: Int32
    var outcome = "coming"
    var participants: Int32 = 0
    var spectators: Int32 = 0
    var followers: Int32 = 0
    var started = 0
    /// Participants between the start of the race and the start line.
    var inLine = 0
    var finishes: [Finish] = []
    var outs: [Out] = []

    /// The finishers by their own time; equal ones by number.
    var ranking: [Finish] { finishes.sorted { ($0.time, $0.user) < ($1.time, $1.user) } }

    func outs(_ cause: RunnerOutCause) -> Int { outs.count { $0.cause == cause } }

    /// A time of the finishers by its share of all; nil without finishers. `ranking` is sorted.
    static func quantile(_ share: Double, of ranking: [Finish]) -> TimeSpan? {
        ranking.isEmpty ? nil : ranking[Sample.rank(share, of: ranking.count) - 1].time
    }
}
