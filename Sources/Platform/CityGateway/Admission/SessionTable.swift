// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The open sessions, by token and by account. All in constant time, but for closing an account with many sessions.
struct SessionTable: Sendable {
    private var sessions: [Token: Session] = [:]
    private var tokens: [AccountID: [Token]] = [:]

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
    }

    /// Closes all sessions of an account.
    mutating func close(all account: AccountID) {
        for token in tokens.removeValue(forKey: account) ?? [] { sessions[token] = nil }
    }

    /// Restricts all sessions of an account to setting a new password, or lifts that.
    mutating func restrict(_ account: AccountID, mustChangePassword: Bool) {
        for token in tokens[account] ?? [] { sessions[token]?.mustChangePassword = mustChangePassword }
    }
}
