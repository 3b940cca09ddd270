// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

/// A zone whose calls may wait while nobody is queued.
struct WaitingRoomTests {
    private func zone(room: Int) -> ZoneDispatch {
        var parameters = TaxiParameters()
        parameters.waitingRoom = room
        return ZoneDispatch(zone: .z1, policy: FirstInQueue(), travel: SteadyRouter(), parameters: parameters)
    }

    private func call(_ number: Int, travelers: Int32 = 1) -> OpenRequest {
        OpenRequest(
            id: RequestID(number), passenger: PassengerID(number), travelers: travelers, place: Strips.middle(of: .z1))
    }

    private func driver(_ number: Int, seats: Int32 = 4) -> QueuedDriver {
        QueuedDriver(driver: DriverID(number), seats: seats, position: Strips.middle(of: .z1))
    }

    @Test(
        "without a room a call that finds nobody is aborted at once; with room for two the third is", arguments: [0, 2])
    func room(size: Int) {
        var zone = zone(room: size)
        for number in 1...3 {
            let directives = zone.request(call(number), at: .epoch)
            zone.checkInvariants()
            let isKept = number <= size
            #expect(directives.contains(.abort(RequestID(number), .noDriver)) == !isKept)
            #expect(directives.contains(.waiting(RequestID(number))) == isKept)
        }
        #expect(zone.requests.map(\.id) == (1...3).prefix(size).map { RequestID($0) })
    }

    @Test("who waits longest is offered first when a driver joins, and a refusal of the only driver ends the call")
    func joining() {
        var zone = zone(room: 2)
        _ = zone.request(call(1), at: .epoch)
        _ = zone.request(call(2), at: .epoch)
        let joined = zone.join(driver(1), reason: .inService, at: .seconds(10))
        zone.checkInvariants()
        #expect(joined.contains { if case .offer(let card) = $0 { card.request == RequestID(1) } else { false } })
        // The second waits for the driver who is thinking, no longer in the room.
        let refused = zone.answer(OfferID(1), by: DriverID(1), accept: false, at: .seconds(20))
        zone.checkInvariants()
        #expect(refused.contains(.abort(RequestID(1), .allRefused)))
        #expect(refused.contains { if case .offer(let card) = $0 { card.request == RequestID(2) } else { false } })
        #expect(zone.requests.count == 1)
    }

    @Test("a call too large for the queued taxis is aborted, room or not")
    func largeParty() {
        var zone = zone(room: 2)
        _ = zone.join(driver(1, seats: 2), reason: .inService, at: .epoch)
        let directives = zone.request(call(1, travelers: 3), at: .epoch)
        #expect(directives.contains(.abort(RequestID(1), .noTaxiLargeEnough)))
    }

    @Test("through 500 random stories no request waits with a driver free, and the room is never over-full")
    func random() {
        for seed in 0..<500 {
            var random = SplitMix64(seed: seed)
            let size = Int(random.next() % 4)
            var zone = zone(room: size)
            var waited = 0
            for step in 1...60 {
                let now = CityTime.seconds(step)
                switch random.next() % 6 {
                case 0, 1: _ = zone.request(call(step, travelers: Int32(1 + random.next() % 4)), at: now)
                case 2: _ = zone.join(driver(step, seats: Int32(2 + random.next() % 4)), reason: .inService, at: now)
                case 3:
                    guard let asked = zone.queue.first(where: { $0.pending != nil }), let offer = asked.pending else {
                        continue
                    }
                    _ = zone.answer(offer, by: asked.driver, accept: random.next() % 2 == 0, at: now)
                case 4: if let first = zone.queue.first { _ = zone.leave(first.driver, reason: .offShift, at: now) }
                default: if let first = zone.requests.first { _ = zone.abandon(first.id, at: now) }
                }
                zone.checkInvariants()
                waited += zone.queue.isEmpty ? zone.requests.count : 0
                if zone.queue.isEmpty { #expect(zone.requests.count <= size, "seed \(seed)") }
            }
            #expect(size > 0 || waited == 0)
        }
    }
}
