// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A fact of the accounts by phone. Names accounts and messages by number; holds no phone number and no code (SEC-06).
public enum PhoneEvent: Hashable, Sendable {
    /// A code was handed to the carrier; the account when the phone has one; `isResend` when the last one is void by it
    /// (ACCOUNT-SMS-01).
    case smsSent(sms: Int32, account: AccountID?, isResend: Bool)
    /// It reached its phone.
    case smsDelivered(sms: Int32)
    /// It did not, and never will.
    case smsLost(sms: Int32)
    /// Somebody gave the right code and has an account now (ACCOUNT-R1).
    case accountCreated(account: AccountID)
    /// A code came, good or bad (SEC-04); the account when the phone has one.
    case phoneLoginAttempted(account: AccountID?, client: ClientKind, system: ClientSystem, source: SourceNetwork)
    /// A session began.
    case phoneLoginSucceeded(account: AccountID)
    /// No code was sent, or no session began (ACCOUNT-SMS-02).
    case phoneLoginRefused(account: AccountID?, reason: PhoneRefusal)
    /// A session ended.
    case phoneLoggedOut(account: AccountID)
    /// Somebody got so many records of the own data (SEC-07).
    case dataExported(records: Int32)
    /// Everything tied to the account is gone; so many records were erased.
    case phoneAccountDeleted(account: AccountID, erased: Int32)
    /// Nothing was deleted.
    case phoneDeletionRefused(account: AccountID, reason: DeletionRefusal)
}

extension PhoneEvent: Event {
    /// They are not: a replay has no accounts.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .smsSent(let a, let b, let c): visitor.kind(189, a, b, c)
        case .smsDelivered(let a): visitor.kind(190, a)
        case .smsLost(let a): visitor.kind(191, a)
        case .accountCreated(let a): visitor.kind(192, a)
        case .phoneLoginAttempted(let a, let b, let c, let d): visitor.kind(193, a, b, c, d)
        case .phoneLoginSucceeded(let a): visitor.kind(194, a)
        case .phoneLoginRefused(let a, let b): visitor.kind(195, a, b)
        case .phoneLoggedOut(let a): visitor.kind(196, a)
        case .dataExported(let a): visitor.kind(197, a)
        case .phoneAccountDeleted(let a, let b): visitor.kind(198, a, b)
        case .phoneDeletionRefused(let a, let b): visitor.kind(199, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(smsSent), .of(smsDelivered), .of(smsLost), .of(accountCreated), .of(phoneLoginAttempted),
        .of(phoneLoginSucceeded), .of(phoneLoginRefused), .of(phoneLoggedOut), .of(dataExported),
        .of(phoneAccountDeleted), .of(phoneDeletionRefused),
    ]
}
