// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Records, positions, the region, and what is looked at.
struct PrivacyTests {
    @Test("ACCOUNT-TRIP-R1: opened twice, and on a second device: one record")
    func open() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        city.send(.open)
        city.take(.device(PlannerCity.me, TripDeviceID(2), .open))
        #expect(city.count { if case .userRecordCreated = $0 { true } else { false } } == 1)
        #expect(city.count { if case .tripPermissionAsked = $0 { true } else { false } } == 1)
        city.send(.position(spot(1)), of: TripUserID(9))
        city.send(.open, of: TripUserID(-1))
        #expect(
            city.events.suffix(2).map(\.event) == [
                .changeRefused(user: TripUserID(9), device: TripDeviceID(1), serial: 0, reason: .unknownUser),
                .changeRefused(user: TripUserID(-1), device: TripDeviceID(1), serial: 0, reason: .badNumber),
            ])
    }

    @Test(
        "SEC-10: without permission no position is read; plans begin at the last event, and the first of a day has none"
    )
    func permission() {
        var city = PlannerCity(StatedJourneys((.walk, 20)), phone: nil)
        city.send(.permits(false))
        city.send(.permits(false))
        city.send(.position(spot(1)))
        city.add(clock(10), clock(11), at: spot(5))
        city.add(clock(12), clock(13), at: spot(6))
        city.run(to: clock(14))
        #expect(city.count { if case .tripPermissionRefused = $0 { true } else { false } } == 1)
        #expect(city.count { if case .positionRefreshed = $0 { true } else { false } } == 0)
        #expect(!city.notices.contains { $0.notice == .positionWanted })
        #expect(city.refusals == [.noOrigin] && city.leaving == [clock(11, 30)])
        // A permission that is withdrawn takes the position with it.
        var other = PlannerCity(StatedJourneys((.walk, 20)))
        other.add(clock(10), clock(11))
        other.send(.permits(false), at: clock(9))
        other.run(to: clock(12))
        #expect(other.refusals == [.noOrigin] && other.leaving.isEmpty)
    }

    @Test("AVAIL-05: an event outside the region is stored without a plan, and PlanRefused(outsideRegion) is recorded")
    func region() {
        var setup = PlannerSetup()
        setup.contains = { $0.east < 100_000 }
        var city = PlannerCity(StatedJourneys((.walk, 20)), setup)
        let id = city.add(clock(10), clock(11), at: spot(200))
        #expect(city.planner.rules[PlannerCity.me]?[id] != nil && city.refusals == [.outsideRegion])
        city.run(to: clock(12))
        #expect(city.refusals == [.outsideRegion] && city.plans.isEmpty && city.leaving.isEmpty && city.warned == 0)
        // Nor is there a plan from abroad.
        city.add(clock(14), clock(15), at: spot(200))
        city.add(clock(16), clock(17), at: spot(20))
        #expect(city.warned == 0)
        city.run(to: clock(18))
        #expect(city.refusals == [.outsideRegion, .outsideRegion, .outsideRegion])
        // When the event abroad is over, the phone says where its user is.
        #expect(city.leaving == [clock(15, 30)])
    }

    @Test(
        "TRIP-POSITION: without a move refreshes at 10:00 and 12:00; a move of 501 m at 10:30 is one, the next at 12:30"
    )
    func positions() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        city.run(to: clock(12))
        #expect(refreshes(city) == [clock(8), clock(10), clock(12)])
        var moved = PlannerCity(StatedJourneys((.walk, 20)))
        moved.send(.position(spot(500)), at: clock(10, 20))
        moved.phones[PlannerCity.me] = spot(501)
        moved.send(.position(spot(501)), at: clock(10, 30))
        moved.run(to: clock(13))
        #expect(refreshes(moved) == [clock(8), clock(10), clock(10, 30), clock(12, 30)])
        // A phone that cannot tell is asked again.
        moved.phones = [:]
        moved.run(to: clock(15))
        moved.send(.position(nil))
        #expect(moved.events.last?.event == .positionUnavailable(user: PlannerCity.me))
        moved.run(to: clock(16, 30))
        #expect(moved.notices.count { $0.notice == .positionWanted } == 5)
    }

    private func refreshes(_ city: PlannerCity) -> [CityTime] {
        city.events.compactMap { if case .positionRefreshed = $0.event { $0.time } else { nil } }
    }

    @Test("TRIP-POSITION: a refresh plans the next located event of 24 h anew, and no other one")
    func refreshed() {
        var city = PlannerCity(StatedJourneys((.walk, 20)), at: clock(0))
        city.add(clock(12), clock(13), at: spot(5))
        city.add(clock(18), clock(19), at: spot(6))
        city.add(clock(23), clock(24), at: spot(7), time: clock(0, 1))
        city.add(clock(12, day: 3), clock(13, day: 3), at: spot(8))
        #expect(city.plans.map(\.time) == [clock(0)])
        city.send(.position(spot(2000)), at: clock(1))
        city.send(.position(spot(2100)), at: clock(1, 30))
        #expect(city.plans.map(\.time) == [clock(0), clock(1)])
        // The others come in when the one before begins, and a day before; where it is over, the way is from where the user is, which
        // the cycles find 2 h before.
        city.phones = [:]
        city.run(to: clock(20, day: 3))
        #expect(city.leaving == [clock(11, 30), clock(17, 30), clock(22, 30), clock(11, 30, day: 3)])
        #expect(
            city.plans.map(\.time) == [
                clock(0), clock(1), clock(12), clock(16), clock(18), clock(21), clock(12, day: 2),
            ])
    }

    @Test(
        "TRIP-R2, TRIP-R3, TRIP-R4: a day is shown with what is up coming and later on; an event without place has no plan"
    )
    func day() {
        var city = PlannerCity(StatedJourneys((.walk, 20)), at: clock(6))
        city.add(clock(7), clock(7, 30), at: nil)
        city.add(clock(10), clock(10, 1), at: nil)
        city.add(clock(10, 1), clock(11), at: nil)
        city.send(.view(.day(clock(12))), at: clock(8))
        #expect(
            city.events.last?.event
                == .scheduleViewed(user: PlannerCity.me, day: clock(0), count: 3, upComing: 1, laterOn: 1))
        #expect(city.plans.isEmpty && city.refusals.isEmpty)
        city.send(.view(.calendars))
        #expect(city.events.last?.event == .calendarsViewed(user: PlannerCity.me, count: 1))
    }

    @Test(
        "TRIP-R21, TRIP-R22: the map of 3 events has the 2 points with a place, and the way to the next with its state")
    func map() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        let id = city.add(clock(10), clock(11), at: spot(5))
        city.add(clock(12), clock(13), at: spot(6))
        city.add(clock(14), clock(15), at: nil)
        let key = OccurrenceKey(id, clock(10))
        city.send(.journey(key, .onTheWay(arrival: clock(9, 50), isDisturbed: false)), at: clock(9, 10))
        city.send(.view(.map(clock(9))))
        #expect(city.events.last?.event == .mapViewed(user: PlannerCity.me, day: clock(0), points: 2))
        guard case .map(let points, let route?)? = city.notices.last?.notice else {
            Issue.record("no map with a route was shown")
            return
        }
        #expect(points == [spot(5), spot(6)] && route.key == key && route.state == .onTheWay)
        #expect(route.arrival == clock(9, 50))
        city.send(.view(.route(OccurrenceKey(AppointmentID(77), clock(9)), 0)))
        city.send(.view(.nothing))
        #expect(city.notices.last?.notice == .noRoute(OccurrenceKey(AppointmentID(77), clock(9)), .unknownOccurrence))
    }
}
