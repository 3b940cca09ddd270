// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension CityClient: AccountService {
    // MARK: Registration

    /// Opens a passenger's account (API-01).
    public func createPassenger(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await create(.passenger, form)
    }

    /// Opens a driver's account (API-01).
    public func createDriver(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await create(.driver, form)
    }

    private func create(
        _ type: RoleName, _ form: RegistrationForm
    ) async throws(RegistrationError) -> AccountID {
        guard form.type == type else { throw .wrongType }
        return try registered(try await exchange(.register(form), RegistrationError.self))
    }

    /// Opens a passenger's account through the identity provider (ACCOUNT-FB-01).
    public func createPassengerThroughProvider(consent: Bool) async throws(RegistrationError) -> AccountID {
        try registered(try await exchange(.providerRegister(consent: consent), RegistrationError.self))
    }

    func registered(_ answer: AccountAnswer) throws(RegistrationError) -> AccountID {
        switch answer {
        case .registered(let id), .active(let id): return id
        case .rejected(let refusal, let missing): throw RegistrationError(refusal, missing: missing)
        case .ended(let end): throw .ended(end)
        default: throw .access(.misunderstood)
        }
    }

    /// Breaks an own registration off (ACCOUNT-REG-11).
    public func abortRegistration(_ link: Token) async throws(LinkError) {
        switch try await exchange(.abortRegistration(link), LinkError.self) {
        case .ended: return
        case .linkUnknown: throw .unknown
        default: throw .access(.misunderstood)
        }
    }

    /// Follows the link of a mail.
    public func follow(_ link: Token) async throws(LinkError) -> MailKind {
        try followed(try await exchange(.followLink(link), LinkError.self))
    }

    func followed(_ answer: AccountAnswer) throws(LinkError) -> MailKind {
        switch answer {
        case .linkFollowed(let kind): return kind
        case .linkUnknown: throw .unknown
        default: throw .access(.misunderstood)
        }
    }

    // MARK: Sessions

    /// Begins a session (API-02).
    public func login(_ form: LoginForm) async throws(LoginError) -> Token {
        try loggedIn(try await exchange(.login(form), LoginError.self))
    }

    /// Begins a session through the identity provider (ACCOUNT-FB-02).
    public func loginThroughProvider() async throws(LoginError) -> Token {
        try loggedIn(try await exchange(.providerLogin, LoginError.self))
    }

    func loggedIn(_ answer: AccountAnswer) throws(LoginError) -> Token {
        switch answer {
        case .loggedIn(let session):
            begin(session)
            return session.token
        case .loginRefused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// Asks for a new password by mail (ACCOUNT-LOGIN-03).
    public func forgotPassword(email: String) async throws(AccessError) {
        guard case .mailUnderWay = try await exchange(.forgotPassword(email: email), AccessError.self) else {
            throw .misunderstood
        }
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
        sessions[token] = nil
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

    /// Opens the home page: the request of the last taxi, nil without one (UI-03).
    public func dashboard(_ token: Token) async throws(AccessError) -> RequestID? {
        guard case .dashboard(let last) = try await ask(token, .openDashboard, AccessError.self) else {
            throw .misunderstood
        }
        return last.map { RequestID($0) }
    }

    /// Changes the own profile (API-03).
    public func changeProfile(
        _ token: Token, of account: AccountID, _ edit: ProfileEdit
    ) async throws(ProfileError) -> AccountFields {
        // The server knows whose profile it is by the token alone; this is what the caller means.
        let session = try session(of: token, ProfileError.self)
        guard session.account == account else { throw .notOwner }
        // Both messages in one go: the server has one draft for each account.
        await take(session.connection)
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
        sessions[token] = nil
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
    private func ask<Failure: ServiceError>(
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
            sessions[token] = nil
            throw .access(.notLoggedIn)
        }
        return answer
    }
}
