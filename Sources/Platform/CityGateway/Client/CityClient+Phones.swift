// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel

extension CityClient: PhoneLoginService, PhoneClients {
    /// Takes an answer of the accounts by phone. The carrier's word that comes later finds nobody who waits.
    nonisolated public func notify(_ connection: Connection, _ answer: PhoneAnswer) {
        onLoop { $0.note(answer, for: connection) }
    }

    /// Asks for a code by SMS (ACCOUNT-R1).
    public func askCode(phone: String) async throws(PhoneError) {
        let found = try await exchange(asVisitor: PhoneMessage.askCode(phone: phone), PhoneError.self)
        switch found.phone {
        case .codeSent: return
        case .refused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// Gives the code back (ACCOUNT-R1).
    public func login(phone: String, code: String) async throws(PhoneError) -> Token {
        let message = PhoneMessage.giveCode(phone: phone, code: code)
        switch try await exchange(asVisitor: message, PhoneError.self).phone {
        case .loggedIn(let session, _):
            begin(session)
            return session.token
        case .refused(let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// Ends the session.
    public func logoutPhone(_ token: Token) async throws(AccessError) {
        guard case .loggedOut = try await askPhone(token, .logout, AccessError.self) else { throw .misunderstood }
        forget(token)
    }

    /// All that is kept of the own person (SEC-07).
    public func ownData(_ token: Token) async throws(AccessError) -> PersonalData {
        switch try await askPhone(token, .exportData, AccessError.self) {
        case .data(let data): return data
        case .loggedOut:
            forget(token)
            throw .notLoggedIn
        default: throw .misunderstood
        }
    }

    /// Deletes the own account (SEC-07).
    public func deletePhoneAccount(_ token: Token, isConfirmed: Bool) async throws(DeletionError) {
        switch try await askPhone(token, .deleteAccount(isConfirmed: isConfirmed), DeletionError.self) {
        case .deleted: forget(token)
        case .deletionRefused(let refusal): throw .refused(refusal)
        case .loggedOut:
            forget(token)
            throw .access(.notLoggedIn)
        default: throw .access(.misunderstood)
        }
    }

    private func askPhone<Failure: ServiceError>(
        _ token: Token, _ message: PhoneMessage, _ failure: Failure.Type
    ) async throws(Failure) -> PhoneAnswer? {
        try await exchange(token, failure) { _ in message }.phone
    }
}

extension Exchange {
    /// The answer of the accounts by phone.
    fileprivate var phone: PhoneAnswer? { last { (answer: PhoneAnswer) in answer } }
}
