// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CityTestKit
import RaceRules
import RaceService
import Synchronization
import Testing

/// A live race service with its gateway and accounts, from 08:00 on, and a client of the public interface in front of it.
final class InterfaceTown {
    let host = CityHost(start: RaceTown.start, checksEveryTurn: true)
    let live: LiveRaces
    let client: CityClient
    private let notices: RaceNotices
    let postman = Postman()

    init(secrets: any SecretSource = KeyedSecrets(key: [7])) throws {
        live = LiveRaces(
            in: host, map: RaceTown.map, LiveRaces.Parameters(), accounts: try RaceTown.memory(),
            shelves: RaceShelves(), secrets: secrets,
            hash: Argon2Hash(cost: .reduced, secrets: secrets), times: NoTimes())
        client = CityClient(
            loop: host.loop, gateway: live.access.gateway, layout: RaceTown.map)
        notices = RaceNotices(client, of: live.service)
        try live.connect(client, races: notices, mailer: postman)
    }

    /// Runs a story on the loop until it has ended, within ten days.
    func story(_ body: @escaping @Sendable (CityClient) async throws -> Void) throws {
        try host.loop.story(until: RaceTown.start + .hours(240)) { [client] in try await body(client) }
    }

    /// The races.
    var rules: RaceRules { live.service.onLoop { $0.rules } }

    /// Keeps the mails.
    final class Postman: Mailer {
        private let mails = Mutex<[Mail]>([])
        var last: Mail? { mails.withLock { $0.last } }
        func send(_ mail: Mail) { mails.withLock { $0.append(mail) } }
    }
}

extension CityClient {
    /// Opens a user's account, and begins a session.
    func user(_ name: String) async throws -> Token {
        _ = try await createRaceUser(RaceTown.form(.raceUser, name))
        return try await loginToRaces(LoginForm(username: name, password: RaceTown.password))
    }

    /// Opens an organiser's account, and begins a session.
    func organiser(_ name: String) async throws -> Token {
        _ = try await createOrganiser(RaceTown.form(.organiser, name))
        return try await loginToRaces(LoginForm(username: name, password: RaceTown.password))
    }

    /// Joins a race of the first organiser, which asks for consent first.
    func joined(_ token: Token, _ race: RaceID) async throws {
        await #expect(throws: RaceJoinError.refused(.noConsent)) { try await self.join(token, race: race) }
        try await giveConsent(token, to: OrganiserID(1))
        _ = try await join(token, race: race)
    }
}
