// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing
import TripRules

/// Cycles, notices, status, positions.
struct NoticeTests {
    private let parameters = PlanParameters()
    private let key = OccurrenceKey(AppointmentID(1 as Int32), clock(10))

    @Test("TRIP-CYCLE: leaving at 09:30:20 is told at 09:30:00; added at 09:40:10 with leaving at 09:30, at 09:41:00")
    func cycles() {
        #expect(parameters.noticeCycle(due: clock(9, 30, 20), at: clock(8)) == clock(9, 30))
        #expect(parameters.noticeCycle(due: clock(9, 30), at: clock(9, 40, 10)) == clock(9, 41))
        // The cycle of this instant has not run yet, and the last one before leaving may have.
        #expect(parameters.noticeCycle(due: clock(9, 30, 20), at: clock(9, 30)) == clock(9, 30))
        #expect(parameters.noticeCycle(due: clock(9, 30, 20), at: clock(9, 30, 10)) == clock(9, 31))
        // Cycles begin 2 h before, or with the notice.
        #expect(parameters.watchedFrom(start: clock(10), due: clock(9, 30)) == clock(8))
        #expect(parameters.watchedFrom(start: clock(10), due: clock(7, 30, 20)) == clock(7, 30))
    }

    @Test(
        "TRIP-R29, DEC-TRIP-CYCLE: at any time and with any travel there is exactly one notice, at the last cycle before leaving unless that has passed"
    )
    func oneNotice() throws {
        for seed in 0..<500 {
            var draw = SplitMix64(seed: seed)
            var notices = NoticeBook()
            var (now, given) = (clock(6), [PendingNotice]())
            var due = CityTime.never
            while now < clock(10) {
                if draw.once(in: 3) {
                    let new = try #require(planned(draw.number(1...150), start: clock(10), at: now))
                    if given.isEmpty { due = new.noticeDue }
                    notices.plan(key, new, parameters, at: now)
                    if given.isEmpty {
                        #expect(notices.next >= now && (notices.next <= due || notices.next < now + parameters.cycle))
                        #expect(notices.next > due - parameters.cycle)
                    }
                }
                now = min(now + .seconds(draw.number(1...1200)), max(notices.next, now + .seconds(1)))
                given += notices.due(at: now)
            }
            #expect(given.count <= 1 && notices.due(at: clock(10)).isEmpty, "seed \(seed)")
        }
    }

    @Test("TRIP-EDIT: moved from 10:00 to 11:00 at 09:00: no notice at 09:30 and one at 10:30; deleted: none")
    func moved() throws {
        var notices = NoticeBook()
        notices.plan(key, try #require(planned(20, start: clock(10), at: clock(8))), parameters, at: clock(8))
        #expect(notices.next == clock(9, 30))
        notices.drop(key.id)
        let later = OccurrenceKey(key.id, clock(11))
        notices.plan(later, try #require(planned(20, start: clock(11), at: clock(9))), parameters, at: clock(9))
        #expect(notices.due(at: clock(9, 30)).isEmpty && notices.next == clock(10, 30))
        #expect(notices.due(at: clock(10, 30)).map(\.key) == [later])
        // Moved on after its notice, it gets a new one.
        let last = OccurrenceKey(key.id, clock(13))
        notices.plan(
            last, try #require(planned(20, start: clock(13), at: clock(10, 40))), parameters, at: clock(10, 40))
        #expect(notices.next == clock(12, 30))
        notices.drop(key.id, start: clock(12))
        #expect(notices.next == clock(12, 30))
        notices.drop(key.id, start: clock(13))
        #expect(notices.next == .never)
    }

    @Test(
        "TRIP-STATUS: a trip of 20 min: green at 09:29, yellow at 09:35, red at 09:41; who left at 09:30 is green at 09:55"
    )
    func status() {
        func home(_ now: CityTime) -> TripStatus {
            .of(start: clock(10), leaveAt: clock(9, 30), arrival: now + .minutes(20), .notStarted, at: now)
        }
        #expect(home(clock(9, 29)) == .green && home(clock(9, 30)) == .green && home(clock(9, 35)) == .yellow)
        #expect(home(clock(9, 40)) == .yellow && home(clock(9, 40, 1)) == .red && home(clock(9, 41)) == .red)
        func away(_ arrival: CityTime?, disturbed: Bool = false) -> TripStatus {
            .of(
                start: clock(10), leaveAt: clock(9, 30), arrival: arrival, .onTheWay, isDisturbed: disturbed,
                at: clock(9, 55))
        }
        #expect(away(clock(9, 50)) == .green && away(clock(10)) == .green && away(clock(10, 1)) == .red)
        #expect(away(nil) == .red && away(clock(9, 50), disturbed: true) == .red)
        // What changes it is known ahead.
        #expect(planned(20, start: clock(10), at: clock(9))?.lastChance == clock(9, 40))
    }

    @Test(
        "TRIP-R22: a person on a leg at 09:10 is on the way; late when the arrival is after the start; arrived at the end"
    )
    func states() {
        #expect(TripStatus.state(arrival: clock(9, 40), start: clock(10), hasArrived: false) == .onTheWay)
        #expect(TripStatus.state(arrival: clock(10, 1), start: clock(10), hasArrived: false) == .late)
        #expect(TripStatus.state(arrival: clock(9, 40), start: clock(10), hasArrived: true) == .arrived)
    }

    @Test(
        "TRIP-POSITION: without a move from 08:00 on refreshes at 10:00 and 12:00; a move of 501 m at 10:30, then 12:30"
    )
    func position() {
        var watch = PositionWatch()
        #expect(watch.take(spot(0), parameters, at: clock(8)) == .first && watch.due == clock(10))
        #expect(watch.take(spot(0), parameters, at: clock(9, 59)) == nil)
        #expect(watch.take(spot(0), parameters, at: clock(10)) == .timer && watch.due == clock(12))
        var still = watch
        #expect(still.take(spot(0), parameters, at: clock(12)) == .timer && still.due == clock(14))
        #expect(watch.take(spot(500), parameters, at: clock(10, 30)) == nil && watch.place == spot(0))
        #expect(watch.take(spot(501), parameters, at: clock(10, 30)) == .move && watch.due == clock(12, 30))
        #expect(watch.take(spot(501), parameters, at: clock(12)) == nil)
        #expect(watch.take(spot(501), parameters, at: clock(12, 30)) == .timer)
        watch.forget()
        #expect(watch.place == nil && watch.due == .never)
    }
}
