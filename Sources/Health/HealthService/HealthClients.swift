// SPDX-License-Identifier: GPL-3.0-or-later

public import HealthRules

/// Whom the health monitor tells something: its users, and whoever sends ambulances. Called on the loop; returns at once.
public protocol HealthClients: AnyObject, Sendable {
    /// Something for a user.
    func tell(_ notice: WearerNotice)
    /// An SOS goes out as a text message (HEALTH-SOS-SMS). Whoever brings it answers with `answered`.
    func send(_ sos: SOSText)
}
