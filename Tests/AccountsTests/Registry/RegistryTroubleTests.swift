// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import RuleTestKit
import Testing

@testable import Accounts

@Suite("The registry in trouble and after a restart")
struct RegistryTroubleTests {
    private let first = AccountID(1)

    // MARK: The identity provider

    @Test("ACCOUNT-FB-01: the answer of a registration through the provider comes when the provider has spoken")
    func provider() throws {
        let carla = ProviderIdentity(email: "c@b.it", name: "Carla", surname: "Neri", username: "carla1")
        let city = RegistryCity { $0 == .visitor(6) ? carla : nil }
        #expect(city.send(.providerRegister(consent: true), from: .visitor(6)) == nil)
        #expect(city.clients.told.isEmpty)
        try city.run(until: .seconds(3))
        #expect(city.clients.told.map(\.1) == [.active(first)])
        #expect(city.clients.told.map(\.0) == [.visitor(6)])
        #expect(city.notes.last?.time == .seconds(3))
        #expect(city.box.mails.isEmpty)
        // ACCOUNT-FB-02 and a second try.
        #expect(city.send(.providerLogin, from: .visitor(6)) == nil)
        city.send(.providerRegister(consent: true), from: .visitor(6))
        city.send(.providerLogin, from: .visitor(7))
        try city.run(until: .seconds(9))
        let session = try #require(city.door.sessions.first)
        #expect(
            city.clients.told.dropFirst().map(\.1) == [
                .loggedIn(session), .ended(.alreadyRegistered), .loginRefused(.providerRefused),
            ])
    }

    @Test("Without a provider its persons are refused at once")
    func noProvider() {
        let city = RegistryCity(hasProvider: false)
        #expect(city.send(.providerRegister(consent: true)) == .ended(.notConfirmed))
        #expect(city.send(.providerLogin) == .loginRefused(.providerRefused))
    }

    @Test("A provider that answers after the end changes nothing")
    func lateProvider() throws {
        let carla = ProviderIdentity(email: "c@b.it", name: "Carla", surname: "Neri", username: "carla1")
        let city = RegistryCity { _ in carla }
        city.send(.providerRegister(consent: true))
        city.registry.entered { $0.close() }
        try city.run(until: .seconds(9))
        #expect(city.store.count == 0 && city.clients.told.isEmpty)
    }

    // MARK: Stores

    @Test("What the store does not take is refused, and what nobody is told of is kept for the operator")
    func brokenStore() throws {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 1)
        city.store.isBroken = true
        #expect(
            city.send(.register(.passenger("bob1", "b@c.it"))) == .rejected(.notStored, missing: AccountFields([])))
        // A login goes on though its row is lost.
        let session = try city.logIn()
        #expect(city.registry.entered { $0.storeFailure } is FragileStore.Broken)
        city.send(.draft(.of { $0.name = "Alba" }), as: session)
        #expect(city.send(.done, as: session) == .profileRefused(.notStored, missing: AccountFields([])))
        city.send(.askDeletion(first), as: session)
        #expect(
            city.send(.confirmDeletion(password: "Passw0rd", proceed: true), as: session)
                == .deletionRefused(.notStored))
        #expect(city.door.sessions == [session])
        try city.run(until: at(day: 9))
        #expect(city.box.mails.isEmpty)
        city.store.isBroken = false
        #expect(city.store.account(first)?.name == "Alice")
        // The number that was lost is not given again.
        #expect(city.send(.register(.passenger("bob1", "b@c.it"))) == .registered(AccountID(3)))
    }

    // MARK: Restarts

    @Test("After a restart the reminder, the end, the link of an address and the licence come as planned")
    func restart() throws {
        let store = FragileStore()
        let before = RegistryCity(start: on(2026, 1, 1), store: store)
        before.send(.register(.passenger()))
        before.enroll(.driver(expiry: CivilDate(2026, 6, 30)), person: 50)
        before.enroll(.passenger("bob1", "b@c.it"), person: 51)
        let session = try before.logIn("bob1")
        before.send(.draft(.of { $0.email = "new@c.it" }), as: session)
        before.send(.done, as: session)
        try before.run(until: on(2026, 1, 1, 6))
        before.registry.entered { $0.close() }

        let after = RegistryCity(start: on(2026, 1, 1, 7), store: store)
        try after.registry.entered { try $0.restore() }
        try after.run(until: on(2026, 7, 2))
        let times = after.notes.map(\.time)
        let reminder = after.events.firstIndex(of: .mailSent(account: first, kind: .confirmationReminder))
        #expect(reminder.map { times[$0] } == on(2026, 1, 3))
        let expired = after.events.firstIndex(of: .registrationExpired(account: first))
        #expect(expired.map { times[$0] } == on(2026, 1, 8))
        let licence = after.events.firstIndex(of: .mailSent(account: AccountID(2), kind: .licenceReminder))
        #expect(licence.map { times[$0] } == on(2026, 3, 30))
        #expect(after.taxis.told == ["licence 50 false"])
        #expect(store.account(AccountID(3))?.pendingEmail == nil)
        #expect(try store.logins().isEmpty)
        #expect(after.send(.register(.passenger())) == .registered(AccountID(4)))
    }

    @Test("What fell due while the service was down comes at the restart, and a dead account gets no reminder")
    func longOutage() throws {
        for (days, isExpired) in [(3, false), (30, true)] {
            let store = FragileStore()
            let before = RegistryCity(store: store)
            before.send(.register(.passenger()))
            let after = RegistryCity(start: at(day: days), store: store)
            try after.registry.entered { try $0.restore() }
            try after.run(until: at(day: days, 1))
            #expect(after.events.contains(.registrationExpired(account: first)) == isExpired)
            #expect(after.box.mails.map(\.kind) == (isExpired ? [] : [.confirmationReminder]))
        }
    }

    @Test("After the close nothing fires")
    func closed() throws {
        let city = RegistryCity()
        city.send(.register(.passenger()))
        city.registry.entered { $0.close() }
        let count = city.notes.count
        try city.run(until: at(day: 30))
        // The mail that was under way arrives.
        #expect(city.notes.count == count + 1)
        #expect(city.store.count == 1)
    }

    @Test("A timer's tag names its account and its purpose, for every number")
    func tags() {
        for number: Int32 in [1, 2, 255, 256, 65_536, .max] {
            for timer in AccountTimer.allCases {
                let tag = AccountRegistry.tag(timer, AccountID(number))
                #expect(tag != AccountRegistry.pruneTag)
                let found = AccountRegistry.timer(of: tag)
                #expect(found?.0 == timer && found?.1 == AccountID(number))
            }
        }
    }
}
