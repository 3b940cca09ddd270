// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel

/// Who gets the answer that directives hold.
enum AccountReply: Sendable {
    /// Whoever asks for it now, or nobody.
    case nobody
    /// The gateway, which holds it back.
    case gateway(HeldAnswer)
    /// A client whose message was answered before.
    case client(Connection)
}

/// How far directives were carried out.
enum CarriedOut {
    /// All of them; with the answer among them.
    case done(AccountAnswer?)
    /// Up to a change that is being written. The rest follows, and the answer goes to whom it is for.
    case waits
}

/// What the registry is asked to do, when it must wait.
enum AccountStep: Sendable {
    /// A client's message.
    case message(AccountMessage, Sender, Session?, PasswordOutcome, HeldAnswer?)
    /// A timer fired.
    case timer(TimerTag)
    /// The identity provider has spoken.
    case identified(ProviderRequest, ProviderIdentity?)
}

/// What became of a change.
enum MadeChange {
    /// It is durable. How many records went, and how many rows of the login log are left.
    case made(removed: Int, kept: Int)
    /// It is left to the writer.
    case begun(BegunChange)
    /// Nothing was changed.
    case failed
}

/// Changes that are written beside the loop: one step of the registry after the other, since each looks at the accounts that the
/// one before has changed, and may yet have to undo. The loop goes on meanwhile.
extension AccountRegistry {
    /// Takes a step now, or when what is being written is durable. Returns the answer; nil when there is none yet.
    func take(_ step: AccountStep) -> AccountAnswer? {
        guard !isClosed else { return nil }
        guard !isWriting, waiting.isEmpty else {
            waiting.append(step)
            return nil
        }
        return begin(step)
    }

    private func begin(_ step: AccountStep) -> AccountAnswer? {
        switch step {
        case .message(let message, let sender, let session, let worked, let held):
            let directives = rules.receive(
                message, from: sender, session: session, worked: worked, accounts: store, port: port, at: loop.now)
            let reply = held.map { AccountReply.gateway($0) } ?? .nobody
            guard case .done(let answer) = carryOut(directives[...], for: reply) else { return nil }
            held?.give(answer.map { .account($0) })
            return answer
        case .timer(let tag): fired(tag)
        case .identified(let request, let identity):
            let directives = rules.identified(request, as: identity, accounts: store, port: port, at: loop.now)
            let reply = AccountReply.client(request.sender.connection)
            if case .done(let answer) = carryOut(directives[...], for: reply) { give(answer, to: reply) }
        }
        return nil
    }

    private func give(_ answer: AccountAnswer?, to reply: AccountReply) {
        switch reply {
        case .nobody: break
        case .gateway(let held): held.give(answer.map { .account($0) })
        case .client(let connection): if let answer { around.clients?.notify(connection, answer) }
        }
    }

    /// Makes a change in the turn, or begins it for the writer.
    func make(_ change: AccountChange) -> MadeChange {
        do {
            if !writer.isInTurn, !isEnrolling, let begun = try store.begin(change) { return .begun(begun) }
            switch change {
            case .save(let account): try store.save(account)
            case .remove(let id, let pseudonym):
                return .made(removed: try store.remove(id, pseudonym: pseudonym), kept: 0)
            case .addLogin(let row): try store.add(row)
            case .pruneLogins(let time):
                let (removed, kept) = try store.pruneLogins(before: time)
                return .made(removed: removed, kept: kept)
            }
            return .made(removed: 0, kept: 0)
        } catch {
            storeFailure = storeFailure ?? error
            return .failed
        }
    }

    /// Writes a change, then goes on with the rest, or with the others when it cannot be made durable.
    func write(
        _ begun: BegunChange, _ rest: ArraySlice<AccountDirective>, or otherwise: ArraySlice<AccountDirective>,
        for reply: AccountReply, _ answer: AccountAnswer?,
        then follow: @escaping @Sendable (isolated AccountRegistry) -> Void = { _ in }
    ) -> CarriedOut {
        isWriting = true
        writer.write(begun.writes) { [self] outcome in
            onLoop { registry in
                registry.isWriting = false
                guard !registry.isClosed else { return }
                let failure = outcome.refused?.error
                registry.storeFailure = registry.storeFailure ?? failure ?? outcome.failure
                let next: CarriedOut
                if failure == nil {
                    begun.complete()
                    follow(registry)
                    next = registry.carryOut(rest, for: reply, answer)
                } else {
                    begun.undo()
                    next = registry.carryOut(otherwise, for: reply)
                }
                if case .done(let answer) = next { registry.give(answer, to: reply) }
                while !registry.isWriting, !registry.waiting.isEmpty {
                    _ = registry.begin(registry.waiting.removeFirst())
                }
            }
        }
        return .waits
    }
}
