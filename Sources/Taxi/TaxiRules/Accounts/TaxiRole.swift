// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension RoleName {
    /// Who calls taxis.
    public static let passenger = RoleName(0, "passenger")
    /// Who drives one.
    public static let driver = RoleName(1, "driver")

    /// The parts in the taxi service (ACCOUNT-REG-01).
    public static let ofTaxi: [RoleName] = [.passenger, .driver]
}

/// Somebody's part in the taxi service.
public enum TaxiRole: Hashable, Sendable {
    /// A passenger of this number.
    case passenger(PassengerID)
    /// A driver of this number.
    case driver(DriverID)
}

extension Role {
    /// A passenger.
    public static func passenger(_ id: PassengerID) -> Role { Role(.passenger, id.number) }
    /// A driver.
    public static func driver(_ id: DriverID) -> Role { Role(.driver, id.number) }

    /// The part in the taxi service; nil for any other.
    public var taxi: TaxiRole? {
        switch name {
        case .passenger: .passenger(PassengerID(number))
        case .driver: .driver(DriverID(number))
        default: nil
        }
    }
}

extension Connection {
    /// The client of a passenger.
    public static func passenger(_ id: PassengerID) -> Connection { Connection(.passenger(id)) }
    /// The client of a driver.
    public static func driver(_ id: DriverID) -> Connection { Connection(.driver(id)) }
}
