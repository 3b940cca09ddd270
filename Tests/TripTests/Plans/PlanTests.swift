// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Plans of single occurrences.
struct PlanTests {
    private let parameters = PlanParameters()

    @Test("TRIP-R9: from the last position at 08:00 a route of 25 min gives an arrival at 08:25")
    func arrival() throws {
        let plan = try #require(planned(25, start: clock(10), at: clock(8)))
        #expect(plan.arrival == clock(8, 25) && plan.isReachable)
    }

    @Test("A plan begins at the last located occurrence that is not over, else at the last position, now")
    func origin() throws {
        var city = TripCity()
        let first = try known(city.add(clock(9), clock(10), at: spot(1)))
        city.add(clock(10), clock(11))
        let last = try known(city.add(clock(12), clock(13), at: spot(2)))
        let book = try #require(city.book)
        let day = book.occurrences(in: clock(0)..<clock(24))
        let (one, two) = (try #require(day.first { $0.id == first }), try #require(day.first { $0.id == last }))
        #expect(book.origin(of: two, position: spot(9), at: clock(9, 59)) == begin(spot(1), clock(10)))
        #expect(book.origin(of: two, position: spot(9), at: clock(10)) == begin(spot(9), clock(10)))
        #expect(book.origin(of: one, position: spot(9), at: clock(8)) == begin(spot(9), clock(8)))
        #expect(book.origin(of: one, position: nil, at: clock(8)) == nil)
    }

    @Test("TRIP-R29: start 10:00, travel 20 min, margin 10 min: notice at 09:30; at 30 min of travel at 09:20")
    func leaveAt() throws {
        var notices = NoticeBook()
        let key = OccurrenceKey(AppointmentID(1 as Int32), clock(10))
        let first = try #require(planned(20, start: clock(10), at: clock(8)))
        #expect(first.leaveAt == clock(9, 30) && first.noticeDue == clock(9, 30))
        notices.plan(key, first, parameters, at: clock(8))
        #expect(notices.next == clock(9, 30))
        notices.plan(key, try #require(planned(30, start: clock(10), at: clock(9))), parameters, at: clock(9))
        #expect(notices.next == clock(9, 20) && notices.due(at: clock(9, 19)).isEmpty)
        #expect(notices.due(at: clock(9, 20)).map(\.key) == [key])
        // One notice for each occurrence.
        notices.plan(key, first, parameters, at: clock(9, 25))
        #expect(notices.pending.isEmpty && notices.next == .never)
    }

    @Test("TRIP-R30: a bicycle of 15 min is selected, a taxi of 8 min is not: leaving at 09:35")
    func selected() throws {
        let arriving = clock(9, 50)
        let routes = [option(.hired, 8, arriving: arriving), option(.ownBicycle, 15, arriving: arriving)]
        let now = [option(.hired, 8, leaving: clock(8)), option(.ownBicycle, 15, leaving: clock(8))]
        let plan = try #require(
            TripPlan(
                start: clock(10), inTime: routes, atOnce: now, selected: TravelMeansSet(.ownBicycle), parameters))
        #expect(plan.leaveAt == clock(9, 35) && plan.arrival == clock(8, 15) && plan.lastChance == clock(9, 45))
        #expect(TripPlan(start: clock(10), inTime: routes, atOnce: now, parameters)?.leaveAt == clock(9, 42))
    }

    @Test("The wait for a taxi counts once: 20 min of travel and 4 min of wait: leaving at 09:30, called at 09:26")
    func wait() throws {
        let plan = try #require(planned(20, by: .hired, start: clock(10), at: clock(8), wait: .minutes(4)))
        #expect(plan.leaveAt == clock(9, 30) && plan.noticeDue == clock(9, 26))
        #expect(plan.arrival == clock(8, 24) && plan.lastChance == clock(9, 36))
    }

    @Test("TRIP-R10: of a walk and a metro leg exactly the metro leg is ticketable; TRIP-R14: each leg has its means")
    func ticketable() throws {
        let legs = [leg(.walk, 5, arriving: clock(9, 30)), leg(.metro, 20, arriving: clock(9, 50), company: 1)]
        let route = JourneyOption(legs: legs, departs: clock(9, 25), arrives: clock(9, 50), weighted: .minutes(25))
        let plan = try #require(TripPlan(start: clock(10), inTime: [route], atOnce: [], parameters))
        #expect(plan.ticketable == [legs[1]] && plan.chosen.legs.map(\.means) == [.walk, .metro])
        // Who cannot leave now is not known to get there.
        #expect(!plan.isReachable && plan.arrival == nil)
    }

    @Test("At most three routes are kept in their order; without any there is no plan; too late they leave at once")
    func routes() throws {
        let routes = [TravelMeans.hired, .metro, .walk, .bus].map { option($0, 20, arriving: clock(9, 50)) }
        let plan = try #require(TripPlan(start: clock(10), inTime: routes, atOnce: [], parameters))
        #expect(plan.routes == Array(routes.prefix(3)))
        #expect(TripPlan(start: clock(10), inTime: [], atOnce: [], parameters) == nil)
        let late = try #require(
            TripPlan(start: clock(10), inTime: [], atOnce: [option(.walk, 20, leaving: clock(9, 45))], parameters))
        #expect(late.leaveAt == clock(9, 30) && late.arrival == clock(10, 5) && !late.isReachable)
    }

    @Test("Eco mode and weather weigh on the choice as the preferences say, and storm leaves long ways in the open out")
    func weights() throws {
        var city = TripCity()
        #expect(city.book?.preferences.weights(in: .dry, parameters) == JourneyWeights())
        city.take(.prefer(.lowEmission(true)))
        let rain = try #require(city.book?.preferences.weights(in: .rain, parameters))
        #expect(rain.fuel == 2 && rain.open == 3 && rain.openBeyond == .metres(300) && !rain.excludesOpen)
        #expect(city.book?.preferences.weights(in: .storm, parameters).excludesOpen == true)
        #expect(city.book?.preferences.weights(in: .snow, parameters).excludesOpen == true)
        city.take(.prefer(.weather(false)))
        #expect(city.book?.preferences.weights(in: .snow, parameters).excludesOpen == false)
        #expect(city.book?.preferences.weights(in: .rain, parameters).open == 1)
    }

    @Test("What a planner of journeys is asked keeps to the appointment's means and the user's limits")
    func query() throws {
        var city = TripCity()
        city.take(.prefer(.walkLimit(.metres(800))))
        city.take(.prefer(.transitWindow(from: .hours(7), until: .hours(22))))
        let id = try known(city.add("x", clock(9), clock(10), at: spot(1), by: [.transit, TravelMeansSet(.walk)]))
        city.add("y", clock(11), clock(12))
        let book = try #require(city.book)
        let rows = book.occurrences(in: clock(0)..<clock(24))
        let origin = begin(spot(5), clock(8))
        let query = try #require(book.query(for: rows[0], from: origin, .leaving(clock(8)), in: .dry, parameters))
        #expect(rows[0].id == id && query.means == [.transit, TravelMeansSet(.walk)])
        #expect(query.limits.walk == .metres(800) && query.limits.window == .hours(7) ... .hours(22))
        #expect(query.start == spot(5) && query.end == spot(1) && query.limits.options == 3)
        #expect(book.query(for: rows[1], from: origin, .leaving(clock(8)), in: .dry, parameters) == nil)
    }

    private func begin(_ place: Place, _ from: CityTime) -> PlanOrigin { PlanOrigin(place: place, from: from) }
}
