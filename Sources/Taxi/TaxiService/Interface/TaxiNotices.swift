// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
public import TaxiRules

/// Where the notices of persons come from: the taxi service, or whoever hands its notices on.
public protocol NoticeSource: AnyObject, Sendable {
    /// From now on this client is told what a passenger is told.
    func connect(_ client: any PassengerClient, of passenger: PassengerID)
    /// From now on this client is told what a driver is told.
    func connect(_ client: any DriverClient, of driver: DriverID)
    /// Where a driver's taxi was last, and what its odometer showed; nil when it has not been anywhere, or there is no such taxi.
    func lastSeen(_ driver: DriverID) -> (place: Place, odometer: Distance)?
    /// The ride that a driver is on; nil without one.
    func ride(of driver: DriverID) -> TaxiRide?
}

extension NoticeSource {
    /// Not known.
    public func lastSeen(_ driver: DriverID) -> (place: Place, odometer: Distance)? { nil }
    /// Not known.
    public func ride(of driver: DriverID) -> TaxiRide? { nil }
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

    /// As the taxi itself knows it.
    public func lastSeen(_ driver: DriverID) -> (place: Place, odometer: Distance)? {
        guard let seen = dispatcher.taxi(driver)?.onLoop({ ($0.position, $0.odometer) }), seen != (.origin, .zero)
        else {
            return nil
        }
        return seen
    }

    /// As the taxi itself knows it.
    public func ride(of driver: DriverID) -> TaxiRide? { dispatcher.taxi(driver)?.onLoop { $0.ride } }

    /// Connects a driver's client.
    public func connect(_ client: any DriverClient, of driver: DriverID) {
        dispatcher.onLoop { $0.connect(client, of: driver) }
    }
}
