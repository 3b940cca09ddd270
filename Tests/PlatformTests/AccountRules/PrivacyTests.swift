// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Privacy")
struct PrivacyTests {
    @Test("A write without permission is a violation, and with permission it is none")
    func violation() {
        let rules = AccountCity().rules
        var account = Account(
            id: AccountID(4), type: .passenger, person: 1, username: "alice1", email: "a@b.it", password: nil,
            name: "Alice", surname: "Rossi", consent: true, isConfirmed: true, registered: .epoch)
        #expect(rules.violation(writing: account) == nil)
        account.consent = false
        #expect(rules.violation(writing: account) == .privacyViolation(account: AccountID(4)))
    }

    @Test("No fact of the account service has room for a secret: plain bytes without texts, and no field for a token")
    func plainFacts() {
        // Plain bytes hold no reference to a text.
        #expect(_isPOD(AccountEvent.self))
        func fields(_ value: Any) -> [Any] {
            let parts = Mirror(reflecting: value).children.map(\.value)
            return [value] + parts.flatMap { fields($0) }
        }
        for example in AccountEvent.examples { #expect(!fields(example).contains { $0 is Token }, "\(example)") }
        #expect(AccountEvent.examples.count == Set(AccountEvent.examples.map(\.code)).count)
    }

    @Test("No fact of a full life of an account holds what was entered")
    func planted() throws {
        var city = AccountCity()
        let id = city.settle(.epoch, .driver())
        let session = try city.logIn(.epoch, "dora1")
        city.edit(.seconds(1), as: session) { $0.email = "planted@b.it" }
        city.send(.seconds(2), .forgotPassword(email: "d@b.it"))
        city.send(.seconds(3), .followLink(city.link(of: id, .passwordReset)))
        city.send(.seconds(4), .login(LoginForm(email: "planted@b.it", password: "Planted1")))
        city.run(until: at(day: 40))
        let text = "\(city.events)"
        let secrets = ["dora1", "d@b.it", "planted", "Planted1", "Passw0rd", "Alice", "Rossi", "AB123", "Via Roma"]
        for secret in secrets + city.mails.compactMap(\.mail.temporaryPassword) { #expect(!text.contains(secret)) }
        for token in city.mails.compactMap(\.mail.link) + [session.token] {
            #expect(!text.contains("\(token.high)") && !text.contains("\(token.low)"))
        }
    }

    @Test("Stored passwords are salted hashes: equal passwords differ, and none is there in clear")
    func hashes() throws {
        var city = AccountCity()
        for number in 0..<1000 { city.settle(.epoch, .passenger("person\(number)", "p\(number)@b.it")) }
        let stored = city.shelf.accounts.compactMap(\.password)
        #expect(stored.count == 1000 && Set(stored).count == 1000)
        #expect(!"\(city.shelf.accounts)".contains("Passw0rd"))
    }
}
