// SPDX-License-Identifier: GPL-3.0-or-later

/// The whole demand, set by one number. Spent while a scenario is read: the groups then hold the numbers.
package struct DemandSection: Sendable, Hashable {
    /// Calls of every group are multiplied by this. Default 1.
    package var scale = 1.0

    /// Groups as they are.
    package init() {}
}
