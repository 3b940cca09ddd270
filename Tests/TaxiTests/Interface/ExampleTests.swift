// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import TaxiService
import Testing

// The example of the article, word for word.

/// One ride, from the driver's side: waits for an offer, drives to the passenger and ends the ride at once.
func drive(_ city: some AccountService & DriverService, as form: LoginForm) async throws {
    let token = try await city.login(form)
    try await city.updateLocation(token, latitude: 45.46, longitude: 9.19)
    try await city.setStatus(token, inService: true)
    let offer = try await city.nextOffer(token)
    guard let ride = try await city.answer(token, offer.id, accept: true) else { return }
    // ... the way to the meeting point ...
    try await city.updateLocation(token, latitude: 45.4605, longitude: 9.1901)
    try await city.passengerAboard(token, ride.request, travelers: ride.travelers)
    try await city.rideEnded(token, ride.request, badCustomer: false)
}

/// One ride, from the passenger's side. Returns when the taxi was expected, or nil when there is none.
func ride(
    _ city: some AccountService & PassengerService, as form: LoginForm, from meeting: EnteredPlace
) async throws -> CityTime? {
    let token = try await city.login(form)
    do {
        let arrival = try await city.call(token, at: meeting, travelers: 2)
        return arrival.expected
    } catch .aborted(let reason) {
        print("no taxi: \(reason)")
        return nil
    }
}

/// The example of the article `TaxiInterface`.
@Suite struct ExampleTests {
    private func city() throws -> InterfaceCity {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        try city.enroll(.driver, 1)
        return city
    }

    private static let passenger = LoginForm(username: "user1", password: "Passw0rd1")
    private static let driver = LoginForm(username: "driver1", password: "Passw0rd1")

    @Test("The example runs: the ride is accepted, driven and ended; without a driver there is none")
    func runs() throws {
        let city = try city()
        try city.story { client in
            #expect(try await ride(client, as: Self.passenger, from: meeting) == nil)
            client.loop.start("driver") { try await drive(client, as: Self.driver) }
            try await client.loop.sleep(until: .seconds(60))
            let expected = try #require(try await ride(client, as: Self.passenger, from: meeting))
            #expect(expected > .seconds(60) && expected < .seconds(66.5))
            try await client.loop.sleep(for: .seconds(60))
        }
        #expect(city.taxi.contains { if case .rideEnded = $0.event { true } else { false } })
    }

    @Test("Clients on other threads speak the same interface through the loop's inbox", .timeLimit(.minutes(5)))
    func live() async throws {
        let city = try city()
        let loop = city.loop
        let client = city.client
        let box = Handover(city)
        let thread = Thread { box.run() }
        thread.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.ask { try await drive(client, as: Self.driver) } }
            group.addTask {
                // Until the driver is in service there is no taxi.
                while try await loop.ask({ try await ride(client, as: Self.passenger, from: meeting) }) == nil {
                    try await loop.ask { try await client.loop.sleep(for: .seconds(1)) }
                }
            }
            try await group.waitForAll()
        }
        loop.stop()
        box.join()
        #expect(city.taxi.contains { if case .rideEnded = $0.event { true } else { false } })
    }

    @Test("The example program opens the same host for clients on other threads, without people and without a scenario")
    func program() throws {
        let program = try #require(ProjectFolder.program("LiveExample"))
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // The two print from threads of their own; only the end is certain to be last.
        #expect(text.split(separator: "\n").count == 3 && text.hasSuffix("the ride is over\n"), "\(text)")
    }

    @Test("The article shows this very example")
    func article() throws {
        let example = try #require(
            try ArticleExample(with: "func drive", in: "Taxi/TaxiService/TaxiService.docc/TaxiCalls.md"))
        #expect(example.test.contains(example.shown) && example.shown.contains("func ride"))
    }
}

/// Hands a city to the thread that runs it. Used by one thread at a time: the signal orders them.
private final class Handover: @unchecked Sendable {
    let city: InterfaceCity
    private let done = DispatchSemaphore(value: 0)

    init(_ city: InterfaceCity) {
        self.city = city
    }

    func run() {
        do {
            _ = try city.loop.run(until: .seconds(1_000_000_000), pace: .scaled(2_000))
        } catch {
            Issue.record("\(error)")
        }
        done.signal()
    }

    func join() {
        done.wait()
    }
}
