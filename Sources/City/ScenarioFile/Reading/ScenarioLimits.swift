// SPDX-License-Identifier: GPL-3.0-or-later

/// What a scenario text may cost to read. Far beyond every real file, and small enough that a hostile one is refused in
/// seconds: aliases let 300 bytes stand for billions of values.
enum ScenarioLimits {
    static let bytes = 8 << 20
    /// Values in one file, aliases unfolded.
    static let values = 400_000
    static let depth = 40
    /// Signs that may open a list or mapping, in a text that is read without a stack of its own: making one takes half a
    /// millisecond, and the smallest stack holds three times as many levels.
    static let shallowSigns = 150
    static let files = 64
    static let duplicates = 50
    /// Width and height of a grid. Places reach to 2147 km.
    static let gridKilometres = 2000.0
    /// Calls of one group in its busiest hour, changes of demand included.
    static let callsPerHour = 1e9
    /// Zones for which weights from each zone to each zone are kept in memory.
    static let pairedZones = 2000
}
