// SPDX-License-Identifier: GPL-3.0-or-later

/// How SplitMix64 mixes a word.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; the constants are those of S. Vigna's
/// public-domain version.
public enum SplitMix {
    /// The step between the words of a counter.
    @inlinable @inline(__always) public static var step: UInt64 { 0x9e37_79b9_7f4a_7c15 }

    /// Mixes the 64 bits of a word, one to one: each bit of the answer depends on each bit of the word.
    @inlinable
    @inline(__always)
    public static func mixed(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
