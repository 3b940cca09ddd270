// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension CityClient: AccountService {
    // MARK: Registration

    /// Breaks an own registration off (ACCOUNT-REG-11).
    public func abortRegistration(_ link: Token) async throws(LinkError) {
        switch try await exchange(.abortRegistration(link), of: nil, LinkError.self) {
        case .ended: return
        case .linkUnknown: throw .unknown
        default: throw .access(.misunderstood)
        }
    }

    /// Follows the link of a mail.
    public func follow(_ link: Token) async throws(LinkError) -> MailKind {
        try await follow(link, of: nil)
    }

    // MARK: Sessions

    /// Begins a session (API-02).
    public func login(_ form: LoginForm) async throws(LoginError) -> Token {
        try await login(form, to: nil)
    }

    /// Begins a session through the identity provider (ACCOUNT-FB-02).
    public func loginThroughProvider() async throws(LoginError) -> Token {
        try loggedIn(try await exchange(.providerLogin, of: nil, LoginError.self))
    }

    /// Asks for a new password by mail (ACCOUNT-LOGIN-03).
    public func forgotPassword(email: String) async throws(AccessError) {
        try await forgotPassword(email: email, of: nil)
    }

    /// Sets a new password in place of a temporary one (ACCOUNT-LOGIN-04).
    public func changePassword(_ token: Token, _ change: PasswordChange) async throws(ProfileError) {
        switch try await ask(token, .changePassword(change), ProfileError.self) {
        case .passwordChanged: return
        case .profileRefused(let refusal, let missing): throw ProfileError(refusal, missing: missing)
        default: throw .access(.misunderstood)
        }
    }

    /// Ends the session.
    public func logout(_ token: Token) async throws(AccessError) {
        guard case .loggedOut = try await ask(token, .logout, AccessError.self) else { throw .misunderstood }
        forget(token)
    }

    // MARK: Profile

    /// The own profile.
    public func profile(_ token: Token) async throws(AccessError) -> Profile {
        guard case .profile(let profile) = try await ask(token, .viewProfile, AccessError.self) else {
            throw .misunderstood
        }
        return profile
    }

    /// The own past requests, newest first (ACCOUNT-PROFILE-09).
    public func history(
        _ token: Token, from: CityTime? = nil, to: CityTime? = nil
    ) async throws(AccessError) -> [HistoryEntry] {
        guard case .history(let lines) = try await ask(token, .viewHistory(from: from, to: to), AccessError.self)
        else { throw .misunderstood }
        return lines
    }

    /// Changes the own profile (API-03).
    public func changeProfile(
        _ token: Token, of account: AccountID, _ edit: ProfileEdit
    ) async throws(ProfileError) -> AccountFields {
        // The server knows whose profile it is by the token alone; this is what the caller means.
        let session = try session(of: token, ProfileError.self)
        guard session.account == account else { throw .notOwner }
        // Both messages in one go: the server has one draft for each account.
        try await take(session.connection, ProfileError.self)
        defer { pass(session.connection) }
        if openDrafts.contains(account) { try await dropDraft(of: session) }
        guard case .drafted = try await ask(session, .draft(edit), ProfileError.self) else {
            throw .access(.misunderstood)
        }
        openDrafts.insert(account)
        switch try await finishDraft(of: session) {
        case .profileChanged(let fields): return fields
        case .profileRefused(let refusal, let missing): throw ProfileError(refusal, missing: missing)
        default: throw .access(.misunderstood)
        }
    }

    /// Has the draft stored. A draft that the server was not asked to store is dropped: now, or else before the next change.
    private func finishDraft(of session: Session) async throws(ProfileError) -> AccountAnswer {
        do throws(ProfileError) {
            let answer = try await ask(session, .done, ProfileError.self)
            openDrafts.remove(session.account)
            return answer
        } catch {
            try? await dropDraft(of: session)
            throw error
        }
    }

    private func dropDraft(of session: Session) async throws(ProfileError) {
        guard case .editAbandoned = try await ask(session, .abandonEdit, ProfileError.self) else {
            throw .access(.misunderstood)
        }
        openDrafts.remove(session.account)
    }

    /// Deletes the own account (ACCOUNT-PROFILE-04A, -04B).
    public func deleteAccount(
        _ token: Token, _ account: AccountID, password: String
    ) async throws(DeletionError) {
        try deleted(try await ask(token, .askDeletion(account), DeletionError.self), isAsked: true)
        let answer = try await ask(token, .confirmDeletion(password: password, proceed: true), DeletionError.self)
        try deleted(answer, isAsked: false)
        forget(token)
    }

    private func deleted(_ answer: AccountAnswer, isAsked: Bool) throws(DeletionError) {
        switch answer {
        case .deletionAsked where isAsked: return
        case .deleted where !isAsked: return
        case .deletionRefused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// Sends a message about the account of a token. The answer that the session is over, which comes when it ended while the
    /// message waited, is an error but for a log out.
    public func ask<Failure: ServiceError>(
        _ token: Token, _ message: AccountMessage, _ failure: Failure.Type
    ) async throws(Failure) -> AccountAnswer {
        try answer(of: try await exchange(token, failure) { _ in message }, token, to: message, failure)
    }

    /// The same on a connection that was taken.
    private func ask<Failure: ServiceError>(
        _ session: Session, _ message: AccountMessage, _ failure: Failure.Type
    ) async throws(Failure) -> AccountAnswer {
        let found = try await send(message, session.connection, session.token, failure)
        return try answer(of: found, session.token, to: message, failure)
    }

    private func answer<Failure: ServiceError>(
        of found: Exchange, _ token: Token, to message: AccountMessage, _: Failure.Type
    ) throws(Failure) -> AccountAnswer {
        guard let answer = found.account else { throw .access(.misunderstood) }
        if case .loggedOut = answer, message != .logout {
            forget(token)
            throw .access(.notLoggedIn)
        }
        return answer
    }
}
