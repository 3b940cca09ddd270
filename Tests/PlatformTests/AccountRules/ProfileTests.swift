// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Profiles")
struct ProfileTests {
    private let alice = AccountID(1)

    /// Alice, logged in, and Bob.
    private func people() throws -> (AccountCity, Session) {
        var city = AccountCity()
        city.settle(.epoch, .passenger())
        city.settle(.epoch, .passenger("bob1", "b@c.it"))
        let session = try city.logIn(.epoch)
        return (city, session)
    }

    /// Dora, a driver, logged in, and Dirk.
    private func drivers() throws -> (AccountCity, Session) {
        var city = AccountCity()
        city.settle(.epoch, .driver())
        city.settle(.epoch, .driver("dirk1", "e@b.it", licence: 78, plate: "AB124"))
        let session = try city.logIn(.epoch, "dora1")
        return (city, session)
    }

    private func history(_ fulfilled: [Bool]) -> [HistoryEntry] {
        fulfilled.enumerated().reversed().map {
            HistoryEntry(number: Int32($0.offset + 1), time: at($0.offset), isFulfilled: $0.element)
        }
    }

    // MARK: Reading

    @Test("ACCOUNT-PROFILE-01: a passenger reads the profile, the latest request and all past ones, newest first")
    func passengerReads() throws {
        var (city, session) = try people()
        city.port.set { $0.histories[.passenger(PassengerID(1))] = history([true, true, true, false]) }
        let answer = city.send(.seconds(1), .viewHistory(from: nil, to: nil), as: session)
        guard case .history(let entries) = answer else {
            Issue.record("no history")
            return
        }
        #expect(entries.map(\.number) == [4, 3, 2, 1])
        #expect(entries.first?.isFulfilled == false)
        #expect(city.events.last == .historyViewed(account: alice, count: 4))
        #expect(
            city.send(.seconds(1), .viewProfile, as: session)
                == .profile(
                    Profile(
                        account: alice, type: .passenger, username: "alice1", email: "a@b.it", name: "Alice",
                        surname: "Rossi")))
        #expect(city.events.last == .profileViewed(account: alice, badReports: 0))
        #expect(city.send(.seconds(1), .openDashboard, as: session) == .dashboard(last: 3))
        #expect(city.facts.last == TaxiAccountEvent.dashboardOpened(account: alice, lastTaxi: RequestID(3)))
    }

    @Test("A driver reads the profile and the accepted requests")
    func driverReads() throws {
        var (city, session) = try drivers()
        // Of five offers two were accepted; the taxi service keeps those only.
        city.port.set { $0.histories[.driver(DriverID(1))] = history([true, true]) }
        city.send(.seconds(1), .viewHistory(from: nil, to: nil), as: session)
        #expect(city.events.last == .historyViewed(account: AccountID(1), count: 2))
        guard case .profile(let profile) = city.send(.seconds(1), .viewProfile, as: session) else {
            Issue.record("no profile")
            return
        }
        #expect(profile.licence == 77 && profile.plate == "AB123" && profile.seats == 4)
        #expect(profile.licenceExpiry == CivilDate(2030, 1, 1))
    }

    @Test("The personal page shows two reports of bad use")
    func badReports() throws {
        var (city, session) = try people()
        city.port.set { $0.reports[PassengerID(1)] = 2 }
        guard case .profile(let profile) = city.send(.seconds(1), .viewProfile, as: session) else {
            Issue.record("no profile")
            return
        }
        #expect(profile.badReports == 2)
        #expect(city.events.last == .profileViewed(account: alice, badReports: 2))
    }

    @Test("The history of March has the seven rides of March")
    func historyOfAMonth() throws {
        var (city, session) = try people()
        let times = [3, 3, 3, 3, 3, 3, 3, 4, 4].enumerated().map { on(2026, $0.element, Int32($0.offset) + 1) }
        let entries = times.enumerated().reversed().map {
            HistoryEntry(number: Int32($0.offset + 1), time: $0.element, isFulfilled: true)
        }
        city.port.set { $0.histories[.passenger(PassengerID(1))] = entries }
        city.send(on(2026, 4, 20), .viewHistory(from: on(2026, 3, 1), to: on(2026, 4, 1)), as: session)
        #expect(city.events.last == .historyViewed(account: alice, count: 7))
        city.send(on(2026, 4, 20), .viewHistory(from: on(2026, 4, 1), to: nil), as: session)
        #expect(city.events.last == .historyViewed(account: alice, count: 2))
    }

    // MARK: Names

    @Test("ACCOUNT-PROFILE-05A: a changed username logs in, the old one does not")
    func newUsername() throws {
        var (city, session) = try people()
        #expect(
            city.edit(.seconds(1), as: session) { $0.username = "alice2" }
                == .profileChanged(AccountFields([.username])))
        #expect(city.port.names == ["passenger 1 alice1", "passenger 1 alice2"])
        _ = try city.logIn(.seconds(2), "alice2")
        #expect(
            city.send(.seconds(3), .login(LoginForm(username: "alice1", password: "Passw0rd")))
                == .loginRefused(.badCredentials))
    }

    @Test("ACCOUNT-PROFILE-05A: every item of a driver can be changed by the owner")
    func everyItem() throws {
        var (city, session) = try drivers()
        let answer = city.edit(.seconds(1), as: session) {
            $0.username = "dora2"
            $0.name = "Dora"
            $0.surname = "Verdi"
            $0.address = "Via Torino 2"
            $0.phone = "02 99"
            $0.licence = 99
            $0.licenceExpiry = CivilDate(2031, 5, 5)
            $0.plate = "ZZ999"
            $0.seats = 6
            $0.email = "z@b.it"
            $0.password = PasswordChange(current: "Passw0rd", new: "Abcdefg1", newRepeat: "Abcdefg1")
        }
        let fields = AccountFields([
            .username, .name, .surname, .address, .phone, .licence, .licenceExpiry, .taxiNumber, .seats, .password,
        ])
        #expect(answer == .profileChanged(fields))
        let account = try city.account(AccountID(1))
        #expect(account.username == "dora2" && account.name == "Dora" && account.surname == "Verdi")
        #expect(account.address == "Via Torino 2" && account.phone == "02 99")
        #expect(account.licence == 99 && account.licenceExpiry == CivilDate(2031, 5, 5))
        #expect(account.plate == "ZZ999" && account.seats == 6)
        #expect(account.email == "d@b.it" && account.pendingEmail == "z@b.it")
        _ = try city.logIn(.seconds(2), "dora2", "Abcdefg1")
    }

    @Test("A value that is not edited stays, and the edit of another person's account does not exist")
    func untouched() throws {
        var (city, session) = try people()
        let bob = try city.account(AccountID(2))
        city.edit(.seconds(1), as: session) { $0.name = "Alba" }
        let account = try city.account(alice)
        #expect(account.name == "Alba" && account.surname == "Rossi" && account.username == "alice1")
        #expect(account.licence == nil && account.plate == nil && account.seats == nil)
        #expect(try city.account(AccountID(2)) == bob)
    }

    @Test("ACCOUNT-PROFILE-05B: a name that is taken is refused")
    func takenUsername() throws {
        var (city, session) = try people()
        expectRefusal(.duplicateUsername, in: &city, as: session) { $0.username = "bob1" }
    }

    @Test("ACCOUNT-PROFILE-05C: a name that breaks the pattern is refused")
    func oddUsername() throws {
        var (city, session) = try people()
        expectRefusal(.badUsername, in: &city, as: session) { $0.username = "9lives" }
    }

    // MARK: The address

    @Test("ACCOUNT-PROFILE-05D: an address that somebody uses, or has asked for, is refused")
    func takenEmail() throws {
        var (city, session) = try people()
        expectRefusal(.duplicateEmail, in: &city, as: session) { $0.email = "b@c.it" }
        let bob = try city.logIn(.seconds(1), "bob1")
        city.edit(.seconds(1), as: bob) { $0.email = "new@c.it" }
        expectRefusal(.duplicateEmail, in: &city, as: session) { $0.email = "new@c.it" }
        // And nobody can register with it.
        #expect(
            city.send(.seconds(2), .register(.passenger("carl1", "new@c.it")))
                == .rejected(.duplicateEmail, missing: AccountFields([])))
    }

    @Test("ACCOUNT-PROFILE-05D: the address is looked at again when the link is followed")
    func takenMeanwhile() throws {
        var (city, session) = try people()
        city.edit(.seconds(1), as: session) { $0.email = "z@b.it" }
        // Cannot happen with a right store: the address came to belong to Bob.
        var bob = try city.account(AccountID(2))
        bob.email = "z@b.it"
        city.shelf.put(bob)
        #expect(city.send(.seconds(2), .followLink(city.link(of: alice, .emailChange))) == .linkUnknown)
        let account = try city.account(alice)
        #expect(account.email == "a@b.it" && account.pendingEmail == nil)
    }

    @Test("ACCOUNT-PROFILE-05E: one mail goes to the new address and none to the old one")
    func mailToNewAddress() throws {
        var (city, session) = try people()
        let count = city.mails.count
        city.edit(.seconds(1), as: session) { $0.email = "z@b.it" }
        city.run(until: at(day: 9))
        #expect(city.mails.dropFirst(count).map(\.mail.address) == ["z@b.it"])
        #expect(city.mails.dropFirst(count).map(\.mail.kind) == [.emailChange])
    }

    @Test("ACCOUNT-PROFILE-05F: the new address is in force when its link is followed")
    func newAddress() throws {
        var (city, session) = try people()
        city.edit(.epoch, as: session) { $0.email = "z@b.it" }
        let login = AccountMessage.login(LoginForm(email: "z@b.it", password: "Passw0rd"))
        let old = AccountMessage.login(LoginForm(email: "a@b.it", password: "Passw0rd"))
        #expect(city.send(at(1), login) == .loginRefused(.badCredentials))
        guard case .loggedIn = city.send(at(1), old) else {
            Issue.record("the old address is in force")
            return
        }
        #expect(city.send(at(2), .followLink(city.link(of: alice, .emailChange))) == .linkFollowed(.emailChange))
        #expect(city.events.last == .emailChanged(account: alice))
        guard case .loggedIn = city.send(at(2, 1), login) else {
            Issue.record("the new address is in force")
            return
        }
        #expect(city.send(at(2, 2), old) == .loginRefused(.badCredentials))
        #expect(city.timers.allSatisfy { $0.kind == nil })
    }

    @Test("A link to a new address that nobody follows in 24 h frees the address")
    func forgottenAddress() throws {
        var (city, session) = try people()
        city.edit(.epoch, as: session) { $0.email = "z@b.it" }
        let link = city.link(of: alice, .emailChange)
        city.run(until: at(24))
        #expect(try city.account(alice).pendingEmail == nil)
        #expect(city.send(at(24, 0, 1), .followLink(link)) == .linkUnknown)
        #expect(city.send(at(24, 0, 1), .register(.passenger("carl1", "z@b.it"))) == .registered(AccountID(3)))
    }

    @Test("The same new address asked for again is refused while its link is open; another one replaces it")
    func pendingAddress() throws {
        var (city, session) = try people()
        city.edit(.epoch, as: session) { $0.email = "z@b.it" }
        let first = city.link(of: alice, .emailChange)
        expectRefusal(.emailPending, in: &city, as: session) { $0.email = "z@b.it" }
        city.edit(at(1), as: session) { $0.email = "y@b.it" }
        #expect(city.send(at(2), .followLink(first)) == .linkUnknown)
        #expect(city.send(at(2), .followLink(city.link(of: alice, .emailChange))) == .linkFollowed(.emailChange))
        #expect(try city.account(alice).email == "y@b.it")
    }

    @Test("An address that breaks the pattern is refused")
    func oddEmail() throws {
        var (city, session) = try people()
        expectRefusal(.badEmail, in: &city, as: session) { $0.email = "name@polimi" }
    }

    // MARK: The password

    @Test("ACCOUNT-PROFILE-05G: a new password obeys the rule of registration")
    func weakPassword() throws {
        var (city, session) = try people()
        expectRefusal(.weakPassword, in: &city, as: session) {
            $0.password = PasswordChange(current: "Passw0rd", new: "abcdefg1", newRepeat: "abcdefg1")
        }
        let change = PasswordChange(current: "Passw0rd", new: "Abcdefg1", newRepeat: "Abcdefg1")
        #expect(
            city.edit(.seconds(2), as: session) { $0.password = change }
                == .profileChanged(AccountFields([.password])))
        #expect(city.events.last == .passwordChanged(account: alice))
        _ = try city.logIn(.seconds(3), "alice1", "Abcdefg1")
    }

    @Test("ACCOUNT-PROFILE-05H: without the password in force nothing changes, and the old one still logs in")
    func wrongOldPassword() throws {
        var (city, session) = try people()
        let change = PasswordChange(current: "Passw0rd?", new: "Abcdefg1", newRepeat: "Abcdefg1")
        expectRefusal(.badOldPassword, in: &city, as: session) { $0.password = change }
        #expect(
            city.send(.seconds(2), .changePassword(change), as: session)
                == .profileRefused(.badOldPassword, missing: AccountFields([])))
        _ = try city.logIn(.seconds(3))
    }

    @Test("ACCOUNT-PROFILE-05I: a change without the repeat is incomplete")
    func noRepeat() throws {
        var (city, session) = try people()
        let change = PasswordChange(current: "Passw0rd", new: "Abcdefg1")
        #expect(
            city.edit(.seconds(1), as: session) { $0.password = change }
                == .profileRefused(.missingField, missing: AccountFields([.passwordRepeat])))
        #expect(
            city.events.last
                == .profileChangeRejected(
                    account: alice, reason: .missingField, missing: AccountFields([.passwordRepeat])))
        #expect(
            city.send(.seconds(1), .changePassword(PasswordChange()), as: session)
                == .profileRefused(
                    .missingField, missing: AccountFields([.currentPassword, .password, .passwordRepeat])))
    }

    @Test("ACCOUNT-PROFILE-05J: two different entries are refused")
    func mismatch() throws {
        var (city, session) = try people()
        expectRefusal(.passwordMismatch, in: &city, as: session) {
            $0.password = PasswordChange(current: "Passw0rd", new: "Abcdefg1", newRepeat: "Abcdefg2")
        }
    }

    // MARK: Drafts

    @Test("ACCOUNT-PROFILE-05K: an abandoned draft changes nothing")
    func abandoned() throws {
        var (city, session) = try people()
        city.edit(.epoch, as: session) { $0.phone = "02 1" }
        city.send(.seconds(1), .draft(.of { $0.phone = "02 2" }), as: session)
        #expect(city.send(.seconds(2), .abandonEdit, as: session) == .editAbandoned)
        #expect(city.events.last == .profileEditAborted(account: alice))
        #expect(try city.account(alice).phone == "02 1")
        expectRefusal(.noDraft, in: &city, as: session, nil)
        #expect(try city.account(alice).phone == "02 1")
    }

    @Test("ACCOUNT-PROFILE-05L: both old values before done, both new ones after it, with one event")
    func together() throws {
        var (city, session) = try people()
        let phone = try city.logIn(.seconds(1))
        city.send(.seconds(2), .draft(.of { $0.name = "Alba" }), as: session)
        city.send(.seconds(3), .draft(.of { $0.phone = "02 5" }), as: session)
        guard case .profile(let before) = city.send(.seconds(4), .viewProfile, as: phone) else {
            Issue.record("no profile")
            return
        }
        #expect(before.name == "Alice" && before.phone == nil)
        let fields = AccountFields([.name, .phone])
        #expect(city.send(.seconds(5), .done, as: session) == .profileChanged(fields))
        guard case .profile(let after) = city.send(.seconds(6), .viewProfile, as: phone) else {
            Issue.record("no profile")
            return
        }
        #expect(after.name == "Alba" && after.phone == "02 5")
        let changes = city.events.filter { if case .profileChanged = $0 { true } else { false } }
        #expect(changes == [.profileChanged(account: alice, fields: fields)])
    }

    @Test("ACCOUNT-PROFILE-06: a broken rule drops the whole draft")
    func dropped() throws {
        var (city, session) = try people()
        expectRefusal(.badUsername, in: &city, as: session) {
            $0.phone = "02 7"
            $0.username = "9lives"
        }
        #expect(try city.account(alice).phone == nil)
        // The good half is gone too.
        expectRefusal(.noDraft, in: &city, as: session, nil)
    }

    @Test("A name cannot be emptied, and a driver keeps address and phone; a passenger may take them away")
    func emptied() throws {
        var (city, session) = try people()
        #expect(
            city.edit(.seconds(1), as: session) { $0.name = " " }
                == .profileRefused(.missingField, missing: AccountFields([.name])))
        city.edit(.seconds(2), as: session) { $0.phone = "02 7" }
        #expect(city.edit(.seconds(3), as: session) { $0.phone = "" } == .profileChanged(AccountFields([.phone])))
        #expect(try city.account(alice).phone == nil)
        var (taxis, driver) = try drivers()
        #expect(
            taxis.edit(.seconds(1), as: driver) {
                $0.phone = ""
                $0.address = ""
            } == .profileRefused(.missingField, missing: AccountFields([.address, .phone])))
    }

    @Test("A text with a byte 0 changes nothing")
    func zeroBytes() throws {
        var (city, session) = try people()
        expectRefusal(.badUsername, in: &city, as: session) { $0.username = "alice2\0" }
        expectRefusal(.badEmail, in: &city, as: session) { $0.email = "z\0@b.it" }
        expectRefusal(.weakPassword, in: &city, as: session) {
            $0.password = PasswordChange(current: "Passw0rd", new: "Abcdefg1\0", newRepeat: "Abcdefg1\0")
        }
        #expect(
            city.edit(.seconds(1), as: session) {
                $0.phone = "02\0"
                $0.name = "Al\0ba"
            } == .profileRefused(.missingField, missing: AccountFields([.name, .phone])))
    }

    @Test("A driver's licence number, plate, seats and last day obey the rules of registration")
    func driverValues() throws {
        var (city, session) = try drivers()
        expectRefusal(.duplicateLicence, in: &city, as: session) { $0.licence = 78 }
        expectRefusal(.duplicatePlate, in: &city, as: session) { $0.plate = "AB124" }
        expectRefusal(.badLicence, in: &city, as: session) { $0.licence = 0 }
        expectRefusal(.badSeats, in: &city, as: session) { $0.seats = 0 }
        expectRefusal(.licenceNotValid, in: &city, as: session) { $0.licenceExpiry = CivilDate(1969, 12, 31) }
    }

    @Test("An edit that the store does not take is refused as not stored")
    func notStored() throws {
        var (city, session) = try people()
        city.isStoreBroken = true
        expectRefusal(.notStored, in: &city, as: session) { $0.name = "Alba" }
    }

    @Test("Every reason to drop an edit is reached, each by an edit of its own")
    func allRefusals() throws {
        var (city, session) = try drivers()
        city.edit(.epoch, as: session) { $0.email = "z@b.it" }
        func password(_ current: String, _ new: String, _ newRepeat: String) -> (inout ProfileEdit) -> Void {
            { $0.password = PasswordChange(current: current, new: new, newRepeat: newRepeat) }
        }
        let changes: [(inout ProfileEdit) -> Void] = [
            { $0.name = "" }, { $0.username = "dirk1" }, { $0.email = "e@b.it" }, { $0.licence = 78 },
            { $0.plate = "AB124" }, { $0.username = "d" }, { $0.email = "d" }, password("Passw0rd", "weak", "weak"),
            password("Passw0rd?", "Abcdefg1", "Abcdefg1"), password("Passw0rd", "Abcdefg1", "Abcdefg2"),
            { $0.licenceExpiry = CivilDate(1969, 12, 31) }, { $0.licence = 0 }, { $0.seats = 0 },
            { $0.email = "z@b.it" },
        ]
        for change in changes { city.edit(.seconds(1), as: session, change) }
        city.send(.seconds(1), .done, as: session)
        city.isStoreBroken = true
        city.edit(.seconds(1), as: session) { $0.name = "Alba" }
        let reached = city.events.compactMap { event in
            if case .profileChangeRejected(_, let reason, _) = event { reason } else { nil }
        }
        #expect(reached == ProfileRefusal.allOfTaxi)
    }

    /// Drafts the edit, if any, is done, and expects that the edit is dropped for this reason and changes nothing.
    private func expectRefusal(
        _ reason: ProfileRefusal, in city: inout AccountCity, as session: Session,
        _ change: ((inout ProfileEdit) -> Void)?, _ place: SourceLocation = #_sourceLocation
    ) {
        let before = city.shelf.accounts
        if let change { city.send(city.now, .draft(.of(change)), as: session) }
        let answer = city.send(city.now, .done, as: session)
        #expect(answer == .profileRefused(reason, missing: AccountFields([])), sourceLocation: place)
        #expect(
            city.events.last
                == .profileChangeRejected(account: session.account, reason: reason, missing: AccountFields([])),
            sourceLocation: place)
        #expect(city.shelf.accounts == before, sourceLocation: place)
    }
}
