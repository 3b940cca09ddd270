// SPDX-License-Identifier: GPL-3.0-or-later

/// The whole fleet, set by one number. Spent while a scenario is read: the groups then hold the numbers.
package struct FleetSection: Sendable, Hashable {
    /// Drivers of all groups together; nil leaves the groups as they are.
    package var drivers: Int?

    /// Groups as they are.
    package init() {}
}
