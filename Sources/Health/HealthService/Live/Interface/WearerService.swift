// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import HealthRules

/// What the app of somebody who wears a device asks of the health service. Profile, password, log-out and deletion are those of
/// `AccountService`; batches have a way of their own, see `BatchService`.
public protocol WearerService: Sendable {
    /// Opens a person's account, which is usable at once (ACCOUNT-TRACK-R12, -R13). Returns its number.
    func createWearer(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID
    /// Begins a session of a person, an organisation or the system manager (ACCOUNT-TRACK-R14, -R17).
    func loginToHealth(_ form: LoginForm) async throws(LoginError) -> Token

    /// The number by which the service knows the person: batches carry it.
    func wearer(of token: Token) async throws(AccessError) -> WearerID
    /// The phone will send batches; their check values have this key (SEC-09).
    func startSending(_ token: Token, key: UInt64) async throws(WearerError)
    /// Says whether the app may read health data and position (SEC-10).
    func permit(_ token: Token, _ isGiven: Bool) async throws(WearerError)
    /// Links a device to the phone (HEALTH-R34).
    func link(_ token: Token, _ device: DeviceID) async throws(WearerError)
    /// Says that a device was not found; the person is to follow the instructions, try again, or call the help line
    /// (HEALTH-DEVICE-EXC).
    func reportLinkFailure(_ token: Token, _ device: DeviceID) async throws(WearerError)
    /// Calls the help line (HEALTH-DEVICE-EXC).
    func callHelpLine(_ token: Token) async throws(WearerError)
    /// Switches the SOS service on or off (HEALTH-R26).
    func setSOS(_ token: Token, isOn: Bool) async throws(WearerError)

    /// Who has asked for the person's data, and where each request stands.
    func requests(_ token: Token) async throws(ConsentError) -> [ConsentRow]
    /// Says yes or no to an organisation, or changes the answer (HEALTH-R8).
    func answer(_ token: Token, _ party: ThirdPartyID, isYes: Bool) async throws(ConsentError)
    /// Takes a yes back: from now on nothing more is delivered (HEALTH-R29).
    func withdraw(_ token: Token, _ party: ThirdPartyID) async throws(ConsentError)
    /// Stops an organisation's subscription; the consent stays (HEALTH-R29).
    func stopSubscription(_ token: Token, _ party: ThirdPartyID) async throws(ConsentError)
    /// The next organisation that asks for the person's data: the oldest that was not read, or the next one (HEALTH-R7).
    func nextRequest(_ token: Token) async throws(AccessError) -> ThirdPartyID
}

/// Takes what phones measure. No batch passes the gateway: a life may hang on it (AVAIL-03).
public protocol BatchService: Sendable {
    /// Sends a batch. Returns whether a value is outside its safe range; the SOS is under way then, unless the person switched that
    /// off. A batch that nobody heard is kept by the phone and sent again (HEALTH-APP); one that is refused would be again.
    @discardableResult
    func send(_ batch: SentBatch) async throws(BatchError) -> Bool
}

/// What the system manager of the health service does (ACCOUNT-TRACK-MANAGER).
public protocol HealthManagerService: Sendable {
    /// Restarts the service after a crash (AVAIL-08).
    func restartHealth(_ token: Token) async throws(AccessError)
}
