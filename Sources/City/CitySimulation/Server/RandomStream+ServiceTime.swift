// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
package import RandomStreams

extension RandomStream {
    /// A service time of measured ones: the inverse of the empirical distribution at a uniform number, times `scale`.
    ///
    /// Whole microseconds, rounded up or down by a second number such that the mean stays: many handlers take less than
    /// a microsecond, and rounding to the nearest would make them free, or twice as slow. Takes one number or two; at most
    /// 31 years.
    package mutating func serviceTime(_ times: MeasuredTimes, scale: Double) -> TimeSpan {
        let nanoseconds = times.nanoseconds(at: uniform()) * scale
        guard nanoseconds > 0 else { return .zero }
        // To whole nanoseconds first, so that the comparison below is one of whole numbers.
        let exact = Int64(nearest: min(nanoseconds, 1e18))
        let rest = Double(exact % 1000)
        let isUp = rest > 0 && uniform() * 1000 < rest
        return TimeSpan(nanoseconds: (exact / 1000 + (isUp ? 1 : 0)) * 1000)
    }

    /// A service time of a distribution in seconds, times `scale`, in whole microseconds; at most 31 years.
    package mutating func serviceTime(_ distribution: Distribution, scale: Double) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(nearest: min(max(draw(distribution) * scale, 0), 1e9) * 1e6) * 1000)
    }
}
