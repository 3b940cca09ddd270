// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What was counted of some activities, from the end of the warm-up on. Those that had not begun at the end are in none but the first.
struct ActivityCounts: Sendable {
    var planned = 0
    var inTime = 0
    var late = 0
    var missed = 0
    var lateness: Sample
    /// Late and missed ones by their first cause.
    var causes = [Int](repeating: 0, count: DelayCause.allCases.count)

    /// Keeps so many values of lateness as they are, before they are gathered.
    init(exactLimit: Int = 10_000) { lateness = Sample(exactLimit: exactLimit) }

    /// Seconds, of those that began late; nil when none did.
    var meanLateness: Double? { lateness.count > 0 ? lateness.mean * 1e-9 : nil }
    var longestLateness: Double? { lateness.count > 0 ? Double(lateness.largest) * 1e-9 : nil }
    /// Those of which it is known what became.
    var judged: Int { inTime + late + missed }
    /// Those that were not begun in time, as a share of them.
    var failedShare: Double? { judged > 0 ? Double(late + missed) / Double(judged) : nil }
    /// The cause of most late and missed ones; of several the first.
    var mostOften: DelayCause? {
        let most = DelayCause.allCases.max {
            (causes[Int($0.rawValue)], $1.rawValue) < (causes[Int($1.rawValue)], $0.rawValue)
        }
        return most.flatMap { causes[Int($0.rawValue)] > 0 ? $0 : nil }
    }

    /// Takes what became of one: nil for lateness when it was missed.
    mutating func add(_ lateness: TimeSpan?, _ cause: DelayCause) {
        guard let lateness else {
            missed += 1
            causes[Int(cause.rawValue)] += 1
            return
        }
        guard lateness > .zero else {
            inTime += 1
            return
        }
        late += 1
        self.lateness.add(lateness.nanoseconds)
        causes[Int(cause.rawValue)] += 1
    }
}

/// A kind of activity: what a group does, by its name in the scenario.
struct ActivityKind: Hashable, Sendable {
    let group, name: String

    /// The numbers in events of what a service has agreed with somebody beside, and of what stands in a group's calendar.
    static let engagement: Int32 = -1
    static let inCalendar: Int32 = -2
}

/// One activity that came to harm.
struct WorstActivity: Sendable {
    let person: PersonID
    let kind: ActivityKind
    let due: CityTime
    /// From when it had to begin to being there.
    let late: TimeSpan
    let isMissed: Bool
    let cause: DelayCause
}

/// What became of activities, by kind, by whether the planner was used, and the worst one by one.
struct DayTally: Sendable {
    private(set) var all = ActivityCounts(exactLimit: 50_000)
    private(set) var kinds: [ActivityKind: ActivityCounts] = [:]
    private(set) var withPlanner = ActivityCounts()
    private(set) var withoutPlanner = ActivityCounts()
    /// The ten that came latest, the latest first.
    private(set) var worst: [WorstActivity] = []
    private var users: Set<PersonID> = []
    private static let most = 10

    mutating func uses(_ person: PersonID) { users.insert(person) }

    mutating func plan(_ kind: ActivityKind, of person: PersonID) {
        all.planned += 1
        kinds[kind, default: ActivityCounts()].planned += 1
        if users.contains(person) { withPlanner.planned += 1 } else { withoutPlanner.planned += 1 }
    }

    /// What became of one; it had been planned before.
    ///
    /// - Parameters:
    ///   - late: from when it had to begin to being there.
    ///   - isMissed: whether it was over by then.
    mutating func end(
        _ kind: ActivityKind, of person: PersonID, due: CityTime, late: TimeSpan, isMissed: Bool, _ cause: DelayCause
    ) {
        let lateness = isMissed ? nil : late
        all.add(lateness, cause)
        kinds[kind, default: ActivityCounts()].add(lateness, cause)
        if users.contains(person) { withPlanner.add(lateness, cause) } else { withoutPlanner.add(lateness, cause) }
        guard isMissed || late > .zero, worst.count < Self.most || late > worst[worst.count - 1].late else { return }
        // Behind those that are as late: the first one stays first.
        let place = worst.firstIndex { $0.late < late } ?? worst.count
        worst.insert(
            WorstActivity(person: person, kind: kind, due: due, late: late, isMissed: isMissed, cause: cause), at: place
        )
        if worst.count > Self.most { worst.removeLast() }
    }
}

/// Waits on the way, by means, from the end of the warm-up on.
struct WaitTally: Sendable {
    /// Means that one waits for.
    static let means: [TravelMeans] = [.hired, .bus, .tram, .metro, .train, .ferry]

    /// Of legs that began; those without a wait have waited for nothing.
    private(set) var waits = [Sample](repeating: Sample(exactLimit: 10_000), count: TravelMeans.allCases.count)
    /// Waits after which something else was planned.
    private(set) var inVain = [Int](repeating: 0, count: TravelMeans.allCases.count)

    mutating func begin(_ means: TravelMeans, after wait: TimeSpan) {
        if Self.means.contains(means) { waits[Int(means.rawValue)].add(wait.nanoseconds) }
    }

    mutating func giveUp(_ means: TravelMeans) { inVain[Int(means.rawValue)] += 1 }
}
