// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import HealthRules

extension CityClient: WearerService {
    // MARK: Accounts

    /// Opens a person's account (ACCOUNT-TRACK-R12).
    public func createWearer(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await createAccount(form, as: .wearer, of: .health)
    }

    /// Begins a session (ACCOUNT-TRACK-R14, -R17).
    public func loginToHealth(_ form: LoginForm) async throws(LoginError) -> Token {
        try await login(form, to: .health)
    }

    // MARK: The app

    /// The number of the person.
    public func wearer(of token: Token) async throws(AccessError) -> WearerID {
        let session = try openSession(token, AccessError.self)
        guard session.role.name == .wearer else { throw .wrongRole }
        return WearerID(session.role.number)
    }

    /// The phone will send batches (SEC-09).
    public func startSending(_ token: Token, key: UInt64) async throws(WearerError) {
        try await set(token, .logIn(seal: key))
    }

    /// Says whether the app may read health data and position (SEC-10).
    public func permit(_ token: Token, _ isGiven: Bool) async throws(WearerError) {
        try await set(token, .permit(isGiven))
    }

    /// Links a device to the phone (HEALTH-R34).
    public func link(_ token: Token, _ device: DeviceID) async throws(WearerError) {
        try await set(token, .link(device, isFound: true))
    }

    /// Says that a device was not found (HEALTH-DEVICE-EXC).
    public func reportLinkFailure(_ token: Token, _ device: DeviceID) async throws(WearerError) {
        try await set(token, .link(device, isFound: false))
    }

    /// Calls the help line (HEALTH-DEVICE-EXC).
    public func callHelpLine(_ token: Token) async throws(WearerError) { try await set(token, .callHelpLine) }

    /// Switches the SOS service on or off (HEALTH-R26).
    public func setSOS(_ token: Token, isOn: Bool) async throws(WearerError) { try await set(token, .setSOS(isOn)) }

    private func set(_ token: Token, _ wish: WearerWish) async throws(WearerError) {
        let found = try await exchange(token, WearerError.self) {
            HealthRequest.wearer(WearerID($0.role.number), wish)
        }
        switch found.last({ (notice: WearerNotice) in notice }) {
        case .done, .followInstructions: return
        case .refused(_, let refusal): throw .refused(refusal)
        case .registered, .signUpRefused, nil: throw .access(.misunderstood)
        }
    }

    // MARK: Consent

    /// Who has asked.
    public func requests(_ token: Token) async throws(ConsentError) -> [ConsentRow] {
        try await consent(token, .list) { if case .requests(let rows) = $0 { rows } else { nil } }
    }

    /// Says yes or no to an organisation (HEALTH-R8).
    public func answer(_ token: Token, _ party: ThirdPartyID, isYes: Bool) async throws(ConsentError) {
        try await consent(token, .answer(party, isYes: isYes)) { Self.isStored($0, party) }
    }

    /// Takes a yes back (HEALTH-R29).
    public func withdraw(_ token: Token, _ party: ThirdPartyID) async throws(ConsentError) {
        try await consent(token, .withdraw(party)) { Self.isStored($0, party) }
    }

    private static func isStored(_ notice: PersonNotice, _ party: ThirdPartyID) -> Void? {
        if case .stored(party, _) = notice { () } else { nil }
    }

    /// Stops an organisation's subscription (HEALTH-R29).
    public func stopSubscription(_ token: Token, _ party: ThirdPartyID) async throws(ConsentError) {
        try await consent(token, .stopSubscription(party)) {
            if case .subscriptionEnded(party) = $0 { () } else { nil }
        }
    }

    private func consent<Found>(
        _ token: Token, _ wish: ConsentWish, _ pick: (PersonNotice) -> Found?
    ) async throws(ConsentError) -> Found {
        let found = try await exchange(token, ConsentError.self) {
            DataMessage.consent(WearerID($0.role.number), wish)
        }
        let answer: Result<Found, ConsentError>? = found.last { (notice: PersonNotice) in
            if case .refused(_, let refusal) = notice { return .failure(.refused(refusal)) }
            return pick(notice).map { .success($0) }
        }
        guard let answer else { throw .access(.misunderstood) }
        return try answer.get()
    }

    /// The next organisation that asks (HEALTH-R7).
    public func nextRequest(_ token: Token) async throws(AccessError) -> ThirdPartyID {
        _ = try await wearer(of: token)
        return try await nextNotice(token) { (notice: PersonNotice) in
            if case .asked(let party) = notice { party } else { nil }
        }
    }

    // MARK: What comes in

    /// Takes what the health monitor says to a person.
    nonisolated public func notify(_ notice: WearerNotice) {
        switch notice {
        case .registered(let wearer), .done(let wearer), .refused(let wearer, _), .followInstructions(let wearer):
            onLoop { $0.note(notice, for: Connection(.wearer(wearer))) }
        case .signUpRefused: break
        }
    }

    func take(_ notice: PersonNotice, _ wearer: WearerID) {
        let connection = Connection(.wearer(wearer))
        note(notice, for: connection)
        if case .asked = notice { tell(notice, to: connection) }
    }
}

extension CityClient: HealthManagerService {
    /// Restarts the service after a crash (AVAIL-08).
    public func restartHealth(_ token: Token) async throws(AccessError) {
        _ = try await exchange(token, AccessError.self) { HealthRequest.restart(manager: $0.role.number) }
    }
}
