// SPDX-License-Identifier: GPL-3.0-or-later

/// What the account service answers to a message.
public enum AccountAnswer: Hashable, Sendable {
    // Registration
    /// The account is pending; a mail with a link is under way.
    case registered(AccountID)
    /// The account can be used at once, since the identity provider confirmed the person (ACCOUNT-FB-01).
    case active(AccountID)
    /// The form comes back; every broken rule of the same kind is named at once for missing fields.
    case rejected(RegistrationRefusal, missing: AccountFields)
    /// The attempt ended; all that was entered is erased.
    case ended(RegistrationEnd)
    /// The link did what its mail said.
    case linkFollowed(MailKind)
    /// No such link, or its time is over.
    case linkUnknown

    // Sessions
    /// The session that later messages carry (ACCOUNT-LOGIN-07).
    case loggedIn(Session)
    /// No session.
    case loginRefused(LoginRefusal)
    /// The session is over.
    case loggedOut
    /// If the address belongs to an account, a mail is under way. The same answer for every address.
    case mailUnderWay
    /// The new password is in force.
    case passwordChanged

    // Profile
    /// The own profile.
    case profile(Profile)
    /// The own past requests, newest first.
    case history([HistoryEntry])
    /// The home page, with the number of what the person asked for last; nil without any.
    case dashboard(last: Int32?)
    /// The draft holds the new values.
    case drafted
    /// These values are stored.
    case profileChanged(AccountFields)
    /// The draft was dropped.
    case profileRefused(ProfileRefusal, missing: AccountFields)
    /// The draft is gone.
    case editAbandoned
    /// The password is to be given now.
    case deletionAsked
    /// The account is gone.
    case deleted
    /// Nothing was deleted.
    case deletionRefused(DeletionRefusal)
}

/// What an owner reads of the own profile. Never the password.
public struct Profile: Detailed, Hashable, Sendable {
    /// The account.
    public var account: AccountID
    /// The part that the account plays in its service.
    public var type: RoleName
    /// The name to log in with.
    public var username: String
    /// The address in force.
    public var email: String
    /// First name.
    public var name: String
    /// Last name.
    public var surname: String
    /// Postal address.
    public var address: String?
    /// Phone number.
    public var phone: String?
    /// What only the service asked for.
    public var details: AccountDetails
    /// How often others reported this person (ACCOUNT-PROFILE-08).
    public var badReports: Int32

    /// Makes a profile.
    public init(
        account: AccountID, type: RoleName, username: String, email: String, name: String, surname: String,
        address: String? = nil, phone: String? = nil, details: AccountDetails = AccountDetails(), badReports: Int32 = 0
    ) {
        self.account = account
        self.type = type
        self.username = username
        self.email = email
        self.name = name
        self.surname = surname
        self.address = address
        self.phone = phone
        self.details = details
        self.badReports = badReports
    }
}

/// One line of a person's history: something asked of the service or done for it (ACCOUNT-PROFILE-01, -02).
public struct HistoryEntry: Hashable, Sendable, Codable {
    /// The service's number of it.
    public let number: Int32
    /// When it ended, or was accepted by who does it.
    public let time: CityTime
    /// Whether it was carried out.
    public let isFulfilled: Bool

    /// Makes a line.
    public init(number: Int32, time: CityTime, isFulfilled: Bool) {
        self.number = number
        self.time = time
        self.isFulfilled = isFulfilled
    }
}
