// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel

/// Accounts, and the service that they are for; nil when the city has no others.
typealias OwnedRegistry = (owner: ServiceID?, registry: AccountRegistry)

/// The services behind the gateway: each message goes to the one that its type belongs to.
final class HostBackend: GatewayBackend {
    private let loop: CityLoop
    private let services: [any CityService]
    /// The accounts, by the service that they are for; those of the first are meant when a message names none.
    private let registries: [OwnedRegistry]
    /// Hold the timers of accounts when no service does.
    private let ownHolds: [TimerHold]
    /// Keeps what is served; nil for a city that keeps nothing.
    private let inputs: LiveInputs?

    init(
        loop: CityLoop, services: [any CityService], registries: [OwnedRegistry], holds: [TimerHold],
        inputs: LiveInputs?
    ) {
        self.inputs = inputs
        self.loop = loop
        self.services = services
        self.registries = registries
        ownHolds = holds
    }

    func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? {
        guard let (message, registry) = accounts(for: envelope.message, session), let registry else { return nil }
        guard let inputs else { return registry.prepare(message, session: session) }
        // Of this work the outcome is kept, and not what it draws.
        return inputs.secrets.withoutNotes { registry.prepare(message, session: session) }
    }

    /// The message to the accounts that an envelope holds, and the registry that it is for: that of the session when it needs
    /// one, else of the service that it names; nil for a service without accounts.
    private func accounts(
        for message: any ServedMessage, _ session: Session?
    ) -> (message: AccountMessage, registry: AccountRegistry?)? {
        let named = message as? ServiceAccountMessage
        guard let message = named?.message ?? message as? AccountMessage else { return nil }
        if message.needsSession, let session {
            return (message, registries.first { $0.registry.serves(session.role.name) }?.registry)
        }
        guard let named else { return (message, registries[0].registry) }
        return (message, registries.first { $0.owner == named.owner }?.registry)
    }

    func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        // Nobody may bring into the log what no service of the city could take out of it again.
        guard serves(envelope.message) else { return .refused(envelope.message.kind, .moduleOff) }
        let worked = (prepared as? SideTask<PasswordOutcome>)?.outcome
        guard let inputs else { return handOver(envelope, session, worked) }
        let envelope = inputs.hiding(envelope)
        return inputs.serve(envelope, worked: worked) { handOver(envelope, session, worked) }
    }

    /// Whether a service of the city, or its accounts, takes messages of this type.
    private func serves(_ message: any ServedMessage) -> Bool {
        if message is AccountMessage || message is ServiceAccountMessage { return true }
        let id = type(of: message).service
        return services.contains { $0.id == id } && inputs?.knows(message) ?? true
    }

    /// Hands a message to its service: one that has passed the gateway, or one of a log.
    @discardableResult
    func handOver(_ envelope: Envelope, _ session: Session?, _ worked: PasswordOutcome?) -> ServerAnswer {
        let message = envelope.message
        if let (message, registry) = accounts(for: message, session) {
            guard let registry else { return .refused(message.kind, .wrongRole) }
            let answer = registry.receive(message, of: envelope, session: session, worked: worked)
            // Without one the identity provider is asked; its answer follows by itself.
            return answer.map { .account($0) } ?? .taken(message.kind)
        }
        let id = type(of: message).service
        services.first { $0.id == id }?.serve(envelope, session: session)
        return .taken(message.kind)
    }

    /// The types of messages that services hear past the gateway.
    var heardTypes: [any RecordedInput.Type] { services.compactMap { ($0 as? any DirectService)?.directMessage } }

    /// Hands a message of a log to the service that had heard it past the gateway.
    func hear(_ message: any RecordedInput) {
        let id = type(of: message).service
        for service in services where service.id == id { (service as? any DirectService)?.hear(message) }
    }

    /// All accounts, for another log.
    func accountsToCarry() throws -> [CarriedAccount] {
        var found: [CarriedAccount] = []
        for (owner, registry) in registries {
            let accounts = try registry.onLoop { try $0.accountsToCarry() }
            found += accounts.map { CarriedAccount(owner ?? .accounts, .form($0)) }
        }
        for service in services {
            if let phones = service as? PhoneRegistry {
                found += phones.onLoop { $0.accountsToCarry() }.map { CarriedAccount(phones.id, .phone($0)) }
            } else if let devices = service as? DeviceRegistry {
                found += devices.onLoop { $0.accountsToCarry() }.map { CarriedAccount(devices.id, .device($0)) }
            }
        }
        return found
    }

    /// Takes in an account of another log.
    ///
    /// - Returns: whether there is a place for it.
    func carry(_ carried: CarriedAccount) throws(CarryRefusal) -> Bool {
        let id = carried.service
        let outcome: Result<Bool, CarryRefusal>?
        switch carried.body {
        case .form(let account):
            let registry = registries.first { ($0.owner ?? .accounts) == id }?.registry
            outcome = registry?.onLoop { registry in
                Result { () throws(CarryRefusal) in try registry.carry(account, of: id) }
            }
        case .phone(let account):
            let phones = services.lazy.compactMap { $0 as? PhoneRegistry }.first { $0.id == id }
            outcome = phones?.onLoop { phones in
                Result { () throws(CarryRefusal) in
                    try phones.carry(account)
                    return true
                }
            }
        case .device(let account):
            let devices = services.lazy.compactMap { $0 as? DeviceRegistry }.first { $0.id == id }
            outcome = devices?.onLoop { devices in
                Result { () throws(CarryRefusal) in
                    try devices.carry(account)
                    return true
                }
            }
        }
        guard let outcome else { throw .noService(id) }
        return try outcome.get()
    }

    /// Notes in the log the time that the city has come to.
    func mark() { inputs?.mark() }

    /// Logs somebody out in the person's place.
    func logOut(_ session: Session) {
        let message: (any ServedMessage)? =
            if registries.contains(where: { $0.registry.serves(session.role.name) }) {
                AccountMessage.logout
            } else if services.contains(where: { ($0 as? PhoneRegistry)?.serves(session.role.name) ?? false }) {
                PhoneMessage.logout
            } else if services.contains(where: { ($0 as? DeviceRegistry)?.serves(session.role.name) ?? false }) {
                DeviceSessionMessage.close
            } else {
                nil
            }
        guard let message else { return }
        let envelope = Envelope(message, from: Connection(session.role), token: session.token)
        _ = serve(envelope, session: session, prepared: nil)
    }

    func heldAnswer(to envelope: Envelope, session: Session?) -> HeldAnswer? {
        let id = type(of: envelope.message).service
        if let service = services.first(where: { $0.id == id }) { return service.heldAnswer }
        return accounts(for: envelope.message, session)?.registry?.heldAnswer
    }

    func isOn(_ module: ModuleName) -> Bool { services.contains { $0.isOn(module) } }

    func hold() {
        for service in services { service.holdTimers() }
        for hold in ownHolds { hold.begin() }
    }

    func restart() {
        for service in services { service.restartTimers() }
        for hold in ownHolds { hold.restart(at: loop.now) }
    }

    func release() -> Int {
        for hold in ownHolds { hold.end() }
        return services.reduce(ownHolds.reduce(0) { $0 + $1.lastCount }) { $0 + $1.releaseTimers() }
    }
}
