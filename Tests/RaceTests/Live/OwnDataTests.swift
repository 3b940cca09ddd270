// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityModel
import CityTestKit
import Foundation
import RaceRules
import RaceService
import RecordStores
import Testing

/// What is kept of users and organisers: theirs to see, gone when they say so, and in no file by name.
@Suite("What is kept of people of a live race service") struct OwnDataTests {
    private static let ada = RaceUserID(1)
    private static let race = RaceID(1)

    /// A user and an organiser who are logged in, and a race from 08:10 to 09:10 that the user has joined.
    private static func joined() throws -> (town: RaceTown, user: Session, organiser: Session) {
        let town = try RaceTown()
        let user = try #require(try town.newSession(.raceUser, "ada", at: 0))
        let organiser = try #require(try town.newSession(.organiser, "club", at: 2))
        let form = RaceTown.race(at: 10)
        #expect(try town.refusal(.organiser(OrganiserID(1), .create(form)), at: 4, as: organiser) == nil)
        for (index, wish) in [.join(race), .giveConsent(OrganiserID(1)), RaceUserMessage.join(race)].enumerated() {
            #expect(try town.refusal(.user(ada, wish), at: 5 + Double(index), as: user) == nil)
        }
        #expect(town.rules[race]?.participants == 1)
        return (town, user, organiser)
    }

    @Test("A user gets races, places at the track, maps, consents and the wish; an organiser its races")
    func records() throws {
        let (town, user, organiser) = try Self.joined()
        let later = RaceMessage.organiser(OrganiserID(1), .create(RaceTown.race(at: 100)))
        #expect(try town.refusal(later, at: 10, as: organiser) == nil)
        #expect(try town.refusal(.user(Self.ada, .addWish), at: 11, as: user) == nil)
        #expect(try town.refusal(.user(Self.ada, .spectate(RaceID(2))), at: 12, as: user) == nil)
        #expect(try town.refusal(.user(Self.ada, .follow(Self.race)), at: 601, as: user) == nil)
        let records = town.live.roles.ownRecords(of: user.role)
        #expect(records.map(\.kind) == ["participation", "place at the track", "map", "consent", "wish"])
        #expect(records[0].fields["race"] == "1" && records[3].fields == ["organiser": "1", "state": "given"])
        #expect(town.live.roles.ownRecords(of: organiser.role).map { $0.fields["race"] } == ["1", "2"])
        #expect(town.live.roles.ownRecords(of: .organiser(OrganiserID(2))).isEmpty)

        // What is over, newest first; the second race takes place without anybody.
        try town.run(until: 3 * 3600)
        let history = try town.send(.viewHistory(from: nil, to: nil), at: 3 * 3600 + 1, as: organiser)
        guard case .history(let lines) = history else {
            Issue.record("\(String(describing: history))")
            return
        }
        #expect(lines.map(\.number) == [2, 1] && lines.allSatisfy(\.isFulfilled))
        let own = town.live.roles.history(of: user.role, from: nil, to: nil)
        #expect(own.map(\.number) == [1] && own.map(\.isFulfilled) == [false])
        #expect(town.live.roles.history(of: user.role, from: RaceTown.start + .hours(2), to: nil).isEmpty)
    }

    @Test("A session that ends closes the maps of its user")
    func maps() throws {
        let (town, user, _) = try Self.joined()
        #expect(try town.refusal(.user(Self.ada, .follow(Self.race)), at: 601, as: user) == nil)
        #expect(town.rules[Self.race]?.followers == [Self.ada])
        #expect(try town.send(.logout, at: 602, as: user) == .loggedOut)
        #expect(town.rules[Self.race]?.followers == [] && town.lines.contains("followEnded"))
    }

    @Test("A user who leaves takes part in nothing, and no race has the number; who comes next is somebody else")
    func deletion() throws {
        let (town, user, organiser) = try Self.joined()
        let later = RaceMessage.organiser(OrganiserID(1), .create(RaceTown.race(at: 100)))
        #expect(try town.refusal(later, at: 10, as: organiser) == nil)
        #expect(try town.refusal(.user(Self.ada, .spectate(RaceID(2))), at: 11, as: user) == nil)
        // The second race is over, and the first as well.
        try town.run(until: 3 * 3600)
        #expect(try town.delete(1, at: 3 * 3600 + 1, as: user) == .deleted)
        // A participation, a place at the track, a consent, and the account itself.
        #expect(town.lines.contains(#""event":"accountDeleted","account":1,"erased":4"#))
        for race in town.rules.races {
            #expect(race.index(of: Self.ada) == nil && race.spectators.isEmpty)
            #expect(race.runners.allSatisfy { $0.user != Self.ada })
        }
        #expect(town.rules.userCount == 0 && town.live.roles.ownRecords(of: user.role).isEmpty)
        let next = try #require(try town.newSession(.raceUser, "ada", at: 4 * 3600))
        #expect(next.role == .raceUser(RaceUserID(2)) && town.live.roles.ownRecords(of: next.role).isEmpty)
    }

    @Test("A user who has left the track by withdrawn consent is in the race without a number once the account is gone")
    func afterConsent() throws {
        let (town, user, _) = try Self.joined()
        try town.run(until: 700)
        #expect(try town.refusal(.user(Self.ada, .withdrawConsent(OrganiserID(1))), at: 701, as: user) == nil)
        #expect(town.rules[Self.race]?.runners.map(\.user) == [Self.ada])
        #expect(try town.delete(1, at: 702, as: user) == .deleted)
        #expect(town.rules[Self.race]?.runners.map(\.user) == [RaceUserID(0)])
    }

    @Test("An organiser cannot leave while a race of its own is not over")
    func organiserStays() throws {
        let (town, _, organiser) = try Self.joined()
        #expect(try town.delete(2, at: 20, as: organiser) == .deletionRefused(.hasRaces))
        #expect(try town.refusal(.organiser(OrganiserID(1), .listComing), at: 30, as: organiser) == nil)
        try town.run(until: 2 * 3600)
        #expect(try town.delete(2, at: 2 * 3600 + 1, as: organiser) == .deleted)
        let next = try #require(try town.newSession(.organiser, "club", at: 3 * 3600))
        #expect(next.role == .organiser(OrganiserID(2)))
    }

    @Test("Users and organisers keep their numbers and passwords over a restart, and new ones get numbers of their own")
    func restart() throws {
        let store = try RaceTown.memory()
        let town = try RaceTown(accounts: store)
        for (index, name) in ["ada", "bea"].enumerated() {
            _ = try town.send(.register(RaceTown.form(.raceUser, name)), at: Double(index))
        }
        _ = try town.send(.register(RaceTown.form(.organiser, "club")), at: 2)
        let again = try RaceTown(accounts: store)
        #expect(again.rules.userCount == 2)
        #expect(try again.logIn("bea", at: 0)?.role == .raceUser(RaceUserID(2)))
        #expect(try again.logIn("club", at: 1)?.role == .organiser(OrganiserID(1)))
        #expect(try again.newSession(.raceUser, "cleo", at: 2)?.role == .raceUser(RaceUserID(3)))
        #expect(try again.newSession(.organiser, "rival", at: 4)?.role == .organiser(OrganiserID(2)))
    }

    @Test("The file of accounts opens with its key only, and no name or password is in it or in the log")
    func encrypted() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("races-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/accounts.sqlite"
        func accounts(_ digit: Character = "a") throws -> RecordedAccounts {
            let key = try #require(RecordKey(digits: String(repeating: digit, count: 64)))
            return try LiveRaces.accounts(path: path, key: key)
        }
        do {
            let town = try RaceTown(accounts: try accounts())
            var form = RaceTown.form(.organiser, "quintilius")
            (form.surname, form.email) = ("Featherstone", "quill@planted.example.org")
            #expect(try town.send(.register(form), at: 0) == .active(AccountID(1)))
            let session = try #require(try town.logIn("quintilius", at: 1))
            let create = RaceMessage.organiser(OrganiserID(1), .create(RaceTown.race(at: 60)))
            #expect(try town.refusal(create, at: 2, as: session) == nil)
            #expect(town.lines.contains("raceCreated"))
            try Data(town.lines.utf8).write(to: URL(filePath: folder + "/events.jsonl"))
        }
        let search = SecretSearch([
            Secret("surname", "Featherstone"), Secret("address", "planted.example.org"),
            Secret("password", RaceTown.password),
        ])
        func finds() throws -> [SecretSearch.Find] {
            try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { file in
                search.finds(in: try Data(contentsOf: URL(filePath: folder + "/" + file)), place: file)
            }
        }
        #expect(try finds().isEmpty)
        // The search can find.
        try Data("featherstone".utf8).write(to: URL(filePath: folder + "/planted.csv"))
        #expect(try finds().count == 1)
        #expect(throws: RecordKeyError.wrong(path)) { try accounts("b") }
        #expect(throws: RecordKeyError.needed(path)) { try LiveRaces.accounts(path: path, key: nil) }
        #expect(try RaceTown(accounts: try accounts()).logIn("quintilius", at: 0)?.role == .organiser(OrganiserID(1)))
    }
}
