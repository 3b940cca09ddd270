// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

extension ScenarioLimits {
    /// Zones for which weights from each zone to each zone are kept in memory.
    static let pairedZones = 2000
}
