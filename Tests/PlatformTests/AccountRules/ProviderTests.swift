// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Identity provider")
struct ProviderTests {
    private let carla = ProviderIdentity(email: "c@b.it", name: "Carla", surname: "Neri", username: "carla1")

    @Test("ACCOUNT-FB-01: a passenger whom the provider confirms is active without a mail; a second try is refused")
    func registers() throws {
        var city = AccountCity()
        #expect(city.send(.epoch, .providerRegister(consent: true)) == nil)
        #expect(city.identify(.seconds(2), as: carla) == .active(AccountID(1)))
        #expect(
            city.events.suffix(2) == [
                .registrationAccepted(attempt: 1, account: AccountID(1), type: .passenger),
                .registrationConfirmed(account: AccountID(1), type: .passenger, via: .provider),
            ])
        #expect(city.mails.isEmpty && city.timers.isEmpty)
        let account = try city.account(AccountID(1))
        #expect(account.isConfirmed && account.consent && account.password == nil && account.username == "carla1")

        city.send(.seconds(3), .providerRegister(consent: true))
        #expect(city.identify(.seconds(4), as: carla) == .ended(.alreadyRegistered))
        #expect(city.aborts == [.alreadyRegistered])
        #expect(city.shelf.count == 1)
    }

    @Test("Two requests of one person under way at once make one account")
    func race() {
        var city = AccountCity()
        city.send(.epoch, .providerRegister(consent: true))
        city.send(.epoch, .providerRegister(consent: true))
        #expect(city.identify(.seconds(1), as: carla) == .active(AccountID(1)))
        #expect(city.identify(.seconds(1), as: carla) == .ended(.alreadyRegistered))
    }

    @Test("Without consent the provider is not asked, and a person it does not know gets no account")
    func refused() {
        var city = AccountCity()
        #expect(city.send(.epoch, .providerRegister(consent: false)) == .ended(.noConsent))
        #expect(city.requests.isEmpty)
        city.send(.epoch, .providerRegister(consent: true))
        #expect(city.identify(.seconds(1), as: nil) == .ended(.notConfirmed))
        #expect(city.shelf.count == 0)
    }

    @Test("A name that is taken or breaks the pattern is replaced by a free one", arguments: ["alice1", "x", "a b c"])
    func names(wish: String) throws {
        var city = AccountCity()
        city.settle(.epoch, .passenger())
        city.settle(.epoch, .passenger("user3", "u@b.it"))
        var person = carla
        person.username = wish
        city.send(.epoch, .providerRegister(consent: true))
        #expect(city.identify(.epoch, as: person) == .active(AccountID(3)))
        #expect(try city.account(AccountID(3)).username == "user4")
    }

    @Test("ACCOUNT-FB-02: a driver cannot log in through the provider, a passenger it knows can")
    func logsIn() throws {
        var city = AccountCity()
        city.settle(.epoch, .driver())
        city.settle(.epoch, .passenger())
        let sender = Sender(.visitor(2), client: .web, source: 9)
        city.send(.epoch, .providerLogin, from: sender)
        let dora = ProviderIdentity(email: "d@b.it", name: "D", surname: "D", username: "dora1")
        #expect(city.identify(.seconds(1), as: dora) == .loginRefused(.driverAccount))
        city.send(.seconds(2), .providerLogin, from: sender)
        let alice = ProviderIdentity(email: "a@b.it", name: "A", surname: "A", username: "alice1")
        guard case .loggedIn(let session) = city.identify(.seconds(3), as: alice) else {
            Issue.record("refused")
            return
        }
        #expect(session.account == AccountID(2))
        #expect(city.events.last == .loginSucceeded(account: AccountID(2), type: .passenger, via: .provider))
        #expect(
            city.events.contains(
                .loginAttempted(
                    account: AccountID(1), identifier: .provider, client: .web, system: sender.system, source: 9)))
        city.send(.seconds(4), .providerLogin, from: sender)
        #expect(city.identify(.seconds(5), as: carla) == .loginRefused(.providerRefused))
        city.send(.seconds(6), .providerLogin, from: sender)
        #expect(city.identify(.seconds(7), as: nil) == .loginRefused(.providerRefused))
        #expect(city.logins.map(\.isSuccess) == [false, true, false, false])
    }

    @Test("A person of the provider has no password to guess, may set one by mail, and may delete the account")
    func withoutPassword() throws {
        var city = AccountCity()
        city.send(.epoch, .providerRegister(consent: true))
        city.identify(.epoch, as: carla)
        #expect(
            city.send(.seconds(1), .login(LoginForm(username: "carla1", password: "Passw0rd")))
                == .loginRefused(.badCredentials))
        city.send(.seconds(2), .forgotPassword(email: "c@b.it"))
        let mail = try #require(city.mails.last?.mail)
        city.send(.seconds(3), .followLink(try #require(mail.link)))
        let session = try city.logIn(.seconds(20), "carla1", try #require(mail.temporaryPassword))
        #expect(session.mustChangePassword)

        var other = AccountCity()
        other.send(.epoch, .providerRegister(consent: true))
        other.identify(.epoch, as: carla)
        other.send(.epoch, .providerLogin)
        guard case .loggedIn(let open) = other.identify(.seconds(1), as: carla) else {
            Issue.record("refused")
            return
        }
        other.send(.seconds(2), .askDeletion(AccountID(1)), as: open)
        #expect(other.send(.seconds(2), .confirmDeletion(password: "", proceed: true), as: open) == .deleted)
        #expect(other.shelf.count == 0)
    }

    @Test("Every way in which a registration ends is reached")
    func allEnds() {
        var city = AccountCity()
        city.send(.epoch, .register(RegistrationForm.passenger().with { $0.consent = false }))
        city.send(.epoch, .register(.passenger()))
        city.send(.epoch, .abortRegistration(city.link(of: AccountID(1), .confirmation)))
        city.settle(.epoch, .passenger("carla1", carla.email))
        for identity in [carla, nil] {
            city.send(.epoch, .providerRegister(consent: true))
            city.identify(.epoch, as: identity)
        }
        #expect(city.aborts == RegistrationEnd.allCases)
    }
}
