// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The loop's virtual clock as a standard `Clock`, so that code generic over clocks runs in a city.
public struct CityClock: Clock {
    /// Virtual instants.
    public typealias Instant = CityTime
    private let loop: CityLoop

    /// The clock of a loop.
    public init(_ loop: CityLoop) {
        self.loop = loop
    }

    /// The loop's virtual now.
    public var now: CityTime { loop.now }
    /// One nanosecond.
    public var minimumResolution: TimeSpan { TimeSpan(nanoseconds: 1) }

    /// Sleeps until a virtual instant. The tolerance has no use: virtual time is exact.
    public func sleep(until deadline: CityTime, tolerance: TimeSpan? = nil) async throws {
        try await loop.sleep(until: deadline)
    }
}
