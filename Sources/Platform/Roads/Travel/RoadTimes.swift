// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// An instant of the week: milliseconds after Monday, midnight.
package struct WeekTime: Hashable, Sendable {
    /// Milliseconds after Monday, midnight; from 0 up to a week.
    package let milliseconds: Int64
    static let hour: Int64 = 3_600_000
    static let day = 24 * hour
    static let week = 7 * day

    /// An instant, of the week that comes where it is later than this one.
    package init(milliseconds: Int64) {
        self.milliseconds = (milliseconds % Self.week + Self.week) % Self.week
    }

    /// An instant of a day, 0 for Monday.
    package init(day: Int, milliseconds: Int64) { self.init(milliseconds: Int64(day) * Self.day + milliseconds) }

    var hour: Int { Int(milliseconds % Self.day / Self.hour) }
    var day: Int { Int(milliseconds / Self.day) }
    /// The next full hour: later than this instant.
    var nextHour: Int64 { (milliseconds / Self.hour + 1) * Self.hour }
}

/// How long ways take at any time: a metric for each period and user, customized when it is first asked for.
package final class RoadTimes: Sendable {
    private struct Key: Hashable {
        let user: StreetUser
        /// The table and hour; nil for empty streets.
        let period: [Int]?
        /// The number of what is closed; nil for nothing.
        var closed: Int?
        var isPassed = false
    }

    /// Streets that are closed for a while. Who only passes through goes around; who begins or ends there goes more slowly.
    package struct ClosedStreets: Sendable {
        /// Tells it from all others of the same times.
        package let number: Int
        /// By arc, whether it is closed.
        package let arcs: [Bool]
        /// What the time of a closed arc is multiplied by for who passes it, by arc.
        package let factors: [Double]

        package init(number: Int, arcs: [Bool], factors: [Double]) {
            (self.number, self.arcs, self.factors) = (number, arcs, factors)
        }
    }

    /// The search that is asked.
    package let search: RoadSearch
    private let metrics = Mutex<[Key: RoadMetric]>([:])

    /// Makes the times of a network.
    package init(_ search: RoadSearch) { self.search = search }

    private var network: StreetNetwork { search.graph.network }

    /// The metric of empty streets.
    package func metric(_ user: StreetUser) -> RoadMetric { metric(Key(user: user, period: nil)) }

    /// The metric of an instant: that of empty streets where no table is about its day, or about the user.
    package func metric(_ user: StreetUser, at time: WeekTime) -> RoadMetric {
        metric(Key(user: user, period: period(user, at: time)))
    }

    /// The same while streets are closed.
    ///
    /// - Parameters:
    ///   - time: the instant; nil for empty streets.
    ///   - closed: what is closed.
    ///   - isPassed: whether closed streets are passed slowly; else nobody enters them.
    func metric(_ user: StreetUser, at time: WeekTime?, closed: ClosedStreets, isPassed: Bool) -> RoadMetric {
        let own = time.flatMap { period(user, at: $0) }
        return metric(Key(user: user, period: own, closed: closed.number, isPassed: isPassed), closed)
    }

    private func metric(_ key: Key, _ closed: ClosedStreets? = nil) -> RoadMetric {
        if let known = metrics.withLock({ $0[key] }) { return known }
        var times = network.times(for: key.user)
        if let period = key.period {
            // A table by hour has a time for every arc, also for those that are closed to the user.
            let own = network.hours[period[0]].times(at: period[1])
            for arc in times.indices where times[arc] != StreetNetwork.closed { times[arc] = own[own.startIndex + arc] }
        }
        if let closed {
            for arc in times.indices where closed.arcs[arc] && times[arc] != StreetNetwork.closed {
                times[arc] =
                    key.isPassed
                    ? UInt32(min((Double(times[arc]) * closed.factors[arc]).rounded(), 1e9)) : StreetNetwork.closed
            }
        }
        let made = RoadMetric(search.graph, times: times, user: key.user)
        // Two that ask at once make the same; the first one stays.
        return metrics.withLock { metrics in
            let kept = metrics[key] ?? made
            metrics[key] = kept
            return kept
        }
    }

    func period(_ user: StreetUser, at time: WeekTime) -> [Int]? {
        guard hasHours(user) else { return nil }
        let days: StreetDays = time.day < 5 ? .week : time.day == 5 ? .sat : .sun
        let table = network.hours.firstIndex { $0.days == days } ?? network.hours.firstIndex { $0.days == .day }
        return table.map { [$0, time.hour] }
    }

    /// Whether the tables by hour are about a user: those with the times of cars.
    func hasHours(_ user: StreetUser) -> Bool {
        !network.hours.isEmpty && network.timesOf[Int(user.rawValue)] == network.timesOf[Int(StreetUser.car.rawValue)]
    }

    /// What a way takes that begins at an instant; nil when there is none. Who leaves later never arrives earlier: the arrival is the
    /// least over this instant and all later starts of periods, with the times of the period in which each lies. Who would overtake
    /// by waiting is slowed until the period ends, and no further.
    ///
    /// - Parameter label: what the way takes by the times of a metric.
    func label(
        leaving time: WeekTime, _ user: StreetUser, _ label: (RoadMetric) -> RoadLabel?
    ) -> RoadLabel? {
        var best = label(metric(user, at: time))
        guard hasHours(user) else { return best }
        var last = period(user, at: time)
        var start = time.nextHour
        while let found = best, start - time.milliseconds < Int64(found.milliseconds) {
            let next = WeekTime(milliseconds: start)
            let period = period(user, at: next)
            if period != last, let later = label(metric(user, at: next)) {
                let wait = UInt32(start - time.milliseconds)
                best = min(found, RoadLabel(milliseconds: wait, millimetres: 0) + later)
            }
            last = period
            start += WeekTime.hour
        }
        return best
    }

    /// What the way between two nodes takes that begins at an instant; nil when there is none.
    package func label(from start: Int, to end: Int, leaving time: WeekTime, _ user: StreetUser) -> RoadLabel? {
        label(leaving: time, user) { search.label(from: start, to: end, $0) }
    }
}
