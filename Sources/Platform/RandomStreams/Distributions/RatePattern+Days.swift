// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

extension RatePattern {
    /// So many arrivals a day, spread over each day by its shares; the pattern's time begins at a midnight. Only the ratios of the
    /// shares of one day count; a day whose shares are all 0 has no arrivals.
    package static func daily(_ perDay: Double, shares: DayProfile, from midnight: CityTime, until end: CityTime)
        -> RatePattern
    {
        func perHour(_ value: Double, _ day: [Double]) -> Double {
            let sum = day.reduce(0, +)
            return sum > 0 ? perDay * value / sum * (Double(day.count) / 24) : 0
        }
        // Without other days the pattern is one day that repeats.
        guard !shares.isSameEveryDay else {
            let day = shares.values(on: midnight)
            let step = TimeSpan(nanoseconds: 86_400_000_000_000 / Int64(day.count))
            let knots = day.enumerated().map { part, share in
                Knot(at: TimeSpan(nanoseconds: step.nanoseconds * Int64(part)), perHour: perHour(share, day))
            }
            return RatePattern(knots, shape: .steps)
        }
        let last = end + .hours(1)
        let knots = shares.steps(from: midnight, to: last).map { step in
            Knot(at: step.from - midnight, perHour: perHour(step.value, shares.values(on: step.from)))
        }
        return RatePattern(knots, shape: .steps, length: last - midnight, repeats: false)
    }
}
