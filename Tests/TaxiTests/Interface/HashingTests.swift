// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import Dispatch
import RuleTestKit
import Synchronization
import TaxiRules
import TaxiService
import Testing

/// Passwords are hashed beside the loop: a whole server goes on meanwhile.
@Suite struct HashingTests {
    @Test("Offers are made and answered while 100 passwords are being hashed")
    func offersMeanwhile() throws {
        let gate = GatedHash()
        let pool = WorkPool(threads: 4, waits: false)
        let city = try InterfaceCity(needsSessions: false, workers: 101, hash: gate, pool: pool)
        try city.enroll(.passenger, 1)
        let gateway = city.gateway
        func send(_ second: Double, _ connection: Connection, _ message: any ServedMessage) {
            city.loop.schedule(at: .seconds(second), as: .arrival) {
                gateway.arrive(Envelope(message, from: connection))
            }
        }
        let (driver, passenger) = (Connection.driver(DriverID(1)), Connection.passenger(PassengerID(1)))
        let middle = Place(metresEast: 400, north: 500)
        send(1, driver, TaxiMessage.driver(DriverID(1), .login))
        send(2, driver, TaxiMessage.driver(DriverID(1), .setStatus(inService: true, place: middle, odometer: .zero)))
        for number in 0..<100 as Range<Int32> {
            send(
                10, .visitor(number),
                AccountMessage.login(LoginForm(username: "user1", password: number == 0 ? "Passw0rd1" : "Wr0ngword")))
        }
        send(20, passenger, TaxiMessage.passenger(PassengerID(1), .login(client: .mobile)))
        send(21, passenger, TaxiMessage.passenger(PassengerID(1), .prepareCall))
        let form = CallForm(client: .mobile, source: .address, radius: .zero, place: middle, travelers: 1)
        send(22, passenger, TaxiMessage.passenger(PassengerID(1), .call(form: form)))
        send(30, driver, TaxiMessage.driver(DriverID(1), .answer(offer: OfferID(1), accept: true)))
        city.loop.schedule(at: .seconds(100)) {
            gate.open()
            pool.waitForAll()
        }
        city.loop.schedule(at: .seconds(101)) {}
        try city.loop.run(until: .seconds(200))

        func times(_ isCounted: (CityEvent) -> Bool) -> [CityTime] {
            city.records.filter { isCounted($0.event) }.map(\.time)
        }
        #expect(times { if case .taxi(.offerSent) = $0 { true } else { false } } == [.seconds(22)])
        #expect(times { if case .taxi(.offerAccepted) = $0 { true } else { false } } == [.seconds(30)])
        let begun = times { if case .account(.loginAttempted) = $0 { true } else { false } }
        #expect(begun.count == 100 && begun.allSatisfy { $0 >= .seconds(100) })
        let answered = times {
            guard case .server(.messageAnswered(_, .login, _, _, _, let arrived, _, _)) = $0 else { return false }
            return arrived == .seconds(10)
        }
        #expect(answered == begun)
        // Nothing was worked out a second time, in a turn.
        #expect(gate.count == 100)
    }

    @Test(
        "What passwords were worked out beside the loop decides as if it were done in the turn", arguments: [nil, 1, 4])
    func sameOutcome(threads: Int?) throws {
        let pool = threads.map { WorkPool(threads: $0, waits: true) }
        let hash = CountedHash()
        let city = try InterfaceCity(service: .milliseconds(50), hash: hash, pool: pool)
        let mail = city.mail
        let loop = city.loop
        try city.story { client in
            _ = try await client.createPassenger(.passenger(1))
            try await loop.sleep(for: .seconds(1))
            let link = try #require(mail.all.last?.link)
            _ = try await client.follow(link)
            await #expect(throws: (any Error).self) {
                try await client.login(LoginForm(username: "user1", password: "Wr0ngword"))
            }
            try await loop.sleep(for: .seconds(20))
            let token = try await client.passenger(1)
            try await client.changePassword(
                token, PasswordChange(current: "Passw0rd1", new: "N3wsecret", newRepeat: "N3wsecret"))
            try await client.logout(token)
            try await client.forgotPassword(email: "user1@example.org")
            try await loop.sleep(for: .seconds(1))
            let last = try #require(mail.all.last)
            _ = try await client.follow(try #require(last.link))
            let temporary = try #require(last.temporaryPassword)
            _ = try await client.login(LoginForm(username: "user1", password: temporary))
        }
        let words = city.accounts.map(\.name)
        // The decoy of unknown names, the registration, three logins, two for the change, the temporary password.
        #expect(hash.count == 8)
        #expect(words.filter { $0 == "loginSucceeded" }.count == 2 && words.contains("passwordChanged"))
    }
}

/// A real hash that counts its work.
private final class CountedHash: PasswordHash {
    private let argon2 = Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [1]))
    private let calls = Atomic<Int>(0)

    var count: Int { calls.load(ordering: .relaxed) }

    func hash(_ password: String) -> String { hashing(password)() }

    func hashing(_ password: String) -> @Sendable () -> String {
        let call = argon2.hashing(password)
        return { [self] in
            calls.add(1, ordering: .relaxed)
            return call()
        }
    }

    func verify(_ password: String, against hash: String) -> Bool {
        calls.add(1, ordering: .relaxed)
        return argon2.verify(password, against: hash)
    }
}

/// A stand-in for a real hash that lets nobody know whether a password is right until the gate is open.
private final class GatedHash: PasswordHash {
    private let gate = DispatchSemaphore(value: 0)
    private let verified = Atomic<Int>(0)

    /// How often a password was looked at.
    var count: Int { verified.load(ordering: .relaxed) }

    func open() { gate.signal() }

    func hash(_ password: String) -> String { "stored:" + password }

    func verify(_ password: String, against hash: String) -> Bool {
        gate.wait()
        gate.signal()
        verified.add(1, ordering: .relaxed)
        return hash == "stored:" + password
    }
}
