// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Slots, windows and the 2-hour hold.
struct BookingTests {
    private func settings(
        _ booking: Int32, size: Int32 = 3, every: TimeSpan = .minutes(30),
        _ change: (inout StoreSettings) -> Void = { _ in }
    ) -> StoreSettings {
        .of(1, 0, booking) {
            $0.slots = SlotGrid(every: every, size: size)
            $0.hours = .daily(.hours(8), .hours(20))
            change(&$0)
        }
    }

    @Test("STORE-R7: a slot of capacity 3 with 3 bookings is full; the proposal is the slot with the most free places")
    func slotFull() {
        var city = StoreCity(settings(6))
        for shopper in 1...3 { city.book(shopper, clock(10)) }
        city.book(4, clock(10))
        #expect(city.story("noBooking") == ["08:00 noBooking slotFull"])
        city.book(4, clock(10, 30))
        city.shopper(5, .findSlot(store: StoreID(1), from: clock(10), to: clock(11)))
        #expect(city.lastNotice(to: 5) == .slotProposed(StoreID(1), clock(10, 30)))
        // At 12:00 the places of 10:00 are free again.
        city.shopper(5, .findSlot(store: StoreID(1), from: clock(10), to: clock(12, 1)))
        #expect(city.lastNotice(to: 5) == .slotProposed(StoreID(1), clock(12)))
        city.book(1, clock(12))
        #expect(city.story("noBooking").last == "08:00 noBooking alreadyPending")
        guard
            case .booked(let receipt)? = city.reported.first(where: { $0.shopper == ShopperID(4) && $0.notice.isBooked }
            )?
            .notice
        else {
            Issue.record("no receipt")
            return
        }
        #expect(receipt.time == clock(10, 30) && receipt.code == city.codes[receipt.pass])
    }

    @Test("STORE-R8: a booking of a full slot is cancelled at t = 5 s; another booking of it at t = 6 s succeeds")
    func cancel() {
        var city = StoreCity(settings(3), at: .epoch)
        for shopper in 1...3 { city.book(shopper, clock(10)) }
        city.at(.seconds(5))
        city.shopper(2, .cancelBooking(isConfirmed: false))
        city.shopper(2, .cancelBooking(isConfirmed: true))
        city.at(.seconds(6))
        city.book(4, clock(10))
        #expect(
            city.story("refused", "cancelled", "freed", "booked").suffix(10) == [
                "00:00:05 refused notConfirmed", "00:00:05 cancelled 2 user", "00:00:05 freed 10:00",
                // Three had held a place until 12:00: no visit of two hours that overlaps theirs could be booked.
                "00:00:05 freed 08:30", "00:00:05 freed 09:00", "00:00:05 freed 09:30", "00:00:05 freed 10:30",
                "00:00:05 freed 11:00", "00:00:05 freed 11:30", "00:00:06 booked 4",
            ])
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-R14: slot 10:00 and window 15 min: 09:59:59 and 10:15:01 are refused, 10:00:00 and 10:15:00 let in")
    func window() {
        for (time, words) in [
            (clock(9, 59, 59), "noEntry tooEarly"), (clock(10), "in 1"), (clock(10, 15), "in 1"),
            (clock(10, 15, 1), "noEntry tooLate"),
        ] {
            var city = StoreCity(settings(3))
            let booking = city.book(1, clock(10))
            city.at(time)
            city.scan(booking)
            #expect(city.story("in", "noEntry") == ["\(time.short) \(words)"])
        }
        var city = StoreCity(settings(3))
        city.book(1, clock(10))
        city.run(until: clock(12))
        #expect(city.story("lapsed") == ["10:15 lapsed 1"])
        #expect(city.lastNotice(to: 1) == .lapsed(PassID(1)))
    }

    @Test(
        "STORE-R18: of slots every 30 min of size 4 from 08:00, 10:10 is none and 10:30 takes at most 4; bookings are kept"
    )
    func grid() {
        var city = StoreCity(settings(20, size: 4))
        city.book(1, clock(10, 10))
        for shopper in 2...6 { city.book(shopper, clock(10, 30)) }
        #expect(
            city.story("noBooking", "booked") == [
                "08:00 noBooking notASlot", "08:00 booked 1", "08:00 booked 2", "08:00 booked 3", "08:00 booked 4",
                "08:00 noBooking slotFull",
            ])
        city.edit(.slots(SlotGrid(every: .minutes(20), size: 2)))
        #expect(city.rules[StoreID(1)]?.openPasses.count == 4)
        city.book(7, clock(10, 30))
        city.book(8, clock(10, 40))
        #expect(city.story("noBooking", "booked").suffix(2) == ["08:00 noBooking notASlot", "08:00 booked 5"])
    }

    @Test("Slots have hours of their own inside the opening hours")
    func slotHours() {
        var city = StoreCity(
            settings(3) { $0.slots = SlotGrid(every: .hours(1), size: 3, first: .hours(9), end: .hours(11)) })
        for (shopper, hour) in [(1, 8), (2, 9), (3, 10), (4, 11)] { city.book(shopper, clock(hour)) }
        #expect(
            city.story("booked", "noBooking") == [
                "08:00 noBooking notASlot", "08:00 booked 1", "08:00 booked 2", "08:00 noBooking notASlot",
            ])
    }

    @Test(
        "INV-StoreTwoHours: one place taken at 10:00: 11:59 is refused, 12:00 accepted; after a cancellation 11:59 is too"
    )
    func twoHours() {
        var city = StoreCity(settings(1, every: .minutes(1)))
        city.book(1, clock(10))
        city.book(2, clock(11, 59))
        city.book(3, clock(12))
        #expect(city.story("booked", "noBooking") == ["08:00 booked 1", "08:00 noBooking noPlace", "08:00 booked 2"])
        city.shopper(3, .cancelBooking(isConfirmed: true))
        city.shopper(1, .cancelBooking(isConfirmed: true))
        city.book(2, clock(11, 59))
        #expect(city.story("booked").last == "08:00 booked 3")
        // And before it, as well as after it.
        city.book(4, clock(10))
        city.book(5, clock(9, 59))
        #expect(city.story("booked", "noBooking").suffix(2) == ["08:00 noBooking noPlace", "08:00 booked 4"])
        #expect(city.violations.isEmpty)
    }

    @Test("INV-StoreTwoHours, DEC-STORE-2H: bookings are taken by overlap count, also where first fit would refuse")
    func overlapCount() {
        // Two places. First fit would put 10:00 on place 1, 11:00 on place 2, 12:00 on place 1, then 13:00 on place 2; a
        // cancelled 11:00 and a new 11:30 leave 12:00 and 13:30 where an exchange is needed.
        var city = StoreCity(settings(2))
        for (shopper, time) in [clock(10), clock(11), clock(12), clock(13)].enumerated() {
            city.book(shopper + 1, time)
        }
        #expect(city.story("noBooking").isEmpty)
        city.book(5, clock(11, 30))
        #expect(city.story("noBooking") == ["08:00 noBooking noPlace"])
        city.shopper(2, .cancelBooking(isConfirmed: true))
        city.book(5, clock(11))
        city.book(6, clock(14))
        #expect(city.story("noBooking").count == 1 && city.violations.isEmpty)
    }

    @Test("A visit that ended holds its place for the rest of the 2 h, a lapsed booking holds none")
    func holdAfterVisit() {
        var city = StoreCity(settings(1))
        let booking = city.book(1, clock(9))
        city.at(clock(9))
        city.scan(booking)
        city.at(clock(9, 20))
        city.exit(booking)
        city.book(2, clock(10, 30))
        city.restart()
        city.book(2, clock(10, 30))
        city.book(2, clock(11))
        #expect(
            city.story("noBooking", "booked").suffix(3).map { $0.dropFirst(6) } == [
                "noBooking noPlace", "noBooking noPlace", "booked 2",
            ])
        city.run(until: clock(11, 16))
        city.book(3, clock(11, 30))
        #expect(city.story("lapsed", "booked").suffix(2) == ["11:15 lapsed 2", "11:16 booked 3"])
        #expect(city.violations.isEmpty)
    }

    @Test("AVAIL-06: with totem hours from 07:00 to 22:00 a booking at 03:00 succeeds and a totem ticket is impossible")
    func night() {
        var city = StoreCity(
            .of(5, 0, 5) { $0.totemHours = .daily(.hours(7), .hours(22)) }, at: clock(3))
        city.book(1, clock(10))
        city.totemTicket()
        #expect(city.story("booked", "noTicket") == ["03:00 booked 1", "03:00 noTicket totemOff"])
        // The store is open: an app may join.
        city.join(2)
        #expect(city.story("issued") == ["03:00 issued 2"])
    }

    @Test("STORE-LOSTCODE: a booked shopper with a dead phone takes a totem ticket; the booking lapses at 10:15:00")
    func lostCode() {
        var city = StoreCity(settings(3))
        city.book(1, clock(10))
        city.at(clock(10, 1))
        city.totemTicket()
        city.run(until: clock(10, 20))
        #expect(city.story("issued", "lapsed") == ["10:01 issued 2", "10:15 lapsed 1"])
    }

    @Test("STORE-CLOSING: bookings whose visit would not end by closing are not offered")
    func closing() {
        var city = StoreCity(settings(3, every: .minutes(20)))
        city.book(1, clock(19, 40))
        #expect(city.story("booked") == ["08:00 booked 1"])
        city.edit(.openingHours(.daily(.hours(8), .hours(19))))
        city.book(2, clock(18, 40))
        var slow = StoreCity(settings(3, every: .minutes(20)) { $0.expectedVisit = .minutes(21) })
        slow.book(1, clock(19, 40))
        #expect(city.story("booked").count == 2 && slow.story("noBooking") == ["08:00 noBooking closing"])
    }

    @Test("STORE-R15: raising one quota lowers another at once, and bookings already made are kept")
    func quotas() {
        var city = StoreCity(.of(15, 3, 12))
        for shopper in 1...12 { city.book(shopper, clock(10 + shopper % 3, shopper % 2 * 30)) }
        let kept = city.rules[StoreID(1)]?.openPasses.count
        city.edit(.quota(.normal, 20, balance: .booking))
        #expect(city.story("quotas") == ["08:00 quotas 20 3 7"])
        #expect(city.rules[StoreID(1)]?.openPasses.count == kept)
        // More bookings than places now: no more until there are fewer.
        city.book(20, clock(10))
        #expect(city.story("noBooking").last == "08:00 noBooking noPlace")
    }
}

extension StoreNotice {
    var isBooked: Bool { if case .booked = self { true } else { false } }
}
