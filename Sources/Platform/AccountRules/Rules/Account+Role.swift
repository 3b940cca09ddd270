// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Account {
    /// What the account's person is in the service, and which one.
    public var role: Role { Role(type, person) }

    /// The link with this secret, if its time is not over.
    func link(_ token: Token, at now: CityTime) -> MailLink? {
        links.first { $0.token == token && now <= $0.expires }
    }

    /// A mail for a new password is worth nothing any more.
    mutating func dropReset() {
        drop(.passwordReset)
        temporaryPassword = nil
    }

    /// Drops the links of these kinds.
    mutating func drop(_ kinds: MailKind...) {
        links.removeAll { kinds.contains($0.kind) }
    }
}
