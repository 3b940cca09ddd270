// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What an outage does to the service's timers (AVAIL-02).
public enum TripOutageStep: UInt8, Hashable, Sendable, Codable {
    /// It begins: timers that fall due are held.
    case begins
    /// It is over: timers fire again, but for those that were held.
    case ends
    /// The messages that waited are answered: the held timers fire.
    case settled
}

/// A message to the planner, by its sender: the only way in, for synthetic people and for live ones.
public enum TripMessage: Hashable, Sendable, Codable {
    /// From one of a user's devices.
    case device(TripUserID, TripDeviceID, DeviceMessage)
    /// From the world: the forecast from now on (TRIP-R31).
    case forecast(Forecast)
    /// From the world: the means whose lines are struck from now on; they are out of the planner of journeys by themselves
    /// (TRIP-STRIKE).
    case strike(TravelMeansSet)
    /// From a provider of shared vehicles: one of them stands free, or has been taken (TRIP-VEHICLE).
    case stock(VehicleStock)
    /// From the server: what an outage does to the service's timers, so that a replay without a server does it again.
    case outage(TripOutageStep)
}

extension TripMessage: ServedMessage {
    /// Trip planning.
    public static var service: ServiceID { .trips }

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .device(_, _, let message): message.traits
        case .forecast, .strike, .stock, .outage: MessageTraits(.profile, nil)
        }
    }

    /// The session of the user whose device it is; nobody's for the world's.
    public var admission: Admission {
        switch self {
        case .device(let user, _, _): .role(.tripUser(user))
        case .forecast, .strike, .stock, .outage: .nobody
        }
    }
}
