// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// What spans several stores: lists, favourites, wishes, alternatives, repeated requests.
struct DirectoryTests {
    private static let east = Place(metresEast: 3000, north: 0)

    private func day(_ booking: Int32 = 4) -> StoreSettings {
        .of(4, 0, booking) {
            $0.hours = .daily(.hours(8), .hours(20))
            $0.slots = SlotGrid(size: 1)
        }
    }

    @Test(
        "STORE-R2: of open stores at 400 m and 3 km one lies within 1 km; when it closes, it is listed for booking only"
    )
    func near() {
        var city = StoreCity(at: clock(9))
        city.add(day(), at: Place(metresEast: 400, north: 0))
        city.add(day(), at: Self.east)
        city.shopper(1, .list(near: .origin, radius: .metres(1000), purpose: .queue))
        guard case .stores(let rows, nil)? = city.lastNotice(to: 1) else {
            Issue.record("no list")
            return
        }
        #expect(rows.map(\.store) == [StoreID(1)] && rows.first?.distance == .metres(400))
        city.run(until: clock(21))
        city.shopper(1, .list(near: .origin, radius: .metres(1000), purpose: .queue))
        city.shopper(1, .list(near: .origin, radius: .metres(1000), purpose: .booking))
        #expect(city.story("listed") == ["09:00 listed 1", "21:00 listed 0 closed", "21:00 listed 1"])
    }

    @Test("The nearest store comes first, whatever the order in which they were added")
    func order() {
        var city = StoreCity(at: clock(9))
        for metres in [700, -300, 500, -600, 0, 1200] {
            city.add(day(), at: Place(metresEast: Double(metres), north: 0))
        }
        city.shopper(1, .list(near: .origin, radius: .metres(700), purpose: .queue))
        guard case .stores(let rows, nil)? = city.lastNotice(to: 1) else {
            Issue.record("no list")
            return
        }
        #expect(rows.map(\.distance) == [0, 300, 500, 600, 700].map { .metres($0) })
    }

    @Test(
        "STORE-R3: S1 has a free slot on Tuesday at 10:00, S2 only on Friday: filtered for Tuesday 09:00 to 12:00, [S1]"
    )
    func filter() {
        func open(_ weekday: Int, _ from: Int) -> StoreSettings {
            .of(1, 0, 1) {
                $0.hours = OpeningHours(
                    days: (0..<7).map { $0 == weekday ? OpeningHours.Day(.hours(from), .hours(from + 1)) : nil })
                $0.slots = SlotGrid(every: .minutes(60), size: 1)
            }
        }
        var city = StoreCity(open(1, 10), open(4, 10))
        let tuesday = SlotFilter(weekdays: [1], from: .hours(9), to: .hours(12))
        city.shopper(1, .list(near: .origin, radius: .metres(5000), purpose: .booking, filter: tuesday))
        guard case .stores(let rows, nil)? = city.lastNotice(to: 1) else {
            Issue.record("no list")
            return
        }
        #expect(rows.map(\.store) == [StoreID(1)])
        // The first day is a Thursday: the first Tuesday is day 5.
        city.book(2, clock(10, day: 5))
        city.shopper(1, .list(near: .origin, radius: .metres(5000), purpose: .booking, filter: tuesday))
        #expect(city.story("booked", "listed") == ["08:00 listed 1", "08:00 booked 1", "08:00 listed 0 none"])
    }

    @Test("STORE-SELECT-EXC: all stores closed at 23:00: none to queue at, because closed; for booking they are shown")
    func closed() {
        var city = StoreCity(day(), day(), at: clock(23))
        city.shopper(1, .list(near: .origin, radius: .metres(1000), purpose: .queue))
        city.shopper(1, .list(near: .origin, radius: .metres(1000), purpose: .booking))
        city.shopper(1, .list(near: Self.east, radius: .metres(10), purpose: .booking))
        #expect(city.story("listed") == ["23:00 listed 0 closed", "23:00 listed 2", "23:00 listed 0 none"])
        city.book(1, clock(10, day: 1))
        city.shopper(1, .list(near: .origin, radius: .metres(1000), purpose: .booking))
        #expect(city.story("refused") == ["23:00 refused alreadyPending"])
    }

    @Test("STORE-ALERT: a wish for S1 or S2 on Saturday 09:00 to 11:00: a cancelled 10:00 at S2 sends one alert")
    func alert() {
        var city = StoreCity(day(), day())
        let saturday = clock(10, day: 2)
        let filter = SlotFilter(weekdays: [5], from: .hours(9), to: .hours(11))
        city.shopper(5, .addWish(SlotWish(stores: [StoreID(1), StoreID(2), StoreID(2)], filter: filter)))
        city.book(1, saturday, store: 2)
        city.book(2, clock(12, day: 2), store: 2)
        city.book(3, clock(10, day: 3), store: 2)
        for shopper in 1...3 { city.shopper(shopper, .cancelBooking(isConfirmed: true)) }
        #expect(city.story("alert") == ["08:00 alert 1 2 1970-01-03 10:00"])
        #expect(city.lastNotice(to: 5) == .slotFreed(WishID(1), StoreID(2), saturday))
        city.shopper(5, .removeWish(WishID(1)))
        city.book(1, saturday, store: 2)
        city.shopper(1, .cancelBooking(isConfirmed: true))
        #expect(city.story("alert").count == 1 && city.violations.isEmpty)
    }

    @Test("STORE-ALERT: a cancelled booking frees the slots that its holding time blocked; a wish is told once")
    func blockedSlots() {
        var city = StoreCity(day(1))
        let filter = SlotFilter(weekdays: [3], from: .hours(11), to: .hours(11) + .minutes(30))
        city.book(1, clock(10))
        city.shopper(5, .addWish(SlotWish(stores: [StoreID(1)], filter: filter)))
        city.shopper(1, .cancelBooking(isConfirmed: true))
        let freed = city.notes.compactMap { if case .slotFreed(_, let slot) = $0.event { slot } else { nil } }
        // The own one first, and then those from 08:30 to 11:30; 08:00 is now.
        #expect(freed == [10 * 60, 510, 540, 570, 630, 660, 690].map { clock(0, $0) })
        #expect(city.story("alert") == ["08:00 alert 1 1 11:00"] && city.violations.isEmpty)

        // Also one that lapses.
        var other = StoreCity(day(1))
        other.book(1, clock(9))
        other.run(until: clock(9, 20))
        let late = other.notes.compactMap { if case .slotFreed(_, let slot) = $0.event { slot } else { nil } }
        #expect(late == [570, 600, 630].map { clock(0, $0) } && other.violations.isEmpty)
    }

    @Test("STORE-ALERT: a manager who gives more booking places tells the wishes of the slots that are free then")
    func freedByManager() {
        var city = StoreCity(day(1))
        let filter = SlotFilter(weekdays: [3], from: .hours(10), to: .hours(11))
        city.book(1, clock(10))
        city.edit(.quota(.booking, 2, balance: .normal))
        #expect(!city.notes.contains { if case .slotFreed = $0.event { true } else { false } })
        city.edit(.quota(.booking, 1, balance: .normal))
        city.shopper(5, .addWish(SlotWish(stores: [StoreID(1)], filter: filter)))
        city.edit(.quota(.booking, 2, balance: .normal))
        #expect(city.story("alert").count == 1 && city.violations.isEmpty)
    }

    @Test("STORE-ALTERNATIVE: 10:00 is full at S1, free are 10:30 at S1 and 10:00 at S2, 600 m off: both are proposed")
    func alternative() {
        var city = StoreCity(day(), day())
        city.book(1, clock(10))
        city.book(2, clock(10))
        guard case .alternatives(let found)? = city.lastNotice(to: 2) else {
            Issue.record("no alternatives")
            return
        }
        let words = found.map { "\($0.store) \($0.slot?.short ?? "queue") \($0.distance.millimetres / 1000) m" }
        // By extra distance, then by difference in time; the earlier of two that differ as much.
        #expect(words == ["1 09:30 0 m", "1 10:30 0 m", "2 10:00 600 m", "2 09:30 600 m"])
        #expect(
            city.notes.last?.event
                == .alternativesProposed(shopper: ShopperID(2), store: StoreID(1), count: 4))
        // For a queue: open stores.
        city.edit(.openingHours(.daily(.hours(10), .hours(20))))
        city.join(3)
        guard case .alternatives(let queues)? = city.lastNotice(to: 3) else {
            Issue.record("no other queue")
            return
        }
        #expect(queues.map(\.store) == [StoreID(2)] && queues.first?.slot == nil)
    }

    @Test("STORE-FAVOURITE: S1 as favourite can be selected without a list; another store cannot")
    func favourite() {
        var city = StoreCity(day(), day())
        city.shopper(1, .setFavourite(store: StoreID(1), isOn: true))
        city.shopper(1, .select(store: StoreID(1), path: .favourite))
        city.shopper(1, .select(store: StoreID(2), path: .favourite))
        #expect(
            city.notes.contains {
                $0.event == .storeSelected(shopper: ShopperID(1), store: StoreID(1), path: .favourite)
            })
        #expect(city.story("refused") == ["08:00 refused notAFavourite"])
        city.shopper(1, .setFavourite(store: StoreID(1), isOn: true))
        #expect(city.lastNotice(to: 1) == .favourites([StoreID(1)]))
        city.shopper(1, .setFavourite(store: StoreID(1), isOn: false))
        #expect(city.lastNotice(to: 1) == .favourites([]))
        #expect(
            city.notes.filter { if case .favouriteChanged = $0.event { true } else { false } }.count == 2)
    }

    @Test("DEC-ACCOUNT-DELETE: nothing is kept of a shopper whose account is gone, and the ticket or booking ends")
    func forgotten() {
        var city = StoreCity(day(), day())
        city.join(1)
        city.shopper(1, .setFavourite(store: StoreID(2), isOn: true), request: 5)
        city.shopper(
            1, .addWish(SlotWish(stores: [StoreID(2)], filter: SlotFilter(weekdays: [3], from: .zero, to: .hours(24)))))
        city.book(2, clock(10), store: 2)
        city.forget(1)
        city.forget(2)
        #expect(city.story("left", "cancelled", "alert") == ["08:00 left 1", "08:00 cancelled 2 user"])
        #expect(city.rules.record(of: ShopperID(1)).favourites.isEmpty && city.shelf.shoppers.isEmpty)
        #expect(city.shelf.passes.isEmpty && city.rules.pending(of: ShopperID(2)) == nil)
        #expect(city.violations.isEmpty)
    }

    @Test("Favourites, wishes and passes survive a restart")
    func restarted() {
        var city = StoreCity(day(), day())
        city.shopper(1, .setFavourite(store: StoreID(2), isOn: true))
        city.shopper(
            1, .addWish(SlotWish(stores: [StoreID(2)], filter: SlotFilter(weekdays: [3], from: .zero, to: .hours(24)))))
        let booking = city.book(2, clock(10), store: 2)
        city.restart()
        city.shopper(1, .select(store: StoreID(2), path: .favourite))
        city.book(2, clock(11))
        city.shopper(2, .cancelBooking(isConfirmed: true))
        city.shopper(
            1, .addWish(SlotWish(stores: [StoreID(2)], filter: SlotFilter(weekdays: [3], from: .zero, to: .zero))))
        #expect(city.lastNotice(to: 1) == .wishStored(WishID(2)))
        #expect(
            city.story("noBooking", "cancelled", "alert") == [
                "08:00 noBooking alreadyPending", "08:00 cancelled \(booking) user", "08:00 alert 1 2 10:00",
            ])
        #expect(city.book(3, clock(10)) == PassID(2) && city.violations.isEmpty)
    }

    @Test("PERF-12: after a restart a repeated join brings the receipt with its code, and an old request nothing")
    func duplicatesAfterRestart() {
        var city = StoreCity(day())
        _ = city.fill(1)
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 1)
        let code = city.codes[PassID(2)]
        city.restart()
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 1)
        guard case .queued(let receipt)? = city.lastNotice(to: 1) else {
            Issue.record("no receipt")
            return
        }
        #expect(receipt.code == code && city.story("noTicket").isEmpty)
        city.shopper(1, .leaveQueue(isConfirmed: true), request: 2)
        city.restart()
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 1)
        city.shopper(1, .leaveQueue(isConfirmed: true), request: 2)
        #expect(city.story("issued", "noTicket").count == 2)
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 3)
        #expect(city.story("issued").count == 3 && city.violations.isEmpty)
    }

    @Test("STORE-LIVE: the own ticket or booking is shown with its code, also to who is inside, and nothing after")
    func own() {
        var city = StoreCity(day())
        city.shopper(1, .showOwn)
        #expect(city.lastNotice(to: 1) == .own(nil))
        let ticket = city.join(1)
        func shown() -> Receipt? { if case .own(let receipt)? = city.lastNotice(to: 1) { receipt } else { nil } }
        city.shopper(1, .showOwn)
        #expect(shown()?.pass == ticket && shown()?.code == city.codes[ticket])
        city.scan(ticket)
        city.shopper(1, .showOwn)
        #expect(shown()?.code == city.codes[ticket])
        city.at(clock(8, 20))
        city.exit(ticket)
        city.shopper(1, .showOwn)
        #expect(city.lastNotice(to: 1) == .own(nil))
        let booking = city.book(1, clock(12))
        city.shopper(1, .showOwn)
        #expect(shown()?.pass == booking && shown()?.time == clock(12) && shown()?.ahead == nil)
    }

    @Test("PERF-12: a join that is sent 3 times makes one ticket, and its receipt is sent each time")
    func duplicates() {
        var city = StoreCity(day())
        for _ in 1...3 { city.shopper(1, .join(store: StoreID(1), travel: .minutes(5)), request: 1) }
        #expect(city.story("issued", "noTicket") == ["08:00 issued 1"])
        #expect(city.notes.filter { $0.event == .duplicateIgnored(shopper: ShopperID(1), request: 1) }.count == 2)
        let receipts = city.reported.compactMap { if case .queued(let receipt) = $0.notice { receipt } else { nil } }
        #expect(receipts.count == 3 && Set(receipts).count == 1)
        city.shopper(1, .leaveQueue(isConfirmed: true), request: 2)
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 1)
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 3)
        #expect(city.story("issued", "left") == ["08:00 issued 1", "08:00 left 1", "08:00 issued 2"])
    }
}
