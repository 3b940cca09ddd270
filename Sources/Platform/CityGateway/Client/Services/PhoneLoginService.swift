// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel

/// Accounts by phone number and one-time code (ACCOUNT-R1, ACCOUNT-SMS-01, -02).
public protocol PhoneLoginService: Sendable {
    /// Asks for a code by SMS, the first or a fresh one. The answer is the same whether there is an account or not.
    func askCode(phone: String) async throws(PhoneError)
    /// Gives the code back: opens the account if there is none, accepting the terms, and begins a session.
    func login(phone: String, code: String) async throws(PhoneError) -> Token
    /// Ends the session. (`AccountService.logout` is for accounts with a password.)
    func logoutPhone(_ token: Token) async throws(AccessError)
    /// All that is kept of the own person (SEC-07).
    func ownData(_ token: Token) async throws(AccessError) -> PersonalData
    /// Deletes the own account with everything tied to it; `isConfirmed` that the person was asked again (SEC-07).
    func deletePhoneAccount(_ token: Token, isConfirmed: Bool) async throws(DeletionError)
}
