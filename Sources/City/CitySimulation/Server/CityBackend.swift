// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import Population
import TaxiService

/// The services behind the front door: the taxi service and the accounts.
final class CityBackend: GatewayBackend {
    let dispatcher: Dispatcher
    let registry: AccountRegistry
    private let modules: [ModuleName]

    init(dispatcher: Dispatcher, registry: AccountRegistry, modules: [ModuleName]) {
        self.dispatcher = dispatcher
        self.registry = registry
        self.modules = modules
    }

    func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? {
        guard case .account(let message) = envelope.message else { return nil }
        return registry.prepare(message, session: session)
    }

    func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer {
        switch envelope.message {
        case .taxi(let message):
            dispatcher.send(message, reached: envelope.reached)
            return .taken(message.kind)
        case .account(let message):
            let worked = (prepared as? SideTask<PasswordOutcome>)?.outcome
            guard let answer = registry.receive(message, of: envelope, session: session, worked: worked) else {
                // The identity provider is asked; its answer follows by itself.
                return .taken(message.kind)
            }
            return .account(answer)
        }
    }

    func isOn(_ module: ModuleName) -> Bool { modules.contains(module) }

    func hold() { dispatcher.holdTimers() }

    func restart() { dispatcher.restartTimers() }

    func release() -> Int { dispatcher.releaseTimers() }
}

/// The front door as the account service and the clients know it: neither names the other's module.
final class FrontDoor: SessionDoor, ServerDoor {
    private let gateway: Gateway

    init(_ gateway: Gateway) {
        self.gateway = gateway
    }

    func arrive(_ envelope: Envelope) { gateway.arrive(envelope) }

    func open(_ session: Session) { gateway.open(session) }
    func close(_ token: Token) { gateway.close(token) }
    func closeSessions(of account: AccountID) { gateway.closeSessions(of: account) }
    func restrict(_ account: AccountID, mustChangePassword: Bool) {
        gateway.restrict(account, mustChangePassword: mustChangePassword)
    }
}
