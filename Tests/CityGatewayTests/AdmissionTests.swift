// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import EventTestKit
import Testing

/// Which message needs which session: the whole table.
@Suite struct AdmissionTests {
    private static let passenger = PassengerID(3)
    private static let driver = DriverID(4)

    static let passengers: [ClientMessage] = [
        .passengerLogin(passenger, .mobile), .passengerLogout(passenger), .prepareCall(passenger),
        .call(passenger, .here), .pollArrival(passenger, RequestID(1)), .abandon(passenger, RequestID(1)),
        .reserve(
            passenger,
            ReservationForm(
                client: .web, origin: nil, destination: nil, pickUp: nil, travelers: 1, isShared: false)),
        .cancelReservation(passenger, ReservationID(1)), .viewReservations(passenger),
        .reserveButtonDisabled(passenger), .shareSearch(passenger, ShareForm(call: .here, destination: nil)),
        .joinRide(passenger, SharedRideID(1)), .declineRides(passenger),
    ]

    static let drivers: [ClientMessage] = [
        .driverLogin(driver), .driverLogout(driver),
        .setStatus(driver, inService: false, place: .origin, odometer: .zero),
        .position(driver, place: .origin, odometer: .zero), .notified(driver, OfferID(1)),
        .answer(driver, OfferID(1), accept: true),
        .boarded(driver, RequestID(1), travelers: 1, odometer: .zero),
        .nobodyHere(driver, RequestID(1), place: .origin, odometer: .zero),
        .rideComplete(driver, RequestID(1), place: .origin, odometer: .zero, badCustomer: false),
        .boardedEach(driver, RequestID(1), BoardCounts([]), odometer: .zero),
        .droppedOff(driver, RequestID(1), passenger, place: .origin, odometer: .zero),
        .viewRide(driver, RequestID(1)), .viewStatus(driver),
    ]

    static let strangers: [AccountMessage] = [
        .register(RegistrationForm(.driver)), .abortRegistration(Token(high: 1, low: 1)),
        .followLink(Token(high: 1, low: 1)), .login(LoginForm(username: "a", password: "b")),
        .providerRegister(consent: true), .providerLogin, .forgotPassword(email: ""),
    ]

    static let users: [AccountMessage] = [
        .logout, .changePassword(PasswordChange()), .viewProfile, .viewHistory(from: nil, to: nil), .openDashboard,
        .draft(ProfileEdit()), .done, .abandonEdit, .askDeletion(AccountID(1)),
        .confirmDeletion(password: "", proceed: true),
    ]

    @Test("Messages to the taxi service need the session of the person they speak for")
    func taxi() {
        for message in Self.passengers {
            #expect(ServerMessage.taxi(message).admission == .passenger(Self.passenger), "\(message)")
        }
        for message in Self.drivers {
            #expect(ServerMessage.taxi(message).admission == .driver(Self.driver), "\(message)")
        }
    }

    @Test("Only registration, login and recovery need no session; the rest of the account service needs one")
    func account() {
        for message in Self.strangers { #expect(ServerMessage.account(message).admission == .anybody, "\(message)") }
        for message in Self.users { #expect(ServerMessage.account(message).admission == .session, "\(message)") }
    }

    @Test("Before a new password is set, no message but that and the logout passes")
    func newPassword() {
        let passing = (Self.strangers + Self.users).filter { ServerMessage.account($0).precedesNewPassword }
        #expect(passing == [.logout, .changePassword(PasswordChange())])
        #expect(!(Self.passengers + Self.drivers).contains { ServerMessage.taxi($0).precedesNewPassword })
    }

    @Test("The messages of modules name their module")
    func modules() {
        let named = Self.passengers.map { ServerMessage.taxi($0).module }
        #expect(
            named == Array(repeating: nil, count: 6) + Array(repeating: ModuleName.reservations, count: 4)
                + Array(repeating: ModuleName.sharing, count: 3))
        #expect(Self.drivers.allSatisfy { ServerMessage.taxi($0).module == nil })
        #expect((Self.strangers + Self.users).allSatisfy { ServerMessage.account($0).module == nil })
    }
}
