// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// The time of this machine, which a live city follows: that of its calendar when the program began, and from then on of the clock that
/// nobody sets.
enum WallClock {
    private static let anchor = (ContinuousClock.now, Date())

    static var now: CityTime {
        let passed = anchor.0.duration(to: .now).components
        return CityTime(nanoseconds: Int64(anchor.1.timeIntervalSince1970 * 1e6) * 1000)
            + TimeSpan(nanoseconds: passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000)
    }
}
