// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// Tickets and shared vehicles.
struct MeansTests {
    private let route = [leg(.walk, 5, arriving: clock(9)), leg(.metro, 9, arriving: clock(9, 10), company: 3)]

    @Test(
        "TRIP-TICKET: credit 5.00 and price 2.00: issued, credit 3.00; without SMS to the app, without an app to the web"
    )
    func ticket() throws {
        var sale = TicketSale()
        let company = TransitCompany(price: 200)
        #expect(
            try sale.buy(1, of: company, number: 3, viewing: route, credit: 500) == .issued(codes: [1], credit: 300))
        let app = TransitCompany(price: 200, sellsBySMS: false)
        let web = TransitCompany(price: 200, sellsBySMS: false, hasApp: false)
        #expect(try sale.buy(1, of: app, number: 3, viewing: route, credit: 500) == .redirected(.app))
        #expect(try sale.buy(1, of: web, number: 3, viewing: route, credit: 500) == .redirected(.web))
    }

    @Test("TRIP-TICKET-EXC: credit 1.00 and price 2.00: aborted; and only while a route with such a leg is viewed")
    func noCredit() throws {
        var sale = TicketSale()
        let company = TransitCompany(price: 200)
        #expect(throws: TicketRefusal.noCredit) { try sale.buy(1, of: company, number: 3, viewing: route, credit: 100) }
        #expect(throws: TicketRefusal.noCredit) { try sale.buy(3, of: company, number: 3, viewing: route, credit: 599) }
        #expect(throws: TicketRefusal.noRouteViewed) {
            try sale.buy(1, of: company, number: 3, viewing: nil, credit: 500)
        }
        #expect(throws: TicketRefusal.noSuchLeg) {
            try sale.buy(1, of: company, number: 4, viewing: route, credit: 500)
        }
        #expect(throws: TicketRefusal.badCount) { try sale.buy(0, of: company, number: 3, viewing: route, credit: 500) }
        #expect(throws: TicketRefusal.noCredit) {
            try sale.buy(20, of: TransitCompany(price: .max), number: 3, viewing: route, credit: .max)
        }
        #expect(sale.lastCode == 0)
        #expect(try sale.buy(1, of: company, number: 3, viewing: route, credit: 200) == .issued(codes: [1], credit: 0))
    }

    @Test("TRIP-TICKET-PASS: two tickets are two, each with a code of its own; nobody asks for a pass")
    func two() throws {
        var sale = TicketSale()
        let answer = try sale.buy(2, of: TransitCompany(price: 200), number: 3, viewing: route, credit: 500)
        #expect(answer == .issued(codes: [1, 2], credit: 100))
    }

    @Test("TRIP-VEHICLE: of bicycles at 120 m and 300 m the one at 120 m; if it is taken meanwhile, the next")
    func vehicles() throws {
        let parameters = PlanParameters()
        var pool = SharedPool()
        let provider = TripProviderID(1 as Int32)
        let far = pool.add(.sharedBicycle, of: provider, at: spot(300))
        let near = pool.add(.sharedBicycle, of: provider, at: spot(120))
        pool.add(.sharedCar, of: provider, at: spot(1))
        func nearest(_ now: CityTime, _ limit: Int = 500) -> Int32? {
            pool.nearest(.sharedBicycle, to: spot(0), within: .metres(limit), at: now)?.number
        }
        let (ann, bob) = (TripUserID(1 as Int32), TripUserID(2 as Int32))
        #expect(nearest(clock(9)) == near && nearest(clock(9), 119) == nil)
        try pool.book(near, for: ann, parameters, at: clock(9))
        #expect(nearest(clock(9)) == far)
        #expect(throws: VehicleRefusal.taken) { try pool.book(near, for: bob, parameters, at: clock(9, 14, 59)) }
        #expect(throws: VehicleRefusal.notHeld) { try pool.take(near, by: bob, at: clock(9, 1)) }
        #expect(throws: VehicleRefusal.holdsAnother) { try pool.book(far, for: ann, parameters, at: clock(9, 1)) }
        #expect(throws: VehicleRefusal.unknownVehicle) { try pool.book(9, for: bob, parameters, at: clock(9)) }
        // Held for 15 min, it is free again at their end.
        #expect(nearest(clock(9, 15)) == near)
        #expect(throws: VehicleRefusal.notHeld) { try pool.take(near, by: ann, at: clock(9, 15)) }
        try pool.book(near, for: bob, parameters, at: clock(9, 15))
        try pool.take(near, by: bob, at: clock(9, 20))
        #expect(nearest(clock(23)) == far)
        #expect(throws: VehicleRefusal.taken) { try pool.book(near, for: bob, parameters, at: clock(10)) }
        // It stays where the leg ends.
        try pool.leave(near, by: bob, at: spot(10), clock(11))
        #expect(pool.nearest(.sharedBicycle, to: spot(0), within: .metres(50), at: clock(11))?.place == spot(10))
        #expect(throws: VehicleRefusal.notHeld) { try pool.leave(near, by: bob, at: spot(10), clock(11)) }
    }

    @Test(
        "TRIP-VEHICLE: what a provider says of its vehicles holds: taken ones are in no plan, and stand where they are left"
    )
    func told() throws {
        var pool = SharedPool()
        let provider = TripProviderID(1 as Int32)
        let near = pool.add(.sharedBicycle, of: provider, at: spot(120))
        let far = pool.add(.sharedBicycle, of: provider, at: spot(300))
        func nearest() -> ParkedVehicle? {
            pool.nearest(.sharedBicycle, to: spot(0), within: .metres(500), at: clock(9))
        }
        /// Whether a vehicle that was free is not any more.
        func tell(_ number: Int32, _ metres: Int, isFree: Bool) -> Bool {
            let vehicle = ParkedVehicle(number: number, means: .sharedBicycle, place: spot(metres))
            return pool.tell(VehicleStock(vehicle, of: provider, isFree: isFree))
        }
        let gone = [tell(near, 120, isFree: false), tell(near, 120, isFree: false)]
        #expect(gone == [true, false] && nearest()?.number == far)
        let ann = TripUserID(1 as Int32)
        #expect(throws: VehicleRefusal.taken) { try pool.book(near, for: ann, PlanParameters(), at: clock(9)) }
        let left = tell(near, 20, isFree: true)
        #expect(!left && nearest() == ParkedVehicle(number: near, means: .sharedBicycle, place: spot(20)))
        // A new one, of a number that was not known.
        let new = tell(17, 5, isFree: true)
        #expect(!new && nearest()?.number == 17)
        // Who holds one keeps it while the provider says that it is not free, and no longer.
        try pool.book(17, for: ann, PlanParameters(), at: clock(9))
        let held = tell(17, 5, isFree: false)
        #expect(held)
        try pool.take(17, by: ann, at: clock(9))
        _ = tell(17, 6, isFree: true)
        #expect(throws: VehicleRefusal.notHeld) { try pool.leave(17, by: ann, at: spot(7), clock(9, 1)) }
    }

    @Test("Of equally near vehicles that of the preferred provider is taken, then the lowest number")
    func preferred() {
        var pool = SharedPool()
        let providers = [1, 2, 2].map { TripProviderID($0) }
        for provider in providers { pool.add(.sharedCar, of: provider, at: spot(1)) }
        func nearest(_ preferred: [TripProviderID]) -> Int32? {
            pool.nearest(.sharedCar, to: spot(0), within: .metres(9), preferring: preferred, at: clock(9))?.number
        }
        #expect(nearest([]) == 1 && nearest([TripProviderID(2 as Int32)]) == 2)
    }
}
