// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns the key of a stream into 128 mixed bits: two chains of SplitMix64 steps, four words long.
///
/// Each step mixes one word of the key into what the words before it gave. A step is one to one, so two keys that
/// differ in their last word only never end alike. Two chains, because one chain of 64 bits could not fill the 88 bits
/// of a stream's state: keys that meet in one chain would give the same stream.
package struct SeedingChain: Sendable {
    /// The first chain; starts with the first 64 bits of the fraction of pi.
    package private(set) var first: UInt64 = 0x243F_6A88_85A3_08D3
    /// The second chain; starts with the next 64 bits of the fraction of pi.
    package private(set) var second: UInt64 = 0x1319_8A2E_0370_7344

    package init() {}

    /// Mixes one word of the key into both chains.
    package mutating func absorb(_ word: UInt64) {
        var one = SplitMix64(seed: first ^ word)
        first = one.next()
        var two = SplitMix64(seed: second ^ word)
        second = two.next()
    }
}
