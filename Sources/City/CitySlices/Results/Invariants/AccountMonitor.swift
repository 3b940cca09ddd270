// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// Where an account is in its life.
private enum AccountStage: UInt8 {
    case unknown, pending, confirmed, gone
}

/// The accounts as the monitor sees them: a byte each. Names and addresses are not in the log, so that INV-UniqueUsers is
/// judged by the service itself; here an account is confirmed once and nothing happens to one that is gone.
private struct WatchedAccounts {
    private var stages: [AccountStage] = []
    /// Accounts 1 to this were there before the run.
    private let enrolled: Int32
    /// Deleted or expired in this turn: what belongs to its end may follow it.
    var ending: (account: Int32, turn: Int64) = (0, .min)
    /// Mails under way, by kind.
    var mails = Counts<MailKind>(of: [])

    init(enrolled: Int) {
        self.enrolled = Int32(clamping: enrolled)
    }

    subscript(account: AccountID) -> AccountStage {
        get {
            let stage = account.index >= 0 && account.index < stages.count ? stages[account.index] : .unknown
            return stage == .unknown && account.number > 0 && account.number <= enrolled ? .confirmed : stage
        }
        set {
            guard account.number > 0 else { return }
            if stages.count <= account.index {
                // Twice as many, so that a million accounts cost a few copies only.
                let room = max(account.index + 1, stages.count * 2)
                stages.append(contentsOf: repeatElement(.unknown, count: room - stages.count))
            }
            stages[account.index] = newValue
        }
    }

    /// Whether an account was announced before the run, and nothing was told of it yet.
    func isAnnounced(_ account: AccountID) -> Bool {
        account.number > 0 && account.number <= enrolled
            && (account.index >= stages.count || stages[account.index] == .unknown)
    }
}

/// Watches the laws of the accounts while the run goes on (SIM-07).
package final class AccountMonitor: ServiceMonitor {
    private var watch: LawWatch
    private var accounts: WatchedAccounts
    private let load: ServedLoad

    /// Makes the monitor of a run in which services bring this before the accounts.
    package init(_ context: RunContext, _ load: ServedLoad) {
        watch = LawWatch(from: context.start)
        accounts = WatchedAccounts(enrolled: context.server?.accounts?.enrolled ?? 0)
        self.load = load
    }

    /// The violations found, in order; the first 1000 are kept.
    package var violations: [Violation] { watch.violations }

    /// Reads the account service, and what services note of accounts.
    package func subscribe(to feed: EventFeed) {
        feed.on(AccountEvent.self) { [self] records in
            for index in records.indices {
                watch.goOn(to: records[index])
                take(records[index].event)
            }
        }
        for type in load.accountNotes { read(type, from: feed) }
    }

    private func read<Note: AccountNote>(_ type: Note.Type, from feed: EventFeed) {
        feed.on(type) { [self] records in
            for index in records.indices {
                watch.goOn(to: records[index])
                judgeLife(records[index].event.account, records[index].event)
            }
        }
    }

    /// Nothing is left to judge.
    package func finish(at end: CityTime) {}

    private var turn: Int64 { watch.turn }

    private func report(_ id: String, _ actors: [any Concerned], _ message: String) {
        watch.report(id, actors, message)
    }

    private func take(_ event: AccountEvent) {
        switch event {
        case .registrationStarted, .registrationRejected, .loginLogPruned: break
        case .registrationAborted(_, let account, _):
            guard let account else { return }
            expect(account, .pending, "ACCOUNT-REG-11", "was aborted")
            end(account)
        case .registrationAccepted(_, let account, _):
            if accounts[account] != .unknown {
                report("INV-UniqueUsers", [account], "was accepted, but is known already")
            }
            accounts[account] = .pending
        case .registrationConfirmed(let account, _, let via): confirm(account, via)
        case .registrationExpired(let account):
            expect(account, .pending, "ACCOUNT-REG-12C", "expired")
            end(account)
        case .mailSent(let account, let kind):
            judgeLife(account, event)
            accounts.mails[kind] += 1
        case .mailDelivered(let account, let kind):
            // A mail under way is never lost, whatever becomes of the account.
            accounts.mails[kind] -= 1
            if accounts.mails[kind] < 0 {
                report("ACCOUNT-REG-19", [account], "got a \(kind.word) mail that was never sent")
                accounts.mails[kind] = 0
            }
        case .loginAttempted(let account, _, _, _, _), .loginRefused(let account, _):
            if let account { judgeLife(account, event) }
        case .loginSucceeded(let account, _, _):
            if accounts[account] == .pending {
                report("ACCOUNT-REG-12A", [account], "logged in without having been confirmed")
            } else {
                expect(account, .confirmed, "ACCOUNT-LOGIN-02", "logged in")
            }
        case .accountDeleted(let account, _):
            expect(account, .confirmed, "ACCOUNT-PROFILE-04C", "was deleted")
            end(account)
        case .privacyViolation(let account):
            report("ACCOUNT-PRIV-01", [account], "personal data were written without consent")
        case .loggedOut(let account), .passwordReset(let account), .passwordChangeRequired(let account),
            .passwordChanged(let account), .profileViewed(let account, _), .historyViewed(let account, _),
            .profileChanged(let account, _),
            .profileChangeRejected(let account, _, _), .profileEditAborted(let account), .emailChanged(let account),
            .accountDeletionAsked(let account),
            .deletionRefused(let account, _):
            judgeLife(account, event)
        }
    }

    private func confirm(_ account: AccountID, _ via: ProofKind) {
        let actors: [any Concerned] = [account]
        switch via {
        case .enrolled:
            if accounts[account] != .unknown && !accounts.isAnnounced(account) {
                report("INV-UniqueUsers", actors, "was there before the run, but is known already")
            }
        case .provider:
            // The provider's word stands in for a mail, so that the account may never have been pending.
            if accounts[account] == .confirmed || accounts[account] == .gone {
                report("INV-UniqueUsers", actors, "was confirmed a second time")
            }
        case .mail, .password:
            switch accounts[account] {
            case .pending: break
            case .unknown: report("ACCOUNT-REG-12A", actors, "was confirmed without having been accepted")
            case .confirmed, .gone: report("INV-UniqueUsers", actors, "was confirmed a second time")
            }
        }
        accounts[account] = .confirmed
    }

    private func expect(_ account: AccountID, _ stage: AccountStage, _ id: String, _ what: String) {
        guard accounts[account] != stage else { return }
        report(id, [account], "\(what), but is \(accounts[account])")
    }

    /// Nothing happens to an account that is gone, or that never was.
    private func judgeLife(_ account: AccountID, _ event: some Event) {
        switch accounts[account] {
        case .pending, .confirmed: break
        case .unknown:
            report("INV-UniqueUsers", [account], "\(event.name) of an account that is not known")
        case .gone:
            guard accounts.ending.account != account.number || accounts.ending.turn != turn else { return }
            report("DEC-ACCOUNT-DELETE", [account], "\(event.name) of an account that is gone")
        }
    }

    private func end(_ account: AccountID) {
        accounts[account] = .gone
        accounts.ending = (account.number, turn)
    }
}
