// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import StoreCodes
import StoreRules
import StoreService
import TaxiRules
import TaxiService
import Testing

/// What shoppers, staff and a store's devices do through the public interface.
@Suite struct InterfaceTests {
    private static let store = StoreID(1)

    @Test("A shopper signs in by phone, joins, is called, shows the code once, shops and leaves")
    func visit() throws {
        let town = try StoreTown(.of(1, 0, 1))
        let (ada, bob) = (town.shopper(1), town.shopper(2))
        try town.story { city in
            let first = try await ada(city)
            let list = try await city.stores(first, near: .origin, within: .metres(1_000), for: .queue)
            #expect(list.rows.map(\.store) == [StoreID(1), StoreID(2)] && list.empty == nil)
            let receipt = try await city.join(first, Self.store)
            #expect(receipt.ahead == 0)
            guard case .called(receipt.pass, _) = try await city.nextNotice(first) else {
                Issue.record("not called")
                return
            }
            #expect(try await city.scanIn(receipt.code, at: Self.store) == .open(receipt.pass))
            await #expect(throws: EntryError.refused(.usedCode)) {
                try await city.scanIn(receipt.code, at: Self.store)
            }
            let second = try await bob(city)
            let page = try await city.page(second, of: Self.store)
            #expect(page.queued == 0 && page.wait == .minutes(20))
            let waiting = try await city.join(second, Self.store, travel: .minutes(1))
            try await city.loop.sleep(for: .minutes(20))
            #expect(try await city.scanOut(receipt.code, at: Self.store) == receipt.pass)
            var news: [StoreNotice] = []
            for _ in 0..<3 { news.append(try await city.nextNotice(first)) }
            #expect(
                news == [
                    .entered(receipt.pass, number: 1), .entryRefused(receipt.pass, .usedCode),
                    .visitEnded(receipt.pass),
                ])
            while case .estimate = try await city.nextNotice(second) {}
            #expect(try await city.scanIn(waiting.code, at: Self.store) == .open(waiting.pass))
        }
        #expect(town.floor?.inside == 1)
    }

    @Test(
        "STORE-R2: by a typed address a shopper gets the stores near it; an unknown one, and silent maps, are refused")
    func address() throws {
        let town = try StoreTown()
        let (ada, bob) = (town.shopper(1), town.shopper(2))
        let gateway = town.stores.access.gateway
        try town.story { city in
            let (first, second) = (try await ada(city), try await bob(city))
            let begun = city.loop.now
            let list = try await city.stores(first, at: "Market Street 6", within: .metres(500), for: .queue)
            #expect(list.rows.map(\.store) == [StoreID(2)] && list.rows.first?.distance == .zero)
            #expect(city.loop.now == begun + .seconds(1))
            await #expect(throws: ShopperError.refused(.unknownAddress)) {
                try await city.stores(first, at: "Market Street 7", within: .metres(500), for: .queue)
            }
            await #expect(throws: ShopperError.refused(.mapsFailed)) {
                try await city.stores(first, at: "Silent Street 1", within: .metres(500), for: .booking)
            }
            #expect(city.loop.now == begun + .seconds(7))
            // Only a shopper may ask, and nobody may speak for the maps.
            let staff = try await city.staff("anna")
            await #expect(throws: ShopperError.access(.wrongRole)) {
                try await city.stores(staff, at: "Market Street 6", within: .metres(500), for: .queue)
            }
            let query = AddressQuery(
                shopper: ShopperID(1), address: "x", radius: .metres(1), purpose: .queue, filter: nil)
            gateway.arrive(
                Envelope(StoreMessage.place(query, .found(.origin)), from: .visitor(5_000_000), token: second))
        }
        // What was typed is in no log.
        #expect(!town.lines.contains("Street") && town.lines.contains("wrongRole"))
        #expect(town.events.count { if case .storesListed = $0 { true } else { false } } == 1)
    }

    @Test("ACCOUNT-SMS-03: without an account nobody joins from a phone, and the totem issues a ticket")
    func totem() throws {
        let town = try StoreTown()
        try town.story { city in
            await #expect(throws: TicketError.access(.notLoggedIn)) {
                try await city.join(Token(high: 1, low: 1), Self.store)
            }
            try await city.wakeTotem(at: Self.store)
            let receipt = try await city.takeTicket(at: Self.store)
            #expect(try await city.scanIn(receipt.code, at: Self.store) == .open(receipt.pass))
        }
        let issued = town.events.compactMap {
            if case .ticketIssued(_, _, let shopper, _, let channel, _, _, _) = $0 { (shopper, channel) } else { nil }
        }
        #expect(issued.count == 1 && issued.first?.0 == nil && issued.first?.1 == .totem)
    }

    @Test(
        "A session speaks for its own person: shoppers do not manage, staff do not queue, and nobody is somebody else")
    func roles() throws {
        let town = try StoreTown()
        let ada = town.shopper(1)
        let gateway = town.stores.access.gateway
        try town.story { city in
            let (shopper, manager) = (try await ada(city), try await city.staff("anna"))
            await #expect(throws: StaffError.access(.wrongRole)) {
                try await city.edit(shopper, Self.store, .limit(9))
            }
            await #expect(throws: TicketError.access(.wrongRole)) { try await city.join(manager, Self.store) }
            await #expect(throws: AccessError.wrongRole) { try await city.nextNotice(manager) }
            await #expect(throws: AccessError.wrongRole) { try await city.logout(shopper) }
            // With the own token in another's name.
            gateway.arrive(
                Envelope(
                    StoreMessage.staff(StoreTown.chief, .edit(Self.store, .limit(9))),
                    from: Connection(.staff(StoreTown.chief)), token: manager))
            gateway.arrive(Envelope(StoreMessage.forget(ShopperID(1)), from: .visitor(5_000_000), token: shopper))
            try await city.logoutPhone(shopper)
            await #expect(throws: TicketError.access(.notLoggedIn)) { try await city.join(shopper, Self.store) }
            try await city.logout(manager)
            await #expect(throws: StaffError.access(.notLoggedIn)) {
                try await city.edit(manager, Self.store, .limit(9))
            }
        }
        #expect(town.floor?.settings.limit == 5)
        #expect(town.lines.contains("wrongPerson"))
    }

    @Test(
        "ACCOUNT-MANAGER-01: a wrong password is refused with a hint, and nothing changes; the mail's password opens again"
    )
    func recovery() throws {
        let town = try StoreTown()
        let mail = town.mail
        try town.story { city in
            do {
                _ = try await city.loginStaff(LoginForm(username: "anna", password: "wrong"))
                Issue.record("logged in")
            } catch {
                #expect(error as? LoginError == .refused(.badCredentials))
                #expect((error as? LoginError)?.recoveryHint?.contains("new password") == true)
            }
            await #expect(throws: StaffError.access(.notLoggedIn)) {
                try await city.edit(Token(high: 0, low: 0), Self.store, .limit(9))
            }
            try await city.forgotStaffPassword(email: "anna@example.org")
            let sent = try #require(mail.all.last)
            #expect(try await city.followStaffLink(try #require(sent.link)) == .passwordReset)
            await #expect(throws: LinkError.unknown) { try await city.followStaffLink(Token(high: 1, low: 2)) }
            try await city.loop.sleep(for: .seconds(10))
            let temporary = try #require(sent.temporaryPassword)
            let token = try await city.loginStaff(LoginForm(username: "anna", password: temporary))
            await #expect(throws: StaffError.access(.passwordChangeRequired)) {
                try await city.edit(token, Self.store, .limit(9))
            }
            let change = PasswordChange(current: temporary, new: "An0therOne", newRepeat: "An0therOne")
            try await city.changePassword(token, change)
            try await city.edit(token, Self.store, .grace(.minutes(3)))
            #expect(try await city.profile(token).username == "anna")
        }
        #expect(town.floor?.settings.limit == 5 && town.floor?.settings.grace == .minutes(3))
        #expect(LoginError.refused(.notConfirmed).recoveryHint == nil)
    }

    @Test(
        "ACCOUNT-MANAGER-02: who has no grant for a store does not edit it, and who has one does; accounts are set at deployment"
    )
    func grants() throws {
        let town = try StoreTown()
        try town.story { city in
            let (first, both) = (try await city.staff("anna"), try await city.staff("bruno"))
            await #expect(throws: StaffError.refused(.notManagerOfStore)) {
                try await city.edit(first, StoreID(2), .limit(9))
            }
            try await city.edit(both, StoreID(2), .limit(8))
            try await city.edit(both, Self.store, .limit(8))
            #expect(try await city.statistics(first, of: Self.store, from: clock(8), to: clock(9)).inside == 0)
            #expect(try await city.maintenanceTime(first, of: Self.store) >= clock(20))
            let mine = try await city.addStore(
                both, StoreForm(name: "new", place: Place(metresEast: 900, north: 0), settings: .of(3, 0, 0)))
            #expect(mine == StoreID(3))
            try await city.removeStore(both, mine)
            // Nobody opens or deletes such an account alone.
            await #expect(throws: RegistrationError.refused(.setAtDeployment)) {
                try await city.createPassenger(RegistrationForm(.passenger))
            }
            let own = try await city.profile(first).account
            await #expect(throws: DeletionError.refused(.setAtDeployment)) {
                try await city.deleteAccount(first, own, password: StoreTown.password)
            }
        }
        #expect(town.stores.enroll(StaffID(9), .of("an"), password: "x") == .badUsername)
        #expect(town.stores.enroll(StoreTown.first, .of("other"), password: "x") == nil)
        #expect(town.stores.access.registry.onLoop { $0.serves(.staff) && !$0.serves(.shopper) })
    }

    @Test(
        "An employee's priority ticket is printed by the totem and seen by the employee; the gate shows whom it lets in later"
    )
    func priority() throws {
        let town = try StoreTown(.of(1, 1, 0))
        try town.story { city in
            let carla = try await city.staff("carla")
            city.loop.start("devices") {
                var shown: [StoreDisplay] = []
                while shown.count < 4, let display = try? await city.nextDisplay(at: Self.store) {
                    shown.append(display)
                }
                #expect(shown.count == 4)
                // The other one is printed by the totem that was asked, as its answer.
                let printed = shown.compactMap { if case .print(let receipt) = $0 { receipt.pass } else { nil } }
                #expect(printed == [PassID(2)])
            }
            try await city.loop.sleep(for: .seconds(1))
            let paper = try await city.takeTicket(at: Self.store)
            let receipt = try await city.issuePriorityTicket(carla, at: Self.store)
            #expect(try await city.scanIn(receipt.code, at: Self.store) == .open(receipt.pass))
            let anna = try await city.staff("anna")
            // Nobody is expelled; who was called waits at the gate until the limit allows it.
            try await city.edit(anna, Self.store, .quotas(ClassCounts(normal: 1, priority: 1, booking: 0)))
            #expect(try await city.scanIn(paper.code, at: Self.store) == .open(paper.pass))
            try await city.loop.sleep(for: .minutes(5))
            _ = try await city.scanOut(paper.code, at: Self.store)
        }
    }

    @Test("PERF-12: a join that is sent three times with its number gives one ticket and the same receipt")
    func repeated() throws {
        let town = try StoreTown(.of(1, 0, 1))
        let ada = town.shopper(1)
        try town.story { city in
            let token = try await ada(city)
            var receipts: [Receipt] = []
            for _ in 0..<3 { receipts.append(try await city.join(token, Self.store, request: 1)) }
            #expect(Set(receipts.map(\.code)).count == 1 && Set(receipts.map(\.pass)).count == 1)
            try await city.leaveQueue(token, isConfirmed: true)
            await #expect(throws: TicketError.access(.repeated)) {
                try await city.join(token, Self.store, request: 1)
            }
            let booked = try await city.book(token, Self.store, at: clock(10), request: 2)
            #expect(try await city.book(token, Self.store, at: clock(10), request: 2).code == booked.code)
            // A new phone asks for what the shopper has: the booking, since the ticket was given back.
            #expect(try await city.ownPass(token)?.code == booked.code)
        }
        #expect(town.events.filter { if case .ticketIssued = $0 { true } else { false } }.count == 1)
        #expect(town.events.filter { if case .bookingMade = $0 { true } else { false } }.count == 1)
    }

    @Test(
        "What a shopper marks and wishes is kept and sent; slots are found, booked and cancelled; others are proposed")
    func bookings() throws {
        let town = try StoreTown(.of(1, 0, 1).with { $0.slots.size = 1 })
        let (ada, bob) = (town.shopper(1), town.shopper(2))
        try town.story { city in
            let (first, second) = (try await ada(city), try await bob(city))
            #expect(try await city.setFavourite(first, Self.store, isOn: true) == [Self.store])
            #expect(try await city.page(first, of: Self.store, from: .favourite).isOpen)
            let filter = SlotFilter(weekdays: Array(0...6), from: .hours(8), to: .hours(12))
            let wish = try await city.addWish(first, SlotWish(stores: [Self.store], filter: filter))
            let slot = try #require(
                try await city.leastCrowdedSlot(second, at: Self.store, from: clock(10), to: clock(11)))
            let receipt = try await city.book(second, Self.store, at: slot)
            #expect(receipt.time == slot && receipt.ahead == nil)
            await #expect(throws: BookingError.refused(.slotFull)) {
                try await city.book(first, Self.store, at: slot)
            }
            guard case .alternatives(let others) = try await city.nextNotice(first) else {
                Issue.record("no alternatives")
                return
            }
            #expect(!others.isEmpty)
            try await city.cancelBooking(second, isConfirmed: true)
            #expect(try await city.nextNotice(first) == .slotFreed(wish, Self.store, slot))
            try await city.removeWish(first, wish)
            #expect(try await city.leastCrowdedSlot(first, at: Self.store, from: clock(10), to: clock(10)) == nil)
        }
    }

    @Test("A closed client answers everybody who waits")
    func closed() throws {
        let town = try StoreTown()
        let ada = town.shopper(1)
        try town.story { city in
            let token = try await ada(city)
            city.loop.start("reader") { await #expect(throws: AccessError.closed) { try await city.nextNotice(token) } }
            city.loop.start("display") {
                await #expect(throws: AccessError.closed) { try await city.nextDisplay(at: Self.store) }
            }
            try await city.loop.sleep(for: .seconds(1))
            await city.close()
            await #expect(throws: TicketError.access(.closed)) { try await city.join(token, Self.store) }
            await #expect(throws: AccessError.closed) { try await city.nextDisplay(at: Self.store) }
            try await city.loop.sleep(for: .seconds(1))
        }
    }
}
