// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The planner: the calendars of all users, their plans, positions and notices.
///
/// A value, told `at now:`, that returns directives. It plans with what it is given, draws nothing and reads no clock: the same messages
/// at the same times bring the same events. Whoever calls it keeps one timer (`wake`, `due`), and brings the messages of an instant
/// before `due`.
///
/// Cycles are instants of a grid at which only what has changed is looked at (issue 33, decision 7). Each user has one instant at which
/// something is due; while anybody is within the cycles of an occurrence, one question a cycle tells whether the traffic, rain or lines
/// of the whole city have changed.
public struct Planner: Sendable {
    /// What no message brings.
    public let setup: PlannerSetup
    let journeys: any JourneyPlanner
    let waits: (any WaitingTimes)?
    let shared: (any SharedVehicles)?
    /// The calendars.
    public internal(set) var rules: TripRules
    /// The forecast.
    public private(set) var forecast = Forecast.dry
    /// The shared vehicles as far as the planner knows.
    public internal(set) var pool: SharedPool
    var users: [TripUser] = []
    /// By shared vehicle: the users in whose plans it may be.
    var planned: [Int32: Set<Int>] = [:]
    var sale = TicketSale()
    /// The means whose lines are struck.
    private(set) var struck: TravelMeansSet = []
    /// Where a user is in the list.
    private var places = OpenTable(blank: Int32(0))
    /// When something of a user is due. Stale entries are passed over: the user knows better.
    private var dues = MinHeap<Due>()
    /// How many users are within the cycles of an occurrence.
    private var inCycles = 0
    /// The cycle at which the city was looked at last, and what it was like.
    private var lookedAt = CityTime(nanoseconds: .min)
    private var version: Int64?
    /// Whether something else has changed since.
    var hasNews = false
    /// Who was looked at when time was called last.
    public private(set) var turned: [TripUserID] = []

    /// A planner without users, which plans with these.
    public init(
        _ setup: PlannerSetup = PlannerSetup(), journeys: any JourneyPlanner, waits: (any WaitingTimes)? = nil,
        shared: (any SharedVehicles)? = nil
    ) {
        (self.setup, self.journeys, self.waits, self.shared) = (setup, journeys, waits, shared)
        rules = TripRules(setup.rules)
        pool = setup.vehicles
    }

    /// Takes a message.
    public mutating func take(_ message: TripMessage, at now: CityTime) -> [TripDirective] {
        var out: [TripDirective] = []
        switch message {
        case .device(let user, let device, let message): take(message, of: user, on: device, at: now, &out)
        case .forecast(let new) where new != forecast:
            (forecast, hasNews) = (new, true)
            out.append(.note(.forecastChanged(forecast: new)))
        case .strike(let means) where means != struck:
            (struck, hasNews) = (means, true)
            out.append(.note(.strikeKnown(means: means)))
        case .stock(let stock):
            if pool.tell(stock) { isGone(stock.vehicle.number, for: nil, at: now) }
        case .forecast, .strike, .outage: break
        }
        // First, as who is notified may answer at once, which brings a later one.
        return [.wake(at: nextWake(at: now))] + out
    }

    /// The time that was asked for has come.
    public mutating func due(at now: CityTime) -> [TripDirective] {
        var out: [TripDirective] = []
        var indices: [Int] = []
        let cycle = setup.plans.cycle(notAfter: now)
        if inCycles > 0, lookedAt < cycle {
            lookedAt = cycle
            let new = journeys.version(at: now)
            if new != version || hasNews { indices = users.indices.filter { users[$0].isInCycles } }
            (version, hasNews) = (new, false)
        }
        while let first = dues.first, first.time <= now {
            dues.popFirst()
            if users[Int(first.user)].dueAt == first.time {
                users[Int(first.user)].dueAt = .never
                indices.append(Int(first.user))
            }
        }
        let due = Set(indices).sorted()
        turned = due.map { users[$0].id }
        for index in due { turn(of: index, isTimer: true, at: now, &out) }
        return [.wake(at: nextWake(at: now))] + out
    }

    // MARK: Users

    /// Where a user is in the list.
    func index(of user: TripUserID) -> Int? { places.value(of: user.number).map { Int($0) } }

    /// Adds one who has a record.
    mutating func addUser(_ id: TripUserID) -> Int {
        places.open(id.number, Int32(users.count))
        users.append(TripUser(id))
        return users.count - 1
    }

    /// Puts a user back after a turn, with what is due next.
    mutating func put(_ user: TripUser, at index: Int, due: CityTime, isInCycles: Bool) {
        inCycles += (isInCycles ? 1 : 0) - (users[index].isInCycles ? 1 : 0)
        let isNew = due != users[index].dueAt
        users[index] = user
        (users[index].dueAt, users[index].isInCycles) = (due, isInCycles)
        if isNew, due < .never { dues.insert(Due(time: due, user: Int32(index))) }
    }

    /// Looks at a user at the next cycle, whatever else is due.
    mutating func look(at index: Int, after now: CityTime) {
        let cycle = setup.plans.cycle(notBefore: now)
        guard cycle < users[index].dueAt else { return }
        users[index].dueAt = cycle
        dues.insert(Due(time: cycle, user: Int32(index)))
    }

    mutating func nextWake(at now: CityTime) -> CityTime {
        while let first = dues.first, users[Int(first.user)].dueAt != first.time { dues.popFirst() }
        let look = inCycles > 0 ? max(setup.plans.cycle(notBefore: now), lookedAt + setup.plans.cycle) : .never
        return min(dues.first?.time ?? .never, look)
    }

    /// When something of a user is due.
    private struct Due: Comparable, Sendable {
        let time: CityTime
        let user: Int32

        static func < (left: Due, right: Due) -> Bool { (left.time, left.user) < (right.time, right.user) }
    }
}
