// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL
package import CityModel

extension RandomStream {
    /// A number from 0 up to but without 1, in steps of 2^-32.
    package mutating func uniform() -> Double {
        withGenerator { gsl_rng_uniform($0) }
    }

    /// True with this probability: never for 0 and below, always for 1 and above.
    ///
    /// Takes one number in every case, so that another probability leaves the later draws as they were.
    package mutating func chance(_ probability: Double) -> Bool {
        uniform() < probability
    }

    /// One of `0 ..< count`, each as likely as the others. The count must be between 1 and 2^32 - 1.
    package mutating func index(_ count: Int) -> Int {
        precondition(count >= 1 && count <= 0xFFFF_FFFF, "cannot pick one of \(count)")
        return Int(withGenerator { gsl_rng_uniform_int($0, UInt(count)) })
    }

    /// The index of one of these weights, as likely as its share of their sum. A weight of 0 is never picked.
    ///
    /// Takes one number and time in line with the count; a long list that is used often belongs in a `PreparedTable`,
    /// which picks the same index. At least one weight must be above 0, and none below.
    package mutating func pick(weights: [Double]) -> Int {
        var total = 0.0
        for weight in weights { total += weight }
        let target = uniform() * total
        var reached = 0.0
        for (index, weight) in weights.enumerated() {
            reached += weight
            if target < reached { return index }
        }
        preconditionFailure("cannot pick from \(weights.count) weights with the sum \(total)")
    }

    /// The index of one entry of the table, as likely as its share of all weights. Takes one number.
    package mutating func pick(_ table: PreparedTable) -> Int {
        table.index(at: uniform())
    }

    /// A time drawn from a distribution in seconds, rounded to whole milliseconds; never below 0 nor above 10^9 s (31 years).
    package mutating func time(_ distribution: Distribution) -> TimeSpan {
        TimeSpan(nanoseconds: thousandths(draw(distribution)) * 1_000_000)
    }

    /// A distance drawn from a distribution in metres, rounded to whole millimetres; never below 0 nor above 10^9 m.
    package mutating func distance(_ distribution: Distribution) -> Distance {
        Distance(millimetres: thousandths(draw(distribution)))
    }
}

/// The value in whole thousandths, ties away from zero, kept between 0 and 10^9 so that sums with it cannot overflow.
func thousandths(_ value: Double) -> Int64 {
    value > 0 ? Int64(nearest: min(value, 1e9) * 1000) : 0
}
