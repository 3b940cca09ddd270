// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Foundation
import Synchronization
import TaxiRules
import TaxiService

/// A city of one square, one driver and one passenger, both real: tasks on other threads than the city's.
///
/// The same host, services and rules as in a simulation; what is missing is people, chance and a scenario.
@main
struct LiveExample {
    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        let host = CityHost(start: .epoch)
        let layout = GridLayout(
            rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
        let dispatcher = Dispatcher(
            loop: host.loop, log: host.log, layout: layout, travel: StraightRouter(freeSpeed: 10, circuity: 1),
            policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: [TaxiRegistration(seats: 4, licence: 1, plate: 1)])
        host.add(dispatcher)
        let roles = TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1)
        let secrets = SystemSecrets()
        let hash = Argon2Hash(cost: .interactive, secrets: secrets)
        let access = host.open(
            AccessParameters(
                gateway: GatewayParameters(), times: NoTimes(), store: MemoryAccountStore(details: roles.rules.details),
                roles: roles, hash: hash, tokens: SecretTokens(secrets)))
        let client = CityClient(
            loop: host.loop, gateway: access.gateway, layout: layout, notices: TaxiNotices(dispatcher))
        access.connect(client)
        enroll(in: access.registry, hash)

        let loop = host.loop
        let outcome = Outcome()
        Task.detached {
            do {
                async let drive: Void = loop.ask { try await Self.drive(client) }
                try await loop.ask { try await Self.ride(client) }
                try await drive
            } catch {
                outcome.problem.withLock { $0 = error }
            }
            loop.stop()
        }
        // A hundred times as fast as the clock on the wall; `.wall` is the pace of a real service.
        try loop.run(pace: .scaled(100))
        host.close(at: loop.now)
        loop.tearDown()
        if let problem = outcome.problem.withLock({ $0 }) { throw problem }
    }

    /// Opens the accounts of the two.
    private static func enroll(in registry: AccountRegistry, _ hash: Argon2Hash) {
        let password = hash.hash(Self.password)
        var form = RegistrationForm(.passenger)
        (form.username, form.email) = ("ada1", "ada@example.org")
        (form.name, form.surname) = ("Ada", "Byron")
        registry.onLoop { _ = $0.enroll(form, person: 1, password: password) }
        form.type = .driver
        (form.username, form.email) = ("max1", "max@example.org")
        (form.address, form.phone) = ("Via Dante 1", "+39 02 1")
        (form.licence, form.licenceExpiry, form.plate, form.seats) = (1, CivilDate(2030, 1, 1), "AB1", 4)
        registry.onLoop { _ = $0.enroll(form, person: 1, password: password) }
    }

    private static let password = "Passw0rd1"

    /// What the driver does: waits for an offer, drives to the passenger, ends the ride.
    private static func drive(_ city: CityClient) async throws {
        let token = try await city.login(LoginForm(username: "max1", password: password))
        try await city.updateLocation(token, latitude: 45.46, longitude: 9.19)
        try await city.setStatus(token, inService: true)
        let offer = try await city.nextOffer(token)
        guard let ride = try await city.answer(token, offer.id, accept: true) else { return }
        print("the driver accepts an offer for \(ride.travelers) travelers")
        try await city.loop.sleep(for: .seconds(30))
        try await city.updateLocation(token, latitude: 45.4605, longitude: 9.1901)
        try await city.passengerAboard(token, ride.request, travelers: ride.travelers)
        try await city.rideEnded(token, ride.request, badCustomer: false)
        print("the ride is over")
    }

    /// What the passenger does: calls until there is a taxi.
    private static func ride(_ city: CityClient) async throws {
        let token = try await city.login(LoginForm(username: "ada1", password: password))
        let home = EnteredPlace(source: .address, place: Place(metresEast: 400, north: 500))
        while true {
            do {
                _ = try await city.call(token, at: home, travelers: 2)
                print("the passenger is told when the taxi comes")
                return
            } catch .aborted {
                try await city.loop.sleep(for: .seconds(5))
            }
        }
    }
}

/// How the story ended.
private final class Outcome: Sendable {
    let problem = Mutex<(any Error)?>(nil)
}
