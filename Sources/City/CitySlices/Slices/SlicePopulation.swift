// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountRules
package import CityHost
package import CityLoop
package import CityModel

/// The people whom one service brings into a city. Called on the loop.
package protocol SlicePopulation: AnyObject, Sendable {
    /// Their clients; nil when their messages never pass a gateway.
    var clients: (any SliceClients)? { get }
    func begin()
    /// Lets everybody go, so that the actors are freed.
    func end()
    /// How many customers there have been.
    var customerCount: Int { get }
    /// How many customers exist now.
    var presentCount: Int { get }
}

/// The server, for a service whose people use it from the first instant on.
package struct SliceServer {
    /// The gateway and the accounts behind it.
    package let access: CityAccess
    /// Hashes the passwords of people who have an account when the run begins.
    package let hash: any PasswordHash

    package init(access: CityAccess, hash: any PasswordHash) {
        self.access = access
        self.hash = hash
    }
}

/// What a server knows of a service whose people register by mail or through an identity provider.
package protocol SliceAccounts: Sendable {
    /// The service that the accounts are for.
    var roles: any RolePort { get }
    /// The service's timers, which those of the accounts are held with.
    var hold: TimerHold { get }
    /// Whose address it is; nil for nobody's.
    func owner(of address: String) -> Connection?
    /// Whom the identity provider knows behind a connection.
    func identity(of connection: Connection) -> ProviderIdentity
    /// So many accounts that nobody of the population uses (PERF-05), each with the number of its owner.
    func unused(_ count: Int) -> any Sequence<(person: Int32, form: RegistrationForm)>
}
