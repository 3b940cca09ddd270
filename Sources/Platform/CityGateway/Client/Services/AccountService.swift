// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Accounts and sessions (API-01 to API-03), of all services alike. Each service has calls of its own for registration, as its form
/// is its own.
///
/// Every method suspends in the city's time until the server has answered, and throws one typed error, with one case for each
/// rule that can be broken. Nothing was changed when it throws.
public protocol AccountService: Sendable {
    /// Breaks an own registration off before it is confirmed, by the secret of its mail.
    func abortRegistration(_ link: Token) async throws(LinkError)
    /// Follows the link of a mail. Returns what it did.
    func follow(_ link: Token) async throws(LinkError) -> MailKind

    /// Begins a session (API-02). The token makes later calls those of its person.
    func login(_ form: LoginForm) async throws(LoginError) -> Token
    /// Begins a session through the identity provider (ACCOUNT-FB-02).
    func loginThroughProvider() async throws(LoginError) -> Token
    /// Asks for a new password by mail. The answer is the same for every address.
    func forgotPassword(email: String) async throws(AccessError)
    /// Sets a new password in place of a temporary one.
    func changePassword(_ token: Token, _ change: PasswordChange) async throws(ProfileError)
    /// Ends the session.
    func logout(_ token: Token) async throws(AccessError)

    /// The own profile.
    func profile(_ token: Token) async throws(AccessError) -> Profile
    /// The own past requests from one instant on and before another, newest first; nil sets no limit.
    func history(_ token: Token, from: CityTime?, to: CityTime?) async throws(AccessError) -> [HistoryEntry]
    /// Changes the own profile, all values together (API-03). Returns the fields that changed; a new address changes when its
    /// link is followed.
    func changeProfile(
        _ token: Token, of account: AccountID, _ edit: ProfileEdit
    ) async throws(ProfileError) -> AccountFields
    /// Deletes the own account with everything tied to it.
    func deleteAccount(_ token: Token, _ account: AccountID, password: String) async throws(DeletionError)
}
