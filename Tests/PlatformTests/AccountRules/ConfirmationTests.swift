// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Confirmation")
struct ConfirmationTests {
    private let first = AccountID(1)

    @Test("ACCOUNT-REG-12A: login fails until the link is followed")
    func confirmed() throws {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        #expect(city.mailTimes(.confirmation) == [.epoch])
        let form = LoginForm(username: "alice1", password: "Passw0rd")
        #expect(city.send(at(0, 29), .login(form)) == .loginRefused(.notConfirmed))
        #expect(
            city.send(at(0, 30), .followLink(city.link(of: first, .confirmation))) == .linkFollowed(.confirmation))
        #expect(city.events.last == .registrationConfirmed(account: first, type: .passenger, via: .mail))
        _ = try city.logIn(at(0, 31))
        // A link works once.
        #expect(city.send(at(1), .followLink(city.link(of: first, .confirmation))) == .linkUnknown)
    }

    @Test("ACCOUNT-REG-12B: exactly one reminder after 48 h; none for a click at 47 h 59 min")
    func reminder() {
        var slow = AccountCity()
        slow.send(.epoch, .register(.passenger()))
        slow.run(until: CityTime(nanoseconds: at(48).nanoseconds - 1))
        #expect(slow.mailTimes(.confirmationReminder).isEmpty)
        slow.run(until: at(day: 30))
        #expect(slow.mailTimes(.confirmationReminder) == [at(48)])

        var quick = AccountCity()
        quick.send(.epoch, .register(.passenger()))
        quick.send(at(47, 59), .followLink(quick.link(of: first, .confirmation)))
        quick.run(until: at(day: 30))
        #expect(quick.mailTimes(.confirmationReminder).isEmpty)
        #expect(quick.mails.count == 1)
    }

    @Test(
        "DEC-CONFIRM-TIMERS: both links work until the deletion",
        arguments: [MailKind.confirmation, .confirmationReminder])
    func bothLinks(kind: MailKind) {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        city.run(until: at(day: 6))
        #expect(city.send(at(day: 6), .followLink(city.link(of: first, kind))) == .linkFollowed(kind))
        city.run(until: at(day: 8))
        #expect(city.shelf.account(first)?.isConfirmed == true)
        #expect(!city.events.contains(.registrationExpired(account: first)))
    }

    @Test("ACCOUNT-REG-12C: after 168 h without a click nothing is left, and the same person may register again")
    func expiry() {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        city.run(until: at(day: 7))
        #expect(city.notes.last?.time == at(day: 7))
        #expect(city.events.last == .registrationExpired(account: first))
        #expect(city.shelf.count == 0 && city.timers.isEmpty)
        #expect(city.send(at(day: 7, 0, 0, 1), .register(.passenger())) == .registered(AccountID(2)))
        #expect(city.send(at(day: 7, 0, 0, 1), .followLink(city.link(of: first, .confirmation))) == .linkUnknown)
    }

    @Test("DEC-CONFIRM-TIMERS: a click at exactly 168 h still counts")
    func clickAtTheEnd() {
        var city = AccountCity()
        city.send(.epoch, .register(.passenger()))
        let token = city.link(of: first, .confirmation)
        #expect(city.send(at(day: 7), .followLink(token)) == .linkFollowed(.confirmation))
        city.run(until: at(day: 9))
        #expect(city.shelf.account(first)?.isConfirmed == true)
    }

    @Test(
        "AVAIL-02: a click that reached the server in time counts though it is served after the end, and a later one not"
    )
    func clickOfAnOutage() {
        for (late, answer) in [(0, AccountAnswer.linkFollowed(.confirmation)), (1, .linkUnknown)] {
            var city = AccountCity()
            city.send(.epoch, .register(.passenger()))
            let token = city.link(of: first, .confirmation)
            // The server is down, and the account's timers are held.
            city.timers = []
            let sender = Sender(.visitor(1), reached: at(day: 7, 0, 0, late))
            #expect(city.send(at(day: 7, 2), .followLink(token), from: sender) == answer)
            #expect(city.shelf.account(first)?.isConfirmed == (late == 0))
        }
        for (late, answer) in [(0, AccountAnswer.ended(.byUser)), (1, .linkUnknown)] {
            var city = AccountCity()
            city.send(.epoch, .register(.passenger()))
            let token = city.link(of: first, .confirmation)
            city.timers = []
            let sender = Sender(.visitor(1), reached: at(day: 7, 0, 0, late))
            #expect(city.send(at(day: 7, 2), .abortRegistration(token), from: sender) == answer)
        }
    }

    @Test(
        "The number of a person who never came is given back: when the registration expires, is broken off or not stored"
    )
    func numbersGivenBack() {
        var city = AccountCity()
        city.send(.epoch, .register(.driver()))
        city.run(until: at(day: 8))
        #expect(city.port.reported == ["back driver 1"])
        city.send(at(day: 8), .register(.driver()))
        city.send(at(day: 8), .abortRegistration(city.link(of: AccountID(2), .confirmation)))
        #expect(city.port.reported == ["back driver 1", "back driver 2"])
        city.isStoreBroken = true
        city.send(at(day: 8), .register(.passenger()))
        #expect(city.port.reported.last == "back passenger 3")
        // A confirmed person keeps the number, also after the account is gone.
        city.isStoreBroken = false
        city.settle(at(day: 8), .passenger())
        city.run(until: at(day: 20))
        #expect(city.port.reported.count == 3)
    }

    @Test("A person's number that an account has already is not given again, whatever the taxi service says")
    func numbersTaken() {
        var city = AccountCity()
        for person: Int32 in 1...3 {
            let form = RegistrationForm.passenger("old\(person)", "old\(person)@b.it")
            city.carryOut(city.rules.enroll(form, person: person, password: "hash", accounts: city.shelf, at: .epoch))
        }
        city.send(.epoch, .register(.passenger()))
        city.send(.epoch, .providerRegister(consent: true))
        city.identify(
            .epoch, as: ProviderIdentity(email: "c@b.it", name: "Carla", surname: "Neri", username: "carla1"))
        #expect(city.shelf.accounts.map(\.person) == [1, 2, 3, 4, 5])
    }

    @Test("Every mail that is handed over is noted, to the address in force")
    func mails() {
        var city = AccountCity()
        for number in 0..<100 {
            city.send(.seconds(number), .register(.passenger("person\(number)", "p\(number)@b.it")))
        }
        city.run(until: at(day: 30))
        // The mail itself is carried in another place; here it is noted as often as it is handed over.
        let sent = city.events.filter { if case .mailSent = $0 { true } else { false } }.count
        #expect(sent == 200 && city.mails.count == 200)
        #expect(Set(city.mails.map(\.mail.address)).count == 100)
    }
}
