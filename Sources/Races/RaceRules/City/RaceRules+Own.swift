// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A user's consent to an organiser, as its owner sees it.
public struct RaceConsent: Hashable, Codable, Sendable {
    /// Who asked for it.
    public let organiser: OrganiserID
    /// Whether the user has given it.
    public let isGiven: Bool
}

/// What is kept of one user, for the user's own eyes (SEC-07).
extension RaceRules {
    /// Which organisers have asked a user for consent, by number (DEC-RACE-CONSENT).
    public func consents(of user: RaceUserID) -> [RaceConsent] { consents.all(of: user) }

    /// Whether a user waits for a race that can be joined (RACE-JOIN-EXC).
    public func hasWish(_ user: RaceUserID) -> Bool { users.hasWish(user) }
}
