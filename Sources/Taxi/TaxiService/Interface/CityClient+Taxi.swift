// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityLoop
public import CityModel
public import TaxiRules

extension CityClient {
    /// Makes a client that asks for the notices of passengers and drivers after their logins. On the loop.
    ///
    /// - Parameters:
    ///   - loop: The city's loop.
    ///   - gateway: Where messages go. Its answers must reach `notify`.
    ///   - layout: Turns latitude and longitude into places.
    ///   - notices: Where notices are asked for.
    ///   - kind: Mobile or web, for messages of no request from outside.
    ///   - source: The address that the login log shows of those.
    ///   - firstVisitor: The number of the first connection without a session; others must not use the ones after it.
    public init(
        loop: CityLoop, gateway: any InterfaceGateway, layout: any ZoneLayout, notices: any NoticeSource,
        kind: ClientKind = .mobile, source: SourceAddress = .unknown, firstVisitor: Int32 = 1
    ) {
        self.init(
            loop: loop, gateway: gateway, layout: layout, kind: kind, source: source, firstVisitor: firstVisitor)
        onLoop { $0.taxiPart.notices = notices }
    }

    var taxiPart: TaxiPart { part(TaxiPart.self) }

    /// Takes a notice to a passenger.
    nonisolated public func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        onLoop { client in
            client.note(notice, for: .passenger(passenger))
            if notice.isNews { client.tell(notice, to: .passenger(passenger)) }
            client.taxiPart.take(notice, passenger)
        }
    }

    /// Takes a notice to a driver.
    nonisolated public func notify(_ driver: DriverID, _ notice: DriverNotice) {
        onLoop { client in
            client.note(notice, for: .driver(driver))
            if notice.isNews { client.tell(notice, to: .driver(driver)) }
            client.taxiPart.take(notice, driver)
        }
    }
}

extension CityClient: TaxiAccountService {
    /// Opens a passenger's account (API-01).
    public func createPassenger(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await createAccount(form, as: .passenger, of: nil)
    }

    /// Opens a driver's account (API-01).
    public func createDriver(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await createAccount(form, as: .driver, of: nil)
    }

    /// Opens a passenger's account through the identity provider (ACCOUNT-FB-01).
    public func createPassengerThroughProvider(consent: Bool) async throws(RegistrationError) -> AccountID {
        try await createAccountThroughProvider(consent: consent)
    }

    /// Opens the home page: the request of the last taxi, nil without one (UI-03).
    public func dashboard(_ token: Token) async throws(AccessError) -> RequestID? {
        guard case .dashboard(let last) = try await ask(token, .openDashboard, AccessError.self) else {
            throw .misunderstood
        }
        return last.map { RequestID($0) }
    }
}

extension AccessError {
    /// No taxi belongs to the driver of the session.
    public static var unknownDriver: AccessError { .unknownPerson }
}

extension Session {
    /// The passenger; for anybody else the number as a passenger's, which the server refuses as the wrong role.
    var passenger: PassengerID { PassengerID(role.number) }

    /// The driver; for anybody else the number as a driver's, which the server refuses as the wrong role.
    var driver: DriverID { DriverID(role.number) }
}

extension Exchange {
    /// The first passenger's notice that a closure picks.
    func passenger<Found>(_ pick: (PassengerNotice) -> Found?) -> Found? { first(pick) }

    /// The first driver's notice that a closure picks.
    func driver<Found>(_ pick: (DriverNotice) -> Found?) -> Found? { first(pick) }

    /// No taxi belongs to the driver who sent the message.
    var isForUnknownDriver: Bool {
        driver { if case .refused(.unknown) = $0 { true } else { nil } } ?? false
    }
}
