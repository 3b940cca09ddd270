// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// An instant of Monday 2 May 2022, or of days after it.
func clock(_ hour: Int, _ minute: Int = 0, _ second: Int = 0, day: Int = 0) -> CityTime {
    monday + .seconds(day * 86_400 + hour * 3600 + minute * 60 + second)
}

let monday = CivilDate(2022, 5, 2).midnight ?? .epoch

/// Travel along a line, a minute a metre; nobody gets to the island, and who may not walk gets nowhere.
struct LineJourneys: TripTravel {
    var minutesPerMetre = 1
    /// How much longer the way truly takes than the arrangement believes.
    var delay: TimeSpan = .zero

    func time(from start: Place, to end: Place, _ terms: TravelTerms, arriving: CityTime) -> TimeSpan? {
        let metres = abs(Int64(start.east) - Int64(end.east)) / 1000
        guard terms.means.has(.walk), start != spot(99), end != spot(99),
            Distance(millimetres: metres * 1000) <= terms.limits.walk
        else { return nil }
        return .minutes(Int(metres) * minutesPerMetre)
    }

    func arrival(from start: Place, to end: Place, _ terms: TravelTerms, leaving: CityTime) -> CityTime? {
        time(from: start, to: end, terms, arriving: leaving).map { leaving + $0 + delay }
    }
}

/// The rules with their invariants watched after every change.
struct TripCity {
    var rules: TripRules
    var now: CityTime
    var travel = LineJourneys()
    var position: Place?
    var serial: Int32 = 0
    /// What the last change brought.
    var last: [TripEvent] = []
    /// All that happened.
    var events: [TripEvent] = []
    var violations: [TripViolation] = []

    init(_ parameters: TripParameters = TripParameters(), users: Int = 1, at now: CityTime = monday) {
        rules = TripRules(parameters)
        self.now = now
        for number in 1...users {
            guard let made = try? rules.makeUser(TripUserID(number), at: now) else { continue }
            events += made
        }
    }

    let me = TripUserID(1)
    var book: TripBook? { rules[me] }
    func book(of user: TripUserID) -> TripBook? { rules[user] }

    /// A change, by default of the first user's first device.
    @discardableResult
    mutating func take(
        _ change: TripChange, of user: Int = 1, device: Int = 1, serial number: Int32? = nil, at time: CityTime? = nil
    ) -> [TripEvent] {
        now = time ?? now
        serial += 1
        let before = TripSnapshot(rules, at: now)
        last = rules.take(
            change, of: TripUserID(user), ChangeStamp(TripDeviceID(device), number ?? serial), position: position,
            travel: travel, at: now)
        let after = TripSnapshot(rules, at: now)
        violations += TripInvariants.violations(of: after) + TripInvariants.violations(from: before, to: after, last)
        events += last
        return last
    }

    /// Adds an appointment; its number, or nil when it was refused.
    @discardableResult
    mutating func add(
        _ text: String = "meeting", _ from: CityTime, _ until: CityTime, on weekdays: Weekdays = [],
        at place: Place? = nil, in calendar: Int? = nil, by means: TravelMeansSet = .all, of user: Int = 1
    ) -> AppointmentID? {
        take(
            .add(
                AppointmentForm(
                    text, in: calendar.map { TripCalendarID($0) }, .standard(from: from, until: until), on: weekdays,
                    at: place, by: means)), of: user)
        return added
    }

    /// Adds a flexible one.
    @discardableResult
    mutating func flexible(
        _ opens: CityTime, _ closes: CityTime, _ duration: TimeSpan, on weekdays: Weekdays = [], at place: Place? = nil,
        in calendar: Int? = nil
    ) -> AppointmentID? {
        take(
            .add(
                AppointmentForm(
                    "flexible", in: calendar.map { TripCalendarID($0) },
                    .flexible(opens: opens, closes: closes, duration: duration), on: weekdays, at: place)))
        return added
    }

    private var added: AppointmentID? {
        for case .eventAdded(_, let event, _, _, _, _) in last { return event }
        return nil
    }

    /// Why the last change of an appointment was refused.
    var refusal: AppointmentRefusal? {
        for case .eventRejected(_, _, let reason) in last { return reason }
        return nil
    }

    /// Whom the last change warned of.
    var warned: [AppointmentID] {
        last.compactMap {
            if case .unreachableWarning(_, let event, _) = $0 { event } else { nil }
        }
    }

    /// When something flexible, or lunch, begins on a day.
    func start(_ id: AppointmentID?, day: Int = 0) -> CityTime? {
        book?.placements.first { $0.id == id && $0.day == TripDay(of: clock(12, day: day)) && $0.isPlaced }?.start
    }

    func schedule(day: Int = 0, at time: CityTime? = nil) -> DaySchedule? {
        rules.schedule(of: me, on: TripDay(of: clock(12, day: day)), at: time ?? now)
    }
}

/// The number of what has been added.
func known(_ id: AppointmentID?) throws -> AppointmentID { try #require(id) }
