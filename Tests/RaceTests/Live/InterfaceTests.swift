// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityGateway
import CityLoop
import CityModel
import CityTestKit
import Foundation
import RaceRules
import RaceService
import Testing

/// What an organiser does: looks at the coming races, and creates one while there are few.
func organise(
    _ city: some RaceUserService & OrganiserService, as form: LoginForm, _ race: RaceForm
) async throws -> RaceID? {
    let token = try await city.loginToRaces(form)
    guard try await city.comingRaces(token).count < 10 else { return nil }
    return try await city.createRace(token, race)
}

/// What a runner's app does: joins, says yes to the organiser, and reports from the start line to the finish.
func run(
    _ city: some RaceUserService, as form: LoginForm, in race: RaceID, measure: () async -> (Place, Distance)?
) async throws {
    let token = try await city.loginToRaces(form)
    do {
        _ = try await city.join(token, race: race)
    } catch .refused(.noConsent) {
        while true {
            guard case .consentAsked(let organiser) = try await city.nextRaceNotice(token) else { continue }
            try await city.giveConsent(token, to: organiser)
            break
        }
        _ = try await city.join(token, race: race)
    }
    while try await city.nextRaceNotice(token) != .started(race) {}
    try await city.crossedStart(token, of: race)
    while let (place, covered) = await measure() {
        try await city.reportPosition(token, in: race, at: place, covered: covered)
    }
    try await city.crossedFinish(token, of: race)
}

/// The race service through the public interface: every answer, and every refusal as a typed error.
@Suite("The race service in the public interface") struct InterfaceTests {
    private static let race = RaceID(1)
    private static let club = OrganiserID(1)

    private static func login(_ name: String) -> LoginForm { LoginForm(username: name, password: RaceTown.password) }

    @Test("The example of the article runs: a race is created, and somebody joins it, runs and finishes")
    func example() throws {
        let town = try InterfaceTown()
        try town.story { city in
            _ = try await city.createRaceUser(RaceTown.form(.raceUser, "ada"))
            _ = try await city.createOrganiser(RaceTown.form(.organiser, "club"))
            let race = try #require(try await organise(city, as: Self.login("club"), RaceTown.race(at: 10)))
            city.loop.start("ada") {
                // 1 km at 4 m/s.
                try await run(city, as: Self.login("ada"), in: race) {
                    try? await city.loop.sleep(for: .seconds(1))
                    let metres = (city.loop.now - RaceTown.start - .minutes(10)).inSeconds * 4
                    return metres < 1000 ? (Place(metresEast: metres, north: 0), .metres(metres)) : nil
                }
            }
            let token = try await city.user("bea")
            while city.loop.now < RaceTown.start + .minutes(20) { try await city.loop.sleep(for: .minutes(1)) }
            let statistics = try await city.statistics(token, ofRace: race)
            #expect(statistics.finished == 1 && statistics.first.first?.time == .seconds(250))
        }
        #expect(town.rules[Self.race]?.runners.map(\.phase) == [.finished])
    }

    @Test("The article shows this very example")
    func article() throws {
        let example = try #require(
            try ArticleExample(with: "func organise", in: "Races/RaceService/RaceService.docc/LiveRaceService.md"))
        let code = try #require(example.shown.range(of: "/// What an organiser does")).lowerBound
        #expect(example.test.contains(example.shown[code...]) && example.shown.contains("func run"))
    }

    @Test(
        "RACE-R24: through the interface, too, a logged-in organiser sees the coming races and creates one for at most 100; without a login, with a user's or when it is over there is none"
    )
    func organises() throws {
        let town = try InterfaceTown()
        try town.story { city in
            let form = RaceTown.race(at: 60)
            await #expect(throws: RaceFormError.access(.notLoggedIn)) {
                try await city.createRace(Token(high: 1, low: 2), form)
            }
            let user = try await city.user("ada")
            await #expect(throws: RaceFormError.access(.wrongRole)) { try await city.createRace(user, form) }
            await #expect(throws: AccessError.wrongRole) { try await city.comingRaces(user) }

            let club = try await city.organiser("club")
            #expect(try await city.comingRaces(club).isEmpty)
            #expect(try await city.createRace(club, form) == Self.race)
            let rows = try await city.comingRaces(club)
            #expect(rows.map(\.race) == [Self.race] && rows.first?.maximum == 100)
            #expect(rows.first?.length == .metres(1000) && rows.first?.start == form.start)
            let list = try await city.races(user, for: .joining)
            #expect(list.rows == rows && list.purpose == .joining)
            let row = try #require(rows.first)
            #expect(try await city.nextRaceNotice(user) == .announced(row))

            try await city.logout(club)
            await #expect(throws: RaceFormError.access(.notLoggedIn)) { try await city.createRace(club, form) }
            await #expect(throws: LoginError.refused(.badCredentials)) {
                try await city.loginToRaces(LoginForm(username: "club", password: "Passw0rd2"))
            }
        }
        #expect(town.rules.races.count == 1)
    }

    @Test("A race's form that breaks a rule or lacks something, and a track that is refused, are errors of their own")
    func forms() throws {
        try InterfaceTown().story { city in
            let (club, rival) = (try await city.organiser("club"), try await city.organiser("rival"))
            await #expect(throws: RaceFormError.missing([.start, .end, .maximum])) {
                try await city.createRace(club, RaceForm(name: "run"))
            }
            var form = RaceTown.race(at: 60, track: nil)
            form.end = form.start
            let wrong = form
            await #expect(throws: RaceFormError.refused(.badTimes)) { try await city.createRace(club, wrong) }
            await #expect(throws: RaceFormError.refused(.trackNotCovered)) {
                try await city.createRace(club, RaceTown.race(at: 60, track: RaceTown.outside))
            }
            #expect(try await city.createRace(club, RaceTown.race(at: 60, track: nil)) == Self.race)
            await #expect(throws: TrackError.refused(.notOrganiser)) {
                try await city.defineTrack(rival, of: Self.race, RaceTown.track)
            }
            await #expect(throws: TrackError.refused(.notCovered)) {
                try await city.defineTrack(club, of: Self.race, RaceTown.outside)
            }
            try await city.defineTrack(club, of: Self.race, RaceTown.track)
            await #expect(throws: TrackError.refused(.alreadyDefined)) {
                try await city.defineTrack(club, of: Self.race, RaceTown.track)
            }
            #expect(try await city.comingRaces(rival).first?.length == .metres(1000))
            // A form of the other type of account opens none.
            await #expect(throws: RegistrationError.wrongType) {
                try await city.createOrganiser(RaceTown.form(.raceUser, "ada"))
            }
            await #expect(throws: RegistrationError.wrongType) {
                try await city.createRaceUser(RaceTown.form(.organiser, "ada"))
            }
        }
    }

    @Test("Joining: consent is asked for, given and withdrawn; each refusal is an error of its own")
    func joining() throws {
        try InterfaceTown().story { city in
            let (ada, club) = (try await city.user("ada"), try await city.organiser("club"))
            try await city.waitForRace(ada)
            await #expect(throws: RaceUserError.refused(.alreadyWished)) { try await city.waitForRace(ada) }
            await #expect(throws: RaceJoinError.refused(.unknownRace)) { try await city.join(ada, race: Self.race) }
            await #expect(throws: RaceUserError.refused(.notAsked)) { try await city.giveConsent(ada, to: Self.club) }
            _ = try await city.createRace(club, RaceTown.race(at: 60))
            let row = try #require(try await city.comingRaces(club).first)
            #expect(try await city.nextRaceNotice(ada) == .announced(row))
            #expect(try await city.nextRaceNotice(ada) == .available(row))
            try await city.joined(ada, Self.race)
            #expect(try await city.nextRaceNotice(ada) == .consentAsked(Self.club))
            await #expect(throws: RaceJoinError.refused(.alreadyJoined)) { try await city.join(ada, race: Self.race) }
            await #expect(throws: RaceJoinError.access(.wrongRole)) { try await city.join(club, race: Self.race) }
            #expect(try await city.comingRaces(club).map(\.participants) == [1])
            try await city.withdrawConsent(ada, from: Self.club)
            // The reminder of a race that is near, then the end.
            guard case .reminder = try await city.nextRaceNotice(ada) else {
                Issue.record("no reminder")
                return
            }
            #expect(try await city.nextRaceNotice(ada) == .participationEnded(Self.race))
            await #expect(throws: RaceUserError.refused(.noConsent)) {
                try await city.withdrawConsent(ada, from: Self.club)
            }
            try await city.askConsent(club, of: try await city.raceUser(of: ada))
            #expect(try await city.nextRaceNotice(ada) == .consentAsked(Self.club))
            await #expect(throws: ConsentRequestError.access(.wrongRole)) {
                try await city.askConsent(ada, of: RaceUserID(1))
            }
            await #expect(throws: ConsentRequestError.refused(.unknownUser)) {
                try await city.askConsent(club, of: RaceUserID(7))
            }
            await #expect(throws: AccessError.wrongRole) { try await city.nextRaceNotice(club) }
            await #expect(throws: AccessError.wrongRole) { try await city.raceUser(of: club) }
        }
    }

    @Test("A follower sees where the runners say they are, once a second, and none that has been silent for 5 s")
    func watching() throws {
        try InterfaceTown().story { city in
            let (ada, bea, club) = (
                try await city.user("ada"), try await city.user("bea"), try await city.organiser("club")
            )
            _ = try await city.createRace(club, RaceTown.race(at: 10))
            try await city.joined(ada, Self.race)
            #expect(try await city.races(bea, for: .running).purpose == .coming)
            await #expect(throws: RaceUserError.refused(.notOn)) { try await city.follow(bea, race: Self.race) }
            await #expect(throws: RunnerError.refused(.notOn)) { try await city.crossedStart(ada, of: Self.race) }
            await #expect(throws: RaceUserError.refused(.notFollowing)) {
                try await city.nextSnapshot(bea, of: Self.race)
            }
            try await city.spectate(bea, race: Self.race)
            await #expect(throws: SpectatorError.refused(.alreadyRegistered)) {
                try await city.spectate(bea, race: Self.race)
            }
            try await city.loop.sleep(for: .minutes(10))
            try await city.loop.sleep(for: .milliseconds(500))
            let map = try await city.follow(bea, race: Self.race)
            #expect(map.track == RaceTown.track && map.participants == 1)
            await #expect(throws: RaceUserError.refused(.alreadyFollowing)) {
                try await city.follow(bea, race: Self.race)
            }
            await #expect(throws: RunnerError.refused(.noParticipant)) {
                try await city.crossedStart(bea, of: Self.race)
            }
            try await city.crossedStart(ada, of: Self.race)
            // Who does not take part is not shown, whatever the phone says.
            let place = Place(metresEast: 10, north: 0)
            for token in [ada, bea] {
                try await city.reportPosition(token, in: Self.race, at: place, covered: .metres(10))
            }
            await #expect(throws: AccessError.wrongRole) {
                try await city.reportPosition(club, in: Self.race, at: place, covered: .zero)
            }
            let first = try await city.nextSnapshot(bea, of: Self.race)
            #expect(first.time == RaceTown.start + .minutes(10) + .seconds(1) && first.oldest == .milliseconds(500))
            #expect(first.runners.map(\.user) == [RaceUserID(1)] && first.runners.map(\.place) == [place])
            // A reader who was away gets the newest only; the phone has been silent by then.
            try await city.loop.sleep(for: .milliseconds(5500))
            let late = try await city.nextSnapshot(bea, of: Self.race)
            #expect(late.time == first.time + .seconds(5) && late.runners.isEmpty)
            try await city.unfollow(bea, race: Self.race)
            await #expect(throws: RaceUserError.refused(.notFollowing)) {
                try await city.nextSnapshot(bea, of: Self.race)
            }
            try await city.stopSpectating(bea, race: Self.race)
            await #expect(throws: RaceUserError.refused(.notSpectator)) {
                try await city.stopSpectating(bea, race: Self.race)
            }
            try await city.leaveTrack(ada, of: Self.race)
            await #expect(throws: RunnerError.refused(.over)) { try await city.crossedFinish(ada, of: Self.race) }
            #expect(try await city.statistics(bea, ofRace: Self.race).out == 1)
        }
    }

    @Test("Whoever waits for a snapshot learns that the race is over, and for news that the client is closed")
    func waiting() throws {
        try InterfaceTown().story { city in
            let (ada, club) = (try await city.user("ada"), try await city.organiser("club"))
            _ = try await city.createRace(club, RaceTown.race(at: 10))
            try await city.loop.sleep(for: .minutes(11))
            _ = try await city.follow(ada, race: Self.race)
            // Nobody runs, so nothing is collected.
            await #expect(throws: RaceUserError.refused(.notFollowing)) {
                try await city.nextSnapshot(ada, of: Self.race)
            }
            #expect(city.loop.now == RaceTown.start + .minutes(70))
            while try await city.nextRaceNotice(ada) != .ended(Self.race) {}
            city.loop.start("closing") {
                try await city.loop.sleep(for: .seconds(1))
                await city.close()
            }
            await #expect(throws: AccessError.closed) { try await city.nextRaceNotice(ada) }
        }
    }

    @Test("An organiser who has lost the password gets a new one by mail, in the manner of every account")
    func password() throws {
        let town = try InterfaceTown()
        let postman = town.postman
        try town.story { city in
            _ = try await city.organiser("club")
            try await city.forgotRacePassword(email: "club@example.org")
            let mail = try #require(postman.last)
            await #expect(throws: LinkError.unknown) { try await city.followRaceLink(Token(high: 1, low: 2)) }
            #expect(try await city.followRaceLink(try #require(mail.link)) == .passwordReset)
            await #expect(throws: LoginError.refused(.badCredentials)) {
                try await city.loginToRaces(Self.login("club"))
            }
            try await city.loop.sleep(for: .seconds(20))
            let form = LoginForm(username: "club", password: try #require(mail.temporaryPassword))
            let token = try await city.loginToRaces(form)
            // Nothing before a new one is set (ACCOUNT-LOGIN-04).
            await #expect(throws: RaceFormError.access(.passwordChangeRequired)) {
                try await city.createRace(token, RaceTown.race(at: 60))
            }
            let change = PasswordChange(current: form.password, new: "Other1234", newRepeat: "Other1234")
            try await city.changePassword(token, change)
            #expect(try await city.createRace(token, RaceTown.race(at: 60)) == Self.race)
        }
    }
}
