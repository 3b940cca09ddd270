// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// What was counted of the health service, from the end of the warm-up on.
struct HealthTotals {
    /// Delays of SOS, in nanoseconds.
    struct Delays {
        private static let exactLimit = 50_000
        /// From the evaluation, which is the receipt; from the end of the batch, when the last value was measured; from its start.
        var evaluation = Sample(exactLimit: Delays.exactLimit)
        var measurement = Sample(exactLimit: Delays.exactLimit)
        var start = Sample(exactLimit: Delays.exactLimit)
        /// How many keep the limit, from the evaluation and from the start.
        var inTime = 0
        var inTimeFromStart = 0
    }

    /// What became of dangers and episodes.
    var dangers: DangerBook
    /// From critical episodes to ambulances; nil in a city in which nobody sends any.
    var rescues: EpisodeBook?
    /// Requests, consent and groups.
    var data = DataTotals()
    var wearers = 0
    var left = 0
    var signUpRefusals = 0
    var permissionRefusals = 0
    var refusals = 0
    var connected = 0
    var connectFailures = 0
    var helpCalls = 0
    var clients = [Int](repeating: 0, count: ClientSystem.allCases.count)

    var batches = 0
    var delayed = 0
    /// Batches that phones still keep when the run is over.
    var keptAtEnd = 0
    var dangerous = 0
    var rejected = [Int](repeating: 0, count: BatchRefusal.allCases.count)
    /// The longest time between the beginnings of two batches of one person that were not delayed, while the device was worn.
    var largestGap = TimeSpan.zero
    /// Pairs of batches that follow each other with the app in the background, and those further apart than they should be.
    var backgroundPairs = 0
    var backgroundGaps = 0

    var switchedOn = 0
    var switchedOff = 0
    var ignored = 0
    /// Dangers that were told so late that nobody was sent for them.
    var tooOld = 0
    /// Dangers whose SOS has not gone out when the run is over, and those of them that are older than the limit.
    var unsent = 0
    var unsentLate = 0
    /// SOS of batches that were sent at once, and of those that a phone had to keep.
    var prompt = Delays()
    var late = Delays()
    var replies = [Int](repeating: 0, count: RescueReply.allCases.count)
    /// From the SOS to the answer.
    var receipt = Sample(exactLimit: 50_000)

    var outages = 0
    var missed = 0
    var lost = 0
    /// Facts that only a service that is up may note, from before the warm-up's end too: each is a fault.
    var servedWhileDown = 0
    var episodes = 0
    var linkLosses = 0
    var emptyBatteries = 0
    var scalings = 0
    var largestBacklog = 0
    /// How often the load was looked at, and the longest time that the workers of that instant needed for what waited.
    var looks = 0
    var longestWork = TimeSpan.zero

    /// Workers, and whether the service is down, over time.
    var workers: SteppedLevel
    var down: SteppedLevel
    var measured: TimeSpan

    init(_ frame: CaseFrame, step: TimeSpan, reaction: TimeSpan, hasRescue: Bool) {
        func level() -> SteppedLevel { frame.level(step: step) }
        (workers, down) = (level(), level())
        measured = frame.measured.length(until: frame.end)
        dangers = DangerBook(frame, limit: reaction)
        rescues = hasRescue ? EpisodeBook(frame) : nil
    }

    var sos: Int { prompt.evaluation.count + late.evaluation.count }
    /// SOS that went out or should have.
    var judgedSOS: Int { sos + unsentLate }
    var sosInTime: Int { prompt.inTime + late.inTime }
}
