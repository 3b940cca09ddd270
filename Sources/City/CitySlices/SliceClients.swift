// SPDX-License-Identifier: GPL-3.0-or-later

public import CityHost
public import CityModel

/// The clients of a service's people where the city has a server: their messages pass its gateway. Called on the loop.
public protocol SliceClients: AnyObject, Sendable {
    /// The server is open: messages go through its gateway from now on. Once, before anybody sends one.
    func connect(_ server: CityAccess)
    /// Whether answers to this role are for these clients.
    func serves(_ role: RoleName) -> Bool
    /// Who uses a connection, for what is drawn of a person (SIM-02); nil for a device.
    func person(of connection: Connection) -> PersonID?
    /// Takes the answer to the message that its client gave this number.
    func tell(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32)
}
