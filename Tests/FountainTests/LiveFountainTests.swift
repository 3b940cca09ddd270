// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import TaxiRules
import TaxiService
import Testing

/// The proof that a live city has room for a service: the same fountain beside the taxis, and its calls, in its own folder.
@Suite("A live service that no file of the house names")
struct LiveFountainTests {
    private static let password = "Passw0rd1"

    /// A city with a taxi service without taxis, a fountain of two cups with one more each minute, and a client with two passengers.
    private final class Square {
        let host = CityHost(start: .seconds(8 * 3600), checksEveryTurn: true)
        let city: LiveCity
        let client: CityClient

        init() throws {
            let layout = GridLayout(
                rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
            let dispatcher = Dispatcher(
                loop: host.loop, log: host.log, layout: layout, travel: StraightRouter(freeSpeed: 10, circuity: 1),
                policy: FirstInQueue(), parameters: TaxiParameters(), taxis: [])
            let roles = TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1)
            let taxis = LiveService(
                [dispatcher],
                accounts: LiveAccounts(
                    TaxiMessage.service, store: MemoryAccountStore(details: roles.rules.details), roles: roles,
                    hold: dispatcher.timerHold))
            var parameters = FountainParameters()
            (parameters.cups, parameters.refill) = (2, .seconds(60))
            let fountain = FountainService(parameters, loop: host.loop, log: host.log)
            let secrets = KeyedSecrets(key: [7])
            let hash = Argon2Hash(cost: .reduced, secrets: secrets)
            city = LiveCity(
                in: host, [taxis, LiveService([fountain])],
                LiveCity.Parameters(times: NoTimes(), hash: hash, tokens: SecretTokens(secrets)))
            client = CityClient(
                loop: host.loop, gateway: city.access.gateway, layout: layout, notices: TaxiNotices(dispatcher))
            fountain.onLoop { [client] in $0.connect(client) }
            try city.connect(client)
            for (number, name) in [(1, "ada"), (2, "max")] as [(Int32, String)] {
                var form = RegistrationForm(.passenger)
                (form.username, form.email, form.name, form.surname) = (name, "\(name)@example.org", "Ada", "Byron")
                let text = hash.hash(LiveFountainTests.password)
                city.access.registry.onLoop { [form] in _ = $0.enroll(form, person: number, password: text) }
            }
        }

        /// Runs a story on the loop until it has ended, and closes the city.
        func story(_ body: @escaping @Sendable (CityClient) async throws -> Void) throws {
            try host.loop.story(until: .seconds(86_400)) { [client] in try await body(client) }
            host.close(at: host.loop.now)
            host.loop.tearDown()
        }
    }

    @Test("It stands beside the taxis behind one gateway: with one session a person drinks there, and calls a taxi")
    func besideTaxis() throws {
        try Square().story { client in
            let token = try await client.login(LoginForm(username: "ada", password: Self.password))
            #expect(try await client.drink(token) == 1)
            #expect(try await client.drink(token) == 0)
            await #expect(throws: DrinkError.refused(.basinIsEmpty)) { _ = try await client.drink(token) }
            let home = EnteredPlace(source: .address, place: Place(metresEast: 400, north: 500))
            await #expect(throws: CallError.aborted(.noDriver)) { _ = try await client.call(token, at: home) }
            // A minute after the first cup there is one more, and who found none is told.
            #expect(try await client.nextWater(token) == .seconds(8 * 3600 + 60))
            #expect(client.loop.now == .seconds(8 * 3600 + 60))
            #expect(try await client.drink(token) == 0)
        }
    }

    @Test(
        "Its calls are checked as those of any service: without a session nobody drinks, nor after the client was closed"
    )
    func checked() throws {
        try Square().story { client in
            let (ada, max) = (
                try await client.login(LoginForm(username: "ada", password: Self.password)),
                try await client.login(LoginForm(username: "max", password: Self.password))
            )
            try await client.logout(max)
            await #expect(throws: DrinkError.access(.notLoggedIn)) { _ = try await client.drink(max) }
            await #expect(throws: AccessError.notLoggedIn) { _ = try await client.nextWater(max) }
            client.loop.start("the end") {
                try await client.loop.sleep(for: .seconds(5))
                await client.close()
            }
            // Nobody was without water: who waits for it is told that the client is closed.
            await #expect(throws: AccessError.closed) { _ = try await client.nextWater(ada) }
            #expect(client.loop.now == .seconds(8 * 3600 + 5))
            await #expect(throws: DrinkError.access(.closed)) { _ = try await client.drink(ada) }
        }
    }

    @Test("Somebody who waits for news and logs out elsewhere is told that the session is over")
    func loggedOut() throws {
        try Square().story { client in
            let token = try await client.login(LoginForm(username: "ada", password: Self.password))
            client.loop.start("elsewhere") {
                try await client.loop.sleep(for: .seconds(5))
                try await client.logout(token)
            }
            await #expect(throws: AccessError.notLoggedIn) { _ = try await client.nextWater(token) }
            #expect(client.loop.now == .seconds(8 * 3600 + 5))
        }
    }
}
