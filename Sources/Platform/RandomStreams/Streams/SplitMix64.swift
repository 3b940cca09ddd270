// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// SplitMix64: a counter with a step, and a mixing of its 64 bits. Used only to turn keys into starting states.
/// One step maps 64 bits to 64 bits one to one.
package struct SplitMix64: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 mixed bits.
    package mutating func next() -> UInt64 {
        state &+= SplitMix.step
        return SplitMix.mixed(state)
    }
}
