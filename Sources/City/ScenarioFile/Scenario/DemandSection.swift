// SPDX-License-Identifier: GPL-3.0-or-later

/// The whole demand, set by one number. Spent while a scenario is read: the groups then hold the numbers.
public struct DemandSection: Sendable, Hashable {
    /// Calls of every group are multiplied by this. Default 1.
    public var scale = 1.0

    /// Groups as they are.
    public init() {}
}
