// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TripRules

/// What is said of days, routes and means, in answers and in events alike.
enum TripJSON {
    /// The events of a day (TRIP-R2, TRIP-R3).
    static func of(_ day: DaySchedule, _ layout: any ZoneLayout) -> JSONValue {
        [
            "events": .list(day.rows.map { of($0, layout) }),
            "unplaced": .list(
                day.unplaced.map {
                    [
                        "event": JSONValue($0.id), "opens": .time($0.window.lowerBound),
                        "closes": .time($0.window.upperBound),
                    ]
                }),
            "upComing": .list(day.upComing.map { JSONValue($0.id) }),
            "laterOn": .list(day.laterOn.map { JSONValue($0.id) }),
        ]
    }

    private static func of(_ row: ScheduleRow, _ layout: any ZoneLayout) -> JSONValue {
        [
            "event": JSONValue(row.id), "description": .text(row.description), "calendar": of(row.calendar),
            "start": .time(row.start), "end": .time(row.end),
            "place": row.place.map { WebPlace.json($0, layout) } ?? .null, "mayHavePlan": .flag(row.mayHavePlan),
        ]
    }

    private static func of(_ calendar: TripCalendar) -> JSONValue {
        [
            "calendar": JSONValue(calendar.id), "name": .text(calendar.name), "colour": .text(calendar.colour.word),
        ]
    }

    /// The calendars (TRIP-R27).
    static func of(_ calendars: [TripCalendar]) -> JSONValue { ["calendars": .list(calendars.map { of($0) })] }

    /// The places of a day, and the way to the next event (TRIP-R21, TRIP-R22).
    static func map(_ points: [Place], _ next: TripRoute?, _ layout: any ZoneLayout) -> JSONValue {
        [
            "points": .list(points.map { WebPlace.json($0, layout) }),
            "next": next.map { of($0, layout) } ?? .null,
        ]
    }

    /// A route, and how many there are (TRIP-R11).
    static func route(_ route: TripRoute, of count: Int, _ layout: any ZoneLayout) -> JSONValue {
        ["route": of(route, layout), "count": JSONValue(count)]
    }

    /// How to get to an occurrence (TRIP-R9, TRIP-R10).
    static func of(_ route: TripRoute, _ layout: any ZoneLayout) -> JSONValue {
        .object(
            members(of: route.key) + [
                ("place", WebPlace.json(route.place, layout)), ("leaveAt", .time(route.leaveAt)),
                ("callAt", .time(route.callAt)), ("arrival", .time(route.arrival)),
                ("state", .text(route.state.word)), ("status", .text(route.status.word)),
                ("departs", .time(route.journey.departs)), ("arrives", .time(route.journey.arrives)),
                ("legs", .list(route.journey.legs.map { of($0, layout) })),
            ])
    }

    private static func of(_ leg: JourneyLeg, _ layout: any ZoneLayout) -> JSONValue {
        [
            "means": .text(leg.means.word), "start": WebPlace.json(leg.start, layout),
            "end": WebPlace.json(leg.end, layout), "departs": .time(leg.departs), "arrives": .time(leg.arrives),
            "distanceMetres": .number(leg.distance.inMetres),
            "line": leg.line.map { line in
                [
                    "line": JSONValue(Int(line.line)), "company": JSONValue(Int(line.company)),
                    "trip": JSONValue(Int(line.trip)), "boards": JSONValue(Int(line.boards)),
                    "alights": JSONValue(Int(line.alights)),
                ]
            } ?? .null, "vehicle": leg.vehicle.map { JSONValue(Int($0.number)) } ?? .null,
        ]
    }

    /// An occurrence of an event.
    static func members(of key: OccurrenceKey) -> [(String, JSONValue)] {
        [("event", JSONValue(key.id)), ("start", .time(key.start))]
    }

    /// What a purchase came to (TRIP-TICKET).
    static func of(_ answer: TicketAnswer) -> JSONValue {
        switch answer {
        case .issued(let codes, let credit):
            [
                "codes": .list(codes.map { JSONValue(Int($0)) }), "creditCents": .number(Double(credit)),
                "elsewhere": .null,
            ]
        case .redirected(let channel): ["codes": [], "creditCents": .null, "elsewhere": .text(channel.word)]
        }
    }
}
