// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import StoreRules
import Testing

/// Messages and events as they are written down.
struct MessageTests {
    private static let filter = SlotFilter(weekdays: [5], from: .hours(9), to: .hours(11))

    private static let query = AddressQuery(
        shopper: ShopperID(6), address: "Brera 17", radius: .metres(5), purpose: .booking, filter: filter)

    private static let messages: [StoreMessage] =
        ([
            .list(near: .origin, radius: .metres(5), purpose: .booking, filter: filter),
            .listAt(address: "Brera 17", radius: .metres(5), purpose: .booking, filter: filter),
            .select(store: StoreID(1), path: .favourite), .join(store: StoreID(1), channel: .web, travel: .minutes(3)),
            .leaveQueue(isConfirmed: true), .findSlot(store: StoreID(1), from: clock(1), to: clock(2)),
            .book(store: StoreID(1), channel: .web, slot: clock(10)), .showOwn, .cancelBooking(isConfirmed: false),
            .answerPostponement(accept: true), .setFavourite(store: StoreID(2), isOn: true),
            .addWish(SlotWish(stores: [StoreID(1)], filter: filter)), .removeWish(WishID(3)),
        ] as [ShopperMessage]).map { .shopper(ShopperID(4), request: 7, $0) }
        + ([
            .wake, .takeTicket, .returnTicket(EntryCode(high: 1, low: 2)), .scanIn(EntryCode(high: .max, low: 1)),
            .scanOut(EntryCode(high: 0, low: .max)),
        ]
        as [TotemMessage]).map { .totem(StoreID(3), $0) }
        + ([
            .addStore(StoreForm(name: "A", chain: "B", place: .origin, settings: .of(1, 2, 3))),
            .removeStore(StoreID(1)), .edit(StoreID(1), .quota(.normal, 3, balance: .booking)),
            .edit(StoreID(1), .openingHours(.always)), .viewStatistics(StoreID(1), from: clock(1), to: clock(2)),
            .issuePriorityTicket(StoreID(1)), .requestMaintenance(StoreID(1)),
        ] as [StaffMessage]).map { .staff(StaffID(5), $0) } + [
            .forget(ShopperID(6)), .outage(.begins), .place(query, .found(.origin)), .place(query, .unknown),
        ]

    @Test("Every message is read as it was written", arguments: messages)
    func roundTrip(_ message: StoreMessage) throws {
        let data = try JSONEncoder().encode(message)
        #expect(try JSONDecoder().decode(StoreMessage.self, from: data) == message)
    }

    @Test(
        "ACCOUNT-SMS-03: shoppers and staff speak for themselves only and need a session, a store's devices none"
    )
    func admission() {
        for message in Self.messages {
            switch message {
            case .totem: #expect(message.admission == .anybody && !message.needsSession)
            case .shopper(let id, _, _): #expect(message.admission == .role(Role(.shopper, id.number)))
            case .staff(let id, _): #expect(message.admission == .role(Role(.staff, id.number)))
            case .forget, .place, .outage: #expect(message.admission == .nobody)
            }
        }
        #expect(StoreMessage.service == .stores)
    }

    @Test("Each message counts under a kind of the stores' own, and each kind occurs")
    func messageKinds() {
        // What accounts and maps say comes from no client.
        #expect(Set(Self.messages.map(\.kind)) == Set(MessageType.ofStores + [.profile]))
        let numbers = (MessageType.ofAccounts + MessageType.ofStores).map(\.number)
        #expect(
            Set(numbers).count == numbers.count && MessageType.ofStores.allSatisfy { (20..<40).contains($0.number) })
    }

    @Test("A code is drawn for what may issue a pass, and for nothing else")
    func codes() {
        #expect(Self.messages.filter(\.needsCode).count == 4)
    }

    @Test("Every kind of event has a number of its own from 50 to 100, and is read back from its parts")
    func kinds() throws {
        let codes = StoreEvent.kinds.map(\.code)
        #expect(Set(codes).count == codes.count && codes.allSatisfy { (50...100).contains($0) })
        #expect(codes == codes.sorted() && StoreEvent.kinds.count == 45)
        for kind in StoreEvent.kinds {
            #expect(!kind.parts.isEmpty && kind.example.name == kind.name)
            var text = EventText(StoreEvent.self)
            text.line(Record(number: 1, time: clock(8), turn: 1, event: kind.example))
            let line = try #require(try JSONSerialization.jsonObject(with: Data(text.bytes)) as? [String: Any])
            #expect(line["event"] as? String == kind.name)
            #expect(Set(line.keys) == Set(kind.parts.map(\.name) + ["number", "timeNs", "event"]))
        }
    }

    @Test("Hours have their next door, also over closed days")
    func hours() {
        let workdays = OpeningHours(
            days: (0..<7).map { $0 < 5 ? OpeningHours.Day(.hours(8), .hours(20)) : nil })
        // Day 0 is a Thursday, day 2 a Saturday.
        #expect(clock(0).weekday == 3 && clock(12, day: 2).weekday == 5 && clock(12, day: 4).weekday == 0)
        #expect(CityTime.seconds(-1).weekday == 2)
        #expect(!workdays.isOpen(at: clock(12, day: 2)) && workdays.isOpen(at: clock(8, day: 1)))
        #expect(!workdays.isOpen(at: clock(20, day: 1)))
        var city = StoreCity(.of(1) { $0.hours = workdays }, at: clock(19, day: 1))
        city.run(until: clock(9, day: 4))
        #expect(
            city.story("door") == [
                "1970-01-02 19:00 door open", "1970-01-02 20:00 door closed", "1970-01-05 08:00 door open",
            ])
        // From one day to the next without a break the door stays open.
        var long = StoreCity(.of(1) { $0.hours = .daily(.zero, .hours(24)) }, at: clock(19))
        long.run(until: clock(9, day: 1))
        #expect(long.story("door") == ["19:00 door open"])
    }

    @Test("STORE-CLOSING: midnight is no closing when the next day begins at once")
    func midnight() {
        let whole = OpeningHours.daily(.zero, .hours(24))
        #expect(whole.closing(after: clock(23, 59)) == .never && whole.isRight)
        // Friday from 18:00 on, and Saturday until 04:00; day 1 is a Friday.
        var days = [OpeningHours.Day?](repeating: nil, count: 7)
        (days[4], days[5]) = (.init(.hours(18), .hours(24)), .init(.zero, .hours(4)))
        #expect(OpeningHours(days: days).closing(after: clock(19, day: 1)) == clock(4, day: 2))
        var city = StoreCity(.of(1) { $0.hours = OpeningHours(days: days) }, at: clock(23, 50, day: 1))
        _ = city.fill(1)
        city.join(1)
        city.run(until: clock(0, 1, day: 2))
        #expect(city.story("removed", "noTicket").isEmpty)
        city.run(until: clock(4, day: 2))
        #expect(city.story("removed").count == 1 && city.violations.isEmpty)
    }

    @Test("STORE-CLOSING: hours over midnight are those of the day on which they begin")
    func nights() {
        var days = [OpeningHours.Day?](repeating: nil, count: 7)
        days[4] = .init(.hours(18), .hours(26))
        let hours = OpeningHours(days: days)
        #expect(hours.isRight && !hours.isOpen(at: clock(1, day: 1)) && hours.isOpen(at: clock(1, day: 2)))
        #expect(!hours.isOpen(at: clock(2, day: 2)) && hours.closing(after: clock(19, day: 1)) == clock(2, day: 2))
        var city = StoreCity(
            .of(1, 0, 1) {
                $0.hours = hours
                $0.slots = SlotGrid(every: .hours(1), size: 1, first: .hours(23), end: .hours(2))
            }, at: clock(17, day: 1))
        city.book(1, clock(1, day: 2))
        city.book(2, clock(0, 30, day: 2))
        #expect(city.story("booked").count == 1 && city.story("noBooking").last?.hasSuffix("notASlot") == true)
        city.run(until: clock(3, day: 2))
        #expect(
            city.story("door").suffix(2) == ["1970-01-02 18:00 door open", "1970-01-03 02:00 door closed"])
        let slots = SlotGrid(every: .hours(1), size: 1, first: .hours(23), end: .hours(2))
            .slots(in: clock(0, day: 1)..<clock(12, day: 2), hours)
        #expect(slots == [clock(23, day: 1), clock(0, day: 2), clock(1, day: 2)])
        // Two days that overlap, and a day longer than a day.
        days[5] = .init(.hours(1), .hours(9))
        #expect(!OpeningHours(days: days).isRight)
        #expect(!OpeningHours.daily(.hours(8), .hours(33)).isRight && OpeningHours.daily(.hours(8), .hours(32)).isRight)
    }
}
