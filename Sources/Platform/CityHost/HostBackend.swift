// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel

/// The services behind the gateway: each message goes to the one that its type belongs to.
final class HostBackend: GatewayBackend {
    private let loop: CityLoop
    private let services: [any CityService]
    private let registry: AccountRegistry
    /// Holds the accounts' timers when no service does.
    private let ownHold: TimerHold?

    init(loop: CityLoop, services: [any CityService], registry: AccountRegistry, hold: TimerHold?) {
        self.loop = loop
        self.services = services
        self.registry = registry
        ownHold = hold
    }

    func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? {
        (envelope.message as? AccountMessage).flatMap { registry.prepare($0, session: session) }
    }

    func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        let message = envelope.message
        if let message = message as? AccountMessage {
            let worked = (prepared as? SideTask<PasswordOutcome>)?.outcome
            let answer = registry.receive(message, of: envelope, session: session, worked: worked)
            // Without one the identity provider is asked; its answer follows by itself.
            return answer.map { .account($0) } ?? .taken(message.kind)
        }
        let id = type(of: message).service
        services.first { $0.id == id }?.serve(envelope, session: session)
        return .taken(message.kind)
    }

    func isOn(_ module: ModuleName) -> Bool { services.contains { $0.isOn(module) } }

    func hold() {
        for service in services { service.holdTimers() }
        ownHold?.begin()
    }

    func restart() {
        for service in services { service.restartTimers() }
        ownHold?.restart(at: loop.now)
    }

    func release() -> Int {
        ownHold?.end()
        return services.reduce(ownHold?.lastCount ?? 0) { $0 + $1.releaseTimers() }
    }
}
