// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TaxiRules

/// What accounts of passengers and drivers have beside those of everybody.
public protocol TaxiAccountService: AccountService {
    /// Opens a passenger's account, which is usable once the link of its mail was followed (API-01). Returns its number.
    func createPassenger(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID
    /// Opens a driver's account (API-01).
    func createDriver(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID
    /// Opens a passenger's account through the identity provider; usable at once (ACCOUNT-FB-01).
    func createPassengerThroughProvider(consent: Bool) async throws(RegistrationError) -> AccountID
    /// Opens the home page: the request of the last taxi, nil without one (UI-03).
    func dashboard(_ token: Token) async throws(AccessError) -> RequestID?
}
