// SPDX-License-Identifier: GPL-3.0-or-later

/// What a scenario text may cost to read. Far beyond every real file, and small enough that a hostile one is refused in
/// seconds: aliases let 300 bytes stand for billions of values.
enum ScenarioLimits {
    static let bytes = 8 << 20
    /// Values in one file, aliases unfolded.
    static let values = 400_000
    static let depth = 40
    /// A text of so few bytes nests no deeper than any stack holds.
    static let shallowBytes = 100
    static let files = 64
    static let duplicates = 50
    /// Width and height of a grid. Places reach to 2147 km.
    static let gridKilometres = 2000.0
    /// Calls of one group in its busiest hour, changes of demand included.
    static let callsPerHour = 1e9
    /// Zones for which weights from each zone to each zone are kept in memory.
    static let pairedZones = 2000
}
