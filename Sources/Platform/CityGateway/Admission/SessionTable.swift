// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The open sessions, by token and by account. All in constant time, but for closing an account with many sessions.
struct SessionTable: Sendable {
    private var sessions: [Token: Session] = [:]
    private var tokens: [AccountID: [Token]] = [:]
    /// When sessions began and were used last, where that matters.
    private var times: [Token: (began: CityTime, used: CityTime)] = [:]

    /// How many sessions are open.
    var count: Int { sessions.count }

    /// The session of a token, if it is open.
    func session(of token: Token?) -> Session? {
        guard let token else { return nil }
        return sessions[token]
    }

    /// Opens a session; one of the same token is replaced.
    mutating func open(_ session: Session) {
        close(session.token)
        sessions[session.token] = session
        tokens[session.account, default: []].append(session.token)
    }

    /// Closes the session of a token.
    mutating func close(_ token: Token) {
        guard let session = sessions.removeValue(forKey: token) else { return }
        guard var left = tokens[session.account] else { return }
        left.removeAll { $0 == token }
        tokens[session.account] = left.isEmpty ? nil : left
        times[token] = nil
    }

    /// A session that is open is used.
    mutating func use(_ token: Token, at now: CityTime) {
        guard sessions[token] != nil else { return }
        times[token] = (times[token]?.began ?? now, now)
    }

    /// Those that are beyond these limits, by token.
    func worn(_ limits: SessionLimits, at now: CityTime) -> [Session] {
        times.filter { now - $0.value.began >= limits.whole || now - $0.value.used >= limits.idle }
            .compactMap { sessions[$0.key] }
            .sorted { ($0.token.high, $0.token.low) < ($1.token.high, $1.token.low) }
    }

    /// Closes all sessions of an account. Returns them.
    mutating func close(all account: AccountID) -> [Session] {
        (tokens.removeValue(forKey: account) ?? []).compactMap { token in
            times[token] = nil
            return sessions.removeValue(forKey: token)
        }
    }

    /// Restricts all sessions of an account to setting a new password, or lifts that.
    mutating func restrict(_ account: AccountID, mustChangePassword: Bool) {
        for token in tokens[account] ?? [] { sessions[token]?.mustChangePassword = mustChangePassword }
    }
}
