// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A change of the city for a time.
package struct TimedChange: Sendable {
    package var from: CityTime
    /// When it ends; never before `from`.
    package var until: CityTime
    package var kind: ChangeKind

    package init(from: CityTime, until: CityTime, kind: ChangeKind) {
        self.from = from
        self.until = until
        self.kind = kind
    }
}

/// What a timed change changes.
package enum ChangeKind: Sendable {
    /// Demand times `factor` in these zones of origin (all when empty).
    case surge(zones: [ZoneID], factor: Double)
    /// These zones are hard to pass: drives that start, end or pass there take `factor` times as long, those with siren
    /// `emergencyFactor` times.
    case closure(zones: [ZoneID], factor: Double, emergencyFactor: Double)
    /// Weather: speed times `speed`, demand times `demand`, acceptance times `acceptance`.
    case rain(speed: Double, demand: Double, acceptance: Double)
    /// The lines of these means do not run (TRIP-STRIKE).
    case strike(TravelMeansSet)
}
