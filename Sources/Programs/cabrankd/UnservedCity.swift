// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation

/// The city of a server whom nobody can reach: opened to read what its log comes to, or to begin one. It is thrown away.
struct UnservedCity {
    let host: CityHost
    private let parts: LiveParts
    /// When the last input was that the log held.
    let last: CityTime

    /// Opens the city at the time at which its log begins, and takes up what that holds, or begins it.
    ///
    /// - Parameters:
    ///   - now: when a log begins that holds nothing yet.
    ///   - observers: are told what happens.
    ///   - checksEveryTurn: hands the log over after every turn, for the invariants.
    /// - Throws: what the log or the city fails of.
    init(
        _ plan: CityPlan, _ origin: LogOrigin, _ store: any RecordStore<StoredInput>, _ staff: [StaffAccount],
        _ identifiers: IdentifierKey, now: CityTime, observers: [any EventObserver] = [], checksEveryTurn: Bool = false
    ) throws {
        let fingerprint = Fingerprint(ofService: true)
        host = CityHost(
            start: try LiveInputs.start(of: store) ?? now, observers: observers + [fingerprint],
            checksEveryTurn: checksEveryTurn)
        do {
            parts = try LiveParts(
                plan, in: host, store, origin, mail: nil, texts: "", staff: staff, identifiers: identifiers,
                writing: nil, fingerprint: fingerprint)
            last = try parts.access.takeUp().last
        } catch {
            host.close(at: host.loop.now)
            host.loop.tearDown()
            throw error
        }
    }

    /// The same with what a server's file names.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong.
    init(
        _ config: ServerConfig, _ plan: CityPlan, _ origin: LogOrigin, _ store: any RecordStore<StoredInput>,
        now: CityTime
    ) throws(InputErrors) {
        let (staff, identifiers) = (try LivePeople(config).staff, try LogFolder.identifiers(config))
        do {
            try self.init(plan, origin, store, staff, identifiers, now: now)
        } catch {
            throw config.fault(of: error)
        }
    }

    /// The gateway and the accounts.
    var access: CityAccess { parts.access }
    /// Why the log could not be written; nil while all is well.
    var failure: NotKept? { parts.inputs.failure }

    /// Ends it: nothing of it is left but its log. The answer names the tasks that are still not finished.
    @discardableResult
    func end() -> [String] {
        let client = parts.client
        host.loop.runTurn(at: host.loop.now) { client.onLoop { $0.close() } }
        host.close(at: host.loop.now)
        return host.loop.tearDown()
    }
}
