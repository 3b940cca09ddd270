// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import StoreRules

extension StoreGroup {
    private static let day: TimeSpan = .hours(24)

    static let section = Section(
        "store-groups",
        "Stores with equal settings: `count` of them in `zones`, or one at each of `places`.", blank: StoreGroup(),
        groups: [KeyGroup("count", others: ["zones"]), KeyGroup("places")],
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of stores."),
            Field(oneOf: "chain", \.chain, .title, "The chain to which they belong (STORE-EDIT)."),
            Field(oneOf: "count", \.count, .whole(1...100_000), "How many."),
            Field(
                oneOf: "names", \.names, ValueFormat<String>.title.list(1...100_000, of: "names"),
                "The name of each store, as results show it; without it a store has the group's name and its number there."
            ),
            Field(
                oneOf: "zones", \.zones, .zoneWeights,
                "Where they are, `area` by default. `equal` assigns the zones in turn."),
            Field(
                oneOf: "places", \.places, GeographicAnchor.section.format.list(1...100_000, of: "positions"),
                "Where each of them is; it must be in a zone (STORE-ADD)."),
            Field("limit", \.base.limit, .whole(1...100_000), isRequired: true, "The most people inside (STORE-R17)."),
            Field(
                "quotas", \.quotas, ClassCounts.section.format.orNone,
                "How the limit is divided; the three sum to it (STORE-R15). `none`: all places for the normal queue."),
            Field(
                "priority-queue", \.hasPriorityQueue, ValueFormat<Bool>.flag.orNone,
                "Whether employees issue priority tickets (STORE-PRIORITY). `none`: when there are priority places."),
            Field("hours", \.base.hours, .openingHours, "When they are open."),
            Field("totem-hours", \.base.totemHours, .openingHours, "When the totem is on (AVAIL-06)."),
            Field("slots", \.base.slots, SlotGrid.section.format, "When bookings may start (STORE-R18)."),
            Field(
                "admission-window", \.base.admissionWindow, .time(.zero...day),
                "How long after its time a booking admits its holder, inclusive (DEC-STORE-ADMISSION)."),
            Field(
                "grace", \.base.grace, .time(.seconds(1)...day),
                "How long a called ticket is kept, inclusive (DEC-STORE-GRACE)."),
            Field(
                "holding", \.base.holding, .time(.minutes(1)...day),
                "How long a booking holds a place against other bookings (DEC-STORE-2H)."),
            Field("delays", \.base.delays, DelayLimits.section.format, "When a delay counts."),
            Field(
                "expected-visit", \.base.expectedVisit, .time(.milliseconds(1)...day),
                "The mean visit to assume before the first one has ended (STORE-R16)."),
        ])
}

extension ClassCounts {
    static let section = Section(
        "store-quotas", "How the limit is divided among the classes.", blank: ClassCounts(),
        [
            Field("normal", \.normal, .whole(0...100_000), "Places of the normal queue."),
            Field("priority", \.priority, .whole(0...100_000), "Places of the priority queue."),
            Field("booking", \.booking, .whole(0...100_000), "Places of bookings."),
        ])
}

extension SlotGrid {
    static let section = Section(
        "store-slots", "When bookings may start, and how many start at once.", blank: SlotGrid(),
        [
            Field("every", \.every, .time(.minutes(1) ... .hours(24)), "Time between two slots."),
            Field("size", \.size, .whole(1...10_000), "Bookings that one slot takes."),
            Field("first", \.first, ValueFormat.clockSpan.orNone, "The first slot of a day; `none`: the opening."),
            Field(
                "end", \.end, ValueFormat.clockSpan.orNone,
                "No slot starts at or after this time; `none`: the closing."),
        ])
}

extension DelayLimits {
    static let section = Section(
        "store-delays", "When a delay counts (DEC-STORE-MAJOR-DELAY). The three must increase.", blank: DelayLimits(),
        [
            Field(
                "notice", \.notice, .time(.milliseconds(1) ... .hours(24)),
                "A change of this much is announced (STORE-R11)."),
            Field(
                "major", \.major, .time(.milliseconds(1) ... .hours(24)),
                "Above it a postponement needs the shopper's consent (STORE-R12)."),
            Field(
                "hopeless", \.hopeless, .time(.milliseconds(1) ... .hours(24)),
                "Above it a booking is cancelled and a ticket removed (STORE-R12)."),
        ])
}
