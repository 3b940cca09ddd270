// SPDX-License-Identifier: GPL-3.0-or-later

/// What a scenario text may cost to read. Far beyond every real file, and small enough that a hostile one is refused in
/// seconds: aliases let 300 bytes stand for billions of values.
package enum ScenarioLimits {
    package static let bytes = 8 << 20
    /// Values in one file, aliases unfolded.
    package static let values = 400_000
    package static let depth = 40
    /// Signs that may open a list or mapping, in a text that is read without a stack of its own: making one takes half a
    /// millisecond, and the smallest stack holds three times as many levels.
    static let shallowSigns = 150
    package static let files = 64
    static let duplicates = 50
}
