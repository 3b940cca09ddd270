// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension HealthBatch {
    /// The check value of the batch under the key of its sender's session (SEC-09): another value, time or place gives another one
    /// but with a chance of 2^-64. It stands for what HTTPS does for live clients, and is no cryptography.
    public func seal(_ key: UInt64) -> UInt64 {
        var word = key
        func mix(_ high: Int32, _ low: Int32) {
            word ^= UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low))
            word = SplitMix.mixed(word)
        }
        mix(wearer.number, device.number)
        mix(Int32(truncatingIfNeeded: start.nanoseconds >> 32), Int32(truncatingIfNeeded: start.nanoseconds))
        mix(Int32(truncatingIfNeeded: end.nanoseconds >> 32), Int32(truncatingIfNeeded: end.nanoseconds))
        mix(place.east, place.north)
        for index in 0..<valueCount {
            let value = self[index]
            mix(Int32(value.parameter.rawValue) | Int32(count) << 8, value.hundredths)
        }
        return word
    }
}
