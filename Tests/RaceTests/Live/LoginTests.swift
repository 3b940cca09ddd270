// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import RaceService
import Testing

/// Who may do what: each message in the session of its sender, and in no other.
@Suite("Logins of organisers and users of races") struct LoginTests {
    private static let organiser = OrganiserID(1)
    private static let create = RaceMessage.organiser(organiser, .create(RaceTown.race(at: 120)))
    private static let list = RaceMessage.organiser(organiser, .listComing)

    @Test(
        "RACE-R24: an organiser who is logged in sees the coming races and creates one with times, track and maximum 100, and it is listed; without a login nothing happens"
    )
    func organises() throws {
        let town = try RaceTown()
        let runner = try #require(try town.newSession(.raceUser, "ada", at: 0))
        #expect(try town.send(.register(RaceTown.form(.organiser, "club")), at: 2) == .active(AccountID(2)))

        // The account is there, and nobody has logged in to it.
        for (second, message) in [(3.0, Self.list), (4, Self.create)] {
            #expect(try town.refusal(message, at: second, as: nil) == .notLoggedIn)
            // Also where it says that it comes from the organiser's client.
            let sender = Connection(.organiser(Self.organiser))
            #expect(try town.refusal(message, at: second + 0.5, as: nil, from: sender) == .notLoggedIn)
        }
        #expect(town.rules.races.isEmpty && town.client.count == 0)
        #expect(!town.lines.contains("raceCreated") && !town.lines.contains("racesListed"))

        let session = try #require(try town.logIn("club", at: 5))
        #expect(session.role == .organiser(Self.organiser))
        #expect(try town.refusal(Self.list, at: 6, as: session) == nil)
        #expect(try town.refusal(Self.create, at: 7, as: session) == nil)
        #expect(try town.refusal(Self.list, at: 8, as: session) == nil)
        let answers = town.client.answers(1)
        #expect(answers.prefix(2) == [.coming([]), .created(RaceID(1))] && answers.count == 3)
        guard case .coming(let rows) = answers.last, let row = rows.first else {
            Issue.record("the race is not listed")
            return
        }
        #expect(rows.count == 1 && row.race == RaceID(1) && row.maximum == 100 && row.length == .metres(1000))
        #expect(row.start == RaceTown.start + .hours(2) && row.end == RaceTown.start + .hours(3))
        #expect(town.lines.contains(#""event":"raceCreated","race":1,"organiser":1"#))

        // Users hear of it, and find it in their own list.
        #expect(try town.refusal(.user(RaceUserID(1), .list(.joining)), at: 9, as: runner) == nil)
        #expect(town.client.notices(1) == [.announced(row), .races([row], .joining)])
    }

    @Test("RACE-R24: a user's account organises nothing, and an organiser's account joins nothing")
    func otherRole() throws {
        let town = try RaceTown()
        let user = try #require(try town.newSession(.raceUser, "ada", at: 0))
        let organiser = try #require(try town.newSession(.organiser, "club", at: 2))
        let places = RaceMessage.organiser(Self.organiser, .defineTrack(RaceID(1), RaceTown.track))
        let ask = RaceMessage.organiser(Self.organiser, .askConsent(RaceUserID(1)))
        for (index, message) in [Self.list, Self.create, places, ask].enumerated() {
            let second = 4 + Double(index)
            #expect(try town.refusal(message, at: second, as: user) == .wrongRole, "\(message)")
            let sender = Connection(organiser.role)
            #expect(try town.refusal(message, at: second + 0.5, as: user, from: sender) == .wrongRole, "\(message)")
        }
        #expect(town.rules.races.isEmpty && town.client.count == 0)

        #expect(try town.refusal(Self.create, at: 10, as: organiser) == nil)
        let wishes: [RaceUserMessage] = [.list(.joining), .join(RaceID(1)), .giveConsent(Self.organiser), .addWish]
        for (index, wish) in wishes.enumerated() {
            let message = RaceMessage.user(RaceUserID(1), wish)
            #expect(try town.refusal(message, at: 11 + Double(index), as: organiser) == .wrongRole, "\(wish)")
        }
        let report = RaceMessage.runner(RaceUserID(1), .crossedStart(RaceID(1)))
        #expect(try town.refusal(report, at: 20, as: organiser) == .wrongRole)
        #expect(town.client.notices(1).count == 1 && town.rules[RaceID(1)]?.participants == 0)
    }

    @Test("RACE-R24: nobody speaks for another organiser or another user")
    func otherPerson() throws {
        let town = try RaceTown()
        let first = try #require(try town.newSession(.organiser, "club", at: 0))
        let second = try #require(try town.newSession(.organiser, "rival", at: 2))
        let user = try #require(try town.newSession(.raceUser, "ada", at: 4))
        #expect(second.role == .organiser(OrganiserID(2)))
        #expect(try town.refusal(Self.create, at: 6, as: second) == .wrongPerson)
        #expect(town.rules.races.isEmpty)
        let open = RaceMessage.organiser(Self.organiser, .create(RaceTown.race(at: 120, track: nil)))
        #expect(try town.refusal(open, at: 7, as: first) == nil)
        // In its own name it reaches the rules, which know whose race it is.
        let track = OrganiserMessage.defineTrack(RaceID(1), RaceTown.track)
        #expect(try town.refusal(.organiser(Self.organiser, track), at: 8, as: second) == .wrongPerson)
        #expect(try town.refusal(.organiser(OrganiserID(2), track), at: 9, as: second) == nil)
        #expect(town.client.answers(2) == [.trackRefused(RaceID(1), .notOrganiser)])
        #expect(try town.refusal(.user(RaceUserID(2), .list(.joining)), at: 10, as: user) == .wrongPerson)
        #expect(town.rules[RaceID(1)]?.track == nil)
    }

    @Test("RACE-R24: the token of a session that is over is refused, as is one that was never given")
    func ended() throws {
        let town = try RaceTown()
        let session = try #require(try town.newSession(.organiser, "club", at: 0))
        let user = try #require(try town.newSession(.raceUser, "ada", at: 2))
        #expect(try town.refusal(Self.create, at: 4, as: session) == nil)
        #expect(try town.send(.logout, at: 5, as: session) == .loggedOut)
        #expect(try town.refusal(Self.create, at: 6, as: session) == .notLoggedIn)
        let made = Session(token: Token(high: 1, low: 2), account: session.account, role: session.role)
        #expect(try town.refusal(Self.create, at: 7, as: made) == .notLoggedIn)
        #expect(town.rules.races.count == 1)

        // A new login has another token; the old one stays worthless.
        let again = try #require(try town.logIn("club", at: 8))
        #expect(again.token != session.token && again.role == session.role)
        #expect(try town.refusal(Self.create, at: 9, as: session) == .notLoggedIn)
        #expect(try town.refusal(Self.create, at: 10, as: again) == nil)
        #expect(town.rules.races.count == 2)

        // Whose account is gone has no session.
        #expect(try town.delete(2, at: 11, as: user) == .deleted)
        #expect(try town.refusal(.user(RaceUserID(1), .list(.joining)), at: 13, as: user) == .notLoggedIn)
        #expect(try town.logIn("ada", at: 14) == nil)
    }

    @Test("What only the city says is taken from no session: positions, new and deleted accounts, outages")
    func nobody() throws {
        let town = try RaceTown()
        let user = try #require(try town.newSession(.raceUser, "ada", at: 0))
        let organiser = try #require(try town.newSession(.organiser, "club", at: 2))
        let messages: [RaceMessage] = [
            .positions(RaceID(1), []), .enrol(RaceUserID(9)), .forget(RaceUserID(1)), .outage(.begins),
        ]
        for (index, message) in messages.enumerated() {
            for (part, session) in [user, organiser, nil].enumerated() {
                let second = 4 + Double(index) + 0.25 * Double(part)
                #expect(try town.refusal(message, at: second, as: session) == .wrongRole, "\(message)")
            }
        }
        #expect(town.rules.userCount == 1)
    }

    @Test("A wrong password begins no session, a username serves one account of either type, and no mail is waited for")
    func forms() throws {
        let town = try RaceTown()
        #expect(try town.send(.register(RaceTown.form(.organiser, "club")), at: 0) == .active(AccountID(1)))
        let wrong = LoginForm(username: "club", password: "Passw0rd2")
        #expect(try town.send(.login(wrong), at: 1) == .loginRefused(.badCredentials))
        var form = RaceTown.form(.raceUser, "club")
        form.email = "other@example.org"
        #expect(
            try town.send(.register(form), at: 2) == .rejected(.duplicateUsername, missing: AccountFields([])))
        #expect(
            try town.send(.register(RaceTown.form(.visitor, "ada")), at: 3)
                == .rejected(.unknownType, missing: AccountFields([])))
        form = RaceTown.form(.raceUser, "ada")
        form.consent = false
        #expect(try town.send(.register(form), at: 4) == .ended(.noConsent))
        #expect(town.client.mails == 0 && town.rules.userCount == 0)
        #expect(try town.logIn("club", at: 20)?.role == .organiser(Self.organiser))
    }
}
