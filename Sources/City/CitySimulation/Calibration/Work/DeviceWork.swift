// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
import CityModel
import Foundation
import RecordStores
import Synchronization

/// The accounts by device as work to be measured: apps are opened and closed, mostly of users who are known, on an encrypted file.
final class DeviceWork {
    private let loop = CityLoop()
    private let log: EventLog
    private let registry: DeviceRegistry
    private let phones = OpenedPhones()
    private var opened = 0

    /// Opens the registry without users.
    init() throws {
        log = EventLog(loop)
        let folder = try AccountWork.makeFolder()
        // The file stays as long as it is open, and nothing is left of it however the program ends.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let secrets = SystemSecrets()
        registry = DeviceRegistry(
            loop: loop, log: log,
            book: try DeviceBook(
                try RecordFile<DeviceAccount>(path: folder + "/devices.sqlite", key: RecordKey.drawn())),
            key: IdentifierKey(secrets), numbering: PersonNumbering(.visitor), tokens: SecretTokens(secrets))
        registry.onLoop { [phones] in $0.connect(phones, clients: phones) }
    }

    /// An app is opened, every twentieth time by a new user, and closed: two messages of the kind device session.
    func open(_ clock: HostClock, into measured: inout Measurements) throws {
        opened += 1
        try send(.open(identifier: "calibration-\((opened + 18) / 20)"), nil, clock, &measured)
        guard let session = phones.session else { throw CalibrationProblem.accounts("a device was not recognised") }
        try send(.close, session, clock, &measured)
    }

    private func send(
        _ message: DeviceSessionMessage, _ session: Session?, _ clock: HostClock, _ measured: inout Measurements
    ) throws {
        let envelope = Envelope(message, from: .visitor(1), source: 0x7F00_0001)
        let begin = clock()
        loop.runTurn(at: loop.now + .seconds(1)) { registry.serve(envelope, session: session) }
        measured.add(message.kind, clock() - begin)
    }

    /// Lets the registry and its file go.
    func end() {
        registry.end()
        loop.tearDown()
    }
}

/// The phones of everybody, and the gateway: keeps the last session.
private final class OpenedPhones: SessionGateway, DeviceClients {
    private let last = Mutex<Session?>(nil)

    var session: Session? { last.withLock { $0 } }

    func open(_ session: Session) { last.withLock { $0 = session } }
    func close(_ token: Token) {}
    func closeSessions(of account: AccountID) {}
    func restrict(_ account: AccountID, mustChangePassword: Bool) {}
    func notify(_ connection: Connection, _ answer: DeviceAnswer) {}
}
