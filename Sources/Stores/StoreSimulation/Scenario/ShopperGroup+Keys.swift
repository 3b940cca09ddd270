// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// A closed population of shoppers.
private struct Residents: Sendable {
    var people = 0
    var pause = Distribution.constant(0)

    static let section = Section(
        "shopper-population", "A closed population: each person pauses, shops, and pauses again.", blank: Residents(),
        [
            Field("people", \.people, .whole(1...10_000_000), isRequired: true, "How many people."),
            Field(
                "pause", \.pause, .distribution(.time), isRequired: true,
                "Time at home before the next visit, at least 1 s."),
        ])
}

/// A Poisson stream of visits.
private struct VisitStream: Sendable {
    var perDay = 0.0
    var hourly = DayProfile.even(1.0 / 24)
    var people: Int?

    static let section = Section(
        "shopper-arrivals", "People who want to shop, as a Poisson process.", blank: VisitStream(),
        [
            Field(
                "per-day", \.perDay, .quantity(.visits), isRequired: true,
                "Mean number of people who want to shop a day."),
            Field("hourly", \.hourly, .hourShares, "How they are spread over the day."),
            Field(
                "people", \.people, ValueFormat<Int>.whole(1...10_000_000).orNone,
                "Each is one of this many people, drawn at random; by default a new person."),
        ])
}

extension ShopperGroup {
    private var population: Residents? {
        get {
            guard case .population(let people, let pause) = demand else { return nil }
            return Residents(people: people, pause: pause)
        }
        set { if let new = newValue { demand = .population(people: new.people, pause: new.pause) } }
    }
    private var arrivals: VisitStream? {
        get {
            guard case .arrivals(let perDay, let hourly, let people) = demand else { return nil }
            return VisitStream(perDay: perDay, hourly: hourly, people: people)
        }
        set {
            if let new = newValue { demand = .arrivals(perDay: new.perDay, hourly: new.hourly, people: new.people) }
        }
    }

    static let section = Section(
        "shoppers", "People who shop, with the same habits. Their visits come from one of `population`, `arrivals`.",
        blank: ShopperGroup(), groups: [KeyGroup("population"), KeyGroup("arrivals")],
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of shoppers."),
            Field(oneOf: "population", \.population, Residents.section.format, "Visits of a closed population."),
            Field(oneOf: "arrivals", \.arrivals, VisitStream.section.format, "Visits as a Poisson process."),
            Field(
                "home", \.home, .zoneWeights,
                "Where they are when they decide to shop. `equal` assigns the zones to people in turn."),
            Field("without-phone", \.withoutPhone, .share, "Share of people without a phone, who use the totem."),
            Field(
                "special-needs", \.specialNeeds, .share,
                "Share of visits for which an employee issues a priority ticket at the totem (STORE-PRIORITY)."),
            Field("books", \.books, .share, "Share of the other visits that are booked (STORE-R7)."),
            Field("totem", \.totem, .share, "Share of the rest who use the totem all the same (STORE-R5)."),
            Field("web", \.web, .share, "Share of those who queue by phone who use the web (STORE-CLIENT)."),
            Field(
                "radius", \.radius, .length(.metres(1) ... .metres(100_000)),
                "They ask for stores within this distance (STORE-R2)."),
            Field(
                "compares", \.compares, .whole(1...20),
                "How many of the nearest stores they compare by wait and travel time (STORE-R6)."),
            Field(
                "longest-line", \.longestLine, ValueFormat<Distribution>.distribution(.time).orNone,
                "They walk away from a longer expected wait; by default from none."),
            Field(
                "patience", \.patience, ValueFormat<Distribution>.distribution(.time).orNone,
                "They leave the queue after this time (STORE-R9); by default never."),
            Field("set-out", \.setOut, .distribution(.time), "Time to get ready before they can set out."),
            Field(
                "early", \.early, .distribution(.time),
                "How long before the expected entry they mean to be at the store."),
            Field(
                "walk", \.walk, ValueFormat<Distribution>.distribution(.time).orNone,
                "When set, the trip to the store takes a time drawn from this, whatever the distance (reference models)."
            ),
            Field(
                "visit", \.visit, .distribution(.time),
                "Time inside, at least `least-visit`; cut off at closing (STORE-CLOSING)."),
            Field(
                "visit-by-hour", \.visitByHour, .hourFactors("visit-factors", in: 0.01...100),
                "Factors on `visit` by hour of entry."),
            Field(
                "no-shows", \.noShows, .share, "Share of tickets and bookings for which nobody comes (STORE-NOSHOW)."),
            Field(
                "lost-codes", \.lostCodes, .share,
                "Share of visits whose code cannot be shown at the store (STORE-LOSTCODE)."),
            Field(
                "alternatives", \.alternatives, .share,
                "Share of refused requests after which the first alternative is taken (STORE-ALTERNATIVE)."),
            Field(
                "favourites", \.favourites, .share,
                "Share of people with a phone who mark the first store they were in, and go for it without a list from then on "
                    + "(STORE-FAVOURITE).", isWritten: { $0 > 0 }),
            Field(
                "wishes", \.wishes, .share,
                "Share of bookings without a free slot after which they want to be notified of one, and take it (STORE-ALERT).",
                isWritten: { $0 > 0 }),
            Field(
                "without-position", \.withoutPosition, .share,
                "Share of people with a phone that knows no position: they type the address of the nearest house to get a list "
                    + "(STORE-R2).", isWritten: { $0 > 0 }),
            Field("booking", \.booking, BookingHabit.section.format, "How they book."),
        ])
}

extension BookingHabit {
    fileprivate static let section = Section(
        "shopper-booking", "How shoppers book.", blank: BookingHabit(),
        [
            Field("ahead", \.ahead, .distribution(.time), "How far ahead they want to shop."),
            Field(
                "flexible", \.flexible, .time(.zero ... .hours(24)),
                "The least crowded slot this much before or after the wanted time is taken (STORE-R7)."),
            Field("own-time", \.ownTime, .share, "Share who ask for a half hour of their own choice instead."),
            Field("early", \.early, .distribution(.time), "How long before the booked time they mean to arrive."),
            Field("late", \.late, .distribution(.time), "Delay of the trip to the store (STORE-R14)."),
            Field("cancels", \.cancels, .share, "Share of bookings cancelled before their time (STORE-R8)."),
            Field("accepts", \.accepts, .share, "Share of postponements that are accepted (STORE-R12)."),
            Field(
                "declines", \.declines, .share,
                "Share that are declined; together with `accepts` at most 1. The others are not answered."),
            Field("answers-after", \.answersAfter, .distribution(.time), "Time to that answer."),
        ])
}
