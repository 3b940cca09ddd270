// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import TaxiRules

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
