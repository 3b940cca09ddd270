// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import StoreRules

extension StoresSection {
    static let section = Section(
        "stores", "Stores with queues, bookings and a limit of people inside, and the people who shop there.",
        blank: StoresSection(),
        [
            Field(
                "service", \.hasService, .flag,
                "Whether the service exists; without it everybody walks to a store and queues outside (STORE-GOAL-TIME)."
            ),
            Field("rules", \.rules, StoreParameters.section.format, "The numbers that no manager sets."),
            Field(
                "groups", \.groups, StoreGroup.section.format.list(1...1000, of: "groups"), isRequired: true,
                "Groups of stores. Stores are numbered from 1 through all groups."),
            Field(
                "shoppers", \.shoppers, ShopperGroup.section.format.list(0...1000, of: "groups"),
                "Groups of people who shop."),
            Field(
                oneOf: "passengers-shop", \.guests.customers, passengersShop.format,
                "Taxi passengers who shop as well."),
            Field(
                oneOf: "drivers-shop", \.guests.workers, driversShop.format,
                "Taxi drivers who shop as well, off shift."),
            Field(
                oneOf: "accounts", \.accounts, PhoneHabits.section.format,
                "Accounts by phone; needs `server`. Without it phones have been logged in since before the run."),
            Field(
                "maps", \.maps, MapHabits.section.format,
                "The map service that looks typed addresses up (`without-position`)."),
            Field("notices", \.notices, NoticeHabits.section.format, "The service that brings notices to phones."),
            Field(
                "changes", \.changes, StoreEdit.section.format.list(0...10_000, of: "changes"),
                "What managers change during the run (STORE-EDIT)."),
        ])
}

extension StoresSection {
    /// How guests of this service are called.
    static let guestWords = GuestWords(
        "shop", "shops", group: "shoppers", of: (title: "Taxi", customers: "passengers", workers: "drivers"))

    private static let passengersShop = guestWords.customers(pause)
    private static let driversShop = guestWords.workers(
        "Whoever is still in a store then begins the next shift late.", pause)
    private static var pause: Field<Guests.Habit> {
        Field(
            "pause", \.pause, .distribution(.time), isRequired: true,
            "Time before the first visit and between two, at least 1 s.")
    }
}

extension StoreEdit {
    private var limit: Int32? {
        get { if case .limit(let limit) = change { limit } else { nil } }
        set { if let new = newValue { change = .limit(new) } }
    }
    private var quotas: ClassCounts? {
        get { if case .quotas(let quotas) = change { quotas } else { nil } }
        set { if let new = newValue { change = .quotas(new) } }
    }
    private var priorityQueue: Bool? {
        get { if case .priorityQueue(let isOpen) = change { isOpen } else { nil } }
        set { if let new = newValue { change = .priorityQueue(isOpen: new) } }
    }
    private var hours: OpeningHours? {
        get { if case .openingHours(let hours) = change { hours } else { nil } }
        set { if let new = newValue { change = .openingHours(new) } }
    }
    private var slots: SlotGrid? {
        get { if case .slots(let grid) = change { grid } else { nil } }
        set { if let new = newValue { change = .slots(new) } }
    }
    private var window: TimeSpan? {
        get { if case .admissionWindow(let time) = change { time } else { nil } }
        set { if let new = newValue { change = .admissionWindow(new) } }
    }
    private var grace: TimeSpan? {
        get { if case .grace(let time) = change { time } else { nil } }
        set { if let new = newValue { change = .grace(new) } }
    }
    /// `true` is the only value that the language has for it.
    private var remove: Int? {
        get { change == nil ? 1 : nil }
        set {}
    }

    static let section = Section(
        "store-changes", "What managers change: in one store, in a group, or in all stores.", blank: StoreEdit(),
        groups: [
            KeyGroup("limit"), KeyGroup("quotas"), KeyGroup("priority-queue"), KeyGroup("hours"), KeyGroup("slots"),
            KeyGroup("admission-window"), KeyGroup("grace"), KeyGroup("remove"),
        ],
        [
            Field("at", \.time, .instant, isRequired: true, "When."),
            Field(
                oneOf: "store", \.store, .whole(1...100_000),
                "The number of a store; all stores when neither this nor `group` is given."),
            Field(oneOf: "group", \.group, .name(of: "a group", dots: false), "The stores of a group."),
            Field(
                oneOf: "limit", \.limit, .whole(1...100_000),
                "The most people inside; the quotas follow in proportion (STORE-R17)."),
            Field(oneOf: "quotas", \.quotas, ClassCounts.section.format, "All three quotas (STORE-R15)."),
            Field(oneOf: "priority-queue", \.priorityQueue, .flag, "Whether priority tickets are issued."),
            Field(oneOf: "hours", \.hours, .openingHours, "When the store is open."),
            Field(oneOf: "slots", \.slots, SlotGrid.section.format, "When bookings may start (STORE-R18)."),
            Field(
                oneOf: "admission-window", \.window, .time(.zero ... .hours(24)),
                "How long after its time a booking admits its holder (STORE-R14)."),
            Field(
                oneOf: "grace", \.grace, .time(.seconds(1) ... .hours(24)),
                "How long a called ticket is kept (STORE-NOSHOW)."),
            Field(
                oneOf: "remove", \.remove, ValueFormat<Int>.word([("store", 1)]),
                "`store`: the store is removed (STORE-REMOVE)."),
        ])
}
