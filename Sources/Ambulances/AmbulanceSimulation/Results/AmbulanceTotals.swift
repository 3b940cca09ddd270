// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// What was counted of the ambulance service, from the end of the warm-up on: calls by when they were received.
struct AmbulanceTotals {
    /// The response is from the receipt of a call to the first arrival.
    ///
    /// A call that nobody has reached when the run ends has no response, yet it is not "within 8 min" once it has waited longer; of a
    /// younger one nothing is known, and it is left out. Means and quantiles take such a call with the time that it has
    /// waited, once that is longer than the second limit: at least so long was its response.
    struct Response {
        private static let exactLimit = 50_000
        let targets: ResponseTargets
        /// The steps of the chart: half minutes up to half an hour.
        static let (step, steps) = (TimeSpan.seconds(30), 60)

        var calls = 0
        /// Nanoseconds.
        private(set) var times = Sample(exactLimit: Response.exactLimit)
        /// Calls reached, and those within each limit.
        private(set) var reached = 0, inShort = 0, inLong = 0
        /// Calls that nobody had reached at the end, and those of them that had waited longer than each limit.
        private(set) var unreached = 0, missedShort = 0, missedLong = 0
        /// Calls reached, by half minutes.
        private(set) var bins = Bins(first: 30, step: 30, edges: Response.steps)

        init(_ targets: ResponseTargets) { self.targets = targets }

        /// Calls of which it is known whether they were reached within each limit.
        var judgedShort: Int { reached + missedShort }
        var judgedLong: Int { reached + missedLong }

        mutating func add(_ time: TimeSpan) {
            reached += 1
            times.add(time.nanoseconds)
            if time <= targets.soon { inShort += 1 }
            if time <= targets.late { inLong += 1 }
            bins.add(time.nanoseconds, first: Self.step.nanoseconds, step: Self.step.nanoseconds)
        }

        /// The run ended while the call had waited so long.
        mutating func miss(after time: TimeSpan) {
            unreached += 1
            if time > targets.soon { missedShort += 1 }
            guard time > targets.late else { return }
            missedLong += 1
            // In no bin: the curve of the chart is of calls whose ambulance was there.
            times.add(time.nanoseconds)
        }
    }

    var all: Response
    /// By priority, the most urgent first.
    var byPriority: [Response]

    /// Calls for which an ambulance could be sent, those that waited for one, and their waits in nanoseconds.
    var assessed = 0
    var queued = 0
    var queueTime = Sample(exactLimit: 50_000)
    /// Ambulances sent, and those of them that were on the road.
    var sent = 0
    var sentFromRoad = 0
    var transports = 0
    /// By how much closed streets, and slow times such as rain, made drives longer, in nanoseconds.
    var heldUp = Sample()
    var slowed = Sample()
    /// From being sent to being free, in nanoseconds.
    var jobTime = Sample(exactLimit: 50_000)
    var closed = [Int](repeating: 0, count: CallEnding.allCases.count)
    var sos = 0
    var suppressed = 0
    var refused = 0

    /// Ambulances with a call, on duty, and calls that wait, over time.
    var busy: SteppedLevel
    var onDuty: SteppedLevel
    var waiting: SteppedLevel
    var measured: TimeSpan

    init(_ targets: ResponseTargets, _ frame: CaseFrame, step: TimeSpan) {
        all = Response(targets)
        byPriority = Array(repeating: Response(targets), count: AmbulancesSection.mostPriorities)
        func level() -> SteppedLevel { frame.level(step: step) }
        (busy, onDuty, waiting) = (level(), level(), level())
        measured = frame.measured.length(until: frame.end)
    }
}

/// What was counted of one ambulance.
struct UnitTotals {
    var station: Int32 = 0
    var calls = 0
    var busy: Level
    var onDuty: Level

    /// Whether something is so, and for how long it was.
    struct Level {
        private let from: CityTime
        private var since: CityTime?
        private(set) var total = TimeSpan.zero

        init(from: CityTime) { self.from = from }

        mutating func change(to isOn: Bool, at now: CityTime) {
            if let since, now > from { total += now - max(since, from) }
            since = isOn ? now : nil
        }
    }

    init(from: CityTime) { (busy, onDuty) = (Level(from: from), Level(from: from)) }

    /// The share of its time on duty in which it had a call; nil when it never was on duty.
    var busyShare: Double? { onDuty.total > .zero ? busy.total / onDuty.total : nil }
}
