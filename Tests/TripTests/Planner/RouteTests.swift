// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Which routes are suggested, and which one is chosen.
struct RouteTests {
    private let start = clock(10)

    private func set(_ means: TravelMeans...) -> TravelMeansSet { TravelMeansSet(means.map { TravelMeansSet($0) }) }

    @Test("TRIP-R11: walk 40 min, metro 25 min, taxi 18 min: three routes, in the order taxi, metro, walk")
    func order() {
        var city = PlannerCity(StatedJourneys((.walk, 40), (.metro, 25), (.hired, 18), (.bus, 90)))
        let id = city.add(start, clock(11))
        #expect(city.plans.map(\.routes) == [3])
        #expect(city.routes(id, start).map(\.means) == [set(.hired), set(.metro), set(.walk)])
        #expect(city.count { if case .routeViewed = $0 { true } else { false } } == 3)
    }

    @Test("TRIP-R20: with walk and transit ticked and the taxi quickest, no taxi is suggested")
    func ticked() {
        var city = PlannerCity(StatedJourneys((.walk, 40), (.metro, 25), (.hired, 18)))
        let id = city.add(start, clock(11), by: [.transit, TravelMeansSet(.walk)])
        #expect(city.routes(id, start).map(\.means) == [set(.metro), set(.walk)])
    }

    @Test("TRIP-R24: window 07:00 to 22:00: a metro from 21:50 to 22:10 is out, from 21:30 to 21:55 in, to 22:00 in")
    func window() {
        func leaving(_ minutes: [Int], taking length: Int) -> [CityTime] {
            let way = StatedJourneys.Way(
                parts: [.init(means: .metro, minutes: length)], departures: minutes.map { clock(21, $0) })
            var city = PlannerCity(StatedJourneys([way]), at: clock(20))
            city.change(.prefer(.transitWindow(from: .hours(7), until: .hours(22))))
            let id = city.add(clock(22, 30), clock(23))
            return city.routes(id, clock(22, 30)).map(\.departs)
        }
        #expect(leaving([50], taking: 20) == [])
        #expect(leaving([30], taking: 25) == [clock(21, 30)])
        #expect(leaving([45], taking: 15) == [clock(21, 45)])
    }

    @Test(
        "TRIP-R26: car sharing off: no plan has a shared car; the own bicycle counts when it is owned, where it stands")
    func services() {
        var setup = PlannerSetup()
        setup.vehicles.add(.sharedCar, of: TripProviderID(1), at: spot(3))
        var city = PlannerCity(
            StatedJourneys((.sharedCar, 10), (.ownBicycle, 15), (.walk, 40)), setup)
        let id = city.add(start, clock(11))
        #expect(city.routes(id, start).map(\.means) == [set(.sharedCar), set(.walk)])
        city.change(.prefer(.service(.sharedCar, isOn: false)))
        #expect(city.routes(id, start).map(\.means) == [set(.walk)])
        city.change(.prefer(.ownsBicycle(true)))
        #expect(city.routes(id, start).map(\.means) == [set(.walk)])
        let bicycle = ParkedVehicle(number: 7, means: .ownBicycle, place: spot(2))
        city.send(.vehicles([bicycle, ParkedVehicle(number: 8, means: .sharedCar, place: spot(2))]))
        let routes = city.routes(id, start)
        #expect(routes.map(\.means) == [set(.ownBicycle), set(.walk)])
        #expect(routes.first?.legs.first?.vehicle == bicycle)
    }

    @Test(
        "TRIP-R30: a bicycle of 15 min is selected, a taxi of 8 min is not: leaving by the bicycle, 15 min and the margin before"
    )
    func selected() {
        var city = PlannerCity(StatedJourneys((.hired, 8), (.bus, 9), (.walk, 12), (.ownBicycle, 15)))
        city.change(.prefer(.ownsBicycle(true)))
        city.send(.vehicles([ParkedVehicle(number: 1, means: .ownBicycle, place: spot(0))]))
        let id = city.add(start, clock(11))
        #expect(city.plans.last?.leaveAt == clock(9, 42))
        city.send(.select(id, set(.ownBicycle)))
        #expect(city.plans.last?.leaveAt == clock(9, 35) && city.plans.last?.means == set(.ownBicycle))
        city.run(to: start)
        #expect(city.leaving == [clock(9, 35)])
        city.send(.select(AppointmentID(99), set(.walk)))
        #expect(
            city.events.last?.event == .eventRejected(user: PlannerCity.me, event: nil, reason: .unknownAppointment))
    }

    @Test(
        "TRIP-R31: walk 12 min and bus 20 min: dry the walk, in rain the bus; in storm and snow no long way in the open"
    )
    func weather() {
        let walk = StatedJourneys.Way(parts: [.init(means: .walk, minutes: 12, metres: 900)])
        let bus = StatedJourneys.Way(parts: [.init(means: .bus, minutes: 20)])
        var city = PlannerCity(StatedJourneys([walk, bus]))
        let id = city.add(start, clock(11))
        #expect(city.plans.last?.means == set(.walk))
        city.take(.forecast(.rain), at: clock(8, 30, 10))
        city.run(to: clock(8, 32))
        // At the next cycle, as it is within 2 h; and real times tell when to leave.
        #expect(city.cycles == [clock(8, 31)])
        #expect(city.plans.last?.means == set(.bus) && city.plans.last?.leaveAt == clock(9, 30))
        city.take(.forecast(.storm), at: clock(8, 40))
        #expect(city.routes(id, start).map(\.means) == [set(.bus)])
        city.take(.forecast(.storm))
        #expect(city.count { if case .forecastChanged = $0 { true } else { false } } == 2)
        // Who does not heed the weather walks.
        city.change(.prefer(.weather(false)))
        #expect(city.plans.last?.means == set(.walk))
    }

    @Test("TRIP-D11: car 18 min and metro 30 min: eco off the car, eco on the metro; its times are the real ones")
    func eco() {
        var city = PlannerCity(StatedJourneys((.ownCar, 18), (.metro, 30)))
        city.change(.prefer(.ownsCar(true)))
        city.send(.vehicles([ParkedVehicle(number: 1, means: .ownCar, place: spot(0))]))
        city.add(start, clock(11))
        #expect(city.plans.last?.means == set(.ownCar) && city.plans.last?.leaveAt == clock(9, 32))
        city.change(.prefer(.lowEmission(true)))
        #expect(city.plans.last?.means == set(.metro) && city.plans.last?.leaveAt == clock(9, 20))
        guard case .planComputed(_, _, _, _, _, _, _, _, let flags)? = city.events.last?.event else {
            Issue.record("no plan is the last event")
            return
        }
        #expect(flags == [.eco, .reachable])
    }

    @Test("TRIP-STRIKE: a metro strike from 08:00 to 12:00: no plan has a metro leg in that time; later ones have")
    func strike() {
        let strikes = [(means: TravelMeans.metro, time: clock(8)..<clock(12))]
        let ways = [TravelMeans.metro, .hired].map {
            StatedJourneys.Way(parts: [.init(means: $0, minutes: $0 == .metro ? 20 : 40)])
        }
        var city = PlannerCity(StatedJourneys(ways, strikes: strikes), at: clock(6))
        city.take(.strike(TravelMeansSet(.metro)))
        let one = city.add(clock(11), clock(11, 30))
        let other = city.add(clock(14), clock(15), at: spot(9))
        #expect(city.routes(one, clock(11)).map(\.means) == [set(.hired)])
        #expect(city.routes(other, clock(14)).map(\.means) == [set(.metro), set(.hired)])
        let flags = city.events.compactMap {
            if case .planComputed(_, _, _, _, _, _, _, _, let flags) = $0.event { flags } else { nil }
        }
        #expect(!flags.isEmpty && flags.allSatisfy { $0.contains(.strike) })
    }

    @Test("TRIP-SHORTEST: a toll road of 20 min and a free one of 25 min: the 20 min, as cost is nobody's concern")
    func shortest() {
        var city = PlannerCity(StatedJourneys((.hired, 25), (.hired, 20)))
        let id = city.add(start, clock(11))
        #expect(city.routes(id, start).first?.duration == .minutes(20) && city.plans.last?.leaveAt == clock(9, 30))
    }

    @Test(
        "TRIP-VEHICLE: a bicycle at 120 m is in the plan; when somebody else books it, at the next cycle the one at 300 m"
    )
    func vehicle() {
        var setup = PlannerSetup()
        setup.vehicles.add(.sharedBicycle, of: TripProviderID(1), at: spot(300))
        let near = setup.vehicles.add(.sharedBicycle, of: TripProviderID(1), at: spot(120))
        var city = PlannerCity(StatedJourneys((.sharedBicycle, 10)), setup)
        let id = city.add(start, clock(11), at: spot(2000))
        #expect(city.routes(id, start).first?.legs.first?.vehicle?.number == near)
        let other = TripUserID(2)
        city.send(.open, of: other, at: clock(8, 10, 30))
        city.send(.book(vehicle: near), of: other)
        city.send(.book(vehicle: near))
        #expect(city.events.last?.event == .sharedVehicleRefused(user: PlannerCity.me, vehicle: near, reason: .taken))
        city.run(to: clock(8, 12))
        #expect(city.cycles == [clock(8, 11)])
        #expect(city.routes(id, start).first?.legs.first?.vehicle?.number == 1)
        city.send(.takeVehicle(near), of: other)
        city.send(.leaveVehicle(near, at: spot(10)), of: other)
        #expect(city.events.last?.event == .sharedVehicleLeft(user: other, vehicle: near, place: spot(10)))
        city.send(.book(vehicle: near))
        #expect(city.events.last?.event == .vehicleBooked(user: PlannerCity.me, vehicle: near, distance: .metres(10)))
    }

    @Test(
        "TRIP-VEHICLE: when a provider says that the bicycle of a plan is gone, at the next cycle the plan has another")
    func stock() {
        var setup = PlannerSetup()
        let near = setup.vehicles.add(.sharedBicycle, of: TripProviderID(1), at: spot(120))
        let far = setup.vehicles.add(.sharedBicycle, of: TripProviderID(1), at: spot(300))
        var city = PlannerCity(StatedJourneys((.sharedBicycle, 10)), setup)
        let id = city.add(start, clock(11), at: spot(2000))
        city.run(to: clock(8, 10, 30))
        let before = city.cycles
        func tell(_ number: Int32, _ metres: Int, isFree: Bool) {
            let vehicle = ParkedVehicle(number: number, means: .sharedBicycle, place: spot(metres))
            city.take(.stock(VehicleStock(vehicle, of: TripProviderID(1), isFree: isFree)))
        }
        // One that is in no plan changes none.
        tell(far, 300, isFree: false)
        tell(far, 300, isFree: true)
        city.run(to: clock(8, 12, 30))
        #expect(city.cycles == before)
        tell(near, 120, isFree: false)
        city.run(to: clock(8, 14, 30))
        #expect(city.cycles == before + [clock(8, 13)])
        #expect(city.routes(id, start).first?.legs.first?.vehicle?.number == far)
    }

    @Test(
        "TRIP-TICKET, TRIP-TICKET-EXC, TRIP-TICKET-PASS: tickets are sold while a route with a leg of the company is viewed"
    )
    func tickets() {
        var setup = PlannerSetup()
        setup.companies = [3: TransitCompany(price: 200), 4: TransitCompany(price: 200, sellsBySMS: false)]
        var city = PlannerCity(StatedJourneys((.metro, 20)), setup)
        let id = city.add(start, clock(11))
        let (me, key) = (PlannerCity.me, OccurrenceKey(id, start))
        func last() -> [TripEvent] { Array(city.events.suffix(3).map(\.event)) }
        city.send(.buyTickets(1, of: 3, credit: 500))
        #expect(last().last == .purchaseAborted(user: me, company: 3, reason: .noRouteViewed))
        city.send(.view(.route(key, 0)))
        city.send(.buyTickets(2, of: 3, credit: 500))
        #expect(
            last() == [
                .ticketSmsSent(user: me, company: 3), .transitTicketIssued(user: me, company: 3, pnr: 1),
                .transitTicketIssued(user: me, company: 3, pnr: 2),
            ])
        #expect(city.notices.last?.notice == .ticket(.issued(codes: [1, 2], credit: 100)))
        city.send(.buyTickets(1, of: 3, credit: 100))
        #expect(last().last == .purchaseAborted(user: me, company: 3, reason: .noCredit))
        city.send(.buyTickets(1, of: 4, credit: 500))
        #expect(last().last == .purchaseAborted(user: me, company: 4, reason: .noSuchLeg))
        city.send(.buyTickets(1, of: 5, credit: 500))
        #expect(last().last == .purchaseAborted(user: me, company: 5, reason: .noSuchLeg))
        // The route of an event that is gone is none.
        city.change(.delete(.number(id)))
        city.send(.buyTickets(1, of: 3, credit: 500))
        #expect(last().last == .purchaseAborted(user: me, company: 3, reason: .noRouteViewed))
    }
}
