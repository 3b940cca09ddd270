// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Bookings whose place is not free in time.
struct DelayTests {
    /// One booking place, taken from 09:00 on by booking 1, and booking 2 of 10:00; the 2 h hold is out of the way.
    private func crowded(mean minutes: Int, slot: CityTime = clock(10)) -> (
        city: StoreCity, first: PassID, second: PassID
    ) {
        var city = StoreCity(
            .of(1, 0, 1) {
                $0.holding = .minutes(10)
                $0.slots = SlotGrid(every: .minutes(1), size: 1)
                $0.expectedVisit = .minutes(minutes)
            })
        let first = city.book(1, clock(9))
        let second = city.book(2, slot)
        city.at(clock(9))
        city.scan(first)
        return (city, first, second)
    }

    @Test("STORE-R11: a booked visit expected 12 min late is notified at once, a change of less than 5 min is not")
    func notice() {
        var (city, first, second) = crowded(mean: 72)
        city.run()
        #expect(city.story("delay") == ["09:00 delay \(second) 12"])
        #expect(
            city.notes.contains {
                $0.event
                    == .delayNotified(
                        store: StoreID(1), pass: second, shopper: ShopperID(2), delay: .minutes(12))
            })
        city.run(until: clock(9, 59))
        #expect(city.story("delay").count == 1)
        city.exit(first)
        city.run()
        // The place is free in time after all, which is a change of 12 min.
        #expect(city.story("delay").last == "09:59 delay \(second) 0")
        #expect(city.lastNotice(to: 2) == .delayed(second, .zero))
    }

    @Test("A short delay is postponed without asking: the window counts from the new time")
    func automatic() {
        var (city, first, second) = crowded(mean: 72)
        city.run(until: clock(10))
        #expect(city.story("postponed") == ["10:00 postponed \(second) 10:12"])
        city.at(clock(10, 5))
        city.scan(second)
        city.exit(first)
        city.at(clock(10, 27))
        city.scan(second)
        #expect(city.story("noEntry", "in").suffix(2) == ["10:05 noEntry tooEarly", "10:27 in \(second)"])
        #expect(city.violations.isEmpty)
    }

    @Test("DEC-STORE-POSTPONE: who comes in the window of the first slot to a free place is let in, also after a move")
    func firstWindow() {
        var (city, first, second) = crowded(mean: 72)
        city.run(until: clock(10))
        #expect(city.story("postponed") == ["10:00 postponed \(second) 10:12"])
        city.at(clock(10, 3))
        city.exit(first)
        city.at(clock(10, 5))
        city.scan(second)
        #expect(city.story("noEntry", "in").last == "10:05 in \(second)")
        #expect(city.violations.isEmpty)

        // Out of both windows the new time alone counts, free or not.
        var (late, visitor, booking) = crowded(mean: 105)
        late.run(until: clock(10, 1))
        late.shopper(2, .answerPostponement(accept: true))
        late.at(clock(10, 10))
        late.exit(visitor)
        late.at(clock(10, 20))
        late.scan(booking)
        late.at(clock(10, 45))
        late.scan(booking)
        #expect(
            late.story("noEntry", "in").suffix(2) == ["10:20 noEntry tooEarly", "10:45 in \(booking)"])
        #expect(late.violations.isEmpty)
    }

    @Test("STORE-R14, STORE-R13: who scanned inside the window waits at the gate, and neither lapses nor is postponed")
    func atGate() {
        var (city, first, second) = crowded(mean: 72)
        city.at(clock(10))
        city.scan(second)
        city.run(until: clock(10, 20))
        city.exit(first)
        #expect(
            city.story("delayed", "in", "lapsed", "postponed").suffix(2) == [
                "10:00 delayed \(second)", "10:20 in \(second)",
            ])
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-R12: 45 min late and no answer within 10 min: cancelled by the system; a late answer is refused")
    func noAnswer() {
        var (city, first, second) = crowded(mean: 105)
        city.run(until: clock(10, 10))
        #expect(
            city.story("asked", "cancelled") == [
                "10:00 asked \(second) 45 10:45", "10:10 cancelled \(second) delay \(first)",
            ])
        city.shopper(2, .answerPostponement(accept: true))
        #expect(city.story("refused") == ["10:10 refused noProposal"])
        city.at(clock(10, 30))
        city.exit(first)
        #expect(city.violations.isEmpty)
    }

    @Test(
        "STORE-R12: with a yes the booking is postponed by 45 min, at the end of the answer time too; the window moves along"
    )
    func yes() {
        var (city, first, second) = crowded(mean: 105)
        city.at(clock(10, 10))
        city.shopper(2, .answerPostponement(accept: true))
        city.run(until: clock(10, 44))
        city.scan(second)
        city.at(clock(10, 45))
        city.exit(first)
        city.scan(second)
        #expect(
            city.story("postponed", "noEntry", "in").suffix(3) == [
                "10:10 postponed \(second) 10:45", "10:44 noEntry tooEarly", "10:45 in \(second)",
            ])
        #expect(city.violations.isEmpty)
    }

    @Test("A no cancels at once, with the visit that takes too long")
    func no() {
        var (city, first, second) = crowded(mean: 105)
        city.run(until: clock(10, 2))
        city.shopper(2, .answerPostponement(accept: false))
        #expect(city.story("cancelled") == ["10:02 cancelled \(second) delay \(first)"])
        #expect(city.lastNotice(to: 2) == .cancelled(second, .delay))
    }

    @Test(
        "STORE-R12: predicted 130 min late, a booking is cancelled at once, at its booked time and not on the forecast")
    func hopeless() {
        var (city, first, second) = crowded(mean: 190)
        city.run(until: clock(9, 59, 59))
        #expect(city.story("cancelled", "asked").isEmpty)
        city.run(until: clock(10))
        #expect(city.story("cancelled") == ["10:00 cancelled \(second) delay \(first)"])
        city.at(clock(10, 0, 1))
        city.exit(first)
        #expect(city.violations.isEmpty)
        // Who leaves at the booked time itself is no reason to cancel.
        var (lucky, early, other) = crowded(mean: 190)
        lucky.at(clock(10))
        lucky.exit(early)
        lucky.scan(other)
        lucky.run(until: clock(10, 1))
        #expect(lucky.story("cancelled").isEmpty && lucky.story("in").last == "10:00 in \(other)")
    }

    @Test("DEC-STORE-POSTPONE: when the place frees before the answer, the proposal lapses and the holder is admitted")
    func freed() {
        var (city, first, second) = crowded(mean: 105)
        city.at(clock(10))
        city.scan(second)
        city.run(until: clock(10, 5))
        city.exit(first)
        #expect(city.story("void", "in").suffix(2) == ["10:05 void \(second)", "10:05 in \(second)"])

        // Also one who is not at the gate yet, and has the rest of the window.
        var (absent, visitor, booking) = crowded(mean: 105)
        absent.run(until: clock(10, 5))
        absent.exit(visitor)
        absent.at(clock(10, 15))
        absent.scan(booking)
        absent.run(until: clock(11))
        #expect(absent.story("void", "in", "cancelled").suffix(2) == ["10:05 void \(booking)", "10:15 in \(booking)"])
        #expect(city.violations.isEmpty && absent.violations.isEmpty)
    }

    @Test("A proposal that lapses after the window opens a new one, so that nobody loses by being asked")
    func newWindow() {
        var (city, first, second) = crowded(mean: 105)
        city.edit(.admissionWindow(.minutes(3)))
        city.run(until: clock(10, 5))
        city.exit(first)
        city.run()
        city.at(clock(10, 8))
        city.scan(second)
        #expect(
            city.story("void", "postponed", "in").suffix(3) == [
                "10:05 void \(second)", "10:05 postponed \(second) 10:05", "10:08 in \(second)",
            ])
        #expect(city.violations.isEmpty)
    }

    @Test("The delay counts from the first slot and is decided from the time in force: it cannot be postponed for ever")
    func fromFirstSlot() {
        var (city, first, second) = crowded(mean: 72)
        city.run(until: clock(13))
        // From 10:12 on the visitor is overdue, and expected to leave in 5 min each time.
        #expect(
            city.story("postponed", "asked", "cancelled") == [
                "10:00 postponed \(second) 10:12", "10:12 postponed \(second) 10:17", "10:17 postponed \(second) 10:22",
                "10:22 postponed \(second) 10:27", "10:27 asked \(second) 32 10:32",
                "10:37 cancelled \(second) delay \(first)",
            ])
        city.exit(first)
        #expect(city.violations.isEmpty)
    }

    @Test("A new time whose visit would pass closing counts as hopeless")
    func closing() {
        var (city, first, second) = crowded(mean: 105)
        city.edit(.openingHours(.daily(.hours(8), .hours(12))))
        city.run(until: clock(10))
        #expect(city.story("cancelled", "asked") == ["10:00 cancelled \(second) delay \(first)"])
    }

    @Test(
        "INV-StoreNoConcurrent: R1 stays until 12:20 and R2 is booked for 12:00: R2 is delayed, and enters on a free place"
    )
    func noConcurrent() {
        var city = StoreCity(
            .of(1, 0, 1) {
                $0.slots = SlotGrid(every: .minutes(30), size: 1)
                $0.expectedVisit = .minutes(150)
            })
        let first = city.book(1, clock(10))
        let second = city.book(2, clock(12))
        city.at(clock(10))
        city.scan(first)
        city.at(clock(12))
        city.scan(second)
        city.run(until: clock(12, 20))
        city.exit(first)
        #expect(city.story("delayed", "in") == ["10:00 in \(first)", "12:00 delayed \(second)", "12:20 in \(second)"])
        #expect(city.violations.isEmpty)
    }

    @Test(
        "DEC-STORE-CANCEL-KIND: at its time a booking of a store without booking places is cancelled for the lowered limit"
    )
    func noPlaces() {
        var city = StoreCity(.of(1, 0, 2))
        city.book(1, clock(10))
        city.edit(.quota(.booking, 0, balance: .normal))
        city.run(until: clock(9, 59))
        #expect(city.story("cancelled").isEmpty)
        city.run(until: clock(10))
        #expect(city.story("cancelled") == ["10:00 cancelled 1 limitLowered"])
        #expect(city.violations.isEmpty)
    }

    @Test("More bookings than places after a lowered quota: nobody is cancelled without a visitor who takes too long")
    func overbooked() {
        var city = StoreCity(.of(1, 0, 3) { $0.expectedVisit = .minutes(60) })
        let booked = (1...3).map { city.book($0, clock(10)) }
        city.edit(.quota(.booking, 1, balance: .normal))
        city.at(clock(10))
        for pass in booked { city.scan(pass) }
        city.run(until: clock(10, 30))
        #expect(city.story("in", "delayed", "cancelled", "asked").count == 3)
        city.exit(booked[0])
        #expect(city.story("in").last == "10:30 in \(booked[1])")
        #expect(city.violations.isEmpty)
    }
}
