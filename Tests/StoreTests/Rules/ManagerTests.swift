// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Closing, editing, adding and removing.
struct ManagerTests {
    private func day(_ change: (inout StoreSettings) -> Void = { _ in }) -> StoreSettings {
        .of(1, 0, 1) {
            $0.hours = .daily(.hours(8), .hours(20))
            change(&$0)
        }
    }

    @Test(
        "STORE-CLOSING: closing 20:00, mean visit 20 min and estimated entry 19:50: removed as soon as it is estimated")
    func closing() {
        var city = StoreCity(day(), at: clock(19))
        let inside = city.fill(1)
        city.join(1)
        // 19:20 at first; while nobody leaves it moves on, and passes 19:40 after 20 min.
        city.run(until: clock(20))
        #expect(city.story("removed") == ["19:20 removed 2 closing"])
        // However rarely delays are told.
        var rare = StoreCity(
            day {
                ($0.delays.notice, $0.delays.major, $0.delays.hopeless) = (.hours(24), .hours(24), .hours(24))
            }, at: clock(19))
        _ = rare.fill(1)
        rare.join(1)
        rare.run(until: clock(20))
        #expect(rare.story("removed") == ["19:20 removed 2 closing"] && rare.violations.isEmpty)
        #expect(city.lastNotice(to: 1) == .removed(PassID(2), .closing))
        // A visitor drawn to stay until 20:10 leaves at 20:00: nobody is expelled, and nobody is left inside.
        var other = StoreCity(day(), at: clock(19))
        let visitor = other.fill(1)
        other.at(clock(20))
        other.exit(visitor[0])
        other.run()
        #expect(other.notes.contains { $0.event == .doorChanged(store: StoreID(1), state: .closed, inside: 0) })
        #expect(inside.count == 1 && city.violations.isEmpty && other.violations.isEmpty)
    }

    @Test(
        "STORE-R14: at closing a holder who came in time and waits, with nobody to blame, is told of the lowered limit")
    func scannedAtClosing() {
        var city = StoreCity(
            .of(1, 0, 2) {
                $0.hours = .daily(.hours(8), .hours(20))
                $0.expectedVisit = .minutes(5)
                $0.slots = SlotGrid(every: .minutes(5), size: 2)
                $0.holding = .minutes(5)
            }, at: clock(18))
        let booked = (1...2).map { city.book($0, clock(19, 50)) }
        city.edit(.quota(.booking, 1, balance: .normal))
        city.at(clock(19, 50))
        for pass in booked { city.scan(pass) }
        city.run(until: clock(20))
        #expect(city.story("lapsed").isEmpty)
        #expect(city.story("cancelled").last == "20:00 cancelled \(booked[1]) limitLowered")
        #expect(city.violations.isEmpty)
    }

    @Test("A place that frees shortly before closing calls nobody whose visit would not end by then")
    func tooLateToCall() {
        // Two minutes of wait and 20 of visit: the ticket goes just after 19:38, and not only when a place frees.
        for (time, words) in [
            (clock(19, 38), "19:38 called 11 normal"), (clock(19, 38, 1), "19:38 removed 11 closing"),
        ] {
            var city = StoreCity(.of(10) { $0.hours = .daily(.hours(8), .hours(20)) }, at: clock(19, 20))
            let inside = city.fill(10)
            city.at(clock(19, 36))
            city.totemTicket()
            city.at(time)
            city.exit(inside[0])
            city.run()
            #expect(city.story("called", "removed").last == words)
            #expect(city.violations.isEmpty)
        }
    }

    @Test(
        "At closing nobody waits any more: queue, called and gate are sent away; other bookings stay; the next day opens"
    )
    func sentAway() {
        var city = StoreCity(
            day {
                $0.expectedVisit = .seconds(1)
                $0.slots = SlotGrid(every: .minutes(1), size: 3)
                $0.holding = .minutes(1)
            }, at: clock(19, 58))
        let early = city.book(8, clock(19, 58))
        let late = city.book(9, clock(19, 59))
        let tomorrow = city.book(7, clock(10, day: 1))
        city.scan(early)
        _ = city.fill(1)
        city.join(1)
        city.at(clock(19, 59))
        city.scan(late)
        city.run(until: clock(20))
        // The booking at the gate would not be over by closing, and is told so at its time.
        #expect(
            city.story("removed", "cancelled") == [
                "19:59 cancelled \(late) delay \(early)", "19:59:58 removed 5 closing",
            ])
        city.scan(tomorrow)
        city.run(until: clock(9, day: 1))
        #expect(city.story("door").suffix(2) == ["20:00 door closed", "1970-01-02 08:00 door open"])
        #expect(city.rules[StoreID(1)]?.inside == 2)
        city.exit(early)
        city.at(clock(10, day: 1))
        city.scan(tomorrow)
        #expect(city.story("in").last == "1970-01-02 10:00 in \(tomorrow)")
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-EDIT, ACCOUNT-MANAGER-02: S1 and S2 of a chain: S1's limit changes, S2's does not; M1 may not edit S2")
    func edit() {
        var city = StoreCity(.of(10), .of(10))
        city.edit(.limit(5), of: 1)
        #expect(city.rules[StoreID(1)]?.settings.limit == 5 && city.rules[StoreID(2)]?.settings.limit == 10)
        #expect(city.replies == [.changed(StoreID(1))])
        city.staff(.edit(StoreID(2), .limit(5)), by: StaffID(7))
        #expect(city.replies.last == .refused(.notManagerOfStore))
        #expect(city.rules[StoreID(2)]?.settings.limit == 10)
        #expect(
            city.notes.contains {
                $0.event
                    == .parameterChanged(store: StoreID(1), staff: StoreCity.manager, name: .limit, time: nil)
            })
    }

    @Test("Every parameter applies at once", arguments: StoreParameter.allCases)
    func everyParameter(_ parameter: StoreParameter) {
        var city = StoreCity(.of(10, 2, 3))
        var delays = DelayLimits()
        delays.notice = .minutes(1)
        let (change, isThere): (StoreChange, (StoreSettings) -> Bool) =
            switch parameter {
            case .limit: (.limit(5), { $0.limit == 5 && $0.quotas.sum == 5 })
            case .quotas: (.quotas(ClassCounts(normal: 15)), { $0.quotas.normal == 15 })
            case .priorityQueue: (.priorityQueue(isOpen: false), { !$0.hasPriorityQueue })
            case .openingHours:
                (.openingHours(.daily(.hours(9), .hours(10))), { $0.hours == .daily(.hours(9), .hours(10)) })
            case .totemHours:
                (.totemHours(.daily(.hours(9), .hours(10))), { $0.totemHours == .daily(.hours(9), .hours(10)) })
            case .slots: (.slots(SlotGrid(every: .hours(1), size: 9)), { $0.slots.size == 9 })
            case .admissionWindow: (.admissionWindow(.minutes(5)), { $0.admissionWindow == .minutes(5) })
            case .grace: (.grace(.minutes(5)), { $0.grace == .minutes(5) })
            case .holding: (.holding(.hours(1)), { $0.holding == .hours(1) })
            case .delays: (.delays(delays), { $0.delays.notice == .minutes(1) })
            }
        #expect(city.rules[StoreID(1)].map { !isThere($0.settings) } ?? false)
        city.edit(change)
        #expect(city.rules[StoreID(1)].map { isThere($0.settings) } ?? false)
        #expect(
            city.notes.contains { note in
                if case .parameterChanged(_, _, parameter, _) = note.event { true } else { false }
            })
    }

    @Test("A shorter grace or window applies to those who have it already, a longer one too")
    func graceOfThoseCalled() {
        var city = StoreCity(.of(2, 0, 1))
        city.join(1)
        city.book(2, clock(9))
        city.edit(.grace(.minutes(5)))
        city.edit(.admissionWindow(.minutes(5)))
        city.run(until: clock(10))
        #expect(city.story("removed", "lapsed") == ["08:05 removed 1 noShow", "09:05 lapsed 2"])
        var longer = StoreCity(.of(2, 0, 1))
        longer.join(1)
        longer.book(2, clock(9))
        longer.edit(.grace(.minutes(20)))
        longer.edit(.admissionWindow(.minutes(30)))
        longer.run(until: clock(10))
        #expect(longer.story("removed", "lapsed") == ["08:20 removed 1 noShow", "09:30 lapsed 2"])
    }

    @Test("A store whose hours are cut to before now closes at once; no edit closes one that is open by them")
    func hours() {
        var city = StoreCity(day(), at: clock(12))
        city.join(1)
        city.edit(.openingHours(.daily(.hours(8), .hours(11))))
        #expect(city.story("door", "removed").suffix(2) == ["12:00 door closed", "12:00 removed 1 closing"])
        city.edit(.openingHours(.daily(.hours(8), .hours(14))))
        #expect(city.story("door").last == "12:00 door open")
        city.run(until: clock(15))
        #expect(city.story("door").last == "14:00 door closed")
    }

    @Test(
        "STORE-ADD: a form without position is refused with missing position; complete, the store is in searches at once"
    )
    func add() {
        var city = StoreCity(.of(10))
        var form = StoreForm(name: "new", settings: .of(5))
        city.staff(.addStore(form))
        #expect(city.replies.last == .refused(.missingPosition))
        form.place = Place(metresEast: 100, north: 100)
        city.staff(.addStore(form))
        #expect(city.replies.last == .added(StoreID(2)))
        city.shopper(1, .list(near: Place(metresEast: 100, north: 100), radius: .metres(50), purpose: .queue))
        #expect(city.story("listed") == ["08:00 listed 1"])
        // Who added it manages it.
        city.edit(.limit(3), of: 2)
        #expect(city.replies.last == .changed(StoreID(2)))
    }

    @Test("STORE-REMOVE: 3 tickets and 2 bookings of a removed store: 5 notices, and the list is without it")
    func remove() {
        var city = StoreCity(.of(1, 0, 2))
        let inside = city.fill(1)
        for shopper in 1...2 { city.join(shopper) }
        let totem = city.totemTicket()
        for shopper in 3...4 { city.book(shopper, clock(10)) }
        let before = city.reported.count + city.shown.count
        city.staff(.removeStore(StoreID(1)))
        #expect(city.reported.count + city.shown.count - before == 5)
        #expect(
            city.story("removed", "cancelled") == [
                "08:00 removed 2 storeClosed", "08:00 removed 3 storeClosed", "08:00 removed 4 storeClosed",
                "08:00 cancelled 5 storeRemoved", "08:00 cancelled 6 storeRemoved",
            ])
        #expect(city.shown.last?.pass == totem)
        city.shopper(9, .list(near: .origin, radius: .metres(50), purpose: .booking))
        #expect(city.story("listed") == ["08:00 listed 0 none"])
        // Nobody is expelled.
        city.run(until: clock(9))
        city.exit(inside[0])
        #expect(city.story("out") == ["09:00 out 1"] && city.shelf.stores.isEmpty && city.shelf.passes.isEmpty)
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-R21: 5 queued and slot 10:00 with 2 of 4 taken are shown")
    func statistics() {
        var city = StoreCity(.of(1, 0, 9) { $0.slots = SlotGrid(size: 4) })
        _ = city.fill(1)
        for shopper in 1...5 { city.join(shopper) }
        for shopper in 6...7 { city.book(shopper, clock(10)) }
        city.staff(.viewStatistics(StoreID(1), from: clock(10), to: clock(10, 1)))
        guard case .statistics(let numbers)? = city.replies.last else {
            Issue.record("no numbers")
            return
        }
        #expect(numbers.queued == 5 && numbers.inside == 1)
        #expect(
            numbers.slots.map { "\($0.slot.short) \($0.taken) of \($0.size), \($0.free) free" } == [
                "10:00 2 of 4, 2 free"
            ])
    }

    @Test("AVAIL-07: maintenance asked for on a weekday at 11:00 of a store open 08:00 to 20:00 is at 20:00")
    func maintenance() {
        var city = StoreCity(day(), at: clock(11))
        city.staff(.requestMaintenance(StoreID(1)))
        #expect(city.replies.last == .maintenance(clock(20)))
        city.at(clock(21))
        city.staff(.requestMaintenance(StoreID(1)))
        #expect(city.replies.last == .maintenance(clock(21)))
        // The first day is a Thursday.
        city.at(clock(11, day: 2))
        city.staff(.requestMaintenance(StoreID(1)))
        #expect(city.replies.last == .maintenance(clock(11, day: 2)))
        var always = StoreCity(.of(1), at: clock(11))
        always.staff(.requestMaintenance(StoreID(1)))
        #expect(always.replies.last == .maintenance(clock(0, day: 2)))
    }
}
