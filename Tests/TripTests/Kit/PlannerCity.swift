// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// A planner with its one timer, and the phones of its users.
struct PlannerCity {
    struct Noted {
        let time: CityTime
        let event: TripEvent
    }

    struct Told {
        let time: CityTime
        let user: TripUserID
        let notice: TripNotice
    }

    var planner: Planner
    let waits: (any WaitingTimes)?
    var now: CityTime
    var wakes = CityTime.never
    var events: [Noted] = []
    var notices: [Told] = []
    /// What was sent, for a replay: when, and how many events there were before.
    var sent: [(time: CityTime, after: Int, message: TripMessage)] = []
    /// Where each phone is that answers.
    var phones: [TripUserID: Place] = [:]
    var serial: Int32 = 0

    /// A city with one user, whose phone is at a place from the start, or tells none.
    init(
        _ journeys: any JourneyPlanner, at now: CityTime = clock(8), phone: Place? = spot(0),
        waits: (any WaitingTimes)? = nil, _ setup: PlannerSetup = PlannerSetup()
    ) {
        planner = Planner(setup, journeys: journeys, waits: waits)
        (self.now, self.waits) = (now, waits)
        phones[Self.me] = phone
        send(.open)
        if phone != nil { send(.permits(true)) }
    }

    static let me = TripUserID(1)

    mutating func take(_ message: TripMessage, at time: CityTime? = nil) {
        let time = time ?? now
        run(before: time)
        now = time
        sent.append((time, events.count, message))
        carryOut(planner.take(message, at: time))
    }

    mutating func send(_ message: DeviceMessage, of user: TripUserID = me, at time: CityTime? = nil) {
        take(.device(user, TripDeviceID(1), message), at: time)
    }

    /// All that is due up to an instant and in it.
    mutating func run(to time: CityTime) {
        run(before: time + TimeSpan(nanoseconds: 1))
        now = time
    }

    /// Sends again what was sent to another one, in the same order among what is due.
    mutating func replay(_ other: PlannerCity) {
        for (time, after, message) in other.sent {
            run(before: time)
            while events.count < after, wakes <= time { run(to: time) }
            take(message, at: time)
        }
        run(to: other.now)
    }

    private mutating func run(before time: CityTime) {
        while wakes < time {
            now = max(now, wakes)
            wakes = .never
            carryOut(planner.due(at: now))
        }
    }

    private mutating func carryOut(_ directives: [TripDirective]) {
        var asked: [TripUserID] = []
        for directive in directives {
            switch directive {
            case .note(let event): events.append(Noted(time: now, event: event))
            case .notify(let user, let notice):
                notices.append(Told(time: now, user: user, notice: notice))
                if case .positionWanted = notice { asked.append(user) }
            case .wake(let time): wakes = time
            }
        }
        for user in asked {
            if let place = phones[user] { send(.position(place), of: user) }
        }
    }

    // MARK: What a user does

    mutating func change(_ change: TripChange, of user: TripUserID = me, at time: CityTime? = nil) {
        serial += 1
        send(.change(serial: serial, change), of: user, at: time)
    }

    /// Adds an appointment; its number.
    @discardableResult
    mutating func add(
        _ from: CityTime, _ until: CityTime, at place: Place? = spot(50), by means: TravelMeansSet = .all,
        on weekdays: Weekdays = [], time: CityTime? = nil, of user: TripUserID = me
    ) -> AppointmentID {
        change(
            .add(AppointmentForm("meeting", .standard(from: from, until: until), on: weekdays, at: place, by: means)),
            of: user, at: time)
        for case .eventAdded(_, let event, _, _, _, _) in events.map(\.event).reversed() { return event }
        return .lunch
    }

    // MARK: What happened

    func count(_ condition: (TripEvent) -> Bool) -> Int { events.count { condition($0.event) } }

    /// When it was told to leave.
    var leaving: [CityTime] {
        events.compactMap { if case .timeToLeave = $0.event { $0.time } else { nil } }
    }

    /// The plans, by the order of their making.
    var plans: [(time: CityTime, means: TravelMeansSet, leaveAt: CityTime, arrival: CityTime?, routes: Int32)] {
        events.compactMap {
            guard case .planComputed(_, _, _, let means, let leaveAt, let arrival, let routes, _, _) = $0.event else {
                return nil
            }
            return ($0.time, means, leaveAt, arrival, routes)
        }
    }

    /// What was shown of the routes of an occurrence, by opening each.
    mutating func routes(_ id: AppointmentID, _ start: CityTime) -> [JourneyOption] {
        var routes: [JourneyOption] = []
        for number in 0..<10 as Range<Int32> {
            send(.view(.route(OccurrenceKey(id, start), number)))
            guard case .route(let route, _)? = notices.last?.notice else { break }
            routes.append(route.journey)
        }
        return routes
    }

    var statuses: [(time: CityTime, status: TripStatus)] {
        events.compactMap {
            if case .eventStatusChanged(_, _, _, let status) = $0.event { ($0.time, status) } else { nil }
        }
    }

    var refusals: [PlanRefusal] {
        events.compactMap { if case .planRefused(_, _, _, let reason) = $0.event { reason } else { nil } }
    }

    var warned: Int { count { if case .unreachableWarning = $0 { true } else { false } } }
    var cycles: [CityTime] { events.compactMap { if case .cycleRun = $0.event { $0.time } else { nil } } }
}
