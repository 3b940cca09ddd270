// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import StoreRules
import Testing

/// Lists for who has no position: the maps say where a typed address is.
struct AddressTests {
    private func city() -> StoreCity {
        var city = StoreCity(at: clock(9))
        city.add(.of(4), at: Place(metresEast: 400, north: 0))
        city.add(.of(4), at: Place(metresEast: 3000, north: 0))
        return city
    }

    private static let query = ShopperMessage.listAt(address: "Brera 17", radius: .metres(1000), purpose: .queue)

    @Test(
        "STORE-R2: by a typed address the stores near it are listed, by their distance from it, once the maps have answered"
    )
    func typed() {
        var city = city()
        city.shopper(1, Self.query)
        #expect(city.asked.map(\.address) == ["Brera 17"] && city.reported.isEmpty && city.story("listed").isEmpty)
        city.at(clock(9, 0, 2))
        city.answer(.found(Place(metresEast: 2900, north: 0)))
        guard case .stores(let rows, nil)? = city.lastNotice(to: 1) else {
            Issue.record("no list")
            return
        }
        #expect(rows.map(\.store) == [StoreID(2)] && rows.first?.distance == .metres(100))
        #expect(city.story().suffix(1) == ["09:00:02 listed 1"])
    }

    @Test("STORE-R2: the filter and the purpose of a list hold for an address as for a place")
    func filtered() {
        let closed = SlotFilter(weekdays: [0], from: .hours(21), to: .hours(22))
        let lists = [nil, closed].map { filter in
            var city = StoreCity(.of(1, 0, 1) { $0.hours = .daily(.hours(8), .hours(20)) }, at: clock(21))
            city.shopper(1, .list(near: .origin, radius: .metres(9), purpose: .booking, filter: filter))
            city.shopper(1, .listAt(address: "Brera 1", radius: .metres(9), purpose: .booking, filter: filter))
            city.answer(.found(.origin))
            city.shopper(1, .listAt(address: "Brera 1", radius: .metres(9), purpose: .queue, filter: filter))
            city.answer(.found(.origin))
            return city.story("listed")
        }
        #expect(lists[0] == ["21:00 listed 1", "21:00 listed 1", "21:00 listed 0 closed"])
        #expect(lists[1] == ["21:00 listed 0 none", "21:00 listed 0 none", "21:00 listed 0 none"])
    }

    @Test("Who has a ticket gets no list: neither are the maps asked, nor does their late answer bring one")
    func pending() {
        var city = city()
        city.join(1)
        city.shopper(1, Self.query)
        #expect(city.asked.isEmpty && city.lastNotice(to: 1) == .refused(.alreadyPending))
        city.shopper(2, Self.query)
        city.join(2)
        city.answer(.found(.origin))
        #expect(city.lastNotice(to: 2) == .refused(.alreadyPending) && city.story("listed").isEmpty)
    }

    @Test(
        "The own ticket says until when its call holds, as does a repeated receipt; before the call and inside nothing does"
    )
    func calledUntil() {
        var city = StoreCity(.of(1), at: clock(9))
        func shown(_ city: StoreCity) -> CityTime? {
            switch city.lastNotice(to: 1) {
            case .own(let receipt?)?, .queued(let receipt)?: receipt.calledUntil
            default: nil
            }
        }
        let first = city.fill(1)[0]
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 1)
        city.shopper(1, .showOwn)
        #expect(shown(city) == nil)
        city.at(clock(9, 5))
        city.exit(first)
        city.at(clock(9, 7))
        city.shopper(1, .showOwn)
        #expect(shown(city) == clock(9, 15) && city.story("called").last == "09:05 called 2 normal")
        city.shopper(1, .join(store: StoreID(1), travel: .zero), request: 1)
        #expect(shown(city) == clock(9, 15) && city.lastNotice(to: 1) != nil)
        city.scan(PassID(2))
        city.shopper(1, .showOwn)
        #expect(shown(city) == nil && city.violations.isEmpty)
    }
}

/// What is looked at only when it may have changed.
struct LookingTests {
    @Test(
        "The end of a booking notes the slots that it frees, and no others, whatever else is booked", arguments: 0..<60)
    func freed(_ seed: Int) {
        var chance = SplitMix64(seed: seed)
        let holding = chance.pick([15, 30, 60, 120])
        var city = StoreCity(
            .of(1, 0, Int32(chance.number(1...3))) {
                $0.slots = SlotGrid(every: .minutes(15), size: Int32(chance.number(1...2)))
                $0.holding = .minutes(holding)
            }, at: clock(8))
        city.checks = false
        func free(_ city: StoreCity) -> [CityTime: Int32] {
            let slots = city.rules[StoreID(1)]?.statistics(slots: city.now..<clock(16)).slots ?? []
            return Dictionary(slots.map { ($0.slot, $0.free) }) { first, _ in first }
        }
        var (count, booked) = (0, [Int]())
        for step in 1...120 {
            city.at(city.now + .minutes(1))
            city.book(step, city.now.midnight + city.now.quarter + .minutes(15 * chance.number(0...8)))
            booked = (booked + [step]).filter { city.rules.pending(of: ShopperID($0)) != nil }
            guard chance.once(in: 3), !booked.isEmpty else { continue }
            let shopper = chance.pick(booked)
            guard let pass = city.rules.pending(of: ShopperID(shopper)) else { continue }
            let (before, noted) = (free(city), city.notes.count)
            city.shopper(shopper, .cancelBooking(isConfirmed: true))
            let after = free(city)
            let wanted = after.filter { slot, free in
                slot > city.now && free > 0 && (slot == pass.start || before[slot] == 0)
            }.keys
            let found = city.notes[noted...].compactMap {
                if case .slotFreed(_, let slot) = $0.event { slot } else { nil }
            }
            #expect(found.sorted() == wanted.sorted(), "seed \(seed) step \(step)")
            count += found.count
        }
        #expect(count > 20)
    }

    @Test("A door that a manager moves to an earlier time is open for who comes with it, and so is that of a new store")
    func doors() {
        func late(_ hour: Int) -> StoreSettings {
            .of(2, 1) {
                $0.hours = .daily(.hours(hour), .hours(20))
                $0.hasPriorityQueue = true
            }
        }
        var city = StoreCity(late(11), at: clock(8))
        // Looks when the next door is due, and the others change nothing about that.
        city.priorityTicket()
        city.edit(.openingHours(.daily(.hours(9), .hours(20))))
        city.staff(.viewStatistics(StoreID(1), from: clock(8), to: clock(9)))
        city.at(clock(9))
        city.join(1)
        city.staff(.addStore(StoreForm(name: "new", place: .origin, settings: late(10))))
        city.priorityTicket()
        city.at(clock(10))
        city.join(2, store: 2)
        #expect(
            city.story("issued", "noTicket").map { $0.split(separator: " ").dropFirst().first } == [
                "noTicket", "issued", "issued", "issued",
            ])
    }
}
