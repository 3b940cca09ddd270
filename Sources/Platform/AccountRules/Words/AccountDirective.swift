// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the account rules tell the registry to do, in order.
public enum AccountDirective: Hashable, Sendable {
    /// Store an account durably. When that fails, leave out all that follows and do the others instead.
    case save(Account, otherwise: [AccountDirective])
    /// Store what changed of an account; a failure is for the operator only.
    case keep(Account)
    /// Take an account out with everything tied to it; rows of the login log stay under the pseudonym. When that fails,
    /// leave out all that follows and do the others instead.
    case remove(AccountID, pseudonym: Token?, otherwise: [AccountDirective])
    /// Note a fact in the event log.
    case note(AccountEvent)
    /// Note a fact of the service that the accounts are for.
    case noteFact(ServiceFact)
    /// Send a mail.
    case mail(Mail)
    /// The answer to the message; one for each message.
    case answer(AccountAnswer)
    /// Ask the identity provider and call `identified`; the answer to the message comes from there.
    case identify(ProviderRequest)

    // Time
    /// Call `due` for this at this time, and not at the time planned before.
    case wake(AccountTimer, AccountID, at: CityTime)
    /// Call nothing more for this account.
    case letSleep(AccountID)
    /// Call `due` no more for this.
    case letOneSleep(AccountTimer, AccountID)

    // Sessions
    /// A session begins; the service learns of it unless a new password must be set first.
    case openSession(Session, ClientKind)
    /// The sessions of an account may do everything from now on; the service learns of it.
    case liftSessions(AccountID, Role, ClientKind)
    /// A session is over.
    case closeSession(Session)
    /// Every session of an account is over.
    case closeSessions(AccountID, Role)

    // The login log
    /// Add a row at the present time (SEC-04).
    case logLogin(AccountID?, source: SourceAddress, isSuccess: Bool)
    /// Remove the rows older than this and call `pruned`.
    case pruneLogins(before: CityTime)
    /// Call `pruneDue` at this time.
    case wakeToPrune(at: CityTime)

    // The service
    /// The service learns of a confirmed account, for the first time or with other values.
    case enter(Account)
    /// The name that others see of a person (TAXI-OFFER-07C).
    case name(Role, String)
    /// The number of a person who never had a confirmed account may be given again.
    case giveBack(Role)
    /// The person may act in the service again, or no longer.
    case permit(Role, isValid: Bool)
    /// The person leaves the service; what is cancelled by that counts as erased.
    case leaveService(Role)
    /// The service forgets the person; what it erases is counted.
    case forget(Role)
    /// Note the deletion with the count of what was erased since the account was removed.
    case noteErased(AccountID)
}

/// What an account can be waked for. The raw values are part of the timers' tags.
public enum AccountTimer: UInt8, CaseIterable, Hashable, Sendable {
    /// The second confirmation mail (ACCOUNT-REG-12B).
    case reminder
    /// The end of a pending account (ACCOUNT-REG-12C).
    case expiry
    /// The end of an asked change of address.
    case emailLinkEnd
    /// A mail that the service sends before something of the account ends (ACCOUNT-PROFILE-03).
    case serviceReminder
    /// The end of that (ACCOUNT-PROFILE-07).
    case serviceEnd
}

/// A fact of the service that the accounts are for, which the account rules pass on without knowing it.
public struct ServiceFact: Hashable, Sendable {
    /// The fact.
    public let event: any Event

    /// Passes a fact on.
    public init(_ event: any Event) { self.event = event }

    /// Whether both are the same fact.
    public static func == (left: Self, right: Self) -> Bool {
        func isSame<Fact: Event>(_ fact: Fact) -> Bool { fact == right.event as? Fact }
        return isSame(left.event)
    }

    /// Hashes the fact.
    public func hash(into hasher: inout Hasher) { event.hash(into: &hasher) }
}
