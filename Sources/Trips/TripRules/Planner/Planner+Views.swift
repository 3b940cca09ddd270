// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Planner {
    /// Shows what a user looks at; only of a route something is remembered: tickets are sold while one is viewed (TRIP-TICKET-EXC).
    mutating func show(_ view: TripView, _ index: Int, at now: CityTime, _ out: inout [TripDirective]) {
        users[index].viewed = nil
        let id = users[index].id
        guard view.isOfKnownYears else { return }
        switch view {
        case .day(let time):
            let day = TripDay(of: time)
            guard let schedule = rules.schedule(of: id, on: day, at: now) else { return }
            out.append(
                .note(
                    .scheduleViewed(
                        user: id, day: day.start, count: Int32(schedule.rows.count),
                        upComing: Int32(schedule.upComing.count), laterOn: Int32(schedule.laterOn.count))))
            out.append(.notify(id, .day(schedule)))
        case .calendars:
            let calendars = rules[id]?.calendars ?? []
            out.append(.note(.calendarsViewed(user: id, count: Int32(calendars.count))))
            out.append(.notify(id, .calendars(calendars)))
        case .map(let time):
            let day = TripDay(of: time)
            let points = rules.schedule(of: id, on: day, at: now)?.points ?? []
            let next = users[index].watched.first { $0.occurrence.end > now && $0.state != .arrived }
            out.append(.note(.mapViewed(user: id, day: day.start, points: Int32(points.count))))
            out.append(.notify(id, .map(points, next?.route())))
        case .route(let key, let number): showRoute(key, Int(number), index, at: now, &out)
        case .nothing: break
        }
    }

    /// A route from where the user is now, planned anew (TRIP-R9, TRIP-R11).
    private mutating func showRoute(
        _ key: OccurrenceKey, _ number: Int, _ index: Int, at now: CityTime, _ out: inout [TripDirective]
    ) {
        var user = users[index]
        let range = key.start..<key.start + TimeSpan(nanoseconds: 1)
        guard let book = rules[user.id], key.start > now,
            let occurrence = book.occurrences(in: range).first(where: { $0.id == key.id && $0.start == key.start }),
            occurrence.place != nil, occurrence.start > now
        else { return out.append(.notify(user.id, .noRoute(key, .unknownOccurrence))) }
        let known = user.index(of: key)
        if known == nil {
            var watched = WatchedOccurrence(occurrence)
            watched.last = book.lastLocated(before: occurrence, at: now)
            user.watched.append(watched)
        }
        let place = known ?? user.watched.count - 1
        // What begins now begins later than when it was planned.
        if user.watched[place].isPending, user.watched[place].from < now { user.watched[place].inputs = nil }
        if user.watched[place].isPending || user.watched[place].plan == nil {
            _ = plan(place, of: &user, book, at: now, &out)
        }
        let watched = user.watched[place]
        if let route = watched.route(number), let plan = watched.plan {
            user.viewed = (key, route.journey.legs)
            out.append(
                .note(.routeViewed(user: user.id, event: key.id, start: key.start, route: Int32(number))))
            out.append(.notify(user.id, .route(route, of: plan.routes.count)))
        } else {
            out.append(.notify(user.id, .noRoute(key, watched.refusal ?? .noRoute)))
        }
        users[index] = user
        // What is not near is forgotten again.
        turn(of: index, at: now, &out)
    }
}

extension TripView {
    /// Whether it names an instant at which there may be an appointment: up to the year 2200.
    fileprivate var isOfKnownYears: Bool {
        let years = CityTime.epoch..<CityTime(nanoseconds: 7_258_118_400_000_000_000)
        return switch self {
        case .day(let time), .map(let time): years.contains(time)
        case .route(let key, _): years.contains(key.start)
        case .calendars, .nothing: true
        }
    }
}
