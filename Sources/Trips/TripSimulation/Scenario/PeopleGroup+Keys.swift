// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

extension PeopleGroup {
    static let section = Section(
        "people",
        "People whose day is a plan, with the same habits: where they live, what they do, and how they get there.",
        blank: PeopleGroup(),
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of people."),
            Field("count", \.count, .whole(1...1_000_000), isRequired: true, "How many people."),
            Field(
                "home", \.home, .zoneWeights, "Where they live. `equal` assigns the zones to people in turn."),
            Field(
                "work", \.work, ValueFormat<ZoneWeights>.zoneWeights.orNone,
                "Where they work; `none` for people who work at home."),
            Field(
                "bicycle", \.bicycles, .share,
                "Share who own a bicycle. It stands at home first, and then where it was left."),
            Field("car", \.cars, .share, "Share who own a car, which stands likewise."),
            Field("transit", \.transit, .share, "Share who use buses, trams, metros, trains and ferries."),
            Field("taxi", \.taxis, .share, "Share who use taxis."),
            Field("shared-bicycle", \.sharedBicycles, .share, "Share who use shared bicycles."),
            Field("shared-car", \.sharedCars, .share, "Share who use shared cars."),
            Field(
                "like", \.like, ValueFormat<String>.name(of: "a group", dots: false).orNone,
                "The group of `passengers` whose habits they have when they call a taxi; by default the first."),
            Field(
                "uses", \.uses, UsedService.section.format.list(0...10, of: "services"),
                "Other services that they use: who shops is a customer of `stores`, and who runs takes part in `races` (SIM-12)."
            ),
            Field(
                "walk", \.walk, .length(.zero ... .metres(20_000)),
                "They walk no leg that is longer (TRIP-R23), but where nothing else leads on."),
            Field("cycle", \.cycle, .length(.zero ... .metres(50_000)), "They cycle no leg that is longer (TRIP-R23)."),
            Field(
                "early", \.early, .distribution(.time), "How long before its start they mean to be at an activity."),
            Field(
                "low-emission", \.lowEmission, .share,
                "Share who prefer low emission: for them the time of means that burn fuel counts twice (TRIP-D11)."),
            Field(
                "planner", \.planner, .share,
                "Share who use the planner of `trips`: it plans with what it knows, and says when it is time to leave (TRIP-R29)."
            ),
            Field(
                "reserves", \.reserves, .share,
                "Share of the planner's users who reserve the taxi that a plan begins with as soon as they have entered what it is for, where the taxi service takes reservations and it is far enough ahead; when that moves or goes, they cancel it (API-11)."
            ),
            Field(
                "reaction", \.reaction, .distribution(.time), "From the notice of the planner to setting out."),
            Field(
                "lunch", \.lunch, LunchHabit.section.format.orNone,
                "The lunch that some of the planner's users want to be kept free each day: their other flexible events are placed around it (TRIP-LUNCH)."
            ),
            Field(
                "delay", \.delay, ValueFormat<Distribution>.distribution(.time).orNone,
                "Delay of the links of their phones to the server, each way (PERF-08); by default that of `clients` or `network`. Only a city with a `server` has such links."
            ),
            Field(
                "dead-phones", \.deadPhones, DeadPhones.section.format.orNone,
                "How often the phones of the planner's users are dead. Changes are kept on the phone meanwhile, and notices for it; both come when it works again (TRIP-OFFLINE)."
            ),
            Field(
                "days", \.days, DayPattern.section.format.list(0...20, of: "days"),
                "What they do on the days of the week; the first entry that names a day holds, and on others they stay at home but for what is in their `calendar`. One of the two is needed."
            ),
            Field(
                "calendar", \.calendar, ValueFormat<String>.table("path of a CSV file").orNone,
                "A table of events, as `cabrank calendar import` writes it: all of the group do on its dates what stands there, where `lon` and `lat` say, or wherever they are. Those outside the city are left out."
            ),
        ])
}

extension DeadPhones {
    static let section = Section(
        "people-dead-phones", "Phones that are dead at times: a flat battery, or no link (TRIP-OFFLINE).",
        blank: DeadPhones(),
        [
            Field("after", \.after, .distribution(.time), "For how long a phone works; drawn each time."),
            Field("length", \.length, .distribution(.time), "For how long it is dead then."),
        ])
}

extension LunchHabit {
    static let section = Section(
        "people-lunch", "A lunch that is kept free each day (TRIP-LUNCH).", blank: LunchHabit(),
        [
            Field("share", \.share, .share, "Share of the planner's users who want it."),
            Field("from", \.from, .quantity(.clock), "When it may begin at the earliest."),
            Field("until", \.until, .quantity(.clock), "When it must be over, after `from`."),
            Field("length", \.length, .time(.minutes(1) ... .hours(4)), "How long it takes."),
        ])
}

extension UsedService {
    static let section = Section(
        "people-uses", "A service that people use, with the habits of one of its groups.", blank: UsedService(),
        [
            Field(
                "service", \.service, .name(of: "a service", dots: false), isRequired: true,
                "Its key in the scenario: `stores` or `races`."),
            Field("share", \.share, .share, "Share who use it."),
            Field(
                "like", \.like, .name(of: "a group", dots: false), isRequired: true,
                "The group of the service, of shoppers or runners, whose habits they have there; how often they come is their own day's."
            ),
        ])
}

extension DayPattern {
    static let section = Section(
        "people-days", "What people do on some days of the week.", blank: DayPattern(),
        [
            Field(
                "on", \.on, ValueFormat<Int>.word(DayKind.names.enumerated().map { ($1, $0) }).list(0...7, of: "days"),
                "The days of the week; all when left out."),
            Field(
                "activities", \.activities, ActivityPattern.section.format.list(1...20, of: "activities"),
                isRequired: true,
                "What they do, in order."),
        ])
}

extension ActivityPattern {
    private var freeWindow: FreeWindow? {
        get { window.map { FreeWindow(from: $0.lowerBound.inSeconds, until: $0.upperBound.inSeconds) } }
        set {
            window = newValue.map { .seconds($0.from)...max(.seconds($0.from), .seconds($0.until)) }
        }
    }

    static let section = Section(
        "people-activities", "An activity. Its time comes from one of `start`, `window`.", blank: ActivityPattern(),
        groups: [KeyGroup("start"), KeyGroup("window")],
        [
            Field("name", \.name, .name(of: "an activity", dots: false), isRequired: true, "Name, as results tell it."),
            Field(
                "place", \.site, .site,
                "Where: `home`, `work`, `near` for somewhere within 500 m, or weights of zones."),
            Field(
                "at", \.at, ValueFormat<String>.name(of: "a service", dots: false).orNone,
                "In place of `place` and `length`: the service that it is done at, such as `stores`, by those who use it. They choose where, book ahead or queue, and are in time when they are inside before `window` closes (SIM-12)."
            ),
            Field("share", \.share, .share, "Share of the days on which it is done."),
            Field(
                oneOf: "start", \.start, ValueFormat<Distribution>.distribution(.clock),
                "When it begins; drawn for each day."),
            Field(
                oneOf: "window", \.freeWindow, FreeWindow.section.format,
                "It is done within this time, as soon as one is free and there (TRIP-R17)."),
            Field("length", \.length, .distribution(.time), "How long it takes."),
        ])
}

/// The time in which an activity may be done.
private struct FreeWindow: Sendable {
    var from = 0.0
    var until = 0.0

    static let section = Section(
        "people-window", "The time of the day in which an activity may be done.", blank: FreeWindow(),
        [
            Field("from", \.from, .quantity(.clock), isRequired: true, "When it opens."),
            Field("until", \.until, .quantity(.clock), isRequired: true, "When it closes, after `from`."),
        ])
}

extension ValueFormat where Value == ActivityPattern.Site {
    private static let words: [(String, ActivityPattern.Site)] = [("home", .home), ("work", .work), ("near", .near)]

    /// A place in words, or weights of zones.
    fileprivate static let site = ValueFormat(
        .choice(name: "activity-place", summary: "Where an activity is.") {
            words.map { word, _ in
                .init(
                    key: nil, form: .scalar(ScalarForm("`\(word)`", ["const": .text(word)])),
                    summary: "\(word)", example: word)
            } + [
                .init(
                    key: nil, form: ValueFormat<ZoneWeights>.zoneWeights.form, summary: "weights of zones",
                    example: "equal")
            ]
        },
        read: { item, reading in
            if case .text(let text, _) = item.content, let known = words.first(where: { $0.0 == text }) {
                return known.1
            }
            if case .text(let text, _) = item.content, text != "equal", text != "area" {
                reading.fault(
                    item.location, "`\(text)` is no place of an activity",
                    allowed: "home, work, near, equal, area, {zone: weight, ...}",
                    meant: nearestName(to: text, among: words.map(\.0) + ["equal", "area"]))
                return nil
            }
            return ValueFormat<ZoneWeights>.zoneWeights.read(item, reading).map { .zones($0) }
        },
        write: { site, writing in
            switch site {
            case .home: .plain("home")
            case .work: .plain("work")
            case .near: .plain("near")
            case .zones(let weights): ValueFormat<ZoneWeights>.zoneWeights.write(weights, writing)
            }
        })
}

extension TripsSection {
    static let section = Section(
        "trips", "The planner of trips, and the shared vehicles of the city.", blank: TripsSection(),
        [
            Field(
                "planner", \.hasPlanner, .flag,
                "Whether people use the planner; if not, the day is otherwise the same, and all plan by themselves."),
            Field(
                "margin", \.margin, .time(.zero ... .hours(3)),
                "How long before the start of an event the planner wants its users to be there (TRIP-R29)."),
            Field(
                "region", \.region, ValueFormat<String>.file("path of a GeoJSON file").orNone,
                "The region that the planner serves, as polygons (AVAIL-05): events beyond it are kept without a plan. By default "
                    + "the city's outline."),
            Field(
                "engagements", \.hasEngagements, .flag,
                "Whether slots that are booked and races that are joined become events of the planner's calendars, so that it says when to leave for them too (SIM-12)."
            ),
            Field(
                "vehicles", \.vehicles, SharedFleet.section.format.list(0...20, of: "fleets"), "Shared vehicles."),
        ])
}

extension SharedFleet {
    static let section = Section(
        "trips-vehicles", "Shared vehicles that stand free in the streets (TRIP-VEHICLE).", blank: SharedFleet(),
        [
            Field(
                "provider", \.provider, .name(of: "a provider", dots: false), isRequired: true,
                "Name, unique among the providers."),
            Field(
                "kind", \.means, .word([("bicycle", .sharedBicycle), ("car", .sharedCar)]), "What they are."),
            Field("count", \.count, .whole(0...100_000), isRequired: true, "How many."),
            Field("zones", \.zones, .zoneWeights, "Where they stand at the start of the run."),
        ])
}
