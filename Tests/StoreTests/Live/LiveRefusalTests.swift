// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import StoreRules
import StoreService
import Synchronization
import Testing

/// Every refusal of the stores and of the accounts by phone reaches the caller as an error of its own.
@Suite struct LiveRefusalTests {
    private static let (one, two) = (StoreID(1), StoreID(2))

    /// The refusals that calls met, for the test that none is missing.
    private final class Met<Refusal: Hashable & Sendable>: Sendable {
        private let all = Mutex<Set<Refusal>>([])
        var refusals: Set<Refusal> { all.withLock { $0 } }

        /// Makes a call that must be refused for this reason.
        func expect(_ wanted: Refusal, _ line: Int = #line, _ call: () async throws -> Void) async {
            do {
                try await call()
                Issue.record("\(wanted) was not refused, line \(line)")
            } catch {
                #expect(error as? RefusedError<Refusal> == .refused(wanted), "line \(line)")
                _ = all.withLock { $0.insert(wanted) }
            }
        }
    }

    @Test("Each reason for no ticket is an error of its own")
    func tickets() throws {
        let met = Met<TicketRefusal>()
        let town = try StoreTown(.of(2, 1, 2))
        let (ada, bob) = (town.shopper(1), town.shopper(2))
        try town.story { city in
            let (first, second) = (try await ada(city), try await bob(city))
            let (anna, carla) = (try await city.staff("anna"), try await city.staff("carla"))
            await met.expect(.unknownStore) { _ = try await city.join(first, StoreID(9)) }
            await met.expect(.badTravelTime) { _ = try await city.join(first, Self.one, travel: .minutes(61)) }
            _ = try await city.join(first, Self.one)
            await met.expect(.alreadyPending) { _ = try await city.join(first, Self.two) }
            await met.expect(.notStaffOfStore) { _ = try await city.issuePriorityTicket(carla, at: Self.two) }
            try await city.edit(anna, Self.one, .priorityQueue(isOpen: false))
            await met.expect(.priorityClosed) { _ = try await city.issuePriorityTicket(carla, at: Self.one) }
            try await city.edit(anna, Self.one, .totemHours(.daily(.hours(9), .hours(22))))
            await met.expect(.totemOff) { _ = try await city.takeTicket(at: Self.one) }
            try await city.edit(anna, Self.one, .quotas(ClassCounts(normal: 0, priority: 1, booking: 4)))
            await met.expect(.noQuota) { _ = try await city.join(second, Self.one) }
            try await city.loop.sleep(until: clock(19, 50))
            await met.expect(.closing) { _ = try await city.join(second, Self.two) }
            try await city.loop.sleep(until: clock(20, 1))
            await met.expect(.closed) { _ = try await city.join(second, Self.two) }
        }
        try StoreTown(codes: StuckCodes()).story { city in
            _ = try await city.takeTicket(at: Self.one)
            await met.expect(.codeTaken) { _ = try await city.takeTicket(at: Self.one) }
        }
        try StoreTown(files: .inMemory(passes: FullShelf())).story { city in
            await met.expect(.notStored) { _ = try await city.takeTicket(at: Self.one) }
        }
        #expect(met.refusals == Set(TicketRefusal.allCases))
    }

    @Test("Each reason for no booking is an error of its own")
    func bookings() throws {
        let met = Met<BookingRefusal>()
        let town = try StoreTown(.of(1, 0, 2).with { $0.slots = SlotGrid(every: .minutes(15), size: 1) })
        let people = (1...4).map { town.shopper($0) }
        try town.story { city in
            var tokens: [Token] = []
            for person in people { tokens.append(try await person(city)) }
            await met.expect(.unknownStore) { _ = try await city.book(tokens[0], StoreID(9), at: clock(10)) }
            await met.expect(.past) { _ = try await city.book(tokens[0], Self.one, at: clock(8)) }
            await met.expect(.tooFarAhead) { _ = try await city.book(tokens[0], Self.one, at: clock(10, day: 15)) }
            await met.expect(.closed) { _ = try await city.book(tokens[0], Self.one, at: clock(21)) }
            await met.expect(.notASlot) { _ = try await city.book(tokens[0], Self.one, at: clock(10, 7)) }
            await met.expect(.closing) { _ = try await city.book(tokens[0], Self.one, at: clock(19, 45)) }
            _ = try await city.book(tokens[0], Self.one, at: clock(10))
            await met.expect(.alreadyPending) { _ = try await city.book(tokens[0], Self.one, at: clock(11)) }
            await met.expect(.slotFull) { _ = try await city.book(tokens[1], Self.one, at: clock(10)) }
            _ = try await city.book(tokens[1], Self.one, at: clock(10, 30))
            await met.expect(.noPlace) { _ = try await city.book(tokens[2], Self.one, at: clock(11)) }
        }
        let stuck = try StoreTown(codes: StuckCodes())
        let carl = stuck.shopper(1)
        try stuck.story { city in
            _ = try await city.takeTicket(at: Self.one)
            let token = try await carl(city)
            await met.expect(.codeTaken) { _ = try await city.book(token, Self.one, at: clock(10)) }
        }
        let full = try StoreTown(files: .inMemory(passes: FullShelf()))
        let dora = full.shopper(1)
        try full.story { city in
            let token = try await dora(city)
            await met.expect(.notStored) { _ = try await city.book(token, Self.one, at: clock(10)) }
        }
        #expect(met.refusals == Set(BookingRefusal.allCases))
    }

    @Test("Each reason for a shut gate, and for an exit that is not recorded, is an error of its own")
    func gates() throws {
        let (entry, exit) = (Met<EntryRefusal>(), Met<ExitRefusal>())
        let town = try StoreTown(.of(2, 0, 1))
        let people = (1...3).map { town.shopper($0) }
        try town.story { city in
            let (ada, bob, carl) = (try await people[0](city), try await people[1](city), try await people[2](city))
            let anna = try await city.staff("anna")
            let nothing = EntryCode(high: 0, low: 99)
            await entry.expect(.unknownCode) { _ = try await city.scanIn(nothing, at: Self.one) }
            await exit.expect(.unknownCode) { _ = try await city.scanOut(nothing, at: Self.one) }
            let inside = try await city.join(ada, Self.one)
            await exit.expect(.notInside) { _ = try await city.scanOut(inside.code, at: Self.one) }
            _ = try await city.scanIn(inside.code, at: Self.one)
            await entry.expect(.usedCode) { _ = try await city.scanIn(inside.code, at: Self.one) }
            await exit.expect(.tooSoon) { _ = try await city.scanOut(inside.code, at: Self.one) }
            // Called, and then the limit is lowered: the holder waits at the gate.
            let called = try await city.takeTicket(at: Self.one)
            try await city.edit(anna, Self.one, .quotas(ClassCounts(normal: 1, priority: 0, booking: 2)))
            #expect(try await city.scanIn(called.code, at: Self.one) == .wait(called.pass))
            await entry.expect(.alreadyScanned) { _ = try await city.scanIn(called.code, at: Self.one) }
            let waiting = try await city.join(bob, Self.one)
            await entry.expect(.notCalled) { _ = try await city.scanIn(waiting.code, at: Self.one) }
            try await city.leaveQueue(bob, isConfirmed: true)
            await entry.expect(.cancelled) { _ = try await city.scanIn(waiting.code, at: Self.one) }
            let booked = try await city.book(carl, Self.one, at: clock(10))
            await entry.expect(.tooEarly) { _ = try await city.scanIn(booked.code, at: Self.one) }
            try await city.loop.sleep(until: clock(10, 16))
            await entry.expect(.tooLate) { _ = try await city.scanIn(booked.code, at: Self.one) }
            let tomorrow = try await city.book(carl, Self.one, at: clock(10, day: 1))
            try await city.loop.sleep(until: clock(21))
            await entry.expect(.closed) { _ = try await city.scanIn(tomorrow.code, at: Self.one) }
        }
        #expect(entry.refusals == Set(EntryRefusal.allCases) && exit.refusals == Set(ExitRefusal.allCases))
    }

    @Test("Each other refusal of a shopper's wish is an error of its own")
    func shoppers() throws {
        let met = Met<ShopperRefusal>()
        var parameters = StoreParameters()
        (parameters.mostFavourites, parameters.mostWishes) = (1, 1)
        let town = try StoreTown(parameters: parameters)
        let ada = town.shopper(1)
        try town.story { city in
            let token = try await ada(city)
            let filter = SlotFilter(weekdays: [1], from: .hours(9), to: .hours(10))
            let wish = SlotWish(stores: [Self.one], filter: filter)
            await met.expect(.unknownStore) { _ = try await city.page(token, of: StoreID(9)) }
            await met.expect(.notAFavourite) { _ = try await city.page(token, of: Self.one, from: .favourite) }
            _ = try await city.setFavourite(token, Self.one, isOn: true)
            await met.expect(.tooManyFavourites) { _ = try await city.setFavourite(token, Self.two, isOn: true) }
            await met.expect(.emptyWish) { _ = try await city.addWish(token, SlotWish(stores: [], filter: filter)) }
            _ = try await city.addWish(token, wish)
            await met.expect(.tooManyWishes) { _ = try await city.addWish(token, wish) }
            await met.expect(.unknownWish) { try await city.removeWish(token, WishID(9)) }
            await met.expect(.notQueued) { try await city.leaveQueue(token, isConfirmed: true) }
            await met.expect(.noBooking) { try await city.cancelBooking(token, isConfirmed: true) }
            await met.expect(.noProposal) { try await city.answerPostponement(token, accept: true) }
            await met.expect(.unknownAddress) {
                _ = try await city.stores(token, at: "Nowhere 1", within: .metres(500), for: .queue)
            }
            await met.expect(.mapsFailed) {
                _ = try await city.stores(token, at: "Silent Street 1", within: .metres(500), for: .queue)
            }
            _ = try await city.join(token, Self.one)
            await met.expect(.notConfirmed) { try await city.leaveQueue(token, isConfirmed: false) }
            await met.expect(.alreadyPending) {
                _ = try await city.stores(token, near: .origin, within: .metres(500), for: .booking)
            }
        }
        #expect(met.refusals == Set(ShopperRefusal.allCases))
    }

    @Test("Each refusal of a manager's wish is an error of its own, and nothing is changed")
    func staff() throws {
        let met = Met<StaffRefusal>()
        let town = try StoreTown()
        try town.story { city in
            let (anna, bruno) = (try await city.staff("anna"), try await city.staff("bruno"))
            func edit(_ change: StoreChange, _ wanted: StaffRefusal) async {
                await met.expect(wanted) { try await city.edit(anna, Self.one, change) }
            }
            func add(_ wanted: StaffRefusal, _ change: (inout StoreForm) -> Void) async {
                var form = StoreForm(name: "new", place: .origin, settings: .of(1, 0, 0))
                change(&form)
                await met.expect(wanted) { [form] in _ = try await city.addStore(bruno, form) }
            }
            await met.expect(.unknownStore) { try await city.edit(anna, StoreID(9), .limit(1)) }
            await met.expect(.notManagerOfStore) { try await city.edit(anna, Self.two, .limit(1)) }
            await met.expect(.notManager) { _ = try await city.addStore(anna, StoreForm()) }
            await add(.missingName) { $0.name = "" }
            await add(.missingPosition) { $0.place = nil }
            await add(.missingLimit) { $0.settings = nil }
            await add(.outsideZones) { $0.isInZone = false }
            await edit(.limit(0), .badLimit)
            await edit(.quotas(ClassCounts(normal: -1, priority: 3, booking: 3)), .badQuota)
            await edit(.quotas(ClassCounts(normal: 1, priority: 1, booking: 1)), .quotaSum)
            await edit(.quota(.normal, 1, balance: .normal), .sameClass)
            await edit(.openingHours(.daily(.hours(9), .hours(8))), .badHours)
            await edit(.slots(SlotGrid(size: 0)), .badSlots)
            await edit(.slots(SlotGrid(first: .hours(7))), .slotsOutsideHours)
            await edit(.grace(.zero), .badTime)
            var delays = DelayLimits()
            delays.major = .minutes(1)
            await edit(.delays(delays), .badDelays)
        }
        #expect(met.refusals == Set(StaffRefusal.allCases))
        #expect(town.floor?.settings == .of(2, 1, 2))
        #expect(town.stores.service.onLoop { $0.rules.floors.count } == 2)
    }

    @Test("ACCOUNT-SMS-01: each reason for no code or no session is an error of its own")
    func phones() throws {
        let met = Met<PhoneRefusal>()
        let town = try StoreTown { _, time in time < clock(9) ? .delivered(after: .zero) : .unreachable(after: .zero) }
        let phone = town.phone
        try town.story { city in
            let (own, minute) = ("+39 333 1234567", TimeSpan.minutes(1))
            await met.expect(.badPhone) { try await city.askCode(phone: "333") }
            await met.expect(.noCode) { _ = try await city.login(phone: own, code: "123456") }
            try await city.askCode(phone: own)
            await met.expect(.tooSoon) { try await city.askCode(phone: own) }
            await met.expect(.badCode) { _ = try await city.login(phone: own, code: "x") }
            for _ in 0..<4 {
                await met.expect(.wrongCode) { _ = try await city.login(phone: own, code: phone.wrongCode) }
            }
            await met.expect(.tooManyTries) { _ = try await city.login(phone: own, code: phone.wrongCode) }
            for _ in 0..<9 {
                try await city.loop.sleep(for: minute)
                try await city.askCode(phone: own)
            }
            try await city.loop.sleep(for: minute)
            await met.expect(.tooManyCodes) { try await city.askCode(phone: own) }
            try await city.loop.sleep(for: .minutes(11))
            await met.expect(.codeExpired) { _ = try await city.login(phone: own, code: phone.code ?? "") }
            try await city.loop.sleep(until: clock(10))
            try await city.askCode(phone: "+39 333 7654321")
            try await city.loop.sleep(for: minute)
            await met.expect(.noSms) { _ = try await city.login(phone: "+39 333 7654321", code: "123456") }
        }
        let full = StoreFiles(
            shelves: StoreShelves(), phones: try PhoneBook(FullShelf<PhoneAccount>()),
            staff: try StoreFiles.inMemory().staff)
        let broken = try StoreTown(files: full)
        let ada = broken.shopper(1)
        try broken.story { city in await met.expect(.notStored) { _ = try await ada(city) } }
        #expect(met.refusals == Set(PhoneRefusal.allCases))
    }
}

extension TestPhone {
    /// Six digits that are not the last code.
    fileprivate var wrongCode: String { code == "000000" ? "000001" : "000000" }
}

/// A shelf that takes nothing.
private final class FullShelf<Record: StoredRecord>: RecordStore {
    struct Full: Error {}
    func save(_ record: Record) throws { throw Full() }
    func remove(_ key: ID<Record.Thing>) throws {}
    func load() throws -> StoredRecords<Record> { StoredRecords() }
}
