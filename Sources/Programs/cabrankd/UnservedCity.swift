// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation

/// The city of a server whom nobody can reach: opened to read what its log comes to, or to begin one. It is thrown away.
struct UnservedCity {
    private let host: CityHost
    private let parts: LiveParts

    /// Opens the city at the time at which its log begins, and takes up what that holds, or begins it.
    ///
    /// - Parameter now: when a log begins that holds nothing yet.
    /// - Throws: `InputErrors` at the key of the server's file that is wrong.
    init(
        _ config: ServerConfig, _ plan: CityPlan, _ origin: LogOrigin, _ store: any RecordStore<StoredInput>,
        now: CityTime
    ) throws(InputErrors) {
        let staff = try LivePeople(config).staff
        let identifiers = try LogFolder.identifiers(config)
        let start: CityTime?
        do {
            start = try LiveInputs.start(of: store)
        } catch {
            throw config.fault(of: error)
        }
        let fingerprint = Fingerprint(ofService: true)
        host = CityHost(start: start ?? now, observers: [fingerprint])
        do {
            parts = try LiveParts(
                plan, in: host, store, origin, mail: nil, texts: "", staff: staff, identifiers: identifiers,
                writing: nil, fingerprint: fingerprint)
            try parts.access.takeUp()
        } catch {
            host.close(at: host.loop.now)
            host.loop.tearDown()
            throw config.fault(of: error)
        }
    }

    /// The gateway and the accounts.
    var access: CityAccess { parts.access }
    /// Why the log could not be written; nil while all is well.
    var failure: NotKept? { parts.inputs.failure }

    /// Ends it: nothing of it is left but its log.
    func end() {
        let client = parts.client
        host.loop.runTurn(at: host.loop.now) { client.onLoop { $0.close() } }
        host.close(at: host.loop.now)
        host.loop.tearDown()
    }
}
