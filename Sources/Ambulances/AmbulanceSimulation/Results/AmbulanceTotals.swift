// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

/// What was counted of the ambulance service, from the end of the warm-up on: calls by when they were received.
struct AmbulanceTotals {
    /// The response is from the receipt of a call to the first arrival.
    struct Response {
        private static let exactLimit = 50_000
        /// The limits that reports name.
        static let (short, long) = (TimeSpan.minutes(8), TimeSpan.minutes(20))
        /// The steps of the chart: half minutes up to half an hour.
        static let (step, steps) = (TimeSpan.seconds(30), 60)

        /// Calls received.
        var calls = 0
        /// Nanoseconds.
        private(set) var times = Sample(exactLimit: Response.exactLimit)
        /// Within 8 and within 20 minutes.
        private(set) var inShort = 0, inLong = 0
        /// By half minutes.
        private(set) var bins = Bins(first: 30, step: 30, edges: Response.steps)

        mutating func add(_ time: TimeSpan) {
            times.add(time.nanoseconds)
            if time <= Self.short { inShort += 1 }
            if time <= Self.long { inLong += 1 }
            bins.add(time.nanoseconds, first: Self.step.nanoseconds, step: Self.step.nanoseconds)
        }
    }

    var all = Response()
    /// By priority, the most urgent first.
    var byPriority = [Response](repeating: Response(), count: AmbulancesSection.mostPriorities)
    /// Calls received and their response by the hour of the day.
    var byHour = [Response](repeating: Response(), count: 24)

    /// Calls for which an ambulance could be sent, those that waited for one, and their waits in nanoseconds.
    var assessed = 0
    var queued = 0
    var queueTime = Sample(exactLimit: 50_000)
    /// Ambulances sent, and those of them that were on the road.
    var sent = 0
    var sentFromRoad = 0
    var transports = 0
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

    init(start: CityTime, from: CityTime, end: CityTime, step: TimeSpan) {
        func level() -> SteppedLevel { SteppedLevel(start: start, step: step, countFrom: from, wholeRun: true) }
        (busy, onDuty, waiting) = (level(), level(), level())
        measured = end - from
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
