// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import StoreRules
import StoreService

/// The phones of shoppers, the panels of staff and the totems and gates of stores, where the city has a server: what they say
/// passes its gateway.
///
/// A shopper's requests are numbered, so that one that is repeated is carried out once (PERF-12); what is only asked is asked
/// again. A totem or gate acts on its answer at once: nobody is before it but the person whose message it was.
final actor StoreLines: CityActor, @preconcurrency DirectEntry, SliceClients, PhoneClients, SmsReader {
    nonisolated let loop: CityLoop
    private let world: StoreWorld
    private let scenario: Scenario
    /// The accounts of shoppers; nil where all are logged in since before the run.
    private(set) var accounts: PhoneAccounts?
    private weak var population: StorePopulation?
    private var server: ClientServer?
    private var phones = OpenTable<ClientLine?>(blank: nil)
    private var devices: [Connection: ClientLine] = [:]
    /// The last request of each shopper.
    private var requests = OpenTable(blank: Int32(0))
    /// What devices were told in the message that is served now.
    private var answers: [GateAnswer] = []

    init(_ world: StoreWorld, _ scenario: Scenario) {
        self.world = world
        self.scenario = scenario
        loop = world.loop
    }

    func begin(_ population: StorePopulation, _ service: StoreService?) {
        self.population = population
        guard let service, let habits = world.section.accounts else { return }
        accounts = PhoneAccounts(habits, service, in: world, reader: self) { [weak self] in self?.person(of: $0) }
    }

    // MARK: The server

    nonisolated func connect(_ server: CityAccess) {
        let gateway = server.gateway
        onLoop { $0.open(gateway) }
    }

    private func open(_ gateway: Gateway) {
        connect(to: gateway)
        guard let accounts else { return }
        accounts.registry.onLoop { $0.connect(gateway, carrier: accounts.carrier, clients: self) }
    }

    /// Sends to this gateway from now on, wherever its server is.
    func connect(to gateway: any ServerGateway) { server = ClientServer(gateway, scenario, log: world.log) }

    nonisolated func serves(_ role: RoleName) -> Bool { role == .shopper || role == .staff || role == .totem }

    nonisolated func person(of connection: Connection) -> PersonID? {
        guard connection.role.name == .shopper else { return nil }
        return onLoop { $0.population }?.onLoop { $0.shopper(ShopperID(connection.role.number))?.person.id }
    }

    nonisolated func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        onLoop { lines in
            let line =
                connection.role.name == .shopper
                ? lines.phones.value(of: connection.role.number) ?? nil : lines.devices[connection]
            line?.onLoop { $0.receive(answer, to: serial) }
            lines.answers = []
        }
    }

    // MARK: Lines

    private func makeLine(_ role: Role, isDevice: Bool, of person: PersonID?) -> ClientLine? {
        guard let server else { return nil }
        let connection = Connection(role)
        func stream(_ purpose: Purpose) -> RandomStream {
            person.map { RandomStream(world.key, for: purpose, of: $0) }
                ?? RandomStream(world.key, for: purpose, of: connection.key)
        }
        // An address of the shared range 100.64.0.0/10, one for each of them.
        let kind: UInt32 = role.name == .shopper ? 0 : role.name == .staff ? 1 : 2
        let source = 0x6440_0000 | (UInt32(bitPattern: role.number) &* 4 &+ kind) & 0x3f_ffff
        let line = ClientLine(
            connection, isDevice: isDevice, source: source, server: server, wire: stream(.storeNetwork),
            channel: stream(.storeChannel), loop: loop)
        if role.name == .staff || role.name == .shopper && accounts == nil {
            // Logged in since before the run.
            let token = Token(high: 0x7374_6f72_6573, low: connection.key)
            let first = role.name == .shopper ? LiveStores.phonesAbove : LiveStores.phonesAbove + 500_000_000
            server.gateway.open(Session(token: token, account: AccountID(first &+ role.number), role: role))
            line.onLoop { $0.token = token }
        }
        return line
    }

    private func phone(_ shopper: Shopper) -> ClientLine? {
        if let line = phones.value(of: shopper.id.number) ?? nil { return line }
        let line = makeLine(.shopper(shopper.id), isDevice: false, of: shopper.person.id)
        phones.open(shopper.id.number, line)
        return line
    }

    /// A totem or gate, or the panel of staff. Managers sit at a computer, whose messages keep their order.
    private func device(_ role: Role) -> ClientLine? {
        if let line = devices[Connection(role)] { return line }
        let line = makeLine(role, isDevice: role != .staff(StoreWorld.manager), of: nil)
        devices[Connection(role)] = line
        return line
    }

    /// Somebody who came for one visit is gone.
    func forget(_ shopper: ShopperID) {
        phones.close(shopper.number)
        requests.close(shopper.number)
        server?.gateway.forget(Connection(.shopper(shopper)))
    }

    func end() {
        phones = OpenTable(blank: nil)
        devices = [:]
        (server, accounts) = (nil, nil)
    }

    // MARK: Accounts

    /// Whether a shopper's phone has no session yet.
    func needsLogin(_ shopper: Shopper) -> Bool { phone(shopper)?.onLoop { $0.token } == nil }

    func send(_ message: PhoneMessage, of shopper: Shopper) { phone(shopper)?.onLoop { $0.send(message) } }

    nonisolated func notify(_ connection: Connection, _ answer: PhoneAnswer) {
        onLoop { lines in
            guard let shopper = lines.population?.onLoop({ $0.shopper(ShopperID(connection.role.number)) }),
                let line = lines.phone(shopper)
            else { return }
            line.onLoop { line in
                line.deliver { _ in
                    if case .loggedIn(let session, _) = answer { line.onLoop { $0.token = session.token } }
                    shopper.onLoop { $0.take(answer) }
                }
            }
        }
    }

    nonisolated func receive(_ sms: Sms) {
        let shopper = onLoop { $0.population }?.onLoop { $0.shopper(ShopperID(sms.sender.connection.role.number)) }
        shopper?.onLoop { $0.receive(sms.code) }
    }

    // MARK: Messages

    func send(_ message: StoreMessage) {
        switch message {
        case .shopper(let id, _, let message): send(message, from: id)
        case .totem(let store, _): device(.totem(store))?.onLoop { $0.send(message) }
        case .staff(let staff, _): device(.staff(staff))?.onLoop { $0.send(message) }
        case .forget, .place, .outage: break
        }
    }

    private func send(_ message: ShopperMessage, from id: ShopperID) {
        guard let shopper = population?.onLoop({ $0.shopper(id) }), let line = phone(shopper) else { return }
        var request: Int32 = 0
        if message.isCarriedOutOnce {
            request = (requests.value(of: id.number) ?? 0) + 1
            requests.open(id.number, request)
        }
        let client: ClientKind =
            if case .join(_, .web, _) = message { .web } else if case .book(_, .web, _) = message { .web } else {
                .mobile
            }
        line.onLoop { $0.send(StoreMessage.shopper(id, request: request, message), from: client) }
    }

    /// Sends what somebody does at a totem or gate, who takes the answer there.
    func send(_ message: StoreMessage, of shopper: Shopper) {
        let line =
            switch message {
            case .staff(let staff, _): device(.staff(staff))
            case .totem(let store, _): device(.totem(store))
            case .shopper, .forget, .place, .outage: ClientLine?.none
            }
        line?.onLoop {
            $0.send(message) { [self] _ in
                for answer in onLoop({ $0.answers }) { shopper.onLoop { $0.take(answer) } }
            }
        }
    }

    /// A totem or gate is told something in the message that is served now.
    func answered(_ answer: GateAnswer) { if server != nil { answers.append(answer) } }

    /// Brings a notice to a shopper's phone.
    func deliver(_ notice: StoreNotice, to shopper: Shopper) {
        phone(shopper)?.onLoop { line in
            line.deliver { delay in
                shopper.city.note(.notified(person: shopper.person.id, delay: delay))
                shopper.onLoop { $0.take(notice) }
            }
        }
    }
}

extension ShopperMessage {
    /// Whether a repeated message must not be carried out again; what only asks for something may be.
    fileprivate var isCarriedOutOnce: Bool {
        switch self {
        case .list, .listAt, .select, .findSlot, .showOwn: false
        case .join, .leaveQueue, .book, .cancelBooking, .answerPostponement, .setFavourite, .addWish, .removeWish: true
        }
    }
}
