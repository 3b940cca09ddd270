// SPDX-License-Identifier: GPL-3.0-or-later

/// A small generator for tests: equal seeds give equal numbers on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: Sendable {
    private var state: UInt64

    /// The generator of a seed.
    package init(seed: Int) {
        state = UInt64(bitPattern: Int64(seed))
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number of the range. The tiny bias of the remainder does not matter here.
    package mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// A whole number from 0 up to the count, which must not be 0.
    package mutating func below(_ count: Int) -> Int {
        Int(next() % UInt64(count))
    }

    /// A number from 0 up to 1.
    package mutating func share() -> Double {
        Double(next() >> 11) / 9_007_199_254_740_992
    }

    /// One of the values; the list must not be empty.
    package mutating func pick<Value>(_ values: [Value]) -> Value {
        values[number(0...(values.count - 1))]
    }

    /// True once in so many times.
    package mutating func once(in times: Int) -> Bool {
        number(1...times) == 1
    }
}
