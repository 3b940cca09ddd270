// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySlices
import HealthRules
import RandomStreams

/// The phones of people who wear a device and the computers of organisations, where the city has a server: what people set in
/// their app and answer, and what organisations ask, passes its gateway.
///
/// Batches and SOS do not pass it (AVAIL-03). Signing up and moving house do not either: they belong to accounts, which are not
/// simulated, so that everybody is in a session from then on. What an app sends twice, because its answer was lost, changes
/// nothing the second time.
final actor HealthLines: CityActor, @preconcurrency DirectEntry, SliceClients {
    /// Above the numbers of all other accounts of a city.
    private static let accountsAbove: Int32 = 1_800_000_000
    private static let organisationsAbove: Int32 = 1_900_000_000

    nonisolated let loop: CityLoop
    private let world: HealthWorld
    private let scenario: Scenario
    private weak var population: HealthPopulation?
    private var server: ClientServer?
    /// By number, from 1.
    private var phones: [ClientLine?] = []
    private var organisations: [ClientLine?] = []
    /// Whether the service was there for the last message of each phone that was served.
    private var isHeard: [Bool] = []

    init(_ world: HealthWorld, _ scenario: Scenario, loop: CityLoop) {
        (self.world, self.scenario, self.loop) = (world, scenario, loop)
    }

    func begin(_ population: HealthPopulation) { self.population = population }

    func end() {
        (phones, organisations, isHeard) = ([], [], [])
        server = nil
    }

    // MARK: The server

    nonisolated func connect(_ server: CityAccess) {
        let gateway = server.gateway
        onLoop { lines in lines.server = ClientServer(gateway, lines.scenario, log: lines.world.log) }
    }

    nonisolated func serves(_ role: RoleName) -> Bool { role == .wearer || role == .thirdParty }

    nonisolated func person(of connection: Connection) -> PersonID? {
        guard connection.role.name == .wearer else { return nil }
        return onLoop { $0.population }?.onLoop { $0.person(of: WearerID(connection.role.number)) }
    }

    nonisolated func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        onLoop { lines in
            let all = connection.role.name == .wearer ? lines.phones : lines.organisations
            let index = Int(connection.role.number) - 1
            if all.indices.contains(index) { all[index]?.onLoop { $0.receive(answer, to: serial) } }
        }
    }

    /// The service said something to a person while it served the phone's message: that it is down, or anything else.
    func take(_ notice: WearerNotice) {
        switch notice {
        case .done(let wearer), .followInstructions(let wearer): note(wearer, isHeard: true)
        case .refused(let wearer, let reason): note(wearer, isHeard: reason != .down)
        case .registered, .signUpRefused: break
        }
    }

    private func note(_ wearer: WearerID, isHeard value: Bool) {
        if isHeard.indices.contains(wearer.index - 1) { isHeard[wearer.index - 1] = value }
    }

    // MARK: Lines

    private func phone(_ wearer: WearerID) -> ClientLine? {
        while phones.count < wearer.index {
            phones.append(nil)
            isHeard.append(true)
        }
        if let line = phones[wearer.index - 1] { return line }
        let line = makeLine(
            .wearer(wearer), isDevice: false, AccountID(Self.accountsAbove + wearer.number),
            owner: population?.onLoop { $0.person(of: wearer) })
        phones[wearer.index - 1] = line
        return line
    }

    /// An organisation's computers are at a wire that loses nothing.
    private func computer(_ party: ThirdPartyID) -> ClientLine? {
        while organisations.count < party.index { organisations.append(nil) }
        if let line = organisations[party.index - 1] { return line }
        let line = makeLine(
            .thirdParty(party), isDevice: true, AccountID(Self.organisationsAbove + party.number), owner: nil)
        organisations[party.index - 1] = line
        return line
    }

    private func makeLine(_ role: Role, isDevice: Bool, _ account: AccountID, owner: PersonID?) -> ClientLine? {
        guard let server else { return nil }
        let connection = Connection(role)
        func stream(_ purpose: Purpose) -> RandomStream {
            owner.map { RandomStream(world.key, for: purpose, of: $0) }
                ?? RandomStream(world.key, for: purpose, of: connection.key)
        }
        // Addresses of the range 198.18.0.0/15, which is kept for tests of networks (RFC 2544).
        let source = 0xC612_0000 | (UInt32(bitPattern: role.number) &* 2 &+ (isDevice ? 1 : 0)) & 0x1_ffff
        let line = ClientLine(
            connection, isDevice: isDevice, source: source, server: server, wire: stream(.healthNetwork),
            channel: stream(.healthChannel), loop: loop)
        let token = Token(high: 0x6865_616c_7468, low: connection.key)
        server.gateway.open(Session(token: token, account: account, role: role))
        line.onLoop { $0.token = token }
        return line
    }

    // MARK: Messages

    /// Sends something of a person's app; `reply` is told whether the service was there.
    func send(
        _ message: any ServedMessage, of wearer: WearerID, _ reply: @escaping @Sendable (Bool) -> Void
    ) {
        phone(wearer)?.onLoop { line in
            line.send(message) { [self] answer in
                guard case .taken = answer else { return reply(false) }
                reply(onLoop { $0.isHeard[wearer.index - 1] })
            }
        }
    }

    /// Sends something of an organisation, and says when it is answered.
    func send(_ message: DataMessage, of party: ThirdPartyID, _ reply: @escaping @Sendable () -> Void) {
        computer(party)?.onLoop { $0.send(message, from: .web) { _ in reply() } }
    }

    /// Brings what the service says by itself to a person's phone.
    func deliver(to wearer: WearerID, _ shown: @escaping @Sendable () -> Void) {
        phone(wearer)?.onLoop { $0.deliver { _ in shown() } }
    }
}
