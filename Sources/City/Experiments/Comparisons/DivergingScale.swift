// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The one scale of all difference maps: three steps to the better, three to the worse, and none where no difference is shown.
///
/// The steps are the same on every map; what they stand for is told once in percentage points and once in minutes.
struct DivergingScale: Sendable {
    /// Up to where a difference is small, and up to where it is middling.
    struct Limits: Hashable, Sendable {
        let small, large: Double

        /// Limits among 1, 2 and 5 times powers of ten, below a twelfth and a third of the largest size.
        init(largest: Double) {
            small = Self.rounded(largest / 12)
            large = Self.rounded(largest / 3)
        }

        /// The largest of 1, 2 and 5 times a power of ten that is not above a number.
        private static func rounded(_ value: Double) -> Double {
            guard value > 0, value.isFinite else { return 0 }
            let power = pow(10, floor(log10(value * (1 + 1e-9))))
            let digit = value * (1 + 1e-9) / power
            return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1)
        }

        /// The step of a difference: 1 to 3 above zero, -1 to -3 below.
        func step(_ difference: Double) -> Int {
            guard difference != 0 else { return 0 }
            let size = abs(difference)
            let step = size <= small ? 1 : size <= large ? 2 : 3
            return difference < 0 ? -step : step
        }

        /// A number as short as the limits allow.
        func number(_ value: Double) -> String {
            let decimals = large >= 5 ? 0 : large >= 0.5 ? 1 : 2
            return String(format: "%.\(decimals)f", value)
        }
    }

    /// In percentage points, and in minutes.
    let points, minutes: Limits

    /// The scale that fits all differences of all maps.
    init(points: [Double], minutes: [Double]) {
        self.points = Limits(largest: points.map(abs).max() ?? 0)
        self.minutes = Limits(largest: minutes.map(abs).max() ?? 0)
    }
}
