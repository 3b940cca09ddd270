// SPDX-License-Identifier: GPL-3.0-or-later

package import CityGateway
package import CityModel
package import CitySlices

/// What clients need to use a server: its gateway, the log of what they do, and their habits.
package struct ServerAccess: Sendable {
    package var gateway: any ServerGateway
    /// Takes the client events.
    package var log: EventChannel<ClientEvent>
    /// Sizes on the wire.
    package var sizes: MessageSizes
    /// Opens an account that exists before its owner first uses the service. Called on the loop, once for each person.
    package var enroll: @Sendable (Enrolment) -> Void

    /// Connects clients to a server.
    package init(
        gateway: any ServerGateway, log: EventLog, sizes: MessageSizes, enroll: @escaping @Sendable (Enrolment) -> Void
    ) {
        self.gateway = gateway
        self.log = log.channel(ClientEvent.self)
        self.sizes = sizes
        self.enroll = enroll
    }
}

/// The server as every client of a city shares it.
final class ServerSide: Sendable {
    let access: ServerAccess
    let section: ServerSection
    let links: ClientLinks
    var clients: ClientsSection { links.clients }
    let accounts: AccountsSection

    init(_ access: ServerAccess, _ server: ServerSection, _ scenario: Scenario) {
        self.access = access
        section = server
        links = ClientLinks(scenario)
        accounts = scenario.accounts ?? AccountsSection()
    }

    func note(_ event: ClientEvent) { access.log.note(event) }
}
