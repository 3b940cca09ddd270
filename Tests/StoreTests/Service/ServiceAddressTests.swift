// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules
import Synchronization
import Testing

@testable import StoreService

/// How the service asks the maps where a typed address is.
@Suite struct ServiceAddressTests {
    private static func list(_ shopper: Int, _ address: String) -> StoreMessage {
        .shopper(
            ShopperID(shopper), request: 0, .listAt(address: address, radius: .metres(1000), purpose: .queue))
    }

    /// A city with one open store at the origin, and these maps.
    private func city(_ maps: TestMaps?) -> LiveStore {
        let city = LiveStore()
        city.open(1)
        let listener = city.listener
        city.service.onLoop { $0.connect(listener, maps: maps) }
        return city
    }

    /// The lists and refusals, by minute.
    private func story(_ city: LiveStore) -> [String] {
        city.story.filter { $0.hasSuffix("storesListed") || $0.hasSuffix("wishRefused") }
    }

    @Test(
        "STORE-R2: the maps are asked for a typed address, at once or later, and the answer to the message waits for them"
    )
    func waits() throws {
        for delay in [TimeSpan.zero, .seconds(3)] {
            let city = city(nil)
            let maps = TestMaps(city.loop, after: delay)
            let (listener, service) = (city.listener, city.service)
            service.onLoop { $0.connect(listener, maps: maps) }
            let given = Mutex<CityTime?>(nil)
            city.loop.schedule(at: city.loop.now + .minutes(1), as: .arrival) { [loop = city.loop] in
                service.serve(Envelope(Self.list(1, "Here 1"), from: .visitor(1)), session: nil)
                let held = service.heldAnswer
                if held?.isGiven(orCall: { given.withLock { $0 = loop.now } }) ?? true {
                    given.withLock { $0 = loop.now }
                }
            }
            try city.run(until: 2)
            #expect(given.withLock { $0 } == CityTime.seconds(8 * 3600 + 60) + delay)
            #expect(story(city) == ["1 storesListed"] && maps.asked == ["Here 1"])
            guard case .stores(let rows, nil)? = city.listener.notices.last else {
                Issue.record("no list")
                continue
            }
            #expect(rows.map(\.store) == [StoreID(1)])
        }
    }

    @Test("STORE-R2: an address that nobody knows is refused, and so is any where there are no maps")
    func unknown() throws {
        let city = city(nil)
        let maps = TestMaps(city.loop, after: .zero)
        city.send(1, Self.list(1, "Here 1"))
        let (listener, service) = (city.listener, city.service)
        city.loop.schedule(at: city.loop.now + .minutes(2), as: .arrival) {
            service.onLoop { $0.connect(listener, maps: maps) }
        }
        city.send(3, Self.list(1, "There 1"))
        try city.run(until: 5)
        #expect(city.listener.notices == [.refused(.mapsFailed), .refused(.unknownAddress)])
        #expect(story(city) == ["1 wishRefused", "3 wishRefused"])
    }

    @Test("Maps that say nothing for 5 s have failed; what they say then, or say twice, is for nobody")
    func silent() throws {
        let city = city(nil)
        let maps = TestMaps(city.loop, after: .seconds(70))
        let (listener, service) = (city.listener, city.service)
        service.onLoop { $0.connect(listener, maps: maps) }
        city.send(1, Self.list(1, "Here 1"))
        try city.run(until: 2)
        #expect(city.listener.notices == [.refused(.mapsFailed)])
        try city.run(until: 9)
        #expect(city.listener.notices == [.refused(.mapsFailed)] && maps.answers == 2)
    }

    @Test("SIM-06: a replay asks no maps, and gives the lists of then")
    func replay() throws {
        let first = city(nil)
        let maps = TestMaps(first.loop, after: .seconds(2))
        let (listener, service) = (first.listener, first.service)
        service.onLoop { $0.connect(listener, maps: maps) }
        for minute in 1..<20 { first.send(minute, Self.list(minute, minute.isMultiple(of: 3) ? "Gone 1" : "Here 1")) }
        try first.run(until: 30)
        let second = city(nil)
        let other = TestMaps(second.loop, after: .zero)
        let (heard, again) = (second.listener, second.service)
        again.onLoop { $0.connect(heard, maps: other) }
        for record in first.inputs.records {
            second.loop.schedule(at: record.time, as: .arrival) {
                again.onLoop { service in (record.message as? CodedMessage).map { service.take($0) } }
            }
        }
        try second.run(until: 30)
        #expect(first.events == second.events && first.inputs.records.count == 38)
        #expect(maps.asked.count == 19 && other.asked.isEmpty)
        #expect(first.listener.notices == second.listener.notices)
    }
}

/// Maps that know one address, and say everything twice after a time.
private final class TestMaps: AddressFinder {
    private struct State {
        var asked: [String] = []
        var answers = 0
    }

    private let loop: CityLoop
    private let delay: TimeSpan
    private let state = Mutex(State())

    init(_ loop: CityLoop, after delay: TimeSpan) { (self.loop, self.delay) = (loop, delay) }

    var asked: [String] { state.withLock { $0.asked } }
    var answers: Int { state.withLock { $0.answers } }

    func find(_ address: String, _ answer: @escaping @Sendable (AddressAnswer) -> Void) {
        state.withLock { $0.asked.append(address) }
        let found: AddressAnswer = address == "Here 1" ? .found(.origin) : .unknown
        guard delay > .zero else { return answer(found) }
        loop.schedule(at: loop.now + delay, as: .arrival) { [self] in
            for _ in 0..<2 {
                state.withLock { $0.answers += 1 }
                answer(found)
            }
        }
    }
}
