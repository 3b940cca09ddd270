// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Counts the events of the account service. Constant memory. What happens counts from the end of the warm-up on; the number
/// of accounts is that of the whole run.
struct AccountFold {
    private let measureStart: CityTime
    private let announced: Int
    /// Whether any event of the service occurred.
    private(set) var isUsed = false

    private(set) var started = Array(repeating: 0, count: AccountType.allCases.count)
    private(set) var rejected = Array(repeating: 0, count: RegistrationRefusal.allCases.count)
    private(set) var missing = Array(repeating: 0, count: AccountField.allCases.count)
    private(set) var aborted = Array(repeating: 0, count: RegistrationEnd.allCases.count)
    private(set) var accepted = 0
    /// Accepted after the warm-up, of a form that was sent before its end.
    private var acceptedLate = 0
    private(set) var confirmed = Array(repeating: 0, count: ProofKind.allCases.count)
    private(set) var expired = 0
    private(set) var mailSent = Array(repeating: 0, count: MailKind.allCases.count)
    private(set) var mailDelivered = Array(repeating: 0, count: MailKind.allCases.count)
    private(set) var attempted = Array(repeating: 0, count: IdentifierKind.allCases.count)
    private(set) var attemptsByClient = Array(repeating: 0, count: ClientKind.allCases.count)
    private(set) var attemptsBySystem = Array(repeating: 0, count: ClientSystem.allCases.count)
    private(set) var loggedIn = Array(repeating: 0, count: ProofKind.allCases.count)
    private(set) var loginRefused = Array(repeating: 0, count: LoginRefusal.allCases.count)
    private(set) var loggedOut = 0
    private(set) var pruned = 0
    private(set) var passwordsReset = 0
    private(set) var passwordsChanged = 0
    private(set) var changeRequired = 0
    private(set) var profileViewed = 0
    private(set) var historyViewed = 0
    private(set) var dashboardOpened = 0
    private(set) var profileChanged = 0
    private(set) var fieldsChanged = Array(repeating: 0, count: AccountField.allCases.count)
    private(set) var profileRejected = Array(repeating: 0, count: ProfileRefusal.allCases.count)
    private(set) var editsAborted = 0
    private(set) var emailsChanged = 0
    private(set) var licencesExpired = 0
    private(set) var licencesRenewed = 0
    private(set) var deletionAsked = 0
    private(set) var deleted = 0
    private(set) var deletionRefused = Array(repeating: 0, count: DeletionRefusal.allCases.count)
    private(set) var privacyViolations = 0
    private var enrolled = 0
    /// The first attempt after the warm-up: what became of earlier ones does not count, so that outcomes add up.
    private var firstAttempt = Int32.max
    /// Accounts that wait for their confirmation, those of the warm-up too.
    private(set) var waiting = 0
    /// The same at the end of the warm-up.
    private var waitingBefore = 0
    private var isMeasured = false
    private var confirmedEver = 0
    private var deletedEver = 0

    init(context: RunContext) {
        measureStart = context.measureStart
        announced = context.server?.accounts?.enrolled ?? 0
    }

    /// Accounts that can be used now.
    var total: Int { max(enrolled, announced) + confirmedEver - deletedEver }

    mutating func take(_ event: AccountEvent, at time: CityTime) {
        isUsed = true
        if time >= measureStart, !isMeasured {
            isMeasured = true
            waitingBefore = waiting
        }
        follow(event)
        if time >= measureStart { count(event) }
    }

    /// Follows the accounts of the whole run, the warm-up too: those that wait for their confirmation, and all.
    private mutating func follow(_ event: AccountEvent) {
        if case .registrationConfirmed(_, _, .enrolled) = event {
            enrolled += 1
        } else if case .registrationConfirmed = event {
            confirmedEver += 1
            waiting -= 1
        } else if case .registrationAccepted = event {
            waiting += 1
        } else if case .registrationExpired = event {
            waiting -= 1
        } else if case .registrationAborted(_, _, .byUser) = event {
            waiting -= 1
        } else if case .accountDeleted = event {
            deletedEver += 1
        } else if case .privacyViolation = event {
            // Must never happen, and so is not forgiven in the warm-up.
            privacyViolations += 1
        }
    }

    /// Accounts that waited at some time after the warm-up.
    var toConfirm: Int { accepted + acceptedLate + (isMeasured ? waitingBefore : waiting) }
    /// Forms that have no answer: those whose person the provider is still asked about.
    var formsOpen: Int {
        let ended = aborted.reduce(0, +) - aborted[Int(RegistrationEnd.byUser.rawValue)]
        return started.reduce(0, +) - rejected.reduce(0, +) - accepted - ended
    }

    private mutating func count(_ event: AccountEvent) {
        switch event {
        case .registrationStarted(let attempt, let type, _, _):
            firstAttempt = min(firstAttempt, attempt)
            started[Int(type.rawValue)] += 1
        case .registrationRejected(let attempt, _, let reason, let fields):
            guard attempt >= firstAttempt else { return }
            rejected[Int(reason.rawValue)] += 1
            for field in fields.fields { missing[Int(field.rawValue)] += 1 }
        case .registrationAborted(let attempt, _, let reason):
            guard attempt >= firstAttempt || reason == .byUser else { return }
            aborted[Int(reason.rawValue)] += 1
        case .registrationAccepted(let attempt, _, _):
            if attempt >= firstAttempt { accepted += 1 } else { acceptedLate += 1 }
        case .registrationConfirmed(_, _, let via): confirmed[Int(via.rawValue)] += 1
        case .registrationExpired: expired += 1
        case .mailSent(_, let kind): mailSent[Int(kind.rawValue)] += 1
        case .mailDelivered(_, let kind): mailDelivered[Int(kind.rawValue)] += 1
        case .loginAttempted(_, let identifier, let client, let system, _):
            attempted[Int(identifier.rawValue)] += 1
            attemptsByClient[Int(client.rawValue)] += 1
            attemptsBySystem[Int(system.rawValue)] += 1
        case .loginSucceeded(_, _, let via): loggedIn[Int(via.rawValue)] += 1
        case .loginRefused(_, let reason): loginRefused[Int(reason.rawValue)] += 1
        case .loggedOut: loggedOut += 1
        case .loginLogPruned(let removed, _): pruned += Int(removed)
        case .passwordReset: passwordsReset += 1
        case .passwordChangeRequired: changeRequired += 1
        case .passwordChanged: passwordsChanged += 1
        case .profileViewed: profileViewed += 1
        case .historyViewed: historyViewed += 1
        case .dashboardOpened: dashboardOpened += 1
        case .profileChanged(_, let fields):
            profileChanged += 1
            for field in fields.fields { fieldsChanged[Int(field.rawValue)] += 1 }
        case .profileChangeRejected(_, let reason, _): profileRejected[Int(reason.rawValue)] += 1
        case .profileEditAborted: editsAborted += 1
        case .emailChanged: emailsChanged += 1
        case .licenceExpired: licencesExpired += 1
        case .licenceRenewed: licencesRenewed += 1
        case .accountDeletionAsked: deletionAsked += 1
        case .accountDeleted: deleted += 1
        case .deletionRefused(_, let reason): deletionRefused[Int(reason.rawValue)] += 1
        case .privacyViolation: break
        }
    }

    /// Confirmed accounts without those that were there before.
    var registered: Int { confirmed.reduce(0, +) - confirmed[Int(ProofKind.enrolled.rawValue)] }
}
