// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel

/// A server that takes no time.
public struct NoTimes: ServiceTimes {
    /// The only one.
    public init() {}

    /// Nothing.
    public mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { .zero }
}
