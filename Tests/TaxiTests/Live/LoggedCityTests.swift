// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import RuleTestKit
import Synchronization
import TaxiRules
import TaxiService
import Testing

@testable import CityHost

/// A live city ends at some instant and is opened anew on its input log.
@Suite struct LoggedCityTests {
    /// A whole day of a passenger and a driver: accounts by mail, wrong and forgotten passwords, a ride, a reservation.
    private static func day(_ client: CityClient, _ mail: MailBox) async throws -> (passenger: Token, driver: Token) {
        func follow() async throws {
            // Mail leaves when its input is durable.
            try await client.loop.sleep(for: .seconds(1))
            let link = try #require(mail.all.last?.link)
            _ = try await client.follow(link)
        }
        _ = try await client.createPassenger(.passenger(1))
        try await follow()
        _ = try await client.createDriver(.driver(1))
        try await follow()
        await #expect(throws: LoginError.self) {
            _ = try await client.login(LoginForm(username: "user1", password: "Wrong0rd1"))
        }
        try await client.loop.sleep(for: .seconds(60))
        try await client.forgotPassword(email: "user1@example.org")
        try await follow()
        let temporary = try #require(mail.all.last?.temporaryPassword ?? mail.all.compactMap(\.temporaryPassword).last)
        let passenger = try await client.login(LoginForm(username: "user1", password: temporary))
        try await client.changePassword(
            passenger, PasswordChange(current: temporary, new: "Passw0rd1", newRepeat: "Passw0rd1"))
        let driver = try await client.driverInService(1)
        let request = try await client.placeCall(passenger, at: meeting, travelers: 2)
        let offer = try await client.nextOffer(driver)
        try await client.loop.sleep(for: .seconds(7))
        try await client.answer(driver, offer.id, accept: true)
        try await client.loop.sleep(for: .seconds(60))
        try await client.updateLocation(driver, latitude: 45.4605, longitude: 9.1901)
        try await client.passengerAboard(driver, request, travelers: 2)
        try await client.loop.sleep(for: .seconds(300))
        try await client.updateLocation(driver, latitude: 45.4605, longitude: 9.196)
        try await client.rideEnded(driver, request)
        let form = ReservationForm(
            origin: EnteredPlace(place: Place(metresEast: 400, north: 500)),
            destination: EnteredPlace(place: Place(metresEast: 1500, north: 500)),
            pickUp: CivilTime(client.loop.now + .hours(3)), travelers: 1, isShared: false)
        _ = try await client.reserve(passenger, form)
        _ = try await client.placeCall(passenger, at: meeting, travelers: 1)
        return (passenger, driver)
    }

    @Test("AVAIL-02: opened anew on its log the city has the same facts, accounts, sessions and notices, and goes on")
    func again() throws {
        let disk = TestDisk()
        let kept = Mailbox<(passenger: Token, driver: Token)>()
        let told = Mailbox<[String]>()
        let first = try LoggedCity(disk, secrets: 1)
        try first.story { client, mail in
            let tokens = try await Self.day(client, mail)
            kept.put(tokens)
            told.put(
                try await client.notices(tokens.passenger, after: 0).news.map { "\($0.number) \($0.time) \($0.news)" })
        }
        let facts = first.facts
        let mails = first.mail.all.count
        let profile = first.accounts.account(AccountID(1))
        first.end()

        let second = try LoggedCity(disk, secrets: 2)
        #expect(second.facts == facts && facts.count > 40)
        #expect(second.takenUp.inputs == disk.inputs.count && second.takenUp.cut == 0)
        #expect(second.accounts.account(AccountID(1)) == profile && profile?.password != nil)
        // Nothing leaves a second time.
        #expect(second.mail.all.isEmpty && mails >= 3)
        let (passenger, driver) = try #require(kept.value)
        let before = try #require(told.value)
        try second.story { client, _ in
            let read = try await client.notices(passenger, after: 0)
            #expect(read.news.map { "\($0.number) \($0.time) \($0.news)" } == before)
            // Where the taxi is and what its odometer shows is known, and its driver still has the offer.
            let offer = try await client.nextOffer(driver)
            try await client.answer(driver, offer.id, accept: true)
            #expect(try await client.notices(passenger, after: read.last).news.map(\.number) == [read.last + 1])
            await #expect(throws: CallError.self) {
                _ = try await client.placeCall(passenger, at: meeting, travelers: 1)
            }
            #expect(try await client.reservations(passenger).count == 1)
            #expect(try await client.history(passenger).count >= 1)
            let place = try await client.updateLocation(driver, latitude: 45.4605, longitude: 9.197)
            #expect(place.east > 0)
            // The new password is in force, and others are not.
            _ = try await client.login(LoginForm(username: "user1", password: "Passw0rd1"))
            await #expect(throws: LoginError.self) {
                _ = try await client.login(LoginForm(username: "driver1", password: "Masked00"))
            }
        }
        let odometers = second.odometers
        #expect(odometers.count == 4 && odometers[3] > odometers[2] && odometers[2] > .metres(400))
        let longer = second.facts
        second.end()
        // And a third one has what the second did, too.
        let third = try LoggedCity(disk, secrets: 3)
        #expect(third.facts == longer && longer.count > facts.count)
        third.end()
    }

    @Test("No password, no secret of a session and none of a link stands in the log")
    func noSecrets() throws {
        let disk = TestDisk()
        let city = try LoggedCity(disk)
        let used = Mailbox<[String]>()
        try city.story { client, mail in
            let tokens = try await Self.day(client, mail)
            used.put(mail.all.compactMap(\.temporaryPassword) + ["Passw0rd1", "Wrong0rd1"])
            _ = tokens
        }
        let text = disk.inputs.map { "\($0)" }.joined()
        let passwords = try #require(used.value)
        #expect(passwords.count == 3)
        for password in passwords { #expect(!text.contains(password), "\(password)") }
        // A secret is taken once, leads to its token, and is not the token.
        let secrets = RecordedSecrets(KeyedSecrets(key: [5]))
        let token = secrets.next()
        let secret = try #require(secrets.takeSecret(of: token))
        #expect(RecordedSecrets.token(of: secret) == token && secret.count == 64)
        #expect(secrets.takeSecret(of: token) == nil)
        #expect(RecordedSecrets.token(of: secret + " ") != token)
        city.end()
    }

    @Test(
        "A log of another build, city, version or time, one that is damaged, and one with a foreign message are refused"
    )
    func refused() throws {
        let disk = TestDisk()
        let city = try LoggedCity(disk)
        try city.story { client, mail in _ = try await Self.day(client, mail) }
        city.end()
        let whole = disk.inputs
        func problem(
            _ inputs: [StoredInput]? = nil, origin: LogOrigin = LoggedCity.origin, start: CityTime? = nil,
            types: [any ServedMessage.Type] = [TaxiMessage.self]
        ) -> LogProblem? {
            disk.inputs = inputs ?? whole
            defer { #expect(disk.inputs == inputs ?? whole, "a log that is refused is left as it was") }
            do {
                _ = try LoggedCity(disk, origin: origin, start: start, types: types)
                return nil
            } catch {
                return error as? LogProblem
            }
        }
        #expect(problem(origin: LogOrigin(build: "b2", city: "three squares")) == .build(found: "b1", wanted: "b2"))
        #expect(problem(origin: LogOrigin(build: "b1", city: "x")) == .city(found: "three squares", wanted: "x"))
        #expect(problem(start: .seconds(9 * 3600)) == .start(found: .seconds(8 * 3600), wanted: .seconds(9 * 3600)))
        #expect(problem(Array(whole[..<4]) + whole[5...]) == .damaged(input: 5))
        #expect(problem([whole[0]] + [whole[2]] + whole[3...]) == .damaged(input: 2))
        guard case .unreadable(let input, let why) = problem(types: []) else {
            Issue.record("a message of no service was taken")
            return
        }
        #expect(input > 1 && why.contains("TaxiMessage"))
    }

    @Test("AVAIL-02: a city goes on from a log whose last input are bytes that a timer drew")
    func drawnByTimer() throws {
        let disk = TestDisk()
        let city = try LoggedCity(disk, secrets: 1)
        try city.story { client, mail in
            _ = try await client.createPassenger(.passenger(1))
            // Nobody follows the link: a reminder with a new one goes out by itself.
            try await client.loop.sleep(for: .hours(24 * 20))
        }
        let facts = city.facts
        city.end()
        let drawn = disk.inputs.indices.filter { if case .drawn = disk.inputs[$0].body { true } else { false } }
        let last = try #require(drawn.last)
        for end in [last + 1, disk.inputs.count] {
            let cut = TestDisk()
            cut.inputs = Array(disk.inputs[..<end])
            let again = try LoggedCity(cut, secrets: 2)
            #expect(again.takenUp.inputs == end && facts.starts(with: again.facts))
            again.end()
        }
    }

    @Test("A torn write at the end is cut off and said; the same in the middle is damage")
    func torn() throws {
        let disk = TestDisk()
        let city = try LoggedCity(disk)
        try city.story { client, mail in _ = try await Self.day(client, mail) }
        city.end()
        var inputs = disk.inputs
        let last = try #require(inputs.last)
        let torn = try StoredInput(
            last.key.number + 1, last.time, last.after, .drawn([[1, 2]]), behind: Token(high: 1, low: 1))
        disk.inputs = inputs + [torn]
        let again = try LoggedCity(disk)
        #expect(again.takenUp.cut == 1 && again.takenUp.inputs == inputs.count && disk.inputs == inputs)
        try again.story { client, _ in _ = try await client.passenger(1) }
        again.end()
        #expect(disk.inputs.count == inputs.count + 1)
        inputs.insert(torn, at: 3)
        inputs = inputs.enumerated().filter { $0.offset != 4 }.map(\.element)
        disk.inputs = inputs
        #expect(throws: LogProblem.self) { _ = try LoggedCity(disk) }
    }

    @Test("ACCOUNT-LOGIN-07: sessions end after 12 h without use and after 30 days in all; a restart knows that too")
    func sessionsEnd() throws {
        let disk = TestDisk()
        let limits = SessionLimits(idle: .hours(12), whole: .hours(30 * 24))
        let city = try LoggedCity(disk, limits: limits)
        let tokens = Mailbox<[Token]>()
        try city.story { client, mail in
            _ = try await client.createPassenger(.passenger(1))
            try await client.loop.sleep(for: .seconds(1))
            _ = try await client.follow(try #require(mail.all.last?.link))
            let idle = try await client.passenger(1)
            let used = try await client.passenger(1)
            tokens.put([idle, used])
            let ended = Mailbox<CityTime>()
            client.loop.start("stream", endless: true) {
                await #expect(throws: AccessError.notLoggedIn) { _ = try await client.notices(idle, after: 0) }
                ended.put(client.loop.now)
            }
            let begin = client.loop.now
            for _ in 0..<80 {
                try await client.loop.sleep(for: .hours(9))
                if client.loop.now - begin < .hours(30 * 24) { _ = try await client.profile(used) }
            }
            try await client.loop.sleep(for: .minutes(2))
            let lasted = try #require(ended.value) - begin
            #expect(lasted >= .hours(12) && lasted < .hours(12) + .minutes(2))
            await #expect(throws: AccessError.notLoggedIn) { _ = try await client.profile(idle) }
            await #expect(throws: AccessError.notLoggedIn) { _ = try await client.profile(used) }
        }
        let facts = city.facts
        #expect(facts.count { $0.contains("loggedOut") } == 2)
        city.end()
        let again = try LoggedCity(disk, limits: limits)
        #expect(again.facts == facts)
        for token in try #require(tokens.value) { #expect(again.access.gateway.session(of: token) == nil) }
        again.end()
    }
}
