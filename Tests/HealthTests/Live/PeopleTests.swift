// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

@Suite("Accounts of people with the health service") struct PeopleTests {
    private func rejected(_ reason: RegistrationRefusal) -> AccountAnswer {
        .rejected(reason, missing: AccountFields([]))
    }

    @Test(
        "ACCOUNT-TRACK-R12, ACCOUNT-TRACK-R13: with an identity number and a password a person can log in a second later, without mail"
    )
    func signUp() throws {
        let town = try HealthTown()
        var data = HealthTown.person
        data.number = ""
        #expect(
            try town.send(.register(HealthTown.wearer("mario", data)), at: 0)
                == .rejected(.missingField, missing: AccountFields([.identityNumber])))
        #expect(try town.send(.register(HealthTown.wearer("mario")), at: 1) == .active(AccountID(1)))
        #expect(try town.logIn("mario", at: 2)?.role == .wearer(WearerID(1)))
        #expect(town.client.mails == 0 && town.lines.contains("registrationConfirmed"))
        // The service knows the person, and no file of events has the number (SEC-09).
        #expect(town.person(1) == HealthTown.person)
        #expect(!town.lines.contains(HealthTown.person.number))
    }

    @Test("ACCOUNT-TRACK-R14: a wrong password or another account's is refused, and the right one works at a retry")
    func login() throws {
        let town = try HealthTown()
        var other = HealthTown.person
        other.number = "VRDLGI70A01F205F"
        var form = HealthTown.wearer("anna", other)
        (form.password, form.passwordRepeat) = ("Anna12345", "Anna12345")
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        #expect(try town.send(.register(form), at: 1) == .active(AccountID(2)))
        for (index, wrong) in ["Passw0rd2", "Anna12345"].enumerated() {
            let login = LoginForm(username: "mario", password: wrong)
            #expect(try town.send(.login(login), at: 20 * Double(index + 1)) == .loginRefused(.badCredentials))
        }
        #expect(try town.logIn("mario", at: 60) != nil)
    }

    @Test("ACCOUNT-TRACK-R15: a second mario is refused")
    func duplicate() throws {
        let town = try HealthTown()
        var other = HealthTown.person
        other.number = "219-09-9999"
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        var form = HealthTown.wearer("mario", other)
        form.email = "other@example.org"
        #expect(try town.send(.register(form), at: 1) == rejected(.duplicateUsername))
        form.username = "mario2"
        #expect(try town.send(.register(form), at: 2) == .active(AccountID(2)))
    }

    @Test(
        "ACCOUNT-TRACK-EXC: a number that is registered or none, a birth to come, no consent or another text are refused"
    )
    func wrongForms() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        var data = HealthTown.person
        // The same number, written otherwise.
        data.number = "rss mra 85t10 a562s"
        #expect(try town.send(.register(HealthTown.wearer("mario2", data)), at: 1) == rejected(.alreadyRegistered))
        for (index, number) in ["RSSMRA85T10A562T", "RSSMRA85Z10A562S", "666-12-3456", "219-00-9999", "X"].enumerated()
        {
            data.number = number
            let answer = try town.send(.register(HealthTown.wearer("anna", data)), at: Double(index + 2))
            #expect(answer == rejected(.badIdentityNumber), "\(number)")
        }
        data.number = "219-09-9999"
        #expect(
            try town.send(.register(HealthTown.wearer("anna", data, accepting: nil)), at: 10) == .ended(.noConsent))
        let old = ConsentText(number: 0, text: "")
        #expect(
            try town.send(.register(HealthTown.wearer("anna", data, accepting: old)), at: 11)
                == rejected(.otherConsentText))
        data.birth = CivilDate(1970, 1, 2)
        #expect(try town.send(.register(HealthTown.wearer("anna", data)), at: 12) == rejected(.wrongBirth))
        #expect(town.people == 1)
    }

    @Test("ACCOUNT-TRACK-R31, ACCOUNT-TRACK-R32: a person moves house, and has another password from the change on")
    func changes() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        let session = try #require(try town.logIn("mario", at: 1))
        var edit = ProfileEdit()
        edit.details[.residenceEast] = .number(50)
        _ = try town.send(.draft(edit), at: 2, as: session)
        _ = try town.send(.done, at: 3, as: session)
        #expect(town.person(1)?.residence == Place(east: 50, north: 2))
        let change = PasswordChange(current: HealthTown.password, new: "Other1234", newRepeat: "Other1234")
        #expect(try town.send(.changePassword(change), at: 10, as: session) == .passwordChanged)
        // A wrong password makes the next try wait, so the new one is tried first.
        #expect(try town.logIn("mario", "Other1234", at: 11) != nil)
        #expect(try town.logIn("mario", at: 11.5) == nil)
    }

    @Test("SEC-10: without the person's permission no device is linked; with it, only in the person's own session")
    func permission() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        let session = try #require(try town.logIn("mario", at: 1))
        let wearer = WearerID(1)
        let wishes: [WearerWish] = [
            .logIn(seal: 5), .permit(false), .link(DeviceID(1), isFound: true), .permit(true),
            .link(DeviceID(1), isFound: true),
        ]
        for (index, wish) in wishes.enumerated() {
            _ = try town.send(HealthRequest.wearer(wearer, wish), at: Double(index + 2), as: session)
        }
        #expect(
            town.client.wearers == [
                .done(wearer), .done(wearer), .refused(wearer, .notPermitted), .done(wearer), .done(wearer),
            ])
        #expect(town.lines.contains("permissionRefused") && town.lines.contains("deviceConnected"))
        let stolen = HealthRequest.wearer(WearerID(2), .setSOS(false))
        guard case .refused = try town.send(stolen, at: 20, as: session) else {
            Issue.record("somebody else's session was taken")
            return
        }
    }

    @Test(
        "ACCOUNT-TRACK-MANAGER: one system manager is there from installation, without a form, and alone restarts the service"
    )
    func manager() throws {
        let town = try HealthTown()
        var form = HealthTown.wearer("chief")
        form.details = AccountDetails()
        form.type = RoleName.systemManager
        #expect(town.install(form) == nil)
        // There is one; a second one with another number is not made.
        var second = form
        (second.username, second.email) = ("deputy", "deputy@example.org")
        #expect(town.install(second, number: 2) == .onlyAtInstallation)
        #expect(!town.lines.contains("registrationStarted") && town.lines.contains("systemManager"))
        #expect(try town.send(.register(form), at: 0) == rejected(.onlyAtInstallation))
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 1)
        let person = try #require(try town.logIn("mario", at: 2))
        let chief = try #require(try town.logIn("chief", at: 3))
        town.crash()
        _ = try town.send(HealthRequest.restart(manager: 1), at: 4, as: person)
        #expect(!town.isUp)
        _ = try town.send(HealthRequest.restart(manager: 1), at: 5, as: chief)
        #expect(town.isUp)
    }
}
