// SPDX-License-Identifier: GPL-3.0-or-later

package import CityGateway
package import CityModel

/// The gateway, as clients see it: that of the simulated city, or the way to a server that is elsewhere.
package protocol ServerGateway: AnyObject, Sendable {
    /// Takes a message that has come over the link. Called on the loop; the answer comes back to the clients that it is from.
    func arrive(_ envelope: Envelope)
    /// Somebody's session is older than the run. Called on the loop, once for each such client.
    func open(_ session: Session)
    /// Whoever came once is gone: nothing is brought to this client any more. Called on the loop.
    func forget(_ connection: Connection)
}

extension ServerGateway {
    /// A server that is elsewhere has sessions of its own.
    package func open(_ session: Session) {}
    /// What is brought to nobody costs nothing.
    package func forget(_ connection: Connection) {}
}

extension Gateway: ServerGateway {}
