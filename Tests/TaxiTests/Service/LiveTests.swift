// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import TaxiService
import Testing

/// The same actors, served from other threads while the loop follows the wall clock.
@Suite struct LiveTests {
    @Test(
        "SIM-06: live clients on other threads are served by the same actors, and a replay of their messages agrees",
        .timeLimit(.minutes(5)))
    func live() async throws {
        let city = ServiceCity(seats: [Int32](repeating: 4, count: 8))
        for driver in city.drivers { driver.always(.accept(after: .seconds(2))) }
        let dispatcher = city.dispatcher
        let loop = city.loop
        for passenger in 1...40 { city.passenger(Int32(passenger)) }
        let box = Handover(city)
        let thread = Thread { box.run() }
        thread.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    let driver = DriverID(number)
                    try await loop.ask { await dispatcher.receive(.driver(driver, .login)) }
                    try await loop.ask {
                        await dispatcher.receive(
                            .driver(driver, .setStatus(inService: true, place: metres(500), odometer: .zero)))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    let passenger = PassengerID(number)
                    try await loop.ask {
                        await dispatcher.receive(.passenger(passenger, .login(client: .mobile)))
                        await dispatcher.receive(.passenger(passenger, .prepareCall))
                        await dispatcher.receive(
                            .passenger(
                                passenger,
                                .call(
                                    form: CallForm(
                                        client: .mobile, source: .gps, radius: .zero, place: metres(500), travelers: 1))
                            ))
                    }
                }
            }
            try await group.waitForAll()
        }
        // Waited for in the city's own time, however busy the machine is: a second of it is half a millisecond here.
        while try await loop.ask({ box.city.events.count { if case .offerAccepted = $0.taxi { true } else { false } } })
            < 8
        {
            try await loop.ask { try await loop.sleep(for: .seconds(1)) }
        }
        loop.stop()
        box.join()
        let outcome = try #require(box.outcome)
        guard case .stopped = try outcome.get() else {
            Issue.record("the loop ended by itself: \(outcome)")
            return
        }
        let events = city.events
        #expect(events.count { if case .requestStored = $0.taxi { true } else { false } } == 40)
        #expect(city.violations.isEmpty)
        #expect(
            replayed(city.inputLog.records, until: city.loop.now).prefix(events.count).map(\.line) == events.map(\.line)
        )
    }

    /// The events of a city without clients that is fed these messages.
    private func replayed(_ messages: [InputRecord], until end: CityTime) -> [EventRecord] {
        let city = ServiceCity(seats: [Int32](repeating: 4, count: 8), hasClients: false)
        do {
            for record in messages {
                while city.log.count < record.after, try city.loop.runOneTurn(until: record.time) {}
                guard let message = record.message as? TaxiMessage else { continue }
                city.loop.runTurn(at: record.time) { city.dispatcher.send(message) }
            }
            try city.loop.run(until: end)
        } catch {
            Issue.record("\(error)")
        }
        return city.events
    }
}

/// Hands a city to the thread that runs it. Used by one thread at a time: the signal orders them.
private final class Handover: @unchecked Sendable {
    let city: ServiceCity
    private let done = DispatchSemaphore(value: 0)
    var outcome: Result<LoopEnd, any Error>?

    init(_ city: ServiceCity) {
        self.city = city
    }

    func run() {
        outcome = Result { try city.loop.run(until: .seconds(1_000_000_000), pace: .scaled(2000)) }
        done.signal()
    }

    func join() {
        done.wait()
    }
}
