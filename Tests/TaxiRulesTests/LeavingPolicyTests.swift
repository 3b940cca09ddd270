// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing

@testable import TaxiRules

/// Policies that leave a rule of the catalogue: any driver, zones around, calls that are asked for together.
struct LeavingPolicyTests {
    // MARK: any

    private static func queue(_ drivers: ClosedRange<Int>) -> [QueuedDriver] {
        drivers.map { QueuedDriver(driver: DriverID($0), seats: 4, position: .origin) }
    }

    private static func asked(_ queue: [QueuedDriver], _ call: Int) throws -> DriverID {
        let request = OpenRequest(id: RequestID(Int32(call)), passenger: .p, travelers: 1, place: .origin)
        let candidates = Candidates(queue: queue, request: request, travel: SteadyRouter())
        return queue[try #require(AnyDriver().choose(from: candidates, at: .epoch))].driver
    }

    @Test("`any` draws each of seven candidates as often, and each pair of calls as often too")
    func any() throws {
        let queue = Self.queue(1...7)
        let calls = 49_000
        let drawn = try (1...calls).map { try Self.asked(queue, $0).index - 1 }
        var (counts, pairs) = ([Int](repeating: 0, count: 7), [Int](repeating: 0, count: 49))
        for (one, next) in zip(drawn, drawn.dropFirst() + drawn.prefix(1)) {
            counts[one] += 1
            pairs[one * 7 + next] += 1
        }
        func chiSquared(_ counts: [Int]) -> Double {
            let mean = Double(calls) / Double(counts.count)
            return counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
        }
        // 1 in 1,000 of fair draws lie above these: 6 and 48 degrees of freedom (the pairs' 42 are fewer).
        #expect(chiSquared(counts) < 22.5 && chiSquared(pairs) < 84.0, "\(counts)")
    }

    @Test("`any` draws the same whoever else stands there, and asks nobody twice or with too few seats")
    func anyOfFewer() throws {
        for call in 1...200 {
            let first = try Self.asked(Self.queue(1...9), call)
            let others = Self.queue(1...9).filter { $0.driver == first || $0.driver.index.isMultiple(of: 2) }
            #expect(try Self.asked(others.reversed(), call) == first)
        }
        var city = RuleCity(seats: [2, 4, 4], policy: AnyDriver())
        city.at(
            0, .goesInService(.a, at: .kilometres(3)), .goesInService(.b, at: .kilometres(4)),
            .goesInService(.c, at: .kilometres(5)))
        city.at(10, .calls(.p, travelers: 3))
        city.at(20, .refuses(.b), .refuses(.c))
        city.at(30, .refuses(.b), .refuses(.c))
        city.run(until: 30)
        #expect(Set(city.offers.split(separator: ", ").map { $0.dropFirst(3) }) == ["B:R1", "C:R1"], "\(city.offers)")
    }

    // MARK: neighbours

    private static func around(rings: Int = 1, after: TimeSpan = .zero, room: Int = 0) -> TaxiParameters {
        var parameters = TaxiParameters()
        (parameters.neighbourRings, parameters.neighboursAfter) = (rings, after)
        parameters.waitingRoom = room
        return parameters
    }

    @Test("Off by default: a call ends where its zone has nobody, whoever stands next to it")
    func off() {
        var city = RuleCity(zones: 2)
        city.queueUp(.a, in: .z2)
        city.at(10, .calls(.p))
        city.run(until: 20)
        #expect(city.offers.isEmpty && city.reported.contains { $0.notice == .aborted(.r1, .noDriver) })
    }

    @Test(
        "A call that finds nobody is put to the next zone, its own first again for the next one; nobody is asked twice")
    func neighbours() {
        var city = RuleCity(zones: 3, parameters: Self.around())
        city.queueUp(.b, in: .z2)
        city.queueUp(.c, in: .z3)
        city.at(10, .calls(.p))
        city.at(20, .refuses(.b))
        city.run(until: 30)
        // Two steps away is further than one ring.
        #expect(city.offers == "10 B:R1")
        #expect(city.reported.contains { $0.notice == .aborted(.r1, .allRefused) })
        var wide = RuleCity(zones: 3, parameters: Self.around(rings: 2))
        wide.queueUp(.b, in: .z2)
        wide.queueUp(.c, in: .z3)
        wide.at(10, .calls(.p))
        wide.at(20, .refuses(.b))
        wide.at(25, .accepts(.c))
        wide.run(until: 30)
        #expect(wide.offers == "10 B:R1, 20 C:R1")
        let moves = wide.notes.compactMap { note -> [Int32]? in
            guard case .requestHandedOver(_, let from, let to) = note.event else { return nil }
            return [from.number, to.number]
        }
        #expect(moves == [[1, 2], [2, 3]] && wide.audit.violations.isEmpty, "\(moves), \(wide.audit.violations)")
    }

    @Test("It waits for its own zone first, as long as `after` says; who comes there is asked")
    func after() {
        var city = RuleCity(zones: 2, parameters: Self.around(after: .seconds(30)))
        city.queueUp(.b, in: .z2)
        city.at(10, .calls(.p), .calls(.q))
        city.at(25, .goesInService(.a, at: .kilometres(3)))
        // Until then the one driver of the zone might still take the second call (DEC-WAIT-PENDING).
        city.at(45, .accepts(.a))
        city.run(until: 60)
        #expect(city.offers == "25 A:R1, 45 B:R2")
        var alone = RuleCity(zones: 2, parameters: Self.around(after: .seconds(30)))
        alone.queueUp(.b, in: .z2)
        alone.at(10, .calls(.p))
        alone.run(until: 60)
        #expect(alone.offers == "40 B:R1")
    }

    @Test("Where nobody around is left it waits in its own zone's waiting room, if there is one, and ends else")
    func room() {
        var city = RuleCity(zones: 2, parameters: Self.around(room: 1))
        city.queueUp(.b, in: .z2)
        city.at(10, .calls(.p))
        city.at(20, .refuses(.b))
        city.at(30, .goesInService(.a, at: .kilometres(3)))
        city.at(31, .abandons(.p))
        city.run(until: 40)
        #expect(city.offers == "10 B:R1, 30 A:R1")
        #expect(city.zone(.z2).requests.isEmpty && city.zone(.z1).requests.isEmpty)
    }

    @Test(
        "A refusal around takes no place in the own waiting room from a call, which waits there before younger ones (TAXI-CALL-06)"
    )
    func refusedAround() {
        var city = RuleCity(zones: 2, parameters: Self.around(room: 2))
        city.queueUp(.b, in: .z2)
        city.at(10, .calls(.p))
        city.at(15, .calls(.q))
        city.at(20, .refuses(.b))
        city.at(30, .refuses(.b))
        city.at(40, .goesInService(.a, at: .kilometres(3)))
        city.at(41, .accepts(.a))
        city.run(until: 50)
        #expect(city.offers.hasSuffix("40 A:R1"), "\(city.offers)")
        #expect(city.zone(.z1).requests.map(\.id) == [.r2])
    }

    @Test("Seats that a joiner needs are told to the zone that is asked")
    func resizes() {
        var zone = ZoneDispatch(zone: .z2, policy: FirstInQueue(), travel: SteadyRouter(), parameters: Self.around())
        let small = QueuedDriver(driver: .b, seats: 4, position: Strips.middle(of: .z2))
        _ = zone.join(small, reason: .inService, at: .seconds(1))
        let request = OpenRequest(id: .r1, passenger: .p, travelers: 5, place: Strips.middle(of: .z1))
        let directives = zone.visit(request, at: .seconds(2))
        #expect(directives == [.lookAround(.r1)], "nobody with five seats: \(directives)")
        _ = zone.takeOut(.r1)
        let fits = zone.visit(OpenRequest(id: .r2, passenger: .q, travelers: 4, place: .origin), at: .seconds(3))
        #expect(
            fits.contains { if case .offer(let card) = $0 { card.driver == .b && card.zone == .z2 } else { false } })
    }

    @Test("Who gives up while another zone is asked is out of that zone, and its driver is free again")
    func givesUp() {
        var city = RuleCity(zones: 2, parameters: Self.around())
        city.queueUp(.b, in: .z2)
        city.at(10, .calls(.p))
        city.at(20, .abandons(.p))
        city.at(30, .calls(.q, at: Strips.middle(of: .z2)))
        city.run(until: 30)
        #expect(city.offers == "10 B:R1, 30 B:R2" && city.calls.request(.r1) == nil)
    }

    // MARK: batch

    private static var together: TaxiParameters {
        var parameters = TaxiParameters()
        parameters.batch = .seconds(5)
        return parameters
    }

    @Test(
        "Calls of five seconds are asked for together, with the least approach in all; the order of calls does not count"
    )
    func batch() {
        // A at 3 km and B at 5 km. The first call, at 4.1 km, is nearest B, and so is the second at 6 km: B goes to the second.
        var city = RuleCity(seats: [4, 4], parameters: Self.together)
        city.at(0, .goesInService(.a, at: .kilometres(3)), .goesInService(.b, at: .kilometres(5)))
        city.at(11, .calls(.p, at: .kilometres(4.1)))
        city.at(13, .calls(.q, at: .kilometres(6)))
        city.run(until: 14.9)
        #expect(city.offers.isEmpty)
        city.run(until: 15)
        #expect(city.offers == "15 A:R1, 15 B:R2")
    }

    @Test("A refused call is in the next batch; one that nobody can be asked for ends with its batch")
    func nextBatch() {
        var city = RuleCity(seats: [4], parameters: Self.together)
        city.at(0, .goesInService(.a, at: .kilometres(3)))
        city.at(11, .calls(.p))
        city.at(17, .refuses(.a))
        city.run(until: 19)
        #expect(city.offers == "15 A:R1" && !city.reported.contains { $0.notice == .aborted(.r1, .allRefused) })
        city.run(until: 20)
        #expect(city.reported.contains { $0.notice == .aborted(.r1, .allRefused) && $0.time == .seconds(20) })
        #expect(city.audit.violations.isEmpty, "\(city.audit.violations)")
    }

    @Test("The pairing has as many pairs and as little cost as any, over 4,000 random tables, tried in every order")
    func brute() {
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<4000 {
            let (rows, columns) = (numbers.number(1...6), numbers.number(1...6))
            let costs = (0..<rows).map { _ in
                (0..<columns).map { _ in
                    numbers.below(4) == 0 ? nil : Int64(numbers.below(21))
                }
            }
            let pairs = LeastTotal.pairs(costs)
            let used = pairs.compactMap(\.self)
            #expect(Set(used).count == used.count && pairs.count == rows)
            var total = Int64(0)
            for (row, column) in zip(costs, pairs) {
                guard let column else { continue }
                #expect(row[column] != nil)
                total += row[column] ?? 0
            }
            let best = Self.best(costs, row: 0, taken: 0)
            #expect(used.count == best.0 && total == best.1, "\(costs): \(pairs)")
        }
    }

    /// By trying every pairing: the most pairs and the least cost of so many.
    private static func best(_ costs: [[Int64?]], row: Int, taken: Int) -> (Int, Int64) {
        guard row < costs.count else { return (0, 0) }
        var best = best(costs, row: row + 1, taken: taken)
        for (column, cost) in costs[row].enumerated() where taken & 1 << column == 0 {
            guard let cost else { continue }
            let rest = self.best(costs, row: row + 1, taken: taken | 1 << column)
            let found = (rest.0 + 1, rest.1 + cost)
            if found.0 > best.0 || (found.0 == best.0 && found.1 < best.1) { best = found }
        }
        return best
    }
}
