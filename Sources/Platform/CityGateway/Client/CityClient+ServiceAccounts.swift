// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// The accounts of one service of several: what its own calls for registration and login are made of. Without a service, those of
// the city's first one are meant.
extension CityClient {
    /// Opens an account, whose form must be one of this type.
    public func createAccount(
        _ form: RegistrationForm, as type: RoleName, of service: ServiceID?
    ) async throws(RegistrationError) -> AccountID {
        guard form.type == type else { throw .wrongType }
        return try registered(try await exchange(.register(form), of: service, RegistrationError.self))
    }

    /// Opens an account through the identity provider (ACCOUNT-FB-01).
    public func createAccountThroughProvider(consent: Bool) async throws(RegistrationError) -> AccountID {
        try registered(try await exchange(.providerRegister(consent: consent), of: nil, RegistrationError.self))
    }

    private func registered(_ answer: AccountAnswer) throws(RegistrationError) -> AccountID {
        switch answer {
        case .registered(let id), .active(let id): return id
        case .rejected(let refusal, let missing): throw RegistrationError(refusal, missing: missing)
        case .ended(let end): throw .ended(end)
        default: throw .access(.misunderstood)
        }
    }

    /// Begins a session.
    public func login(_ form: LoginForm, to service: ServiceID?) async throws(LoginError) -> Token {
        try loggedIn(try await exchange(.login(form), of: service, LoginError.self))
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

    /// Asks for a new password by mail. The answer is the same for every address.
    public func forgotPassword(email: String, of service: ServiceID?) async throws(AccessError) {
        let answer = try await exchange(.forgotPassword(email: email), of: service, AccessError.self)
        guard case .mailUnderWay = answer else { throw .misunderstood }
    }

    /// Follows the link of a mail. Returns what it did.
    public func follow(_ link: Token, of service: ServiceID?) async throws(LinkError) -> MailKind {
        switch try await exchange(.followLink(link), of: service, LinkError.self) {
        case .linkFollowed(let kind): return kind
        case .linkUnknown: throw .unknown
        default: throw .access(.misunderstood)
        }
    }

    /// Sends a message of somebody without a session to the accounts of a service, and waits for the answer.
    func exchange<Failure: ServiceError>(
        _ message: AccountMessage, of service: ServiceID?, _ failure: Failure.Type
    ) async throws(Failure) -> AccountAnswer {
        let sent: any ServedMessage = service.map { ServiceAccountMessage($0, message) } ?? message
        guard let answer = try await exchange(asVisitor: sent, failure).account else { throw .access(.misunderstood) }
        return answer
    }
}
