// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityHost
import CityLoop
import CityModel
import RandomStreams
import StoreRules
import StoreService

/// The accounts of shoppers in a simulation, and the carrier that brings them their codes.
///
/// What becomes of an SMS is drawn for its person and instant, so that one more changes nothing for another (SIM-02).
struct PhoneAccounts: Sendable {
    let registry: PhoneRegistry
    let carrier: SimulatedCarrier

    /// Accounts without persons yet; `reader` takes the SMS.
    init(
        _ habits: PhoneHabits, _ service: StoreService, in world: StoreWorld, reader: any SmsReader,
        person: @escaping @Sendable (Connection) -> PersonID?
    ) {
        let port: StoreRolePort
        do { port = try StoreRolePort(service) } catch {
            preconditionFailure("an empty store of accounts cannot be read: \(error)")
        }
        let key = world.key
        registry = PhoneRegistry(
            loop: world.loop, log: world.log, book: PhoneBook(), port: port,
            numbering: PersonNumbering(.shopper, above: LiveStores.phonesAbove),
            tokens: SecretTokens(KeyedSecrets(key: [key.seed, key.replication, Purpose.sms.rawValue])))
        carrier = SimulatedCarrier(loop: world.loop, log: world.log, reader: reader) { sms, time in
            let owner = StubLuck.owner(person(sms.sender.connection)?.key ?? 0, at: time)
            var stream = RandomStream(key, for: .sms, of: owner)
            let (isLost, isUnreachable) = (stream.chance(habits.lost), stream.chance(habits.unreachable))
            let delay = stream.time(habits.delay)
            return isLost ? .lost : isUnreachable ? .unreachable(after: delay) : .delivered(after: delay)
        }
    }
}
