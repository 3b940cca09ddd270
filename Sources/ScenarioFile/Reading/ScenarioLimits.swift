// SPDX-License-Identifier: GPL-3.0-or-later

/// What a scenario text may cost to read. Far beyond every real file, and small enough that a hostile one is refused in
/// seconds: aliases let 300 bytes stand for billions of values.
enum ScenarioLimits {
    static let bytes = 8 << 20
    /// Values in one file, aliases unfolded.
    static let values = 400_000
    static let depth = 40
    static let files = 64
    static let duplicates = 50
}
