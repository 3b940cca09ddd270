// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// Counts the events of the account service. Constant memory. What happens counts from the end of the warm-up on; the number
/// of accounts is that of the whole run.
@dynamicMemberLookup
struct AccountFold {
    private let measured: MeasuredTime
    private let announced: Int
    /// Whether any event of the service occurred.
    private(set) var isUsed = false

    private var result = AccountResult()
    /// What services noted of accounts, by the place of the type in the load's list, and by its counts.
    private var notes: [[Int]]
    /// Accepted after the warm-up, of a form that was sent before its end.
    private var acceptedLate = 0
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

    init(context: RunContext, load: ServedLoad) {
        notes = load.accountNotes.map { Array(repeating: 0, count: $0.counts.count) }
        measured = context.measured
        announced = context.server?.accounts?.enrolled ?? 0
    }

    /// Accounts that can be used now.
    var total: Int { max(enrolled, announced) + confirmedEver - deletedEver }

    mutating func take(_ event: AccountEvent, at time: CityTime) {
        isUsed = true
        if time >= measured.from, !isMeasured {
            isMeasured = true
            waitingBefore = waiting
        }
        follow(event)
        if measured.holds(time) { count(event) }
    }

    /// Takes what a service notes itself, of the type at this place in the load's list.
    mutating func take(_ event: some AccountNote, of type: Int, at time: CityTime) {
        isUsed = true
        if measured.holds(time) { notes[type][event.count] += 1 }
    }

    /// How often one of the counts of a type of notes was noted.
    func noted(_ type: Int, _ count: Int) -> Int { notes[type][count] }

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
            result.privacyViolations += 1
        }
    }

    /// Accounts that waited at some time after the warm-up.
    var toConfirm: Int { result.accepted + acceptedLate + (isMeasured ? waitingBefore : waiting) }
    /// Forms that have no answer: those whose person the provider is still asked about.
    var formsOpen: Int {
        let ended = result.aborted.total - result.aborted[.byUser]
        return result.started.total - result.rejected.total - result.accepted - ended
    }

    private mutating func count(_ event: AccountEvent) {
        switch event {
        case .registrationStarted(let attempt, let type, _, _):
            firstAttempt = min(firstAttempt, attempt)
            result.started[type] += 1
        case .registrationRejected(let attempt, _, let reason, let fields):
            guard attempt >= firstAttempt else { return }
            result.rejected[reason] += 1
            for field in fields.fields(of: AccountField.told) { result.missing[field] += 1 }
        case .registrationAborted(let attempt, _, let reason):
            guard attempt >= firstAttempt || reason == .byUser else { return }
            result.aborted[reason] += 1
        case .registrationAccepted(let attempt, _, _):
            if attempt >= firstAttempt { result.accepted += 1 } else { acceptedLate += 1 }
        case .registrationConfirmed(_, _, let via): result.confirmed[via] += 1
        case .registrationExpired: result.expired += 1
        case .mailSent(_, let kind): result.mailSent[kind] += 1
        case .mailDelivered(_, let kind): result.mailDelivered[kind] += 1
        case .loginAttempted(_, let identifier, let client, let system, _):
            result.loginAttempts[identifier] += 1
            result.loginClients[client] += 1
            result.loginSystems[system] += 1
        case .loginSucceeded(_, _, let via): result.logins[via] += 1
        case .loginRefused(_, let reason): result.loginsRefused[reason] += 1
        case .loggedOut: result.loggedOut += 1
        case .passwordReset: result.passwordsReset += 1
        case .passwordChanged: result.passwordsChanged += 1
        case .profileViewed: result.profileViewed += 1
        case .historyViewed: result.historyViewed += 1
        case .profileChanged(_, let fields):
            result.profileChanged += 1
            for field in fields.fields(of: AccountField.told) { result.fieldsChanged[field] += 1 }
        case .profileChangeRejected(_, let reason, _): result.profileRejected[reason] += 1
        case .profileEditAborted: result.editsAborted += 1
        case .emailChanged: result.emailsChanged += 1
        case .accountDeletionAsked: result.deletionAsked += 1
        case .accountDeleted: result.deleted += 1
        case .deletionRefused(_, let reason): result.deletionRefused[reason] += 1
        case .loginLogPruned, .passwordChangeRequired, .privacyViolation: break
        }
    }

    subscript<Value>(dynamicMember path: KeyPath<AccountResult, Value>) -> Value { result[keyPath: path] }

    /// The result as it stands now.
    func result(_ context: ServerContext.Accounts?, _ load: ServedLoad) -> AccountResult {
        var result = result
        result.noted = zip(load.accountNotes, notes).flatMap { type, counts in
            zip(type.counts, counts).map { AccountResult.Row(what: $0.what, word: $0.word, count: $1) }
        }
        result.total = total
        result.passwordCost = context?.passwordCost ?? ""
        result.isCostReduced = context?.isCostReduced ?? false
        return result
    }

    /// The judgement on the accounts.
    var verdicts: [Verdict] {
        let count = result.privacyViolations
        return [Verdict("ACCOUNT-PRIV-01", count == 0, "Personal data written without consent: \(count), none allowed")]
    }
}
