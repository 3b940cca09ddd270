// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountRules
package import CityHost
package import CityModel

/// The clients of a service's people where the city has a server: their messages pass its gateway. Called on the loop.
package protocol SliceClients: AnyObject, Sendable {
    /// The server is open: messages go through its gateway from now on. Once, before anybody sends one.
    func connect(_ server: CityAccess)
    /// Whether answers to this role are for these clients.
    func serves(_ role: RoleName) -> Bool
    /// Who uses a connection, for what is drawn of a person (SIM-02); nil for a device.
    func person(of connection: Connection) -> PersonID?
    /// Takes the answer to the message that its client gave this number; 0 for an answer that follows one given before.
    func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32)
    /// Takes a mail that reached the address of one of them.
    func receive(_ mail: Mail, to connection: Connection)
}

extension SliceClients {
    /// The server is part of them already.
    package func connect(_ server: CityAccess) {}
    /// They have no addresses.
    package func receive(_ mail: Mail, to connection: Connection) {}
}
