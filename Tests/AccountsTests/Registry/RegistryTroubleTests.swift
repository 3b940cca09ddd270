// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
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
        #expect(city.clients.reported.isEmpty)
        try city.run(until: .seconds(3))
        #expect(city.clients.reported.map(\.1) == [.active(first)])
        #expect(city.clients.reported.map(\.0) == [.visitor(6)])
        #expect(city.notes.last?.time == .seconds(3))
        #expect(city.box.mails.isEmpty)
        // ACCOUNT-FB-02 and a second try.
        #expect(city.send(.providerLogin, from: .visitor(6)) == nil)
        city.send(.providerRegister(consent: true), from: .visitor(6))
        city.send(.providerLogin, from: .visitor(7))
        try city.run(until: .seconds(9))
        let session = try #require(city.gateway.sessions.first)
        #expect(
            city.clients.reported.dropFirst().map(\.1) == [
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
        city.registry.onLoop { $0.close() }
        try city.run(until: .seconds(9))
        #expect(city.store.count == 0 && city.clients.reported.isEmpty)
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
        #expect(city.registry.onLoop { $0.storeFailure } is FragileStore.Broken)
        city.send(.draft(.of { $0.name = "Alba" }), as: session)
        #expect(city.send(.done, as: session) == .profileRefused(.notStored, missing: AccountFields([])))
        city.send(.askDeletion(first), as: session)
        #expect(
            city.send(.confirmDeletion(password: "Passw0rd", proceed: true), as: session)
                == .deletionRefused(.notStored))
        #expect(city.gateway.sessions == [session])
        // No reservation was cancelled: bob1's number came back, the login was told, and nothing else.
        #expect(city.taxis.reported == ["back passenger 2", "began passenger 1 web"])
        try city.run(until: at(day: 9))
        #expect(city.box.mails.isEmpty)
        city.store.isBroken = false
        #expect(city.store.account(first)?.name == "Alice")
        // The number that was lost is not given again.
        #expect(city.send(.register(.passenger("bob1", "b@c.it"))) == .registered(AccountID(3)))
    }

    // MARK: Outages

    @Test("AVAIL-02: an account whose days end in an outage is deleted after it; a click of before the end comes first")
    func outage() throws {
        for isClicked in [false, true] {
            let city = RegistryCity()
            city.send(.register(.passenger()))
            try city.run(until: at(day: 6, 23))
            let link = try #require(city.box.link(of: first, .confirmation))
            city.hold.begin()
            try city.run(until: at(day: 7, 2))
            #expect(city.store.count == 1 && !city.events.contains(.registrationExpired(account: first)))
            // Served after the outage, with the time at which it reached the server.
            if isClicked { #expect(city.send(.followLink(link), reached: at(day: 7)) == .linkFollowed(.confirmation)) }
            city.hold.end()
            #expect(city.hold.lastCount == (isClicked ? 0 : 1))
            try city.run(until: at(day: 7, 2))
            #expect(city.store.account(first)?.isConfirmed == (isClicked ? true : nil))
            #expect(city.notes.contains { $0 == (at(day: 7, 2), .registrationExpired(account: first)) } != isClicked)
        }
    }

    @Test("AVAIL-02: days that end after the outage, while its messages still wait, end after them too")
    func backlog() throws {
        let city = RegistryCity()
        city.send(.register(.passenger()))
        try city.run(until: at(day: 6, 22))
        let link = try #require(city.box.link(of: first, .confirmation))
        city.hold.begin()
        try city.run(until: at(day: 6, 23))
        // The server is up, but the click of the outage is served at 2 o'clock only; the days end at midnight.
        city.hold.restart(at: at(day: 6, 23))
        try city.run(until: at(day: 7, 2))
        #expect(city.send(.followLink(link), reached: at(day: 6, 22)) == .linkFollowed(.confirmation))
        city.hold.end()
        try city.run(until: at(day: 7, 3))
        #expect(city.store.account(first)?.isConfirmed == true)
        #expect(!city.events.contains(.registrationExpired(account: first)))
    }

    @Test("A timer that is planned anew in an outage fires once, at its new time")
    func replacedTimer() throws {
        let city = RegistryCity()
        city.enroll(.passenger(), person: 1)
        let session = try city.logIn()
        city.send(.draft(.of { $0.email = "y@b.it" }), as: session)
        city.send(.done, as: session)
        try city.run(until: at(day: 0, 23))
        city.hold.begin()
        try city.run(until: at(day: 1, 1))
        city.send(.draft(.of { $0.email = "z@b.it" }), as: session)
        city.send(.done, as: session)
        city.hold.end()
        try city.run(until: at(day: 1, 2))
        #expect(city.store.account(first)?.pendingEmail == "z@b.it")
        try city.run(until: at(day: 2, 1))
        #expect(city.store.account(first)?.pendingEmail == nil)
    }

    @Test("AVAIL-02: what the provider says in an outage is answered after it, in order")
    func providerOutage() throws {
        let carla = ProviderIdentity(email: "c@b.it", name: "Carla", surname: "Neri", username: "carla1")
        let city = RegistryCity { $0 == .visitor(6) ? carla : nil }
        city.send(.providerRegister(consent: true), from: .visitor(6))
        city.send(.providerLogin, from: .visitor(6))
        city.send(.providerLogin, from: .visitor(7))
        city.hold.begin()
        try city.run(until: .seconds(60))
        #expect(city.clients.reported.isEmpty && city.store.count == 0)
        city.hold.end()
        #expect(city.hold.lastCount == 3)
        try city.run(until: .seconds(60))
        let session = try #require(city.gateway.sessions.first)
        #expect(
            city.clients.reported.map(\.1) == [.active(first), .loggedIn(session), .loginRefused(.providerRefused)])
        #expect(city.notes.last?.time == .seconds(60))
    }

    @Test(
        "DEC-CONFIRM-TIMERS: a click that arrives at exactly 168 h comes before the end of the account, in the city too"
    )
    func clickAtTheEnd() throws {
        for late in [0, 1] {
            let city = RegistryCity()
            let answers = StandInClients()
            let (registry, box) = (city.registry, city.box)
            // The end of the account was planned before the click was: only their kinds say which comes first.
            city.send(.register(.passenger()))
            city.loop.schedule(at: CityTime(nanoseconds: at(day: 7).nanoseconds + Int64(late)), as: .arrival) {
                let message = AccountMessage.followLink(
                    box.link(of: AccountID(1), .confirmation) ?? Token(high: 0, low: 0))
                let envelope = Envelope(message, from: .visitor(1))
                if let answer = registry.receive(message, of: envelope, session: nil) {
                    answers.notify(.visitor(1), answer)
                }
            }
            try city.run(until: at(day: 9))
            #expect(answers.reported.map(\.1) == [late == 0 ? .linkFollowed(.confirmation) : .linkUnknown])
            #expect(city.events.contains(.registrationExpired(account: first)) == (late == 1))
        }
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
        before.registry.onLoop { $0.close() }

        let after = RegistryCity(start: on(2026, 1, 1, 7), store: store)
        try after.registry.onLoop { try $0.restore() }
        try after.run(until: on(2026, 7, 2))
        let times = after.notes.map(\.time)
        let reminder = after.events.firstIndex(of: .mailSent(account: first, kind: .confirmationReminder))
        #expect(reminder.map { times[$0] } == on(2026, 1, 3))
        let expired = after.events.firstIndex(of: .registrationExpired(account: first))
        #expect(expired.map { times[$0] } == on(2026, 1, 8))
        let licence = after.events.firstIndex(of: .mailSent(account: AccountID(2), kind: .licenceReminder))
        #expect(licence.map { times[$0] } == on(2026, 3, 30))
        #expect(after.taxis.reported == ["back passenger 1", "licence 50 false"])
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
            try after.registry.onLoop { try $0.restore() }
            try after.run(until: at(day: days, 1))
            #expect(after.events.contains(.registrationExpired(account: first)) == isExpired)
            #expect(after.box.mails.map(\.kind) == (isExpired ? [] : [.confirmationReminder]))
        }
    }

    @Test("After the close nothing fires")
    func closed() throws {
        let city = RegistryCity()
        city.send(.register(.passenger()))
        city.registry.onLoop { $0.close() }
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
