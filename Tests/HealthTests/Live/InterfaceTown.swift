// SPDX-License-Identifier: GPL-3.0-or-later

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
import Synchronization
import Testing

/// A live health service with its gateway and accounts, from 08:00 on, and a client of the public interface in front of it.
final class InterfaceTown {
    let host = CityHost(start: HealthTown.start, checksEveryTurn: true)
    let live: LiveHealth
    let client: CityClient
    let line: BatchLine
    let carrier = Carrier()
    private let notices: HealthNotices

    /// A group is as small as told.
    init(smallestGroup: Int = 1000, secrets: any SecretSource = KeyedSecrets(key: [7])) throws {
        var parameters = LiveHealth.Parameters()
        parameters.data.smallestGroup = smallestGroup
        parameters.data.limits.intervalsADay = 100
        parameters.data.limits.requestsADay = 7
        live = LiveHealth(
            in: host, parameters, accounts: try HealthTown.memory(), batches: BatchMemory(), secrets: secrets,
            hash: Argon2Hash(cost: .reduced, secrets: secrets), times: NoTimes())
        client = CityClient(
            loop: host.loop, gateway: live.access.gateway,
            layout: GridLayout(
                rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456)))
        line = BatchLine(live.monitor)
        notices = HealthNotices(client, carrier: carrier)
        try live.connect(client, data: client, health: notices)
        client.onLoop { [line] in $0.connect(line) }
    }

    /// Runs a story on the loop until it has ended, within ten days.
    func story(_ body: @escaping @Sendable (CityClient, BatchLine) async throws -> Void) throws {
        try host.loop.story(until: HealthTown.start + .hours(240)) { [client, line] in try await body(client, line) }
    }

    /// Keeps the texts that would go to whoever sends ambulances.
    final class Carrier: SOSCarrier {
        private let texts = Mutex<[SOSText]>([])
        var all: [SOSText] { texts.withLock { $0 } }
        func send(_ sos: SOSText) { texts.withLock { $0.append(sos) } }
    }
}

extension CityClient {
    /// Opens the account of a person with a number of its own, and begins a session.
    func person(_ name: String, number: String = HealthTown.person.number) async throws -> Token {
        var data = HealthTown.person
        data.number = number
        _ = try await createWearer(HealthTown.wearer(name, data))
        return try await loginToHealth(LoginForm(username: name, password: HealthTown.password))
    }

    /// Opens the account of an organisation, and begins a session.
    func organisation(_ number: String = "01234567890") async throws -> Token {
        _ = try await createOrganisation(HealthTown.organisation(number))
        return try await loginToHealth(LoginForm(username: number, password: HealthTown.password))
    }

    /// A batch of this person that ends now.
    nonisolated func batch(_ wearer: WearerID, rate: Int32, key: UInt64 = 5) -> SentBatch {
        let batch = HealthBatch(
            wearer, DeviceID(wearer.index), from: loop.now - .seconds(3), to: loop.now,
            at: Place(east: 10, north: 20), [HealthValue(.heartRate, hundredths: rate * 100)])
        return SentBatch(batch, seal: batch.seal(key))
    }

    /// Links the device of the person's number.
    func wears(_ token: Token) async throws -> WearerID {
        let wearer = try await wearer(of: token)
        try await startSending(token, key: 5)
        try await permit(token, true)
        try await link(token, DeviceID(wearer.index))
        return wearer
    }
}
