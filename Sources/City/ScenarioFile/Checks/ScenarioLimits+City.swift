// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

extension ScenarioLimits {
    /// Width and height of a grid. Places reach to 2147 km.
    static let gridKilometres = 2000.0
    /// Calls of one group in its busiest hour, changes of demand included.
    static let callsPerHour = 1e9
    /// Zones for which weights from each zone to each zone are kept in memory.
    static let pairedZones = 2000
}
