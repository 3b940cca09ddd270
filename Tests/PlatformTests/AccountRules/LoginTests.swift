// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Logins")
struct LoginTests {
    /// Alice with `Passw0rd` and Bob with `Passw0rdB`, confirmed.
    private func people() -> AccountCity {
        var city = AccountCity()
        city.settle(.epoch, .passenger())
        city.settle(
            .epoch,
            RegistrationForm.passenger("bob1", "b@c.it").with {
                $0.password = "Passw0rdB"
                $0.passwordRepeat = "Passw0rdB"
            })
        return city
    }

    @Test("ACCOUNT-LOGIN-01: exactly one of name and address names the account")
    func identifiers() throws {
        var city = people()
        let both = LoginForm(username: "alice1", email: "a@b.it", password: "Passw0rd")
        #expect(city.send(.epoch, .login(both)) == .loginRefused(.malformed))
        #expect(city.send(.epoch, .login(LoginForm(password: "Passw0rd"))) == .loginRefused(.malformed))
        #expect(city.send(.epoch, .login(LoginForm(username: "alice1", password: ""))) == .loginRefused(.malformed))
        let address = city.send(.epoch, .login(LoginForm(email: "a@b.it", password: "Passw0rd")))
        guard case .loggedIn(let session) = address else {
            Issue.record("refused")
            return
        }
        #expect(session.account == AccountID(1))
        #expect(session.role == .passenger(PassengerID(1)))
    }

    @Test("ACCOUNT-LOGIN-02: the password must be the one of the same account")
    func swapped() throws {
        var city = people()
        #expect(
            city.send(.epoch, .login(LoginForm(username: "alice1", password: "Passw0rdB")))
                == .loginRefused(.badCredentials))
        #expect(
            city.send(.epoch, .login(LoginForm(username: "nobody", password: "Passw0rd")))
                == .loginRefused(.badCredentials))
        let session = try city.logIn(.seconds(10))
        #expect(city.events.last == .loginSucceeded(account: AccountID(1), type: .passenger, via: .password))
        #expect(city.sessions == [session])
    }

    @Test(
        "ACCOUNT-LOGIN-05: after a wrong password the next attempt counts 10 s later, and an early one restarts nothing"
    )
    func backOff() throws {
        var city = people()
        let right = AccountMessage.login(LoginForm(username: "alice1", password: "Passw0rd"))
        let wrong = AccountMessage.login(LoginForm(username: "alice1", password: "Passw0rd?"))
        #expect(city.send(tenths(1000), wrong) == .loginRefused(.badCredentials))
        // Early ones are refused, right or wrong, and logged.
        #expect(city.send(tenths(1050), wrong) == .loginRefused(.backOff))
        #expect(city.send(tenths(1099), right) == .loginRefused(.backOff))
        #expect(city.logins.count == 3)
        // The wait is the account's own.
        _ = try city.logIn(tenths(1099), "bob1", "Passw0rdB")
        _ = try city.logIn(tenths(1100))
    }

    @Test("ACCOUNT-LOGIN-06: a failed login changes nothing, and no session exists")
    func failed() {
        var city = people()
        let before = city.shelf.accounts
        #expect(
            city.send(.seconds(1), .login(LoginForm(username: "alice1", password: "Passw0rd?")))
                == .loginRefused(.badCredentials))
        #expect(city.sessions.isEmpty)
        // But for the instant of the next attempt.
        var after = city.shelf.accounts
        #expect(after[0].nextAttempt == .seconds(11))
        after[0].nextAttempt = nil
        #expect(after == before)
    }

    @Test("Each login gives a token of its own, which names the person")
    func tokens() throws {
        var city = people()
        let first = try city.logIn(.seconds(1))
        let second = try city.logIn(.seconds(2), "bob1", "Passw0rdB")
        let third = try city.logIn(.seconds(3))
        #expect(Set([first.token, second.token, third.token]).count == 3)
        #expect(city.send(.seconds(4), .viewProfile, as: second).flatMap(\.username) == "bob1")
        #expect(city.send(.seconds(5), .logout, as: first) == .loggedOut)
        #expect(city.sessions.map(\.token) == [second.token, third.token])
    }

    @Test("ACCOUNT-LOGIN-09: an attempt is noted with identifier, client and source address")
    func attempt() {
        var city = people()
        city.send(
            .epoch, .login(LoginForm(email: "a@b.it", password: "x")),
            from: Sender(.visitor(1), client: .mobile, system: .ios, source: 0x7F00_0001))
        #expect(
            city.events.contains(
                .loginAttempted(
                    account: AccountID(1), identifier: .email, client: .mobile, system: .ios, source: 0x7F00_0001)))
        city.send(.epoch, .login(LoginForm(password: "x")), from: Sender(.visitor(1), client: .web, source: 5))
        #expect(
            city.events.contains(
                .loginAttempted(account: nil, identifier: .malformed, client: .web, system: .unknown, source: 5)))
    }

    @Test("ACCOUNT-LOGIN-03: a forgotten password is one mail, and the old one still works")
    func forgotten() throws {
        var city = people()
        #expect(city.send(.epoch, .forgotPassword(email: "a@b.it")) == .mailUnderWay)
        #expect(city.mailTimes(.passwordReset) == [.epoch])
        #expect(city.mails.last?.mail.address == "a@b.it")
        _ = try city.logIn(at(0, 1))
        // Nobody learns which addresses have accounts.
        let count = city.mails.count
        #expect(city.send(at(0, 2), .forgotPassword(email: "nobody@b.it")) == .mailUnderWay)
        #expect(city.mails.count == count)
    }

    @Test("ACCOUNT-LOGIN-04: the link puts the temporary password in force, and a new one must be set first")
    func reset() throws {
        var city = people()
        let old = try city.logIn(.epoch)
        city.send(.epoch, .forgotPassword(email: "a@b.it"))
        let mail = try #require(city.mails.last?.mail)
        let temporary = try #require(mail.temporaryPassword)
        #expect(Patterns.isStrong(temporary))
        let link = try #require(mail.link)
        // Before the link is followed the temporary password is worth nothing.
        #expect(
            city.send(at(0, 9), .login(LoginForm(username: "alice1", password: temporary)))
                == .loginRefused(.badCredentials))
        #expect(city.send(at(0, 10), .followLink(link)) == .linkFollowed(.passwordReset))
        #expect(city.events.last == .passwordReset(account: AccountID(1)))
        #expect(city.sessions.contains(old) == false)
        #expect(
            city.send(at(0, 11), .login(LoginForm(username: "alice1", password: "Passw0rd")))
                == .loginRefused(.badCredentials))
        let session = try city.logIn(at(0, 12), "alice1", temporary)
        #expect(session.mustChangePassword)
        #expect(city.events.last == .passwordChangeRequired(account: AccountID(1)))
        // The rules of a new password hold.
        let weak = PasswordChange(current: temporary, new: "abcdefg1", newRepeat: "abcdefg1")
        #expect(
            city.send(at(0, 13), .changePassword(weak), as: session)
                == .profileRefused(.weakPassword, missing: AccountFields([])))
        let odd = PasswordChange(current: temporary, new: "Abcdefg1", newRepeat: "Abcdefg2")
        #expect(
            city.send(at(0, 13), .changePassword(odd), as: session)
                == .profileRefused(.passwordMismatch, missing: AccountFields([])))
        // The temporary password itself is no new one.
        let same = PasswordChange(current: temporary, new: temporary, newRepeat: temporary)
        #expect(
            city.send(at(0, 13), .changePassword(same), as: session)
                == .profileRefused(.weakPassword, missing: AccountFields([])))
        #expect(city.sessions.last?.mustChangePassword == true)
        #expect(city.port.names == ["passenger 1 alice1"])
        let change = PasswordChange(current: temporary, new: "Abcdefg1", newRepeat: "Abcdefg1")
        #expect(city.send(at(0, 14), .changePassword(change), as: session) == .passwordChanged)
        #expect(city.events.last == .passwordChanged(account: AccountID(1)))
        #expect(city.sessions.last?.mustChangePassword == false)
        #expect(city.port.names == ["passenger 1 alice1", "passenger 1 alice1"])
        #expect(try city.logIn(at(0, 15), "alice1", "Abcdefg1").mustChangePassword == false)
    }

    @Test("DEC-FORGOT-PASSWORD: the link works for 24 h, that instant included, and an older mail is void")
    func resetLinks() {
        for (seconds, answer) in [
            (0, AccountAnswer.linkFollowed(.passwordReset)), (1, .linkUnknown),
        ] {
            var city = people()
            city.send(.epoch, .forgotPassword(email: "a@b.it"))
            let link = city.link(of: AccountID(1), .passwordReset)
            #expect(city.send(at(24, 0, seconds), .followLink(link)) == answer)
        }
        var city = people()
        city.send(.epoch, .forgotPassword(email: "a@b.it"))
        let older = city.link(of: AccountID(1), .passwordReset)
        city.send(.seconds(1), .forgotPassword(email: "a@b.it"))
        #expect(city.send(.seconds(2), .followLink(older)) == .linkUnknown)
        #expect(
            city.send(.seconds(2), .followLink(city.link(of: AccountID(1), .passwordReset)))
                == .linkFollowed(.passwordReset))
    }

    @Test(
        "A link for a new password dies with the password, and with the address that it was sent to", arguments: 0..<3)
    func voidResets(way: Int) throws {
        var city = people()
        let session = try city.logIn(.epoch)
        if way == 2 { city.edit(.epoch, as: session) { $0.email = "z@b.it" } }
        city.send(.epoch, .forgotPassword(email: "a@b.it"))
        let change = PasswordChange(current: "Passw0rd", new: "Abcdefg1", newRepeat: "Abcdefg1")
        switch way {
        case 0: #expect(city.send(at(1), .changePassword(change), as: session) == .passwordChanged)
        case 1: city.edit(at(1), as: session) { $0.password = change }
        default: city.send(at(1), .followLink(city.link(of: AccountID(1), .emailChange)))
        }
        #expect(city.send(at(2), .followLink(city.link(of: AccountID(1), .passwordReset))) == .linkUnknown)
        let account = try city.account(AccountID(1))
        #expect(account.temporaryPassword == nil && account.links.isEmpty && !account.mustChangePassword)
    }

    @Test(
        "A byte 0 in what names an account, or in a password, is a malformed login; a mail is sent to no such address")
    func zeroBytes() {
        var city = people()
        for form in [
            LoginForm(username: "alice1\0", password: "Passw0rd"), LoginForm(email: "a@b.it\0", password: "Passw0rd"),
            LoginForm(username: "alice1", password: "Passw0rd\0"),
        ] {
            #expect(city.send(.epoch, .login(form)) == .loginRefused(.malformed))
        }
        let count = city.mails.count
        #expect(city.send(.epoch, .forgotPassword(email: "a@b.it\0x")) == .mailUnderWay)
        #expect(city.mails.count == count)
    }

    @Test("SEC-04: every attempt is logged with its source and kept for 7 days at least")
    func log() throws {
        var city = people()
        city.send(at(1), .login(LoginForm(username: "alice1", password: "x")), from: Sender(.visitor(1), source: 7))
        _ = try city.logIn(at(2))
        #expect(city.logins.map(\.source) == [7, 0x0A00_0001])
        #expect(city.logins.map(\.isSuccess) == [false, true])
        city.run(until: at(day: 6, 23))
        #expect(city.logins.count == 2)
        _ = try city.logIn(at(day: 8))
        city.run(until: at(day: 8, 1))
        // Both old rows are 7 days old at the midnight before.
        #expect(city.logins.map(\.time) == [at(day: 8)])
        #expect(city.events.contains(.loginLogPruned(removed: 2, kept: 1)))
        city.run(until: at(day: 60))
        #expect(city.logins.isEmpty && city.timers.isEmpty)
    }

    @Test("No row of the login log is younger than 7 days when it goes, for any times of login", arguments: 0..<50)
    func retention(seed: Int) {
        var city = people()
        var generator = SplitMix64(seed: seed)
        var time = CityTime.epoch
        var rows: [CityTime] = []
        for _ in 0..<40 {
            time = time + .seconds(generator.number(0...(2 * 86_400)))
            city.run(until: time)
            #expect(rows.allSatisfy { $0 < time - .hours(168) || city.logins.map(\.time).contains($0) })
            city.send(time, .login(LoginForm(username: "nobody", password: "x")))
            rows.append(time)
        }
        city.run(until: time + .hours(24 * 9))
        #expect(city.logins.isEmpty)
    }

    @Test("A session whose account is gone is answered as over")
    func stale() throws {
        var city = people()
        let session = try city.logIn(.epoch)
        city.shelf.accounts = []
        #expect(city.send(.seconds(1), .viewProfile, as: session) == .loggedOut)
        #expect(city.send(.seconds(1), .viewProfile) == .loggedOut)
    }

    @Test("Every reason to refuse a login is reached")
    func allRefusals() {
        var city = people()
        city.settle(.epoch, .driver())
        city.send(.epoch, .register(.passenger("carl1", "c@b.it")))
        for (username, password) in [
            ("alice1", ""), ("alice1", "Passw0rd?"), ("carl1", "Passw0rd"), ("alice1", "Passw0rd"),
        ] {
            city.send(.seconds(1), .login(LoginForm(username: username, password: password)))
        }
        for identity in [ProviderIdentity(email: "d@b.it", name: "D", surname: "D", username: "dora1"), nil] {
            city.send(.seconds(2), .providerLogin)
            city.identify(.seconds(2), as: identity)
        }
        let reached = city.events.compactMap { if case .loginRefused(_, let reason) = $0 { reason } else { nil } }
        #expect(reached == LoginRefusal.allOfTaxi)
    }
}

extension AccountAnswer {
    /// The name in a profile.
    var username: String? {
        if case .profile(let profile) = self { profile.username } else { nil }
    }
}
