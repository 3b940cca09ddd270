// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Deletion")
struct DeletionTests {
    private let alice = AccountID(1)

    private func people() throws -> (AccountCity, Session) {
        var city = AccountCity()
        city.settle(.epoch, .passenger())
        city.settle(.epoch, .passenger("bob1", "b@c.it"))
        let session = try city.logIn(.epoch)
        return (city, session)
    }

    private func proceed(_ password: String = "Passw0rd", _ proceed: Bool = true) -> AccountMessage {
        .confirmDeletion(password: password, proceed: proceed)
    }

    @Test("ACCOUNT-PROFILE-04A: only the owner may ask for the deletion of an account")
    func owner() throws {
        var (city, session) = try people()
        #expect(city.send(.epoch, .askDeletion(AccountID(2)), as: session) == .deletionRefused(.notOwner))
        #expect(city.events.last == .deletionRefused(account: alice, reason: .notOwner))
        #expect(city.send(.epoch, .askDeletion(alice), as: session) == .deletionAsked)
        #expect(city.events.last == .accountDeletionAsked(account: alice))
    }

    @Test("ACCOUNT-PROFILE-04B: a wrong password or no proceed deletes nothing")
    func password() throws {
        var (city, session) = try people()
        #expect(city.send(.seconds(9), proceed(), as: session) == .deletionRefused(.notAsked))
        city.send(.seconds(10), .askDeletion(alice), as: session)
        #expect(city.send(.seconds(10), proceed("Passw0rd?"), as: session) == .deletionRefused(.badPassword))
        #expect(city.events.last == .deletionRefused(account: alice, reason: .badPassword))
        _ = try city.logIn(.seconds(11))
        // The first step is to be taken again.
        #expect(city.send(.seconds(12), proceed(), as: session) == .deletionRefused(.notAsked))
        city.send(.seconds(13), .askDeletion(alice), as: session)
        #expect(city.send(.seconds(13), proceed("Passw0rd", false), as: session) == .deletionRefused(.notProceeded))
        #expect(city.shelf.count == 2)
    }

    @Test("ACCOUNT-PROFILE-04C: two reservations are cancelled first, and nothing is found of the person")
    func deleted() throws {
        var (city, session) = try people()
        city.port.set {
            $0.reservations[PassengerID(1)] = 2
            $0.histories[.passenger(PassengerID(1))] = [
                HistoryEntry(number: 1, time: .epoch, isFulfilled: true)
            ]
        }
        city.send(.seconds(1), .draft(.of { $0.name = "Alba" }), as: session)
        city.send(.seconds(1), .askDeletion(alice), as: session)
        #expect(city.send(.seconds(1), proceed(), as: session) == .deleted)
        #expect(city.port.reported == ["cancel 1", "forget passenger 1"])
        // Two reservations, one account, one ride.
        #expect(city.events.last == .accountDeleted(account: alice, erased: 4))
        #expect(city.shelf.account(username: "alice1") == nil && city.shelf.account(email: "a@b.it") == nil)
        for secret in ["alice1", "a@b.it", "Alba"] {
            #expect(!"\(city.rules)\(city.shelf)\(city.sessions)\(city.events)".contains(secret))
        }
        #expect(city.sessions.isEmpty)
        #expect(city.send(.seconds(2), .viewProfile, as: session) == .loggedOut)
        // Name and address are free; the number is not given again.
        #expect(city.send(.seconds(3), .register(.passenger())) == .registered(AccountID(3)))
    }

    @Test("ACCOUNT-PROFILE-04C: while a request or a ride is open nothing is deleted")
    func riding() throws {
        var (city, session) = try people()
        city.port.set {
            $0.reservations[PassengerID(1)] = 2
            $0.riding = [.passenger(PassengerID(1))]
        }
        city.send(.seconds(1), .askDeletion(alice), as: session)
        #expect(city.send(.seconds(1), proceed(), as: session) == .deletionRefused(.activeRide))
        #expect(city.events.last == .deletionRefused(account: alice, reason: .activeRide))
        #expect(city.shelf.count == 2 && city.port.reported == [])
    }

    @Test("DEC-ACCOUNT-DELETE: a driver goes off shift first, and the timers of the licence go")
    func driver() throws {
        var city = AccountCity()
        city.settle(.epoch, .driver(expiry: CivilDate(1970, 6, 1)))
        let session = try city.logIn(.epoch, "dora1")
        city.send(.seconds(1), .askDeletion(alice), as: session)
        #expect(city.send(.seconds(1), proceed(), as: session) == .deleted)
        #expect(city.port.reported == ["off shift 1", "forget driver 1"])
        city.run(until: on(1971, 1, 1))
        #expect(city.mailTimes(.licenceReminder).isEmpty)
        #expect(!city.facts.contains { if case .licenceExpired = $0 { true } else { false } })
    }

    @Test("A deletion that the store does not take is refused, and the person stays logged in")
    func notStored() throws {
        var (city, session) = try people()
        city.send(.seconds(1), .askDeletion(alice), as: session)
        city.isStoreBroken = true
        #expect(city.send(.seconds(1), proceed(), as: session) == .deletionRefused(.notStored))
        #expect(city.sessions == [session] && city.shelf.count == 2)
        #expect(city.port.reported.isEmpty)
    }

    @Test("Every reason to refuse a deletion is reached")
    func allRefusals() throws {
        var (city, session) = try people()
        let rider = Role.passenger(PassengerID(1))
        let tries: [(AccountMessage, isRiding: Bool, isBroken: Bool)] = [
            (proceed("Passw0rd?"), false, false), (proceed("Passw0rd", false), false, false),
            (proceed(), true, false), (.askDeletion(AccountID(2)), false, false), (proceed(), false, false),
            (proceed(), false, true),
        ]
        for (place, attempt) in tries.enumerated() {
            // The fifth comes without the first step.
            if place != 4 { city.send(.seconds(1), .askDeletion(alice), as: session) }
            city.port.set { $0.riding = attempt.isRiding ? [rider] : [] }
            city.isStoreBroken = attempt.isBroken
            city.send(.seconds(1), attempt.0, as: session)
            if place == 3 { city.send(.seconds(1), .logout, as: session) }
        }
        let reached = city.events.compactMap { if case .deletionRefused(_, let reason) = $0 { reason } else { nil } }
        #expect(reached == DeletionRefusal.allOfTaxi)
    }
}
