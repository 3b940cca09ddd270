// SPDX-License-Identifier: GPL-3.0-or-later

/// What the parts of a run cost: the source of every estimate. Here is what services have in common; each room adds its own.
package enum LoadFigures {
    /// The client of a person or driver, with its account and session, when there is a server.
    package static let client = 2_600.0
    /// What the report keeps of a message of a server.
    package static let message = 5.0
    /// Of a message that passes the gateway: arrival, answer, display, action of the user.
    package static let messageEvents = 2.2
}
