// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One account, pending or confirmed, as it is stored.
///
/// The password is there as a salted hash only (SEC-03): the text that the hash function wrote, with its salt and cost.
public struct Account: Detailed, Hashable, Sendable, Codable {
    /// Its number; never given again.
    public private(set) var id: AccountID
    /// What the person is in the service (ACCOUNT-REG-01).
    public let type: RoleName
    /// The number of the person in the service, among those of the same type.
    public var person: Int32
    /// The name to log in with; unique.
    public var username: String
    /// The address in force; unique.
    public var email: String
    /// Hash of the password in force; nil for a person of the identity provider.
    public var password: String?
    /// Hash of the temporary password that the link of a mail puts in force (ACCOUNT-LOGIN-04).
    public var temporaryPassword: String?
    /// The person must set a new password before anything else (ACCOUNT-LOGIN-04).
    public var mustChangePassword = false
    /// First name.
    public var name: String
    /// Last name.
    public var surname: String
    /// Postal address.
    public var address: String?
    /// Phone number.
    public var phone: String?
    /// What only the service asked for.
    public var details = AccountDetails()
    /// The person allowed the use of the data (ACCOUNT-REG-10).
    public var consent: Bool
    /// Whether the account can be used.
    public var isConfirmed: Bool
    /// When the registration was accepted: the start of the limits of 2 and 7 days (DEC-CONFIRM-TIMERS).
    public var registered: CityTime
    /// The address that an open change asks for (ACCOUNT-PROFILE-05F); unique with all others.
    public var pendingEmail: String?
    /// Links of mails that can still be followed.
    public var links: [MailLink] = []
    /// The next attempt to log in is possible from here (ACCOUNT-LOGIN-05).
    public var nextAttempt: CityTime?
    /// The last day that the person was reminded of, for a service that sends such a mail once (ACCOUNT-PROFILE-03).
    public var remindedFor: CivilDate?

    /// Makes an account.
    public init(
        id: AccountID, type: RoleName, person: Int32, username: String, email: String, password: String?,
        name: String, surname: String, consent: Bool, isConfirmed: Bool, registered: CityTime
    ) {
        self.id = id
        self.type = type
        self.person = person
        self.username = username
        self.email = email
        self.password = password
        self.name = name
        self.surname = surname
        self.consent = consent
        self.isConfirmed = isConfirmed
        self.registered = registered
    }

    /// The same account under another number.
    package func numbered(_ id: AccountID) -> Account {
        var account = self
        account.id = id
        return account
    }
}

/// The link of a mail.
public struct MailLink: Hashable, Sendable, Codable {
    /// The secret in the link.
    public let token: Token
    /// What following it does.
    public let kind: MailKind
    /// The last instant at which it works.
    public let expires: CityTime

    /// Makes a link.
    public init(token: Token, kind: MailKind, expires: CityTime) {
        self.token = token
        self.kind = kind
        self.expires = expires
    }
}

/// Finds accounts; what the rules read. Lookups are exact; upper and lower case differ.
public protocol AccountIndex {
    /// The account with this number.
    func account(_ id: AccountID) -> Account?
    /// The account with this name, pending ones included.
    func account(username: String) -> Account?
    /// The account that has this address in force, or that has asked for it.
    func account(email: String) -> Account?
    /// The account with this value in one of the service's fields that no two accounts share.
    func account(_ field: AccountField, _ value: DetailValue) -> Account?
    /// The account with this link.
    func account(link: Token) -> Account?
    /// The account of a person of the service.
    func account(_ type: RoleName, person: Int32) -> Account?
    /// How many accounts there are.
    var count: Int { get }
}

/// Hashes passwords with a salt (SEC-03).
public protocol PasswordHash: Sendable {
    /// A text that holds salt, cost and hash; another one each time.
    func hash(_ password: String) -> String
    /// Whether the password is the one that was hashed, in the same time for every answer.
    func verify(_ password: String, against hash: String) -> Bool
    /// The same as `hash`, in two steps: what is drawn is drawn now, and the call does the work, on any thread.
    func hashing(_ password: String) -> @Sendable () -> String
}
