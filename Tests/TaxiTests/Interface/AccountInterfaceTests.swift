// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
import CityModel
import Foundation
import RecordStores
import RuleTestKit
import TaxiRules
import Testing

@testable import CityGateway
@testable import TaxiService

/// Accounts through the public interface.
@Suite struct AccountInterfaceTests {
    /// A form that breaks one rule, and the error it must throw.
    struct Broken: Sendable, CustomTestStringConvertible {
        let error: RegistrationError
        let form: RegistrationForm
        var testDescription: String { "\(error)" }

        private static func driver(_ error: RegistrationError, _ change: (inout RegistrationForm) -> Void) -> Broken {
            Broken(error: error, form: RegistrationForm.driver(2).with(change))
        }

        static let all = [
            driver(.missing([.phone])) { $0.phone = nil },
            driver(.missing([.passwordRepeat, .surname])) {
                $0.passwordRepeat = nil
                $0.surname = nil
            },
            driver(.refused(.duplicateUsername)) { $0.username = "driver1" },
            driver(.refused(.duplicateEmail)) { $0.email = "driver1@example.org" },
            driver(.refused(.duplicateLicence)) { $0.licence = 1_001 },
            driver(.refused(.duplicatePlate)) { $0.plate = "AB1" },
            driver(.refused(.badUsername)) { $0.username = "1abc" },
            driver(.refused(.badEmail)) { $0.email = "a@@b.it" },
            driver(.refused(.weakPassword)) {
                $0.password = "password1"
                $0.passwordRepeat = "password1"
            },
            driver(.refused(.passwordMismatch)) { $0.passwordRepeat = "passw0rd2" },
            driver(.refused(.licenceNotValid)) { $0.licenceExpiry = CivilDate(1969, 12, 31) },
            driver(.refused(.badLicence)) { $0.licence = 0 },
            driver(.refused(.badSeats)) { $0.seats = 0 },
            driver(.ended(.noConsent)) { $0.consent = false },
        ]
    }

    @Test("API-01: a driver's form that breaks a rule throws the error of that rule", arguments: Broken.all)
    func brokenRules(_ broken: Broken) throws {
        let city = try InterfaceCity()
        try city.enroll(.driver, 1)
        try city.story { client in
            await #expect(throws: broken.error) { try await client.createDriver(broken.form) }
        }
        #expect(city.store.count == 1 && city.mail.all.isEmpty)
    }

    @Test("API-01: each reason of a rejection has an error of its own, and so has each end of a registration")
    func distinct() {
        let errors =
            RegistrationRefusal.allOfTaxi.map { RegistrationError($0, missing: []) }
            + RegistrationEnd.allCases.map { .ended($0) }
        #expect(Set(errors).count == RegistrationRefusal.allOfTaxi.count + RegistrationEnd.allCases.count)
        #expect(Set(LoginRefusal.allOfTaxi.map { LoginError.refused($0) }).count == LoginRefusal.allOfTaxi.count)
        #expect(
            Set(ProfileRefusal.allOfTaxi.map { ProfileError($0, missing: []) }).count == ProfileRefusal.allOfTaxi.count)
        #expect(
            Set(DeletionRefusal.allOfTaxi.map { DeletionError.refused($0) }).count == DeletionRefusal.allOfTaxi.count)
        #expect(Set(ServerRefusal.allCases.map { AccessError($0) }).count == ServerRefusal.allCases.count)
    }

    @Test("A passenger registers, follows the link of the mail and logs in; a form of the other kind is refused")
    func registration() throws {
        let city = try InterfaceCity()
        let mail = city.mail
        try city.story { client in
            await #expect(throws: RegistrationError.wrongType) { try await client.createPassenger(.driver(1)) }
            let id = try await client.createPassenger(.passenger(1))
            await #expect(throws: LoginError.refused(.notConfirmed)) { try await client.passenger(1) }
            let link = try #require(mail.all.last?.link)
            #expect(try await client.follow(link) == .confirmation)
            await #expect(throws: LinkError.unknown) { try await client.follow(link) }
            let token = try await client.passenger(1)
            #expect(try await client.profile(token).account == id)
            let driver = try await client.createDriver(.driver(2))
            try await client.abortRegistration(try #require(mail.all.last?.link))
            await #expect(throws: LoginError.refused(.badCredentials)) { try await client.driver(2) }
            #expect(driver.number == id.number + 1)
        }
        #expect(city.store.count == 1)
    }

    @Test("API-02: a bad password throws; a good one gives a token that the next call takes, until the log out")
    func login() throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        try city.story { client in
            await #expect(throws: LoginError.refused(.badCredentials)) {
                try await client.login(LoginForm(username: "user1", password: "wrong"))
            }
            await #expect(throws: LoginError.refused(.backOff)) { try await client.passenger(1) }
            await #expect(throws: LoginError.refused(.malformed)) {
                try await client.login(LoginForm(username: "a", email: "b", password: "c"))
            }
            try await client.loop.sleep(for: .seconds(10))
            let token = try await client.passenger(1)
            #expect(try await client.profile(token).username == "user1")
            try await client.logout(token)
            await #expect(throws: AccessError.notLoggedIn) { try await client.profile(token) }
            await #expect(throws: AccessError.notLoggedIn) { try await client.profile(Token(high: 1, low: 1)) }
        }
    }

    @Test("API-03: with a token of A a change for B throws; a change for A is made")
    func changes() throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1, 2)
        try city.story { client in
            let token = try await client.passenger(1)
            let own = try await client.profile(token).account
            let other = try await client.profile(try await client.passenger(2)).account
            var edit = ProfileEdit()
            edit.phone = "+39 02 7"
            await #expect(throws: ProfileError.notOwner) { try await client.changeProfile(token, of: other, edit) }
            #expect(try await client.changeProfile(token, of: own, edit) == AccountFields([.phone]))
            #expect(try await client.profile(token).phone == "+39 02 7")
            edit.username = "user2"
            await #expect(throws: ProfileError.refused(.duplicateUsername)) {
                try await client.changeProfile(token, of: own, edit)
            }
        }
        #expect(city.store.account(username: "user2")?.phone == nil)
    }

    @Test("API-03: two changes at once do not mix: the good one is made, the other one is refused")
    func changesAtOnce() throws {
        let city = try InterfaceCity(service: .seconds(1))
        try city.enroll(.passenger, 1, 2)
        let refused = Mailbox<ProfileError>()
        try city.story { client in
            let token = try await client.passenger(1)
            let own = try await client.profile(token).account
            client.loop.start("other") {
                var edit = ProfileEdit()
                edit.username = "user2"
                do throws(ProfileError) {
                    _ = try await client.changeProfile(token, of: own, edit)
                } catch {
                    refused.put(error)
                }
            }
            var edit = ProfileEdit()
            edit.phone = "+39 02 7"
            #expect(try await client.changeProfile(token, of: own, edit) == AccountFields([.phone]))
            try await client.loop.sleep(for: .seconds(60))
            #expect(try await client.profile(token).phone == "+39 02 7")
        }
        #expect(refused.value == .refused(.duplicateUsername))
    }

    @Test("API-03: a change that the gateway turned back is not made with the next one", arguments: [false, true])
    func draftLeft(_ isDropLate: Bool) throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        let turnstile = city.turnstile
        try city.story { client in
            let token = try await client.passenger(1)
            let own = try await client.profile(token).account
            var edit = ProfileEdit()
            edit.phone = "+39 02 7"
            turnstile.turnBack(.done)
            if isDropLate { turnstile.turnBack(.abandonEdit) }
            await #expect(throws: ProfileError.access(.serverBusy)) {
                try await client.changeProfile(token, of: own, edit)
            }
            edit.phone = nil
            edit.name = "Augusta"
            #expect(try await client.changeProfile(token, of: own, edit) == AccountFields([.name]))
            #expect(try await client.profile(token).phone == nil)
        }
        #expect(city.accounts.filter { if case .profileEditAborted = $0 { true } else { false } }.count == 1)
    }

    @Test("A session that the server has closed ends every call, also those that send nothing")
    func closedSession() throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        let gateway = city.gateway
        try city.story { client in
            for _ in 1...2 {
                let token = try await client.passenger(1)
                try await client.updateLocation(token, latitude: 45.46, longitude: 9.19)
                let request = try await client.placeCall(token, at: meeting, travelers: 1)
                gateway.close(token)
                await #expect(throws: CallError.access(.notLoggedIn)) { try await client.settled(token, request) }
                await #expect(throws: LocationError.access(.notLoggedIn)) {
                    try await client.updateLocation(token, latitude: 45.46, longitude: 9.19)
                }
            }
        }
    }

    @Test(
        "AVAIL-02: a click of the last second, while the server is down, is answered after the outage and counts; a later one not",
        arguments: [0, 1])
    func clickInAnOutage(_ late: Int) throws {
        let city = try InterfaceCity(
            service: .seconds(1), outages: [Outage(.seconds(167 * 3_600), .seconds(169 * 3_600))])
        let mail = city.mail
        try city.story { client in
            let id = try await client.createPassenger(.passenger(1))
            let registered = client.loop.now
            let link = try #require(mail.all.last?.link)
            try await client.loop.sleep(until: registered + .hours(168) + .seconds(late), as: .arrival)
            if late == 0 {
                #expect(try await client.follow(link) == .confirmation)
                #expect(try await client.profile(try await client.passenger(1)).account == id)
            } else {
                await #expect(throws: LinkError.unknown) { try await client.follow(link) }
            }
            #expect(client.loop.now >= .seconds(169 * 3_600))
            // The timers that were held come after the last message.
            try await client.loop.sleep(for: .seconds(1))
        }
        #expect(city.accounts.contains { if case .registrationExpired = $0 { true } else { false } } == (late == 1))
        #expect(city.server.contains(.timersReleased(count: Int32(late))))
    }

    // MARK: The identity provider

    @Test("ACCOUNT-FB-01: a person of the provider gets an account when the provider has spoken, and only one")
    func providerRegistration() throws {
        let city = try InterfaceCity()
        let visitor = city.visitor
        try city.story { client in
            await #expect(throws: RegistrationError.ended(.noConsent)) {
                try await client.createPassengerThroughProvider(consent: false)
            }
            #expect(client.loop.now == .epoch)
            await #expect(throws: RegistrationError.ended(.notConfirmed)) {
                try await client.createPassengerThroughProvider(consent: true)
            }
            visitor.put(.carla)
            let id = try await client.createPassengerThroughProvider(consent: true)
            #expect(client.loop.now == .seconds(6))
            await #expect(throws: RegistrationError.ended(.alreadyRegistered)) {
                try await client.createPassengerThroughProvider(consent: true)
            }
            let token = try await client.loginThroughProvider()
            let profile = try await client.profile(token)
            #expect(profile.account == id && profile.username == "carla1" && client.loop.now == .seconds(12))
        }
        #expect(city.mail.all.isEmpty && city.store.count == 1)
    }

    @Test("ACCOUNT-FB-02: the provider lets no driver in, nobody it does not know, and nobody who is not confirmed")
    func providerLogin() throws {
        let city = try InterfaceCity()
        try city.enroll(.driver, 1)
        let visitor = city.visitor
        try city.story { client in
            await #expect(throws: LoginError.refused(.providerRefused)) { try await client.loginThroughProvider() }
            visitor.put(.carla)
            await #expect(throws: LoginError.refused(.providerRefused)) { try await client.loginThroughProvider() }
            visitor.put(
                ProviderIdentity(email: "driver1@example.org", name: "D", surname: "D", username: "driver1"))
            await #expect(throws: LoginError.refused(.driverAccount)) { try await client.loginThroughProvider() }
            _ = try await client.createPassenger(.passenger(1))
            visitor.put(ProviderIdentity(email: "user1@example.org", name: "A", surname: "B", username: "user1"))
            await #expect(throws: LoginError.refused(.notConfirmed)) { try await client.loginThroughProvider() }
            #expect(client.loop.now == .seconds(12))
        }
    }

    @Test(
        "ACCOUNT-LOGIN-04: after the link the old password is refused, and the temporary one allows nothing but a new one"
    )
    func forgotten() throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        let mail = city.mail
        try city.story { client in
            try await client.forgotPassword(email: "user1@example.org")
            try await client.forgotPassword(email: "nobody@example.org")
            let letter = try #require(mail.all.last)
            #expect(mail.all.count == 1)
            _ = try await client.follow(try #require(letter.link))
            let temporary = try #require(letter.temporaryPassword)
            await #expect(throws: LoginError.refused(.badCredentials)) { try await client.passenger(1) }
            try await client.loop.sleep(for: .seconds(10))
            let token = try await client.login(LoginForm(username: "user1", password: temporary))
            await #expect(throws: CallError.access(.passwordChangeRequired)) {
                try await client.call(token, at: meeting)
            }
            await #expect(throws: ProfileError.refused(.weakPassword)) {
                try await client.changePassword(
                    token, PasswordChange(current: temporary, new: "weak", newRepeat: "weak"))
            }
            await #expect(throws: ProfileError.refused(.weakPassword)) {
                try await client.changePassword(
                    token, PasswordChange(current: temporary, new: temporary, newRepeat: temporary))
            }
            try await client.changePassword(
                token, PasswordChange(current: temporary, new: "Abcdefg1", newRepeat: "Abcdefg1"))
            await #expect(throws: CallError.aborted(.noDriver)) { try await client.call(token, at: meeting) }
        }
        let required = city.accounts.filter { if case .passwordChangeRequired = $0 { true } else { false } }
        #expect(required.count == 1)
    }

    @Test("The wrong kind of account is refused by the server", arguments: [true, false])
    func wrongRole(_ asDriver: Bool) throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        try city.enroll(.driver, 1)
        try city.story { client in
            if asDriver {
                let token = try await client.driver(1)
                await #expect(throws: CallError.access(.wrongRole)) { try await client.call(token, at: meeting) }
                await #expect(throws: CallError.access(.wrongRole)) {
                    try await client.settled(token, RequestID(1))
                }
            } else {
                let token = try await client.passenger(1)
                await #expect(throws: AccessError.wrongRole) { try await client.getStatus(token) }
                await #expect(throws: AccessError.wrongRole) { try await client.nextOffer(token) }
                await #expect(throws: OfferError.access(.wrongRole)) {
                    try await client.answer(token, OfferID(1), accept: true)
                }
            }
        }
        #expect(!city.taxi.contains { if case .requestStored = $0.event { true } else { false } })
    }

    @Test(
        "ACCOUNT-PROFILE-04C: with 2 future reservations deletion cancels both and leaves no trace; not during a ride")
    func deletion() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/cabrank-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/accounts.sqlite"
        let key = try #require(RecordKey(digits: String(repeating: "a5", count: 32)))
        let store = try RecordedAccounts(
            RecordFile<Account>(path: path, key: key), logins: RecordFile<LoginEntry>(path: path, key: key),
            details: TaxiRoles().details)
        let city = try InterfaceCity(store: store)
        try city.enroll(.passenger, 1, 2)
        try city.enroll(.driver, 1)
        let found = Mailbox<[String]>()
        try city.story { client in
            let driver = try await client.driverInService(1)
            let token = try await client.passenger(1)
            let account = try await client.profile(token).account
            let other = try await client.profile(try await client.passenger(2)).account
            for hour in [3, 8] { _ = try await client.reserve(token, .form(hours: hour)) }
            let request = try await client.placeCall(token, at: meeting, travelers: 1)
            await #expect(throws: DeletionError.refused(.notOwner)) {
                try await client.deleteAccount(token, other, password: "Passw0rd1")
            }
            await #expect(throws: DeletionError.refused(.badPassword)) {
                try await client.deleteAccount(token, account, password: "wrong")
            }
            await #expect(throws: DeletionError.refused(.activeRide)) {
                try await client.deleteAccount(token, account, password: "Passw0rd1")
            }
            try await client.abandon(token, request)
            try await client.setStatus(driver, inService: false)
            try await client.loop.sleep(until: .seconds(2 * 3_600))
            try await client.deleteAccount(token, account, password: "Passw0rd1")
            await #expect(throws: AccessError.notLoggedIn) { try await client.profile(token) }
            await #expect(throws: LoginError.refused(.badCredentials)) { try await client.passenger(1) }
            // Past the times at which the reservations would have become requests.
            try await client.loop.sleep(until: .seconds(12 * 3_600))
            found.put([])
        }
        #expect(found.value != nil && city.store.count == 2)
        let erased = city.accounts.compactMap { if case .accountDeleted(_, let count) = $0 { count } else { nil } }
        // The account, two reservations, one line of history and the name that drivers see.
        #expect(erased == [5])
        #expect(!city.taxi.contains { $0.time > .seconds(7_200) && $0.event.isRequest })
        // With the key, what the file still holds is of the others.
        let kept = try RecordFile<Account>(path: path, key: key).load().open
        #expect(kept.count == 2 && !kept.contains { $0.username == "user1" || $0.email == "user1@example.org" })
        let logins = try RecordFile<LoginEntry>(path: path, key: key).load().open
        #expect(!logins.isEmpty && !logins.contains { $0.row.account == AccountID(1) })
    }

    @Test(
        """
        ACCOUNT-PROFILE-07: a licence to 2016-03-01: at 2016-03-02 00:00 the driver leaves the queue, at 00:01 in service is \
        refused, with a new licence it is not
        """)
    func licence() throws {
        let start = try #require(CivilDate(2016, 3, 1).midnight) + .hours(20)
        let city = try InterfaceCity(start: start)
        let midnight = start + .hours(4)
        let mail = city.mail
        try city.story(until: midnight + .hours(24)) { client in
            _ = try await client.createDriver(
                RegistrationForm.driver(1).with { $0.licenceExpiry = CivilDate(2016, 3, 1) })
            _ = try await client.follow(try #require(mail.all.first?.link))
            let token = try await client.driverInService(1)
            #expect(try await client.getStatus(token) == .available)
            try await client.loop.sleep(until: midnight + .seconds(60))
            #expect(try await client.getStatus(token) == .offShift)
            await #expect(throws: StatusError.refused(.licenceExpired)) {
                try await client.setStatus(token, inService: true)
            }
            let account = try await client.profile(token).account
            var edit = ProfileEdit()
            edit.licenceExpiry = CivilDate(2018, 3, 1)
            _ = try await client.changeProfile(token, of: account, edit)
            try await client.setStatus(token, inService: true)
            #expect(try await client.getStatus(token) == .available)
        }
        #expect(
            city.times(.driverDequeued(driver: DriverID(1), zone: ZoneID(1), reason: .licenceExpired)) == [midnight])
        #expect(
            city.times(.statusRefused(driver: DriverID(1), reason: .licenceExpired)) == [midnight + .seconds(60)])
    }
}

extension ProviderIdentity {
    fileprivate static let carla = ProviderIdentity(
        email: "carla@example.org", name: "Carla", surname: "Neri", username: "carla1")
}

extension TaxiEvent {
    fileprivate var isRequest: Bool { if case .requestStored = self { true } else { false } }
}

extension ReservationForm {
    /// A right form for so many hours after the start of a run at the epoch.
    static func form(hours: Int) -> ReservationForm {
        ReservationForm(
            origin: EnteredPlace(place: Place(metresEast: 500, north: 500)),
            destination: EnteredPlace(place: Place(metresEast: 1500, north: 500)),
            pickUp: CivilTime(.seconds(hours * 3_600)), travelers: 1)
    }
}
