// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import Accounts

@Suite("The registry of accounts")
struct RegistryTests {
    private let first = AccountID(1)

    @Test("ACCOUNT-REG-19: of 10 000 mails none is lost")
    func mails() throws {
        let city = RegistryCity()
        for number in 0..<5000 { city.send(.register(.passenger("person\(number)", "p\(number)@b.it"))) }
        // And a reminder each.
        try city.run(until: at(day: 8))
        #expect(city.mailer.onLoop { [$0.sentCount, $0.deliveredCount] } == [10_000, 10_000])
        let sent = city.events.count { if case .mailSent = $0 { true } else { false } }
        let delivered = city.events.count { if case .mailDelivered = $0 { true } else { false } }
        #expect(sent == 10_000 && delivered == 10_000 && city.box.mails.count == 10_000)
    }

    @Test("ACCOUNT-REG-04: of two forms with one name at one instant one is accepted")
    func sameInstant() throws {
        let city = RegistryCity()
        let (registry, loop) = (city.registry, city.loop)
        for number in 0..<2 {
            loop.schedule(at: .seconds(5), as: .arrival) {
                let message = AccountMessage.register(.passenger("alice1", "a\(number)@b.it"))
                let envelope = Envelope(message, from: .visitor(Int32(number)))
                _ = registry.receive(message, of: envelope, session: nil)
            }
        }
        try city.run(until: .seconds(6))
        #expect(city.store.count == 1)
        let accepted = city.notes.filter { if case .registrationAccepted = $0.event { true } else { false } }
        let rejected = city.notes.filter {
            if case .registrationRejected(_, _, .duplicateUsername, _) = $0.event { true } else { false }
        }
        #expect(accepted.map(\.time) == [.seconds(5)] && rejected.map(\.time) == [.seconds(5)])
    }

    @Test("ACCOUNT-REG-12A: the mail arrives after its delay, and its link opens the gateway")
    func confirmation() throws {
        let city = RegistryCity()
        city.send(.register(.passenger()))
        try city.run(until: at(0, 1, 59))
        #expect(city.box.mails.isEmpty)
        try city.run(until: at(0, 2))
        #expect(city.events.last == .mailDelivered(account: first, kind: .confirmation))
        #expect(throws: RegistryCity.NotLoggedIn.self) { try city.logIn() }
        let link = try #require(city.box.link(of: first, .confirmation))
        try city.run(until: at(0, 30))
        #expect(city.send(.followLink(link)) == .linkFollowed(.confirmation))
        try city.run(until: at(0, 31))
        #expect(try city.logIn().account == first)
    }

    @Test("ACCOUNT-REG-12B, ACCOUNT-REG-12C: one reminder at 48 h and the end at 168 h, on the loop")
    func timers() throws {
        let city = RegistryCity()
        city.send(.register(.passenger()))
        try city.run(until: at(day: 60))
        let reminders = city.notes.filter { $0.event == .mailSent(account: first, kind: .confirmationReminder) }
        #expect(reminders.map(\.time) == [at(48)])
        #expect(city.notes.last?.event == .registrationExpired(account: first))
        #expect(city.notes.last?.time == at(day: 7))
        #expect(city.store.count == 0)
    }

    // MARK: Sessions

    @Test(
        "The gateway gets the session, and the taxi service learns who is there until the last one ends"
    )
    func sessions() throws {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 9)
        let phone = try city.logIn()
        let laptop = try city.logIn()
        #expect(city.gateway.sessions == [phone, laptop])
        #expect(phone.role == .passenger(PassengerID(9)))
        #expect(city.send(.logout, as: phone) == .loggedOut)
        #expect(city.taxis.reported == ["began passenger 9 web", "began passenger 9 web"])
        // Sent twice.
        city.send(.logout, as: phone)
        #expect(city.taxis.reported.count == 2)
        city.send(.logout, as: laptop)
        #expect(city.taxis.reported.last == "ended passenger 9")
        #expect(city.gateway.sessions.isEmpty)
    }

    @Test("With a temporary password the taxi service learns of nobody before the new one is set")
    func restricted() throws {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 9)
        _ = try city.logIn()
        city.send(.forgotPassword(email: "a@b.it"))
        try city.run(until: at(1))
        let mail = try #require(city.box.mails.last)
        city.send(.followLink(try #require(mail.link)))
        // Sessions of the old password are over.
        #expect(city.events.suffix(2) == [.passwordReset(account: first), .loggedOut(account: first)])
        #expect(city.gateway.sessions.isEmpty)
        let temporary = try #require(mail.temporaryPassword)
        let session = try city.logIn("alice1", temporary)
        #expect(city.gateway.sessions.map(\.mustChangePassword) == [true])
        #expect(city.taxis.reported == ["began passenger 9 web", "ended passenger 9"])
        let change = PasswordChange(current: temporary, new: "Abcdefg1", newRepeat: "Abcdefg1")
        #expect(city.send(.changePassword(change), as: session) == .passwordChanged)
        #expect(city.gateway.sessions.map(\.mustChangePassword) == [false])
        #expect(city.taxis.reported.last == "began passenger 9 web")
    }

    @Test("A session that only asked for a new password ends without a word to the taxi service")
    func restrictedLogout() throws {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 9)
        city.send(.forgotPassword(email: "a@b.it"))
        try city.run(until: at(1))
        let mail = try #require(city.box.mails.last)
        city.send(.followLink(try #require(mail.link)))
        let session = try city.logIn("alice1", try #require(mail.temporaryPassword))
        city.send(.logout, as: session)
        #expect(city.taxis.reported.isEmpty && city.gateway.sessions.isEmpty)
    }

    // MARK: Deletion

    @Test(
        "ACCOUNT-PROFILE-04C: reservations are cancelled, the session ends, then everything goes, and all of it is counted"
    )
    func deletion() throws {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 9)
        city.enroll(.passenger("bob1", "b@c.it"), person: 10)
        city.taxis.reservations = 2
        let session = try city.logIn()
        city.send(.askDeletion(first), as: session)
        #expect(city.send(.confirmDeletion(password: "Passw0rd", proceed: true), as: session) == .deleted)
        #expect(
            city.taxis.reported == ["began passenger 9 web", "cancel 9", "ended passenger 9", "forget passenger 9"])
        // 2 reservations, 1 account, 5 records of the taxi service.
        #expect(
            city.events.suffix(2) == [.loggedOut(account: first), .accountDeleted(account: first, erased: 8)])
        #expect(city.store.account(username: "alice1") == nil && city.store.account(email: "a@b.it") == nil)
        #expect(city.store.count == 1)
        // The row of the login log stays under a pseudonym until its days are over.
        let rows = try city.store.logins()
        #expect(rows.map(\.account) == [nil])
        #expect(rows.first?.pseudonym != nil)
        try city.run(until: at(day: 9))
        #expect(try city.store.logins().isEmpty)
    }

    @Test("A driver goes off shift before the account goes")
    func driverDeletion() throws {
        let city = RegistryCity()
        city.enroll(.driver(), person: 4)
        let session = try city.logIn("dora1")
        city.send(.askDeletion(first), as: session)
        #expect(city.send(.confirmDeletion(password: "Passw0rd", proceed: true), as: session) == .deleted)
        #expect(
            city.taxis.reported == ["began driver 4 web", "off shift 4", "ended driver 4", "forget driver 4"])
        #expect(city.events.last == .accountDeleted(account: first, erased: 6))
    }

    // MARK: Privacy

    @Test("ACCOUNT-PRIV-01: a full life breaks no permission, and a write without it is refused and reported")
    func privacy() throws {
        let city = RegistryCity()
        city.send(.register(RegistrationForm.passenger().with { $0.consent = false }))
        city.send(.register(.passenger()))
        try city.run(until: at(1))
        city.send(.followLink(try #require(city.box.link(of: first, .confirmation))))
        let session = try city.logIn()
        city.send(.draft(.of { $0.phone = "02 1" }), as: session)
        city.send(.done, as: session)
        func violations() -> Int { city.events.count { if case .privacyViolation = $0 { true } else { false } } }
        #expect(violations() == 0)

        // Rules gone wrong: they tell the registry to store somebody who gave no permission.
        var account = try #require(city.store.account(first))
        account.consent = false
        account.phone = "02 2"
        let faulty: [AccountDirective] = [
            .save(account, otherwise: [.answer(.rejected(.notStored, missing: AccountFields([])))]),
            .answer(.active(first)),
        ]
        #expect(
            city.registry.onLoop { $0.carryOut(faulty) } == .rejected(.notStored, missing: AccountFields([])))
        #expect(city.events.last == .privacyViolation(account: first))
        city.registry.onLoop { _ = $0.carryOut([.keep(account)]) }
        #expect(violations() == 2)
        #expect(city.store.account(first)?.phone == "02 1")
    }

    // MARK: Populations

    @Test("An enrolled account can be used at once, by the rules of a registration")
    func enrolled() throws {
        let city = RegistryCity(start: on(2026, 3, 1))
        #expect(city.enroll(.passenger(), person: 1) == .active(first))
        #expect(city.events == [.registrationConfirmed(account: first, type: .passenger, via: .enrolled)])
        #expect(
            city.enroll(.passenger("alice1", "z@b.it"), person: 2)
                == .rejected(.duplicateUsername, missing: AccountFields([])))
        #expect(
            city.enroll(RegistrationForm.passenger("carl1", "c@b.it").with { $0.consent = false }, person: 3)
                == .ended(.noConsent))
        #expect(
            city.enroll(.driver(expiry: CivilDate(2026, 4, 1)), person: 1) == .active(AccountID(2)))
        try city.run(until: on(2026, 5, 1))
        #expect(city.box.mails.map(\.kind) == [.licenceReminder])
        #expect(city.taxis.reported == ["licence 1 false"])
        #expect(try city.logIn("dora1").role == .driver(DriverID(1)))
    }

    @Test("Two accounts cannot be one person of the taxi service")
    func onePerson() {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 7)
        #expect(
            city.enroll(.passenger("bob1", "b@c.it"), person: 7)
                == .rejected(.notStored, missing: AccountFields([])))
    }

    @Test("INV-UniqueUsers: 10 000 users have 10 000 names and 10 000 addresses")
    func manyUsers() throws {
        let city = RegistryCity()
        for number in 0..<12_000 {
            // Every sixth takes a name or an address that somebody has.
            let name = number % 12 == 11 ? number - 1 : number
            let email = number % 12 == 5 ? number - 1 : number
            city.enroll(.passenger("person\(name)", "p\(email)@b.it"), person: Int32(number) + 1)
        }
        var names: Set<String> = []
        var emails: Set<String> = []
        let look = { (account: Account) in
            names.insert(account.username)
            emails.insert(account.email)
            #expect(account.password != nil && !account.name.isEmpty && !account.surname.isEmpty)
        }
        try city.store.forEach(look)
        #expect(city.store.count == 10_000 && names.count == 10_000 && emails.count == 10_000)
    }
}
