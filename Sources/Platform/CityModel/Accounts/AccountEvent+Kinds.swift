// SPDX-License-Identifier: GPL-3.0-or-later

extension AccountEvent: Event {
    /// They are not: a replay has no clients, no accounts and no gateway.
    public static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .registrationStarted(let a, let b, let c, let d): visitor.kind(160, a, b, c, d)
        case .registrationRejected(let a, let b, let c, let d): visitor.kind(161, a, b, c, d)
        case .registrationAborted(let a, let b, let c): visitor.kind(162, a, b, c)
        case .registrationAccepted(let a, let b, let c): visitor.kind(163, a, b, c)
        case .registrationConfirmed(let a, let b, let c): visitor.kind(164, a, b, c)
        case .registrationExpired(let a): visitor.kind(165, a)
        case .mailSent(let a, let b): visitor.kind(166, a, b)
        case .mailDelivered(let a, let b): visitor.kind(167, a, b)
        case .loginAttempted(let a, let b, let c, let d, let e): visitor.kind(168, a, b, c, d, e)
        case .loginSucceeded(let a, let b, let c): visitor.kind(169, a, b, c)
        case .loginRefused(let a, let b): visitor.kind(170, a, b)
        case .loggedOut(let a): visitor.kind(171, a)
        case .loginLogPruned(let a, let b): visitor.kind(172, a, b)
        case .passwordReset(let a): visitor.kind(173, a)
        case .passwordChangeRequired(let a): visitor.kind(174, a)
        case .passwordChanged(let a): visitor.kind(175, a)
        case .profileViewed(let a, let b): visitor.kind(176, a, b)
        case .historyViewed(let a, let b): visitor.kind(177, a, b)
        case .profileChanged(let a, let b): visitor.kind(179, a, b)
        case .profileChangeRejected(let a, let b, let c): visitor.kind(180, a, b, c)
        case .profileEditAborted(let a): visitor.kind(181, a)
        case .emailChanged(let a): visitor.kind(182, a)
        case .accountDeletionAsked(let a): visitor.kind(185, a)
        case .accountDeleted(let a, let b): visitor.kind(186, a, b)
        case .deletionRefused(let a, let b): visitor.kind(187, a, b)
        case .privacyViolation(let a): visitor.kind(188, a)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(registrationStarted), .of(registrationRejected), .of(registrationAborted), .of(registrationAccepted),
        .of(registrationConfirmed), .of(registrationExpired), .of(mailSent), .of(mailDelivered), .of(loginAttempted),
        .of(loginSucceeded), .of(loginRefused), .of(loggedOut), .of(loginLogPruned), .of(passwordReset),
        .of(passwordChangeRequired), .of(passwordChanged), .of(profileViewed), .of(historyViewed),
        .of(profileChanged), .of(profileChangeRejected), .of(profileEditAborted), .of(emailChanged),
        .of(accountDeletionAsked), .of(accountDeleted), .of(deletionRefused),
        .of(privacyViolation),
    ]
}
