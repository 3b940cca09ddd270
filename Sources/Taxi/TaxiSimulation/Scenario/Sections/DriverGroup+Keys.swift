// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiRules

extension DriverGroup {
    static let section = Section(
        "drivers", "A group of drivers with the same habits. Drivers are numbered from 1 through all groups.",
        blank: DriverGroup(name: "", count: 1),
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true, "Name, unique among driver groups."
            ),
            Field("count", \.count, .whole(1...1_000_000), isRequired: true, "How many drivers."),
            Field(
                "seats", \.seats, .seats(1...60, of: "seats"), "Seats for travelers, above 0 (INV-DriverMandatoryData)."
            ),
            Field(
                "start", \.start, .zoneWeights,
                "Where each driver's shifts begin. `equal` assigns the zones to drivers in turn; with other weights each driver's "
                    + "zone is drawn. After a shift the taxi drives back there, off shift."),
            Field("shift", \.shift, ShiftPlan.section.format.orNone, "When they work; by default the whole run."),
            Field(
                "arrivals", \.arrivals, DriverArrivals.section.format.orNone,
                "When they arrive, instead of `shift`; `count` is then the most that can be in service at once."),
            Field(
                oneOf: "on-duty", \.onDuty, .onDuty,
                "How many are on duty over the day, instead of `shift`; at most `count`. Who has been off longest comes; who has been on "
                    + "longest and is free goes, and when nobody is free, the next who becomes so."),
            Field(
                oneOf: "stint", \.stint, .distribution(.time),
                "How long each stays on duty with `on-duty`; by default as long as the number allows. A driver whose time is over goes, "
                    + "a busy one after the ride, and another comes."),
            Field(
                oneOf: "turnaround", \.turnaround, .distribution(.time),
                "Time after a ride from the street in which nobody else can get in: people pay, get out, and the taxi pulls out; by default "
                    + "none. Rides that were called do not have it."),
            Field("answer", \.answer, AnswerHabit.section.format, "How they answer offers."),
            Field("idle", \.idle, .idle, "What they do while available."),
            Field(
                "position-interval", \.positionInterval, ValueFormat<TimeSpan>.time(.seconds(1) ... .hours(24)).orNone,
                "Interval of position reports while in service. Without it, positions are reported only at changes of status, borders and "
                    + "meeting points."),
            Field(
                "boarding", \.boarding, .distribution(.time), "Time from the arrival to the confirmation of boarding."),
            Field(
                "bad-reports", \.badReports, .share,
                "Share of rides after which the passenger is reported (TAXI-REPORT-01)."),
            Field(
                "alert", \.alert, .word([("sound", .sound), ("visual", .visual), ("both", .both)]),
                "How their phone announces an offer."),
            Field(
                "return-to-service", \.returnToService, .distribution(.time),
                "A driver who was put out of service by leaving all zones returns to service after this time."),
        ])
}

extension ShiftPlan {
    static let section = Section(
        "shift", "When a driver works, the same every day.",
        blank: ShiftPlan(start: .constant(0), length: .constant(0)),
        [
            Field(
                "start", \.start, .distribution(.clock), isRequired: true, "Start of the shift, drawn anew each day."),
            Field("length", \.length, .distribution(.time), isRequired: true, "Length of the shift."),
            Field(
                "breaks", \.breaks, BreakPlan.section.format.orNone,
                "Breaks in a shift; a driver on a break is off shift (DEC-STATUS-NAMES)."),
        ])
}

extension BreakPlan {
    fileprivate static let section = Section(
        "breaks", "Breaks during a shift.", blank: BreakPlan(after: .constant(0), length: .constant(0)),
        [
            Field("after", \.after, .distribution(.time), isRequired: true, "Time in service before a break."),
            Field("length", \.length, .distribution(.time), isRequired: true, "Length of a break."),
        ])
}

extension DriverArrivals {
    fileprivate static let section = Section(
        "driver-arrivals",
        "Drivers who arrive as a Poisson process, each at a point of `start`: the one in the group who has been off shift longest. "
            + "Nobody arrives while all are in service.",
        blank: DriverArrivals(perDay: 0),
        [
            Field(
                "per-day", \.perDay,
                .quantity(.measured("number", "a number of drivers", "1440", [], needsUnit: false, 0...10_000_000)),
                isRequired: true, "Mean number of arrivals a day."),
            Field(
                "rides", \.rides, ValueFormat<Int>.whole(1...1_000_000).orNone,
                "Rides after which a driver goes off shift; by default a driver stays."),
        ])
}

extension AnswerHabit {
    fileprivate static let section = Section(
        "answer",
        "How a driver answers offers. An offer that is neither accepted nor refused times out (TAXI-OFFER-06).",
        blank: AnswerHabit(),
        [
            Field("reaction", \.reaction, .distribution(.time), "Time until the answer."),
            Field("accept", \.accept, .share, "Probability of accepting."),
            Field("refuse", \.refuse, .share, "Probability of refusing; together with `accept` at most 1."),
            Field(
                "by-hour", \.byHour, ValueFormat<DayProfile>.hourFactors("acceptance-factors", in: 0...1).orNone,
                "Factors on `accept` by hour of the day; the difference is refused."),
            Field(
                "lost-per-kilometre", \.lostPerKilometre, .share,
                "Share of `accept` lost for each kilometre to the meeting point; the difference is refused."),
        ])
}

/// Driving about while available.
private struct Cruise: Sendable {
    var pause = Distribution.constant(0)
    var radius = Distance.zero

    static let section = Section(
        "`cruise`", "Drives to a random point nearby after a pause, again and again.", blank: Cruise(),
        [
            Field("pause", \.pause, .distribution(.time), isRequired: true, "Pause before the next drive."),
            Field(
                "radius", \.radius, .length(.metres(1) ... .metres(100_000)), isRequired: true,
                "The next point is at most this far away."),
        ])
}

/// Going back to a stand.
private struct Return: Sendable {
    var zones = ZoneWeights.area
    var pause = Distribution.constant(0)

    static let section = Section(
        "`return`", "Drives back to a home zone, drawn once for each driver, and stays there.", blank: Return(),
        [
            Field("zones", \.zones, .zoneWeights, isRequired: true, "The home zones of drivers."),
            Field("pause", \.pause, .distribution(.time), isRequired: true, "Pause before driving back."),
        ])
}

extension SeekHabit {
    fileprivate static let section = Section(
        "`seek`",
        "Drives to a zone drawn by its weight times exp(-distance / scale), with the distance between points inside the zones, and to a "
            + "point in it; again after a time without a ride.",
        blank: SeekHabit(),
        [
            Field(
                "scale", \.scale, .length(.metres(1) ... .metres(1_000_000)),
                "Distance over which the attraction falls to 37%."),
            Field(
                "again", \.again, .time(.seconds(1) ... .hours(24)),
                "Time without a ride after which the driver goes on."),
            Field(
                "weights", \.weights, .word([("rides", .rides), ("zones", .zones)]),
                "Weights of the zones: `rides` for the mean number of calls there in this hour, `zones` for all alike."),
        ])
}

extension ValueFormat where Value == IdleHabit {
    private static let moves = PeriodTableForm(
        table: "a table of moves", origin: "from_zone", destination: "to_zone", number: "weight", "a weight", most: 1e12
    )

    fileprivate static let idle = ValueFormat.choice(
        "idle", "a habit of idle drivers", "What a driver does while available.",
        words: [("stay", .stay, "stays where the last ride ended")],
        word: { if case .stay = $0 { "stay" } else { nil } },
        cases: {
            [
                Case(
                    "cruise", Cruise.section.summary, example: "cruise: {pause: 10 min, radius: 1 km}",
                    { Cruise.section.format },
                    make: { .cruise(pause: $0.pause, radius: $0.radius) },
                    part: {
                        if case .cruise(let pause, let radius) = $0 {
                            Cruise(pause: pause, radius: radius)
                        } else {
                            nil
                        }
                    }),
                Case(
                    "return", Return.section.summary, example: "return: {zones: {1: 100%}, pause: 2 min}",
                    { Return.section.format },
                    make: { .returnTo($0.zones, pause: $0.pause) },
                    part: {
                        if case .returnTo(let zones, let pause) = $0 { Return(zones: zones, pause: pause) } else { nil }
                    }),
                Case(
                    "seek", SeekHabit.section.summary, example: "seek: {scale: 4 km, again: 10 min, weights: rides}",
                    { SeekHabit.section.format }, make: { .seek($0) },
                    part: { if case .seek(let habit) = $0 { habit } else { nil } }),
                Case(
                    "moves",
                    "drives to a zone drawn by learned weights from the zone where it is, and again after 10 min without a ride; from a zone "
                        + "without weights at that time it does not drive",
                    example: "moves: moves.csv",
                    {
                        moves.format(
                            name: "moves-table", summary: "Learned weights of the zones that free taxis go to.",
                            file: "moves.csv", line: "mon-fri,7,9,1,4,0.25")
                    }, make: { .moves($0) }, part: { if case .moves(let table) = $0 { table } else { nil } }),
            ]
        })
}
