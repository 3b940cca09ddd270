// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TripRules
import TripService

/// The phones of planner users where the city has a server: what they say passes its gateway, and their users are recognised by the
/// accounts of their phones (ACCOUNT-TRIP-R1, SEC-08).
///
/// A change carries its number, so that one that is sent again is carried out once (issue 33, decision 12).
final actor TripLines: CityActor, @preconcurrency DirectEntry, SliceClients, DeviceClients {
    nonisolated let loop: CityLoop
    /// The accounts of the users.
    nonisolated let registry: DeviceRegistry
    private let world: TripWorld
    private let scenario: Scenario
    private weak var population: TripPopulation?
    private var server: ClientServer?
    private var phones = OpenTable<ClientLine?>(blank: nil)

    init(_ world: TripWorld, _ scenario: Scenario) {
        self.world = world
        self.scenario = scenario
        loop = world.loop
        let key = world.key
        func secrets(_ purpose: Purpose) -> KeyedSecrets {
            KeyedSecrets(key: [key.seed, key.replication, purpose.rawValue])
        }
        registry = DeviceRegistry(
            loop: world.loop, log: world.log, book: DeviceBook(), key: IdentifierKey(secrets(.cloudIdentifiers)),
            numbering: PersonNumbering(.tripUser, above: LiveTrips.devicesAbove),
            tokens: SecretTokens(secrets(.deviceTokens)))
    }

    func begin(_ population: TripPopulation) { self.population = population }

    // MARK: The server

    nonisolated func connect(_ server: CityAccess) {
        let gateway = server.gateway
        onLoop { $0.open(gateway) }
    }

    private func open(_ gateway: Gateway) {
        server = ClientServer(gateway, scenario, log: world.log)
        registry.onLoop { $0.connect(gateway, clients: self) }
    }

    nonisolated func serves(_ role: RoleName) -> Bool { role == .tripUser }

    nonisolated func person(of connection: Connection) -> PersonID? {
        onLoop { $0.population }?.onLoop { $0.person(of: connection.role.number)?.id }
    }

    nonisolated func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        let line = onLoop { $0.phones.value(of: connection.role.number) } ?? nil
        line?.onLoop { $0.receive(answer, to: serial) }
    }

    nonisolated func notify(_ connection: Connection, _ answer: DeviceAnswer) {
        guard let line = onLoop({ $0.phones.value(of: connection.role.number) }) ?? nil else { return }
        line.onLoop { line in
            line.deliver { _ in
                if case .opened(let session, _) = answer { line.onLoop { $0.token = session.token } }
            }
        }
    }

    // MARK: Phones

    /// Somebody begins to use the planner: on a phone of the person's own, which is logged in with an account at Apple or Google, over a
    /// link whose delay may be that of the group (PERF-08).
    func start(_ user: TripUserID, _ person: PersonID, delay: Distribution?) {
        guard let server else { return }
        var traits = RandomStream(world.key, for: .phoneTraits, of: person)
        let line = ClientLine(
            Connection(.tripUser(user)), isDevice: false,
            // An address of the shared range 100.64.0.0/10, one for each of them.
            source: 0x6440_0000 | UInt32(bitPattern: user.number) & 0x3f_ffff, server: server,
            wire: RandomStream(world.key, for: .tripNetwork, of: person),
            channel: RandomStream(world.key, for: .tripChannel, of: person), loop: loop,
            system: traits.chance(0.5) ? .android : .ios, delay: delay)
        phones.open(user.number, line)
        line.onLoop { $0.send(DeviceSessionMessage.open(identifier: Self.identifier(of: person))) }
    }

    /// The identifier of a person's account at Apple or Google: made up, and the same whenever the app is installed again.
    static func identifier(of person: PersonID) -> String { "cloud-account-\(String(person.key, radix: 36))" }

    /// Sends what somebody's phone says.
    func send(_ message: TripMessage, of user: TripUserID) {
        let line = phones.value(of: user.number) ?? nil
        line?.onLoop { $0.send(message) }
    }

    /// Brings a notice to a user's phone.
    func deliver(_ notice: TripNotice, to user: TripUserID) {
        let line = phones.value(of: user.number) ?? nil
        line?.onLoop { line in
            line.deliver { [self] _ in onLoop { $0.population }?.onLoop { $0.takes(notice, of: user) } }
        }
    }

    func end() {
        phones = OpenTable(blank: nil)
        server = nil
    }
}
