// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Each invariant is seen to notice when it is broken: a sequence of events whose last one breaks it, and one that does not.
struct InvariantTests {
    private static let store = StoreID(1)

    private static func pass(_ number: Int) -> PassID { PassID(number) }

    /// A store of one normal, one priority and one booking place, open.
    private static let opened: [(CityTime, StoreEvent)] = [
        (
            clock(8),
            .storeAdded(
                store: store, staff: nil, place: .origin, limit: 3, normal: 1, priority: 1, booking: 1,
                holding: .hours(2), window: .minutes(15))
        ),
        (clock(8), .doorChanged(store: store, state: .open, inside: 0)),
    ]

    private static func issued(
        _ number: Int, _ queue: TicketClass = .walkIn, by shopper: Int? = nil, ready: CityTime = clock(8),
        at now: CityTime = clock(8)
    ) -> (CityTime, StoreEvent) {
        (
            now,
            .ticketIssued(
                store: store, pass: pass(number), shopper: shopper.map { ShopperID($0) }, queue: queue,
                channel: shopper == nil ? .totem : .app, ahead: 0, ready: ready, expected: ready)
        )
    }

    private static func called(
        _ number: Int, _ place: PlaceClass = .normal, at now: CityTime = clock(8)
    ) -> (CityTime, StoreEvent) {
        (now, .ticketCalled(store: store, pass: pass(number), place: place))
    }

    private static func entered(
        _ number: Int, _ place: PlaceClass = .normal, on place1: Int32 = 1, at now: CityTime = clock(8)
    ) -> (CityTime, StoreEvent) {
        (now, .entryGranted(store: store, pass: pass(number), shopper: nil, place: place, number: place1))
    }

    private static func left(_ number: Int, on place: Int32 = 1, since entry: CityTime, at now: CityTime) -> (
        CityTime, StoreEvent
    ) {
        (now, .visitEnded(store: store, pass: pass(number), number: place, duration: now - entry))
    }

    private static func booked(
        _ number: Int, _ slot: CityTime, to end: CityTime? = nil, by shopper: Int = 9, at now: CityTime = clock(8)
    ) -> (CityTime, StoreEvent) {
        (
            now,
            .bookingMade(
                store: store, pass: pass(number), shopper: ShopperID(shopper), channel: .app, slot: slot,
                end: end ?? slot + .hours(2))
        )
    }

    private static func cancelled(
        _ number: Int, _ cause: CancelCause = .delay, for visit: Int? = nil, at now: CityTime
    ) -> (CityTime, StoreEvent) {
        (now, .bookingCancelled(store: store, pass: pass(number), cause: cause, visit: visit.map { pass($0) }))
    }

    private func violations(_ events: [(CityTime, StoreEvent)]) -> [[String]] {
        var distributions = StoreInvariants()
        return (Self.opened + events).map { distributions.take($0.1, at: $0.0).map(\.rule) }
    }

    /// The last event breaks this invariant, and none before it breaks any.
    private func expect(
        _ rule: String, _ events: [(CityTime, StoreEvent)], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = violations(events)
        #expect(found.dropLast().allSatisfy { $0.isEmpty }, "\(found)", sourceLocation: sourceLocation)
        #expect(found.last?.contains(rule) ?? false, "\(found)", sourceLocation: sourceLocation)
    }

    private func expectNone(_ events: [(CityTime, StoreEvent)], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(violations(events).allSatisfy { $0.isEmpty }, "\(violations(events))", sourceLocation: sourceLocation)
    }

    @Test("INV-StoreTicketDuration: a visit of less than 60 s is a violation, one of 60 s is none")
    func duration() {
        let start = [Self.issued(1), Self.called(1), Self.entered(1)]
        expect("INV-StoreTicketDuration", start + [Self.left(1, since: clock(8), at: clock(8, 0, 59))])
        expectNone(start + [Self.left(1, since: clock(8), at: clock(8, 1))])
        expect("STORE-R16", start + [Self.left(1, since: clock(8, 5), at: clock(8, 10))])
    }

    @Test("INV-StoreOnePersonPerPlace: of two visits on one place one ends before the other begins, or when it begins")
    func onePerson() {
        let start = [Self.issued(1, .priority), Self.called(1, .priority), Self.entered(1, .priority), Self.issued(2)]
        expect("INV-StoreOnePersonPerPlace", start + [Self.called(2), Self.entered(2)])
        expectNone(start + [Self.called(2), Self.entered(2, on: 2)])
        expectNone(
            start + [Self.called(2), Self.left(1, since: clock(8), at: clock(8, 5)), Self.entered(2, at: clock(8, 5))])
        expect("INV-StoreOnePersonPerPlace", start + [Self.left(1, on: 2, since: clock(8), at: clock(8, 5))])
    }

    @Test("INV-StoreReservationTimes: a booking from 10:00 to 10:00 is a violation, as is one before 1970")
    func reservationTimes() {
        expect("INV-StoreReservationTimes", [Self.booked(1, clock(10), to: clock(10))])
        expect("INV-StoreReservationTimes", [Self.booked(1, .seconds(-1))])
        expectNone([Self.booked(1, clock(10))])
    }

    @Test(
        "INV-StoreTwoHours: with one place 11:59 after 10:00 is a violation, 12:00 is none; a cancelled one holds nothing"
    )
    func twoHours() {
        expect("INV-StoreTwoHours", [Self.booked(1, clock(10)), Self.booked(2, clock(11, 59), by: 8)])
        expect("INV-StoreTwoHours", [Self.booked(1, clock(11, 59)), Self.booked(2, clock(10), by: 8)])
        expectNone([Self.booked(1, clock(10)), Self.booked(2, clock(12), by: 8)])
        expectNone([
            Self.booked(1, clock(10)), Self.cancelled(1, .user, at: clock(9)), Self.booked(2, clock(11, 59), by: 8),
        ])
        // A visit that has ended still holds its place.
        expect(
            "INV-StoreTwoHours",
            [
                Self.booked(1, clock(10)), Self.entered(1, .booking, at: clock(10)),
                Self.left(1, since: clock(10), at: clock(10, 20)),
                Self.booked(2, clock(11), by: 8, at: clock(10, 30)),
            ])
    }

    @Test("INV-StoreNoConcurrent: R1 stays until 12:20, and R2 of 12:00 enters on the same place: a violation")
    func noConcurrent() {
        let start = [
            Self.booked(1, clock(10)), Self.booked(2, clock(12), by: 8), Self.entered(1, .booking, at: clock(10)),
        ]
        expect("INV-StoreNoConcurrent", start + [Self.entered(2, .booking, at: clock(12))])
        expectNone(
            start + [
                (clock(12), .entryDelayed(store: Self.store, pass: Self.pass(2))),
                Self.left(1, since: clock(10), at: clock(12, 20)), Self.entered(2, .booking, at: clock(12, 20)),
            ])
    }

    @Test("INV-StoreNoUselessCancel: the cause is a visit that began before and ends after the booked time in force")
    func uselessCancel() {
        let rule = "INV-StoreNoUselessCancel"
        let start = [Self.booked(1, clock(10)), Self.booked(2, clock(12), by: 8)]
        let inside = start + [Self.entered(1, .booking, at: clock(10))]
        expect(rule, inside + [Self.cancelled(2, at: clock(12))])
        expect(rule, start + [Self.cancelled(2, for: 1, at: clock(12))])
        expectNone(inside + [Self.cancelled(2, for: 1, at: clock(12))])
        expectNone(
            inside + [Self.cancelled(2, for: 1, at: clock(12)), Self.left(1, since: clock(10), at: clock(12, 1))])
        // A forecast: the visitor leaves at the booked time.
        expect(
            rule,
            inside + [Self.cancelled(2, for: 1, at: clock(11)), Self.left(1, since: clock(10), at: clock(12))])
        // Who entered at the booked time did not come before it.
        expect(
            rule,
            [
                Self.booked(1, clock(10)), Self.entered(1, .booking, at: clock(10)),
                Self.booked(2, clock(12), by: 8),
                (
                    clock(12),
                    .bookingPostponed(store: Self.store, pass: Self.pass(2), time: clock(10), isConfirmed: false)
                ), Self.cancelled(2, for: 1, at: clock(12)),
            ])
        // Cancellations of other kinds need no cause.
        expectNone(inside + [Self.cancelled(2, .user, at: clock(11))])
        // Named in a proposal, and gone before the answer is due.
        let asked = (
            clock(12),
            StoreEvent.postponeProposed(
                store: Self.store, pass: Self.pass(2), delay: .minutes(40), time: clock(12, 40), visit: Self.pass(1))
        )
        expectNone(
            inside + [
                asked, Self.left(1, since: clock(10), at: clock(12, 5)), Self.cancelled(2, for: 1, at: clock(12, 10)),
            ])
    }

    @Test("STORE-R13, STORE-R15: more people than the limit or the quota, and quotas that do not sum, are violations")
    func limit() {
        let lowered: [(CityTime, StoreEvent)] = [
            (clock(8), .limitChanged(store: Self.store, limit: 1)),
            (clock(8), .quotasChanged(store: Self.store, normal: 1, priority: 0, booking: 0)),
        ]
        let start = [
            Self.issued(1), Self.issued(2, .priority), Self.called(2, .priority), Self.called(1), Self.entered(1),
        ]
        expect("STORE-R13", start + lowered + [Self.entered(2, .priority, on: 2)])
        expectNone(start + [Self.entered(2, .priority, on: 2)])
        expect(
            "STORE-R15",
            [(clock(8), .quotasChanged(store: Self.store, normal: 2, priority: 1, booking: 1))])
        expect(
            "STORE-R15", start + lowered + [Self.left(1, since: clock(8), at: clock(9)), Self.entered(2, .priority)])
    }

    @Test("STORE-CALL, DEC-STORE-GRACE, STORE-PRIORITY: turns out of order are violations")
    func turns() {
        expect("STORE-CALL", [Self.issued(1), Self.issued(2), Self.called(2)])
        expect("STORE-CALL", [Self.issued(1), Self.issued(2), Self.called(1), Self.called(2)])
        expect("STORE-CALL", [Self.issued(1), Self.called(1), Self.called(1)])
        expect("DEC-STORE-GRACE", [Self.issued(1, by: 1, ready: clock(8, 5)), Self.called(1)])
        expectNone([Self.issued(1, by: 1, ready: clock(8, 5)), Self.issued(2), Self.called(2)])
        expect("STORE-PRIORITY", [Self.issued(1), Self.issued(2, .priority), Self.called(1)])
        expect("STORE-PRIORITY", [Self.issued(1), Self.called(1, .priority)])
    }

    @Test("STORE-R10, STORE-R14, STORE-CLOSING: entries without call, code, window or open door are violations")
    func entries() {
        expect("STORE-R10", [Self.issued(1), Self.entered(1)])
        expect("STORE-R10", [Self.issued(1), Self.called(1), Self.entered(1), Self.entered(1)])
        expect("STORE-R10", [Self.entered(1)])
        expect("STORE-R14", [Self.booked(1, clock(10)), Self.entered(1, .booking, at: clock(9, 59, 59))])
        expect("STORE-R14", [Self.booked(1, clock(10)), Self.entered(1, .booking, at: clock(10, 15, 1))])
        expectNone([Self.booked(1, clock(10)), Self.entered(1, .booking, at: clock(10, 15))])
        let lapse = StoreEvent.bookingLapsed(store: Self.store, pass: Self.pass(1))
        expect("STORE-R14", [Self.booked(1, clock(10)), (clock(10, 14), lapse)])
        expectNone([Self.booked(1, clock(10)), (clock(10, 15), lapse)])
        expect(
            "STORE-CLOSING",
            [
                Self.issued(1), Self.called(1), (clock(8), .doorChanged(store: Self.store, state: .closed, inside: 0)),
                Self.entered(1),
            ])
    }

    @Test("DEC-STORE-ONE-PENDING, STORE-R4, STORE-R5: a second pass, and tickets of a closed store, are violations")
    func pending() {
        expect("DEC-STORE-ONE-PENDING", [Self.issued(1, by: 9), Self.booked(2, clock(10))])
        expect("DEC-STORE-ONE-PENDING", [Self.booked(2, clock(10)), Self.issued(3, by: 9)])
        expectNone([
            Self.issued(1, by: 9), (clock(8), .queueLeft(store: Self.store, pass: Self.pass(1))),
            Self.booked(2, clock(10)),
        ])
        let closed = (clock(8), StoreEvent.doorChanged(store: Self.store, state: .closed, inside: 0))
        expect("STORE-R4", [closed, Self.issued(1, by: 1)])
        expect("STORE-R5", [closed, Self.issued(1)])
    }

    @Test("STORE-ASSUME-COUNT, STORE-ASSUME-ENTRY: counts that differ from entries minus exits are violations")
    func counts() {
        let start = [Self.issued(1), Self.called(1), Self.entered(1)]
        func viewed(_ inside: Int32) -> (CityTime, StoreEvent) {
            (
                clock(9),
                .statsViewed(store: Self.store, staff: StaffID(1), inside: inside, queued: 0, meanVisit: .minutes(1))
            )
        }
        expect("STORE-ASSUME-COUNT", start + [viewed(0)])
        expectNone(start + [viewed(1)])
        expect("STORE-ASSUME-COUNT", start + [(clock(9), .doorChanged(store: Self.store, state: .closed, inside: 2))])
        expect("STORE-ASSUME-ENTRY", [Self.left(1, since: clock(8), at: clock(9))])
    }

    @Test("STORE-TOTEM, STORE-ALERT, STORE-R12: a totem ticket is told, an alert comes twice, a proposal too early")
    func notices() {
        let update = StoreEvent.estimateUpdated(
            store: Self.store, pass: Self.pass(1), ahead: 0, expected: clock(9))
        expect("STORE-TOTEM", [Self.issued(1), (clock(8), update)])
        expectNone([Self.issued(1, by: 1), (clock(8), update)])
        let freed = (clock(8), StoreEvent.slotFreed(store: Self.store, slot: clock(10)))
        let alert = (
            clock(8),
            StoreEvent.alertSent(shopper: ShopperID(1), wish: WishID(1), store: Self.store, slot: clock(10))
        )
        expect("STORE-ALERT", [alert])
        expect("STORE-ALERT", [freed, alert, alert])
        expectNone([freed, alert, freed, alert])
        let asked = StoreEvent.postponeProposed(
            store: Self.store, pass: Self.pass(2), delay: .minutes(40), time: clock(12, 40), visit: Self.pass(1))
        let start = [
            Self.booked(1, clock(10)), Self.booked(2, clock(12), by: 8), Self.entered(1, .booking, at: clock(10)),
        ]
        expect("STORE-R12", start + [(clock(11, 59), asked)])
        expectNone(start + [(clock(12), asked)])
    }
}
