// SPDX-License-Identifier: GPL-3.0-or-later

public import TripRules

/// Whom the planner reaches: the devices of its users. Called on the loop; returns at once.
public protocol TripClients: AnyObject, Sendable {
    /// Something for a user, on all devices; kept for those without link (issue 33, decision 12).
    func notify(_ user: TripUserID, _ notice: TripNotice)
}
