// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Who is asked first.
struct PolicyTests {
    /// The queue is A at 2 000 m, B at 300 m and C at 300 m from the call.
    private func city(_ policy: any DispatchPolicy, seats: [Int32] = [4, 4, 4]) -> RuleCity {
        var city = RuleCity(seats: seats, policy: policy)
        city.at(
            0, .goesInService(.a, at: .kilometres(3)), .goesInService(.b, at: .kilometres(4.7)),
            .goesInService(.c, at: .kilometres(5.3)))
        city.at(10, .calls(.p))
        return city
    }

    @Test("TAXI-DISPATCH-01: of [A at 2 000 m, B at 300 m] nearest offers to B first, fifo to A")
    func nearestOrFirst() {
        var nearest = city(NearestFirst())
        nearest.run(until: 10)
        #expect(nearest.offers == "10 B:R1")
        var first = city(FirstInQueue())
        first.run(until: 10)
        #expect(first.offers == "10 A:R1")
    }

    @Test("Equally near drivers are asked in queue order; the far one last")
    func ties() {
        var city = city(NearestFirst())
        city.at(20, .refuses(.b))
        city.at(30, .refuses(.c))
        city.run(until: 30)
        #expect(city.offers == "10 B:R1, 20 C:R1, 30 A:R1")
        #expect(city.queue() == "A B C")
    }

    @Test("The nearest taxi is passed over when it is too small or its driver ponders")
    func eligibleOnly() {
        var city = city(NearestFirst(), seats: [6, 2, 4])
        city.at(20, .calls(.q, travelers: 3))
        city.at(30, .calls(.r, travelers: 3))
        city.run(until: 30)
        #expect(city.offers == "10 B:R1, 20 C:R2, 30 A:R3")
    }

    @Test("Nearness follows the last reported positions")
    func moved() {
        var city = city(NearestFirst())
        city.at(5, .isAt(.a, .kilometres(4.9)))
        city.run(until: 10)
        #expect(city.offers == "10 A:R1")
    }

    /// All ways take as long, as those within one zone of a travel table do.
    private final class EqualRouter: Router {
        func route(_ query: RouteQuery) -> Journey? {
            Journey(straight: query, query.start.distance(to: query.end), .seconds(300))
        }
    }

    @Test(
        "Of drivers with one expected approach the one nearest as the crow flies is asked, then the one nearest the top"
    )
    func equalTimes() throws {
        let places = [3, 4.7, 5.3].map { Place.kilometres($0) }
        let queue = zip([DriverID.a, .b, .c], places).map { QueuedDriver(driver: $0, seats: 4, position: $1) }
        let call = OpenRequest(id: .r1, passenger: .p, travelers: 1, place: .kilometres(5))
        func asked(_ queue: [QueuedDriver]) throws -> DriverID {
            let candidates = Candidates(queue: queue, request: call, travel: EqualRouter())
            return queue[try #require(NearestFirst().choose(from: candidates, at: .epoch))].driver
        }
        #expect(try asked(queue) == .b)
        #expect(try asked(queue.reversed()) == .c)
    }

    /// Nobody who is west of this place has a way.
    private final class Island: Router {
        let shore: Place
        init(shore: Place) { self.shore = shore }
        func route(_ query: RouteQuery) -> Journey? {
            query.start.east < shore.east ? nil : Journey(straight: query, .metres(100), .seconds(10))
        }
    }

    @Test("A driver without a way to the pick-up is passed over; without any other the call is aborted")
    func noWay() {
        func asked(_ policy: any DispatchPolicy, shore: Double) -> [String] {
            var zone = ZoneDispatch(
                zone: .z1, policy: policy, travel: Island(shore: .kilometres(shore)), parameters: TaxiParameters())
            for (driver, place) in [(DriverID.a, 3.0), (.b, 4.7), (.c, 5.3)] {
                let queued = QueuedDriver(driver: driver, seats: 4, position: .kilometres(place))
                _ = zone.join(queued, reason: .inService, at: .epoch)
            }
            let call = OpenRequest(id: .r1, passenger: .p, travelers: 1, place: .kilometres(4))
            return zone.request(call, at: .epoch).compactMap {
                switch $0 {
                case .offer(let card): card.driver.letter
                case .abort(_, let reason): "\(reason)"
                default: nil
                }
            }
        }
        for policy in [FirstInQueue(), NearestFirst()] as [any DispatchPolicy] {
            #expect(asked(policy, shore: 4) == ["B"])
            #expect(asked(policy, shore: 5) == ["C"])
            #expect(asked(policy, shore: 6) == ["noDriver"])
        }
    }
}
