// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import TaxiRules
public import TaxiService

/// Where the messages of a client go: the gateway, or a link before it.
public protocol InterfaceGateway: AnyObject, Sendable {
    /// Takes a message. Called on the loop; may answer before it returns.
    func arrive(_ envelope: Envelope)
    /// Whether the server has an open session with this token, as far as the gateway knows without asking. Called on the loop.
    func isOpen(_ token: Token) -> Bool
}

extension InterfaceGateway {
    /// A gateway that does not know takes every session for open: the server says when it is not.
    public func isOpen(_ token: Token) -> Bool { true }
}

extension Gateway: InterfaceGateway {
    /// Whether there is an open session with this token.
    nonisolated public func isOpen(_ token: Token) -> Bool { session(of: token) != nil }
}

/// Where the notices of persons come from: the taxi service, or whoever hands its notices on.
public protocol NoticeSource: AnyObject, Sendable {
    /// From now on this client is told what a passenger is told.
    func connect(_ client: any PassengerClient, of passenger: PassengerID)
    /// From now on this client is told what a driver is told.
    func connect(_ client: any DriverClient, of driver: DriverID)
}

/// The notices of a taxi service of this process.
public final class TaxiNotices: NoticeSource {
    private let dispatcher: Dispatcher

    /// Connects clients to this service.
    public init(_ dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
    }

    /// Connects a passenger's client.
    public func connect(_ client: any PassengerClient, of passenger: PassengerID) {
        dispatcher.onLoop { $0.connect(client, of: passenger) }
    }

    /// Connects a driver's client.
    public func connect(_ client: any DriverClient, of driver: DriverID) {
        dispatcher.onLoop { $0.connect(client, of: driver) }
    }
}
