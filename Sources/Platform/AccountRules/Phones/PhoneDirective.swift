// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One SMS with a one-time code. Holds secrets: never logged, never stored.
public struct Sms: Hashable, Sendable {
    /// Counts from 1.
    public let number: Int32
    /// Where it goes.
    public let phone: PhoneNumber
    /// The code: six digits.
    public let code: String
    /// Whose client asked for it.
    public let sender: Sender

    /// Writes an SMS.
    public init(number: Int32, phone: PhoneNumber, code: String, sender: Sender) {
        self.number = number
        self.phone = phone
        self.code = code
        self.sender = sender
    }
}

/// What the rules of accounts by phone tell the registry to do, in order.
public enum PhoneDirective: Hashable, Sendable {
    /// Store a new account durably. When that fails, leave out all that follows and do the others instead.
    case save(PhoneAccount, otherwise: [PhoneDirective])
    /// Take an account out; rows of the login log stay under the pseudonym. When that fails, leave out all that follows and do
    /// the others instead.
    case remove(AccountID, pseudonym: Token, otherwise: [PhoneDirective])
    /// Note a fact in the event log.
    case note(PhoneEvent)
    /// Hand an SMS to the carrier.
    case send(Sms)
    /// Answer a client.
    case answer(Connection, PhoneAnswer)
    /// Add a row to the login log at the present time, and drop those older than this (SEC-04).
    case logLogin(AccountID?, source: SourceAddress, isSuccess: Bool, dropBefore: CityTime)
    /// A session begins; the service learns of it.
    case openSession(Session, ClientKind)
    /// A session is over.
    case closeSession(Session)
    /// Every session of an account is over, and the person leaves the service, which forgets what it keeps.
    case forget(AccountID, Role)
    /// Note the deletion with the count of what was erased since the account was removed.
    case noteErased(AccountID)
}

/// The numbers of the rules of accounts by phone.
public struct PhoneParameters: Hashable, Sendable {
    /// How long a code works, that instant included.
    public var codeLife: TimeSpan = .minutes(10)
    /// From one code to the next for the same phone at least.
    public var resendAfter: TimeSpan = .seconds(30)
    /// Wrong codes after which a fresh one is needed.
    public var mostTries: Int32 = 5
    /// Most codes for one phone in 24 hours. With five tries each, a million codes are guessed with a chance of 1 in 20,000.
    public var mostCodes: Int32 = 10
    /// How long rows of the login log are kept at least (SEC-04).
    public var loginRetention: TimeSpan = .hours(168)

    /// The defaults; the catalogue gives no numbers but the last.
    public init() {}
}
