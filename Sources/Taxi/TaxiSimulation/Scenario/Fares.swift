// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices

/// What a ride costs: the section `fares`. Amounts are in any currency, the same everywhere; nobody pays in a run, and nobody
/// behaves otherwise because of them.
package struct Fares: Sendable, Hashable {
    /// Of every ride, of each kilometre and of each minute of it, by the hour in which it begins.
    package var start = DayProfile.even(0), perKilometre = DayProfile.even(0), perMinute = DayProfile.even(0)
    /// Added to rides that begin in these zones; nil for none.
    package var zones: [ZoneID: Double]?
    /// What a driver should earn in an hour of service, after costs; nil when nothing is stated. It stands here and not in `costs`:
    /// it costs nobody anything, and says nothing without fares.
    package var minimumHourly: Double?

    /// Rides for nothing.
    package init() {}
}

/// What driving costs: the section `costs`.
package struct DrivingCosts: Sendable, Hashable {
    /// Of every kilometre driven, with or without a passenger.
    package var perKilometre = 0.0

    /// Nothing.
    package init() {}
}

/// What rides cost and driving costs, as results reckon with it. Money is kept in whole hundredths, so that sums over drivers are
/// those over rides.
package struct Tariff: Sendable, Hashable {
    package let fares: Fares
    package let costs: DrivingCosts

    package init(_ fares: Fares, costs: DrivingCosts = DrivingCosts()) { (self.fares, self.costs) = (fares, costs) }

    /// The fare of a ride in hundredths, rounded once: the rates of the hour in which it began, its length by odometer and its time
    /// by clock, and what its zone adds. A shared ride has one fare.
    package func fare(from zone: ZoneID, at began: CityTime, lasting time: TimeSpan, millimetres: Int64) -> Int64 {
        let way = fares.perKilometre[began] * Double(millimetres) * 1e-6
        let riding = fares.perMinute[began] * time.inSeconds / 60
        return Self.hundredths(fares.start[began] + way + riding + (fares.zones?[zone] ?? 0))
    }

    /// The costs of a way in hundredths.
    package func cost(millimetres: Int64) -> Int64 { Self.hundredths(costs.perKilometre * Double(millimetres) * 1e-6) }

    private static func hundredths(_ amount: Double) -> Int64 { Int64((amount * 100).rounded()) }
}

extension Scenario {
    /// What rides cost; nil when nothing is told of money.
    package var fares: Fares? {
        get { taxi.fares }
        set { taxi.fares = newValue }
    }

    /// What driving costs; nil for nothing.
    package var costs: DrivingCosts? {
        get { taxi.costs }
        set { taxi.costs = newValue }
    }

    /// What results reckon with; nil without fares.
    var tariff: Tariff? { fares.map { Tariff($0, costs: costs ?? DrivingCosts()) } }
}
