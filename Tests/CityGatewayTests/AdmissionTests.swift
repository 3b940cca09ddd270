// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import RuleTestKit
import TaxiRules
import Testing

/// Which message needs which session: the whole table.
@Suite struct AdmissionTests {
    private static let passenger = PassengerID(3)
    private static let driver = DriverID(4)

    static let passengers: [TaxiMessage] = [
        .passenger(passenger, .login(client: .mobile)), .passenger(passenger, .logout),
        .passenger(passenger, .prepareCall),
        .passenger(passenger, .call(form: .here)), .passenger(passenger, .pollArrival(request: RequestID(1))),
        .passenger(passenger, .abandon(request: RequestID(1))),
        .passenger(
            passenger,
            .reserve(
                form: ReservationForm(
                    client: .web, origin: nil, destination: nil, pickUp: nil, travelers: 1, isShared: false))),
        .passenger(passenger, .cancelReservation(id: ReservationID(1))), .passenger(passenger, .viewReservations),
        .passenger(passenger, .reserveButtonDisabled),
        .passenger(passenger, .shareSearch(form: ShareForm(call: .here, destination: nil))),
        .passenger(passenger, .joinRide(id: SharedRideID(1))), .passenger(passenger, .declineRides),
    ]

    static let drivers: [TaxiMessage] = [
        .driver(driver, .login), .driver(driver, .logout),
        .driver(driver, .setStatus(inService: false, place: .origin, odometer: .zero)),
        .driver(driver, .position(place: .origin, odometer: .zero)), .driver(driver, .notified(offer: OfferID(1))),
        .driver(driver, .answer(offer: OfferID(1), accept: true)),
        .driver(driver, .boarded(request: RequestID(1), travelers: 1, odometer: .zero)),
        .driver(driver, .nobodyHere(request: RequestID(1), place: .origin, odometer: .zero)),
        .driver(driver, .rideComplete(request: RequestID(1), place: .origin, odometer: .zero, badCustomer: false)),
        .driver(driver, .boardedEach(request: RequestID(1), counts: BoardCounts([]), odometer: .zero)),
        .driver(driver, .droppedOff(request: RequestID(1), passenger: passenger, place: .origin, odometer: .zero)),
        .driver(driver, .viewRide(request: RequestID(1))), .driver(driver, .viewStatus),
    ]

    static let anonymous: [AccountMessage] = [
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
            #expect(message.admission == .role(.passenger(Self.passenger)), "\(message)")
        }
        for message in Self.drivers {
            #expect(message.admission == .role(.driver(Self.driver)), "\(message)")
        }
    }

    @Test("Only registration, login and recovery need no session; the rest of the account service needs one")
    func account() {
        for message in Self.anonymous { #expect(message.admission == .anybody, "\(message)") }
        for message in Self.users { #expect(message.admission == .session, "\(message)") }
    }

    @Test("Before a new password is set, no message but that and the logout passes")
    func newPassword() {
        let passing = (Self.anonymous + Self.users).filter { $0.traits.precedesNewPassword }
        #expect(passing == [.logout, .changePassword(PasswordChange())])
        #expect(!(Self.passengers + Self.drivers).contains { $0.traits.precedesNewPassword })
    }

    @Test("The messages of modules name their module")
    func modules() {
        let named = Self.passengers.map { $0.traits.module }
        #expect(
            named == Array(repeating: nil, count: 6) + Array(repeating: ModuleName.reservations, count: 4)
                + Array(repeating: ModuleName.sharing, count: 3))
        #expect(Self.drivers.allSatisfy { $0.traits.module == nil })
        #expect((Self.anonymous + Self.users).allSatisfy { $0.traits.module == nil })
    }
}
