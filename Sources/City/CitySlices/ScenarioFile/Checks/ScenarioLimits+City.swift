// SPDX-License-Identifier: GPL-3.0-or-later

package import ScenarioLanguage

extension ScenarioLimits {
    /// Width and height of a grid. Places reach to 2147 km.
    static let gridKilometres = 2000.0
    /// Calls or demands of one group in its busiest hour, changes of demand included.
    package static let callsPerHour = 1e9
}
