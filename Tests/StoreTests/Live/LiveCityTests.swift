// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import HealthRules
import HealthService
import RecordStores
import StoreRules
import StoreService
import Synchronization
import TaxiRules
import TaxiService
import Testing

/// Taxis, stores and health of one city, behind one gateway.
@Suite("A live city of several services")
struct LiveCityTests {
    private static let password = "Passw0rd1"

    /// The city, with a store, a phone that gets every SMS, and one client of the public interface.
    private final class Town {
        let host = CityHost(start: clock(8), checksEveryTurn: true)
        let city: LiveCity
        let client: CityClient
        let phone = TestPhone()
        let stores: LiveStores
        let health: LiveHealth
        private let notices: HealthNotices
        private let texts = Texts()

        init() throws {
            let secrets = KeyedSecrets(key: [7])
            let hash = Argon2Hash(cost: .reduced, secrets: secrets)
            let dispatcher = Dispatcher(
                loop: host.loop, log: host.log, layout: StoreTown.layout,
                travel: StraightRouter(freeSpeed: 10, circuity: 1), policy: FirstInQueue(),
                parameters: TaxiParameters(), taxis: [])
            let roles = TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1)
            let taxis = LiveService(
                [dispatcher],
                accounts: LiveAccounts(
                    TaxiMessage.service, store: MemoryAccountStore(details: roles.rules.details), roles: roles,
                    hold: dispatcher.timerHold))
            stores = try LiveStores(
                on: host, LiveStores.Parameters(), files: .inMemory(), codes: CountedCodes(), secrets: secrets,
                hash: hash)
            health = LiveHealth(
                on: host, LiveHealth.Parameters(),
                accounts: try RecordedAccounts(
                    RecordMemory<Account>(), logins: RecordMemory<LoginEntry>(), details: HealthRoles().details),
                batches: BatchMemory(), hash: hash)
            city = LiveCity(
                in: host, [taxis, stores, health],
                LiveCity.Parameters(times: NoTimes(), hash: hash, tokens: SecretTokens(secrets)))
            client = CityClient(
                loop: host.loop, gateway: city.access.gateway, layout: StoreTown.layout,
                notices: TaxiNotices(dispatcher))
            notices = HealthNotices(client, carrier: texts)
            stores.attach(
                client,
                carrier: SimulatedCarrier(loop: host.loop, log: host.log, reader: phone) { _, _ in
                    .delivered(after: .seconds(1))
                })
            health.attach(data: client, health: notices)
            try city.connect(client)
            stores.service.onLoop { service in
                service.add(StoreForm(name: "corner", place: .origin, settings: .of(2, 1, 2)), managers: [])
            }
            var form = RegistrationForm(.passenger)
            (form.username, form.email, form.name, form.surname) = ("ada", "ada@example.org", "Ada", "Rossi")
            city.access.registry.onLoop { [form] in
                _ = $0.enroll(form, person: 1, password: hash.hash(LiveCityTests.password))
            }
        }

        private final class Texts: SOSCarrier {
            func send(_ sos: SOSText) {}
        }
    }

    @Test("One person logs in to taxi, stores and health of one city, and uses each with the session of that service")
    func onePerson() throws {
        let town = try Town()
        let phone = town.phone
        try town.host.loop.story(until: clock(8, day: 2)) { [client = town.client] in
            let taxi = try await client.login(LoginForm(username: "ada", password: Self.password))
            try await client.askCode(phone: "+39 333 1000100")
            try await client.loop.sleep(for: .seconds(2))
            let shopper = try await client.login(phone: "+39 333 1000100", code: phone.code ?? "")
            var form = RegistrationForm.wearer(
                PersonalData(
                    number: "RSSMRA85T10A562S", birth: CivilDate(1960, 12, 10), residence: Place(east: 1, north: 2)),
                accepting: .current)
            (form.username, form.email, form.name, form.surname) = ("ada", "ada@example.org", "Ada", "Rossi")
            (form.password, form.passwordRepeat) = (Self.password, Self.password)
            let account = try await client.createWearer(form)
            // No two services number their accounts alike.
            #expect(account.number > 200_000_000)
            let wearer = try await client.loginToHealth(LoginForm(username: "ada", password: Self.password))
            #expect(Set([taxi, shopper, wearer]).count == 3)
            // Each session opens its own service: no taxi is on the road, a place in the queue, a device that is linked.
            await #expect(throws: CallError.self) {
                _ = try await client.call(
                    taxi, at: EnteredPlace(source: .address, place: Place(metresEast: 4000, north: 5000)), travelers: 1)
            }
            _ = try await client.join(shopper, StoreID(1))
            _ = try await client.wearer(of: wearer)
            try await client.startSending(wearer, key: 5)
            // And no other.
            await #expect(throws: TicketError.access(.wrongRole)) { _ = try await client.join(taxi, StoreID(1)) }
            await #expect(throws: AccessError.wrongRole) { _ = try await client.wearer(of: shopper) }
            // One session ends, the others go on.
            try await client.logoutPhone(shopper)
            _ = try await client.wearer(of: wearer)
        }
        town.host.close(at: town.host.loop.now)
        town.host.loop.tearDown()
    }

    @Test("A second gateway in one city is refused; a further service is opened beside the first by LiveCity")
    func order() throws {
        let town = try Town()
        #expect(town.stores.access === town.health.access && town.city.access === town.stores.access)
        #expect(town.host.services.count == 5)
    }
}
