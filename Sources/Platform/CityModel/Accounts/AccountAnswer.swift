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
    /// The home page, with the last ride.
    case dashboard(lastTaxi: RequestID?)
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
    /// Passenger or driver.
    public var type: AccountType
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
    /// How often drivers reported this passenger (ACCOUNT-PROFILE-08).
    public var badReports: Int32

    /// Makes a profile.
    public init(
        account: AccountID, type: AccountType, username: String, email: String, name: String, surname: String,
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

/// One line of a person's history: of a passenger every ended request, of a driver every accepted one (ACCOUNT-PROFILE-01,
/// -02).
public struct HistoryEntry: Hashable, Sendable, Codable {
    /// The request.
    public let request: RequestID
    /// When it ended; for a driver, when it was accepted.
    public let time: CityTime
    /// Whether it became a ride.
    public let isFulfilled: Bool

    /// Makes a line.
    public init(request: RequestID, time: CityTime, isFulfilled: Bool) {
        self.request = request
        self.time = time
        self.isFulfilled = isFulfilled
    }
}
