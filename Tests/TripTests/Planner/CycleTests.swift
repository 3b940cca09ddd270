// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// When a user is told to leave, and how an occurrence looks until then.
struct CycleTests {
    private let start = clock(10)

    @Test("TRIP-R29: travel 20 min, margin 10 min: told at 09:30; if traffic makes it 30 min at 09:00, at 09:20; once")
    func notice() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        city.add(start, clock(11))
        city.run(to: clock(12))
        #expect(city.leaving == [clock(9, 30)])
        var slow = PlannerCity(StatedJourneys((.walk, 20), slower: [(clock(9), 10)]))
        let id = slow.add(start, clock(11))
        slow.run(to: clock(12))
        #expect(slow.leaving == [clock(9, 20)] && slow.cycles == [clock(9)])
        #expect(slow.plans.map(\.leaveAt) == [clock(9, 30), clock(9, 20)])
        let told = slow.notices.compactMap { if case .timeToLeave(let route) = $0.notice { route } else { nil } }
        #expect(told.map(\.key) == [OccurrenceKey(id, start)] && told.map(\.callAt) == [clock(9, 20)])
        #expect(told.first?.place == spot(50) && told.first?.journey.means == TravelMeansSet(.walk))
    }

    @Test("SIM-11: 20 min by taxi, margin 10 min, recent wait 4 min, planned at 09:00: called at 09:26")
    func taxi() {
        var city = PlannerCity(StatedJourneys((.hired, 20)), at: clock(9), waits: StatedWait(4))
        city.add(start, clock(11))
        city.run(to: clock(12))
        #expect(city.leaving == [clock(9, 26)] && city.plans.map(\.leaveAt) == [clock(9, 30)])
        // Choice, arrival and reachability count the wait too.
        #expect(city.plans.first?.arrival == clock(9, 24))
        let route = city.notices.compactMap { if case .timeToLeave(let route) = $0.notice { route } else { nil } }.first
        #expect(route?.callAt == clock(9, 26) && route?.leaveAt == clock(9, 30))
    }

    @Test("TRIP-CYCLE: leaving at 09:30:20 is told at 09:30:00; added at 09:40:10 with leaving at 09:30, at 09:41:00")
    func cycles() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        city.add(start + .seconds(20), clock(11))
        city.run(to: clock(12))
        #expect(city.plans.map(\.leaveAt) == [clock(9, 30, 20)] && city.leaving == [clock(9, 30)])
        var late = PlannerCity(StatedJourneys((.walk, 20)))
        late.add(start, clock(11), time: clock(9, 40, 10))
        late.run(to: clock(12))
        #expect(late.plans.map(\.leaveAt) == [clock(9, 30)] && late.leaving == [clock(9, 41)])
    }

    @Test(
        "TRIP-CYCLE: cycles with equal inputs are neither run nor noted; what changes before the last 2 h waits for them"
    )
    func equal() {
        // Two hours of travel and more: the cycles begin with the leaving, which is earlier than 2 h before.
        var far = PlannerCity(StatedJourneys((.walk, 121), slower: [(clock(7), 0)]), at: clock(5))
        far.phones = [:]
        far.add(start, clock(11))
        far.run(to: clock(12))
        #expect(far.plans.map(\.time) == [clock(5), clock(7, 49)] && far.cycles == [clock(7, 49)])
        #expect(far.leaving == [clock(7, 49)])
        // Changes at 06:00 and 08:30: the first is seen 2 h before the event, the second at once, and nothing else is planned.
        var city = PlannerCity(StatedJourneys((.walk, 20), slower: [(clock(6), 5), (clock(8, 30), 10)]), at: clock(5))
        city.phones = [:]
        city.add(start, clock(11))
        city.run(to: clock(12))
        #expect(city.plans.map(\.time) == [clock(5), clock(8), clock(8, 30)])
        #expect(city.cycles == [clock(8), clock(8, 30)] && city.leaving == [clock(9, 20)])
        #expect(city.wakes == .never || city.wakes > clock(12))
    }

    @Test(
        "TRIP-CYCLE: who foresees the hours of traffic plans anew when cycles begin, and after the time to leave; not each hour"
    )
    func foreseen() {
        var city = PlannerCity(ForeseenHours(StatedJourneys((.walk, 20))), at: clock(5))
        city.phones = [:]
        // Told at 09:50; nobody leaves, so that at 10:00 the hour of leaving is another one.
        city.add(clock(10, 20), clock(11))
        city.run(to: clock(12))
        #expect(city.plans.map(\.time) == [clock(5), clock(8, 20), clock(10)])
        #expect(city.cycles == [clock(8, 20), clock(10)] && city.leaving == [clock(9, 50)])
        // Entered within its cycles: planned once.
        var late = PlannerCity(ForeseenHours(StatedJourneys((.walk, 20))), at: clock(8, 30))
        late.phones = [:]
        late.add(clock(10, 20), clock(11))
        late.run(to: clock(9, 59))
        #expect(late.plans.map(\.time) == [clock(8, 30)] && late.cycles.isEmpty && late.leaving == [clock(9, 50)])
    }

    @Test("TRIP-EDIT: moved from 10:00 to 11:00 at 09:00: no notice at 09:30 and one at 10:30; deleted: none at all")
    func moved() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        let id = city.add(start, clock(11))
        let form = AppointmentForm("meeting", .standard(from: clock(11), until: clock(12)), at: spot(50))
        city.change(.edit(.number(id), form), at: clock(9))
        city.run(to: clock(12))
        #expect(city.leaving == [clock(10, 30)])
        var gone = PlannerCity(StatedJourneys((.walk, 20)))
        let other = gone.add(start, clock(11))
        gone.change(.delete(.number(other)), at: clock(9))
        gone.run(to: clock(12))
        #expect(gone.leaving.isEmpty)
        // Moved after its notice, it is another occurrence, and told again.
        var late = PlannerCity(StatedJourneys((.walk, 20)))
        let third = late.add(start, clock(11))
        late.change(.edit(.number(third), form), at: clock(9, 45))
        late.run(to: clock(12))
        #expect(late.leaving == [clock(9, 30), clock(10, 30)])
    }

    @Test("TRIP-STATUS: at home green at 09:29, yellow at 09:35, red at 09:41; who left at 09:30 is green at 09:55")
    func status() {
        var city = PlannerCity(StatedJourneys((.walk, 20)))
        let id = city.add(start, clock(11))
        city.run(to: clock(12))
        #expect(city.statuses.map(\.time) == [clock(9, 31), clock(9, 41)])
        #expect(city.statuses.map(\.status) == [.yellow, .red])
        var left = PlannerCity(StatedJourneys((.walk, 20)))
        let key = OccurrenceKey(left.add(start, clock(11)), start)
        left.send(.journey(key, .onTheWay(arrival: clock(9, 50), isDisturbed: false)), at: clock(9, 30))
        left.run(to: clock(9, 55))
        #expect(left.statuses.isEmpty && id == key.id)
        // What the user tells on the way.
        left.send(.journey(key, .onTheWay(arrival: clock(10, 1), isDisturbed: false)))
        left.send(.journey(key, .onTheWay(arrival: clock(9, 59), isDisturbed: true)))
        left.send(.journey(key, .arrived), at: clock(9, 58))
        #expect(left.statuses.map(\.status) == [.red, .green])
        let states = left.events.compactMap {
            if case .journeyStateChanged(_, _, _, let state) = $0.event { state } else { nil }
        }
        #expect(states == [.onTheWay, .late, .onTheWay, .arrived])
        left.send(.journey(OccurrenceKey(id, clock(11)), .arrived))
        #expect(left.notices.last?.notice == .noRoute(OccurrenceKey(id, clock(11)), .unknownOccurrence))
    }

    @Test("TRIP-LATE: 10 min after an event at a place 30 min away: warned at creation, kept, told once")
    func late() {
        var city = PlannerCity(StatedJourneys((.walk, 30)))
        city.add(clock(9), start, at: spot(1))
        let id = city.add(clock(10, 10), clock(11), at: spot(2))
        #expect(city.warned == 1 && city.planner.rules[PlannerCity.me]?[id] != nil)
        #expect(city.notices.contains { $0.notice == .unreachable(OccurrenceKey(id, clock(10, 10))) })
        city.run(to: clock(12))
        #expect(city.warned == 1 && city.leaving == [clock(8, 20), clock(9, 30)])
        // Without any route it is not reachable either, and nobody is told to leave.
        var none = PlannerCity(StatedJourneys((.hired, 30)))
        none.add(start, clock(11), by: .transit)
        none.run(to: clock(12))
        #expect(none.warned == 1 && none.refusals == [.noRoute] && none.leaving.isEmpty)
        #expect(none.statuses.map(\.status) == [.red])
    }

    @Test("TRIP-LATE: what traffic makes unreachable later is warned of at once, and only once")
    func jam() {
        var city = PlannerCity(StatedJourneys((.walk, 20), slower: [(clock(9, 15), 60), (clock(9, 20), 70)]))
        city.add(start, clock(11))
        city.run(to: clock(12))
        #expect(city.warned == 1 && city.statuses.map(\.time).first == clock(9, 15))
        // It was late already: told at that cycle.
        #expect(city.leaving == [clock(9, 15)])
    }

    @Test(
        "TRIP-R9: from the last position A at 08:00 with 25 min to go: expected at 08:25; after an event from its place"
    )
    func origin() {
        var city = PlannerCity(StatedJourneys((.walk, 25)), phone: spot(7))
        let id = city.add(start, clock(11))
        #expect(city.plans.last?.arrival == clock(8, 25))
        #expect(city.routes(id, start).first?.legs.first?.start == spot(7))
        let next = city.add(clock(13), clock(14), at: spot(9))
        #expect(city.routes(next, clock(13)).first?.legs.first?.start == spot(50))
        #expect(city.plans.last?.arrival == clock(11, 25))
        // Opened later, it is expected later.
        city.send(.view(.route(OccurrenceKey(id, start), 0)), at: clock(8, 30))
        #expect(city.plans.last?.arrival == clock(8, 55))
    }
}
