// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One mail to one person. Holds secrets: never logged, never stored by the service.
public struct Mail: Hashable, Sendable {
    /// Whose account it is about.
    public let account: AccountID
    /// What it is for.
    public let kind: MailKind
    /// Where it goes; for a change of address the new one (ACCOUNT-PROFILE-05E).
    public let address: String
    /// The secret of the link in it; nil in a mail without a link.
    public let link: Token?
    /// The temporary password in it, in clear (ACCOUNT-LOGIN-03).
    public let temporaryPassword: String?

    /// Writes a mail.
    public init(
        account: AccountID, kind: MailKind, address: String, link: Token? = nil, temporaryPassword: String? = nil
    ) {
        self.account = account
        self.kind = kind
        self.address = address
        self.link = link
        self.temporaryPassword = temporaryPassword
    }
}
