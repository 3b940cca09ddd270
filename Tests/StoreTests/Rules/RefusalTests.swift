// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Every refusal of every rule: what is refused changes nothing but the log.
struct RefusalTests {
    private static let slot = clock(10)

    /// A store from 08:00 to 20:00 at 08:00, with the code of its first pass known to nobody else.
    private func city(_ change: (inout StoreSettings) -> Void = { _ in }) -> StoreCity {
        StoreCity(
            .of(2, 1, 1) {
                $0.hours = .daily(.hours(8), .hours(20))
                change(&$0)
            })
    }

    @Test("A ticket is refused for each reason of its own", arguments: TicketRefusal.allCases)
    func joining(_ reason: TicketRefusal) {
        var city = city()
        switch reason {
        case .unknownStore: city.join(1, store: 9)
        case .alreadyPending:
            city.book(1, Self.slot)
            city.join(1)
        case .closed:
            city.run(until: clock(20))
            city.join(1)
        case .totemOff:
            city.edit(.totemHours(.daily(.hours(9), .hours(10))))
            city.totemTicket()
        case .noQuota:
            city.edit(.quota(.normal, 0, balance: .booking))
            city.join(1)
        case .closing:
            city.at(clock(19, 41))
            city.join(1)
        case .badTravelTime:
            city.join(1, travel: 61)
            city.join(1, travel: -1)
            city.shopper(1, .join(store: StoreID(1), travel: .seconds(90)))
            #expect(city.story("noTicket").count == 3)
        case .priorityClosed:
            city.edit(.priorityQueue(isOpen: false))
            city.priorityTicket()
        case .notStaffOfStore: city.staff(.issuePriorityTicket(StoreID(1)), by: StaffID(77))
        case .codeTaken:
            let ticket = city.totemTicket()
            city.take(.totem(StoreID(1), .takeTicket), code: city.codes[ticket] ?? EntryCode(high: 0, low: 0))
        case .notStored:
            city.losesPasses = true
            city.join(1)
            city.losesPasses = false
        }
        #expect(city.story("noTicket").last?.hasSuffix("noTicket \(reason.word)") ?? false)
        #expect(city.story("issued").count == (reason == .codeTaken ? 1 : 0) && city.violations.isEmpty)
        // Nothing of it is left: the same shopper may go on where that is possible.
        guard reason == .notStored else { return }
        city.join(1)
        #expect(city.story("issued").count == 1)
    }

    @Test("A booking is refused for each reason of its own", arguments: BookingRefusal.allCases)
    func booking(_ reason: BookingRefusal) {
        var city = city { $0.slots = SlotGrid(size: 1) }
        switch reason {
        case .unknownStore: city.book(1, Self.slot, store: 9)
        case .alreadyPending:
            city.join(1)
            city.book(1, Self.slot)
        case .past:
            city.at(clock(11))
            city.book(1, Self.slot)
        case .tooFarAhead: city.book(1, clock(8, 30, day: 14))
        case .closed: city.book(1, clock(7, 30, day: 1))
        case .notASlot: city.book(1, clock(10, 1))
        case .closing:
            city.edit(.slots(SlotGrid(every: .minutes(10))))
            city.book(1, clock(19, 50))
        case .slotFull:
            city.book(2, Self.slot)
            city.book(1, Self.slot)
        case .noPlace:
            city.book(2, Self.slot)
            city.book(1, clock(11))
        case .codeTaken:
            let pass = city.book(2, Self.slot)
            city.take(
                .shopper(ShopperID(1), request: 0, .book(store: StoreID(1), slot: clock(13))),
                code: city.codes[pass] ?? EntryCode(high: 0, low: 0))
        case .notStored:
            city.losesPasses = true
            city.book(1, Self.slot)
            city.losesPasses = false
        }
        #expect(city.story("noBooking").last?.hasSuffix("noBooking \(reason.word)") ?? false)
        #expect(city.rules.pending(of: ShopperID(1)) == nil || reason == .alreadyPending)
        guard reason == .notStored else { return }
        city.book(1, Self.slot)
        #expect(city.story("booked").count == 1 && city.violations.isEmpty)
    }

    @Test("Entry is refused for each reason of its own", arguments: EntryRefusal.allCases)
    func entry(_ reason: EntryRefusal) {
        var city = city()
        switch reason {
        case .unknownCode: city.take(.totem(StoreID(1), .scanIn(EntryCode(high: 1, low: 1))))
        case .usedCode:
            let ticket = city.totemTicket()
            city.scan(ticket)
            city.scan(ticket)
        case .notCalled:
            _ = city.fill(2)
            city.scan(city.totemTicket())
        case .tooEarly: city.scan(city.book(1, Self.slot))
        case .tooLate:
            let pass = city.book(1, Self.slot)
            city.at(clock(10, 16))
            city.scan(pass)
        case .cancelled:
            let pass = city.book(1, Self.slot)
            city.shopper(1, .cancelBooking(isConfirmed: true))
            city.scan(pass)
        case .alreadyScanned:
            _ = city.fill(1)
            let ticket = city.totemTicket()
            city.edit(.limit(1))
            city.scan(ticket)
            city.scan(ticket)
        case .closed:
            let pass = city.book(1, clock(8, day: 1))
            city.run(until: clock(21))
            city.scan(pass)
        }
        #expect(city.story("noEntry").count == 1)
        #expect(city.story("noEntry").last?.hasSuffix("noEntry \(reason.word)") ?? false)
        #expect(city.answers.last == .entryRefused(reason) && city.violations.isEmpty)
    }

    @Test("An exit is refused for each reason of its own", arguments: ExitRefusal.allCases)
    func exit(_ reason: ExitRefusal) {
        var city = city()
        switch reason {
        case .unknownCode: city.take(.totem(StoreID(1), .scanOut(EntryCode(high: 1, low: 1))))
        case .notInside: city.exit(city.totemTicket())
        case .tooSoon: city.exit(city.fill(1)[0])
        }
        #expect(city.story("noExit") == ["08:00 noExit \(reason.word)"])
        #expect(city.answers.last == .exitRefused(reason) && city.story("out").isEmpty && city.violations.isEmpty)
    }

    @Test("Another wish of a shopper is refused for each reason of its own", arguments: ShopperRefusal.allCases)
    func wishes(_ reason: ShopperRefusal) {
        var city = city()
        let filter = SlotFilter(weekdays: [0], from: .hours(9), to: .hours(10))
        switch reason {
        case .unknownStore:
            city.shopper(1, .select(store: StoreID(9)))
            city.shopper(1, .findSlot(store: StoreID(9), from: Self.slot, to: Self.slot))
            city.shopper(1, .setFavourite(store: StoreID(9), isOn: true))
            city.shopper(1, .addWish(SlotWish(stores: [StoreID(1), StoreID(9)], filter: filter)))
            #expect(city.story("refused").count == 4)
        case .alreadyPending:
            city.join(1)
            city.shopper(1, .list(near: .origin, radius: .metres(1), purpose: .queue))
        case .notConfirmed:
            city.join(1)
            city.shopper(1, .leaveQueue(isConfirmed: false))
            #expect(city.story("left").isEmpty)
        case .notQueued:
            city.book(1, Self.slot)
            city.shopper(1, .leaveQueue(isConfirmed: true))
        case .noBooking:
            city.join(1)
            city.shopper(1, .cancelBooking(isConfirmed: true))
        case .noProposal:
            city.book(1, Self.slot)
            city.shopper(1, .answerPostponement(accept: true))
        case .notAFavourite: city.shopper(1, .select(store: StoreID(1), path: .favourite))
        case .tooManyFavourites:
            for _ in 1...20 { city.add(.of(1), at: .origin) }
            for store in 1...21 { city.shopper(1, .setFavourite(store: StoreID(store), isOn: true)) }
        case .emptyWish: city.shopper(1, .addWish(SlotWish(stores: [], filter: filter)))
        case .tooManyWishes:
            for _ in 1...11 { city.shopper(1, .addWish(SlotWish(stores: [StoreID(1)], filter: filter))) }
        case .unknownWish:
            city.shopper(2, .addWish(SlotWish(stores: [StoreID(1)], filter: filter)))
            city.shopper(1, .removeWish(WishID(1)))
        case .unknownAddress:
            // What cannot be an address is not asked for.
            for text in ["", " - ", String(repeating: "a", count: 201)] {
                city.shopper(1, .listAt(address: text, radius: .metres(1), purpose: .queue))
            }
            #expect(city.asked.isEmpty && city.story("refused").count == 3)
            city.shopper(1, .listAt(address: "Nowhere 1", radius: .metres(1), purpose: .queue))
            city.answer(.unknown)
        case .mapsFailed:
            city.shopper(1, .listAt(address: "Nowhere 1", radius: .metres(1), purpose: .queue))
            city.answer(.failed)
        }
        #expect(city.story("refused").last == "08:00 refused \(reason.word)")
        #expect(city.lastNotice(to: 1) == .refused(reason) && city.violations.isEmpty)
    }

    @Test("A wish of staff is refused for each reason of its own", arguments: StaffRefusal.allCases)
    func staff(_ reason: StaffRefusal) {
        var city = city()
        func form(_ change: (inout StoreSettings) -> Void) -> StaffMessage {
            .addStore(StoreForm(name: "x", place: .origin, settings: .of(2, 0, 2, change)))
        }
        var delays = DelayLimits()
        delays.major = .minutes(3)
        switch reason {
        case .unknownStore: city.edit(.limit(3), of: 9)
        case .notManagerOfStore: city.staff(.edit(StoreID(1), .limit(3)), by: StoreCity.employee)
        case .notManager: city.staff(form { _ in }, by: StoreCity.employee)
        case .missingName: city.staff(.addStore(StoreForm()))
        case .missingPosition: city.staff(.addStore(StoreForm(name: "x")))
        case .missingLimit: city.staff(.addStore(StoreForm(name: "x", place: .origin)))
        case .outsideZones: city.staff(.addStore(StoreForm(name: "x", place: .origin, isInZone: false)))
        case .badLimit: city.edit(.limit(0))
        case .badQuota: city.edit(.quota(.normal, 9, balance: .booking))
        case .quotaSum: city.edit(.quotas(ClassCounts(normal: 1)))
        case .sameClass: city.edit(.quota(.normal, 1, balance: .normal))
        case .badHours: city.edit(.openingHours(.daily(.hours(9), .hours(9))))
        case .badSlots: city.edit(.slots(SlotGrid(every: .seconds(59), size: 1)))
        case .slotsOutsideHours: city.edit(.slots(SlotGrid(first: .hours(7))))
        case .badTime: city.edit(.grace(.zero))
        case .badDelays: city.edit(.delays(delays))
        }
        #expect(city.story("noChange") == ["08:00 noChange \(reason.word)"])
        #expect(city.replies == [.refused(reason)] && city.violations.isEmpty)
        #expect(city.rules.floors.count == 1 && city.rules[StoreID(1)]?.settings.limit == 4)
    }

    @Test("Every setting out of its range is found, also in a form")
    func settings() {
        let wrong: [(StaffRefusal, (inout StoreSettings) -> Void)] = [
            (.badLimit, { $0.limit = 100_001 }), (.badQuota, { $0.quotas.priority = -1 }),
            (.quotaSum, { $0.limit = 5 }), (.badHours, { $0.hours = OpeningHours(days: []) }),
            (.badHours, { $0.hours = OpeningHours(days: Array(repeating: nil, count: 7)) }),
            (.badHours, { $0.totemHours = .daily(.hours(1), .hours(26)) }), (.badSlots, { $0.slots.size = 0 }),
            (.slotsOutsideHours, { $0.slots.end = .hours(25) }), (.badTime, { $0.admissionWindow = .seconds(-1) }),
            (.badTime, { $0.holding = .hours(25) }), (.badTime, { $0.expectedVisit = .zero }),
            (.badDelays, { $0.delays.notice = .zero }), (.badDelays, { $0.delays.hopeless = .minutes(29) }),
        ]
        #expect(StoreSettings.of(2, 0, 2).problem == nil)
        for (problem, change) in wrong { #expect(StoreSettings.of(2, 0, 2, change).problem == problem) }
    }
}
