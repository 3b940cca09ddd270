// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import StoreRules

/// Reads what forms say of stores and slots.
enum StoreForms {
    /// Days of the week as forms name them, from Monday on.
    static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    // MARK: - Slots of a shopper

    /// Which slots are wanted, on any day and at any time unless said; nil for a list that does not ask for slots (STORE-R3).
    static func optionalFilter(_ form: inout FormReader) -> SlotFilter? {
        let (days, from, to) = (weekdays(&form), form.clock("from"), form.clock("to"))
        guard days != nil || from != nil || to != nil else { return nil }
        return SlotFilter(weekdays: days ?? Array(0..<7), from: from ?? .zero, to: to ?? .hours(24))
    }

    /// What a shopper wants to be told of (STORE-ALERT).
    static func wish(_ form: inout FormReader) -> SlotWish {
        for name in ["stores", "weekdays", "from", "to"] { form.require(name) }
        let stores = form.list("stores") { list, index in
            list.number(index, in: 1...Int64(Int32.max)).map { StoreID(Int32($0)) }
        }
        let filter = SlotFilter(
            weekdays: weekdays(&form) ?? [], from: form.clock("from") ?? .zero, to: form.clock("to") ?? .zero)
        return SlotWish(stores: stores ?? [], filter: filter)
    }

    private static func weekdays(_ form: inout FormReader) -> [Int]? {
        form.list("weekdays") { list, index in
            list.word(
                index, of: ["mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6])
        }
    }

    // MARK: - A manager's stores

    /// A store to add (STORE-ADD). What is missing is for the service to say.
    static func store(_ form: inout FormReader, _ layout: any ZoneLayout) -> StoreForm {
        let (name, chain) = (form.text("name") ?? "", form.text("chain"))
        let place = (form.object("position") { $0.neededPoint() } ?? nil).map { layout.place($0) }
        return StoreForm(
            name: name, chain: chain, place: place, settings: settings(&form),
            isInZone: place.map { layout.zone(at: $0) != nil } ?? true)
    }

    /// The settings of a new store: those of the catalogue unless said; nil without a limit.
    private static func settings(_ form: inout FormReader) -> StoreSettings? {
        let limit = form.number("limit", in: people)
        let quotas = form.object("quotas") { counts(&$0) }
        var settings = StoreSettings(
            limit: Int32(limit ?? 0), quotas: quotas ?? ClassCounts(normal: Int32(limit ?? 0)))
        settings.hasPriorityQueue = form.flag("hasPriorityQueue") ?? settings.hasPriorityQueue
        settings.hours = form.object("hours") { hours(&$0) } ?? settings.hours
        settings.totemHours = form.object("totemHours") { hours(&$0) } ?? settings.totemHours
        settings.slots = form.object("slots") { slots(&$0) } ?? settings.slots
        settings.admissionWindow = form.seconds("admissionWindowSeconds") ?? settings.admissionWindow
        settings.grace = form.seconds("graceSeconds") ?? settings.grace
        settings.holding = form.seconds("holdingSeconds") ?? settings.holding
        settings.expectedVisit = form.seconds("expectedVisitSeconds") ?? settings.expectedVisit
        settings.delays = form.object("delays") { delays(&$0) } ?? settings.delays
        return limit == nil ? nil : settings
    }

    /// The one parameter that a manager changes (STORE-EDIT).
    ///
    /// - Throws: 422 when the form states none or more than one: a change applies at once, whatever becomes of another.
    static func change(_ form: inout FormReader) throws(Problem) -> StoreChange {
        let changes: [StoreChange?] = [
            form.number("limit", in: people).map { .limit(Int32($0)) },
            form.object("quota") { quota(&$0) } ?? nil,
            form.object("quotas") { .quotas(counts(&$0)) },
            form.flag("hasPriorityQueue").map { .priorityQueue(isOpen: $0) },
            form.object("hours") { .openingHours(hours(&$0)) },
            form.object("totemHours") { .totemHours(hours(&$0)) },
            form.object("slots") { .slots(slots(&$0)) },
            form.seconds("admissionWindowSeconds").map { .admissionWindow($0) },
            form.seconds("graceSeconds").map { .grace($0) },
            form.seconds("holdingSeconds").map { .holding($0) },
            form.object("delays") { .delays(delays(&$0)) },
        ]
        try form.finish()
        let stated = changes.compactMap { $0 }
        guard let change = stated.first, stated.count == 1 else {
            throw Problem(422, "notOneChange", rule: "STORE-EDIT", "A request changes exactly one parameter.")
        }
        return change
    }

    /// Beyond any store's limit, and still summed without harm.
    private static let people: ClosedRange<Int64> = 0...1_000_000
    private static let classes: KeyValuePairs<String, PlaceClass> = [
        "normal": .normal, "priority": .priority, "booking": .booking,
    ]

    private static func quota(_ form: inout FormReader) -> StoreChange? {
        for name in ["class", "places", "balance"] { form.require(name) }
        let (place, balance) = (form.word("class", of: classes), form.word("balance", of: classes))
        let places = Int32(form.number("places", in: people) ?? 0)
        guard let place, let balance else { return nil }
        return .quota(place, places, balance: balance)
    }

    private static func counts(_ form: inout FormReader) -> ClassCounts {
        ClassCounts(
            normal: Int32(form.number("normal", in: people) ?? 0),
            priority: Int32(form.number("priority", in: people) ?? 0),
            booking: Int32(form.number("booking", in: people) ?? 0))
    }

    /// Each day that is not stated is closed.
    private static func hours(_ form: inout FormReader) -> OpeningHours {
        if form.flag("always") ?? false {
            for day in weekdays { form.exclude(day, beside: "always") }
            return .always
        }
        return OpeningHours(
            days: weekdays.map { day in
                form.object(day) { inner in
                    inner.require("opens")
                    inner.require("closes")
                    return OpeningHours.Day(inner.clock("opens") ?? .zero, inner.clock("closes") ?? .zero)
                }
            })
    }

    private static func slots(_ form: inout FormReader) -> SlotGrid {
        var grid = SlotGrid()
        grid.every = form.seconds("everySeconds") ?? grid.every
        grid.size = form.number("size", in: people).map { Int32($0) } ?? grid.size
        (grid.first, grid.end) = (form.clock("first"), form.clock("end"))
        return grid
    }

    private static func delays(_ form: inout FormReader) -> DelayLimits {
        var limits = DelayLimits()
        limits.notice = form.seconds("noticeSeconds") ?? limits.notice
        limits.major = form.seconds("majorSeconds") ?? limits.major
        limits.hopeless = form.seconds("hopelessSeconds") ?? limits.hopeless
        return limits
    }
}
