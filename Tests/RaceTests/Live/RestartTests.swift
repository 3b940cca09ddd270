// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityLoop
import CityModel
import Foundation
import RaceRules
import RaceService
import RecordStores
import Testing

/// What a live race service still knows after a restart.
@Suite("Races over a restart") struct RestartTests {
    private static let (ada, bea) = (RaceUserID(1), RaceUserID(2))
    private static let club = OrganiserID(1)
    private static let (race, other) = (RaceID(1), RaceID(2))

    /// How the files are kept.
    enum Keeping: CaseIterable {
        case inMemory, inFiles, besideTheLoop
    }

    /// Accounts and races that outlast a service.
    private struct Shelves {
        var accounts: RecordedAccounts
        var races: RaceShelves
        let pool: WorkPool?
        private let folder: URL?

        init(_ keeping: Keeping) throws {
            pool = keeping == .besideTheLoop ? WorkPool(threads: 2, waits: true) : nil
            folder =
                keeping == .inMemory
                ? nil : FileManager.default.temporaryDirectory.appendingPathComponent("races-\(UUID().uuidString)")
            (accounts, races) = (try RaceTown.memory(), RaceShelves())
            if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            try open()
        }

        /// Opens the files anew, as a program that is started again.
        mutating func open() throws {
            guard let folder else { return }
            accounts = try LiveRaces.accounts(path: folder.path + "/accounts.sqlite", key: nil)
            races = try LiveRaces.shelves(path: folder.path + "/races.sqlite", key: nil)
        }

        func town(at second: Int = 0) throws -> RaceTown {
            try RaceTown(accounts: accounts, shelves: races, at: second, writing: pool)
        }

        func remove() { if let folder { try? FileManager.default.removeItem(at: folder) } }
    }

    /// Ada runs in the club's race at 10:00; Bea stands at the track, was asked for consent, and waits for another race. A second race
    /// has no track yet.
    private func story(_ town: RaceTown) throws {
        let club = try #require(try town.newSession(.organiser, "club", at: 0))
        let ada = try #require(try town.newSession(.raceUser, "ada", at: 2))
        let bea = try #require(try town.newSession(.raceUser, "bea", at: 4))
        func say(_ message: RaceMessage, _ second: Double, _ session: Session) throws {
            #expect(try town.refusal(message, at: second, as: session) == nil, "\(message)")
        }
        try say(.organiser(Self.club, .create(RaceTown.race(at: 120))), 10, club)
        try say(.organiser(Self.club, .create(RaceTown.race(at: 300, track: nil))), 11, club)
        try say(.user(Self.ada, .join(Self.race)), 12, ada)
        try say(.user(Self.ada, .giveConsent(Self.club)), 13, ada)
        try say(.user(Self.ada, .join(Self.race)), 14, ada)
        try say(.organiser(Self.club, .askConsent(Self.bea)), 15, club)
        try say(.user(Self.bea, .spectate(Self.race)), 16, bea)
        try say(.user(Self.bea, .addWish), 17, bea)
    }

    @Test(
        "A restarted service lists the races with their participants and consents, and the race takes place",
        arguments: Keeping.allCases)
    func restart(_ keeping: Keeping) throws {
        var shelves = try Shelves(keeping)
        defer { shelves.remove() }
        try story(try shelves.town())

        try shelves.open()
        let town = try shelves.town(at: 600)
        town.rules.checkInvariants()
        #expect(town.rules.races.map(\.id) == [Self.race, Self.other])
        let known = try #require(town.rules[Self.race])
        #expect(known.name == "run" && known.organiser == Self.club && known.maximum == 100)
        #expect(known.start == RaceTown.start + .hours(2) && known.end == RaceTown.start + .hours(3))
        #expect(known.track?.places == RaceTown.track && town.rules[Self.other]?.track == nil)
        #expect(known.participantList == [Self.ada] && known.spectators == [Self.bea])
        #expect(town.rules.consents(of: Self.ada).map(\.isGiven) == [true])
        #expect(town.rules.consents(of: Self.bea).map(\.isGiven) == [false])
        #expect(town.rules.hasWish(Self.bea) && !town.rules.hasWish(Self.ada))

        // Through the gateway: the coming races with who takes part, and what was said before counts.
        let club = try #require(try town.logIn("club", at: 601))
        let ada = try #require(try town.logIn("ada", at: 602))
        #expect(try town.refusal(.organiser(Self.club, .listComing), at: 603, as: club) == nil)
        guard case .coming(let rows)? = town.client.answers(1).last else { Issue.record("no list"); return }
        #expect(rows.map(\.race) == [Self.race, Self.other] && rows.map(\.participants) == [1, 0])
        #expect(try town.refusal(.user(Self.ada, .join(Self.race)), at: 604, as: ada) == nil)
        #expect(town.client.notices(1).last == .joinRefused(Self.race, .alreadyJoined))
        #expect(try town.refusal(.user(Self.ada, .join(Self.other)), at: 605, as: ada) == nil)
        guard case .reminder? = town.client.notices(1).last else { Issue.record("not joined"); return }
        // Numbers go on.
        #expect(try town.refusal(.organiser(Self.club, .create(RaceTown.race(at: 500))), at: 606, as: club) == nil)
        #expect(town.client.answers(1).last == .created(RaceID(3)))

        try town.run(until: 2 * 3600 + 10)
        #expect(town.rules[Self.race]?.phase == .running)
        #expect(try town.refusal(.runner(Self.ada, .crossedStart(Self.race)), at: 7211, as: ada) == nil)

        // Again, while she runs.
        try shelves.open()
        let third = try shelves.town(at: 7300)
        third.rules.checkInvariants()
        #expect(third.rules[Self.race]?.runners.map(\.phase) == [.running])
        let again = try #require(try third.logIn("ada", at: 7301))
        #expect(try third.refusal(.runner(Self.ada, .crossedFinish(Self.race)), at: 7311, as: again) == nil)
        #expect(third.rules[Self.race]?.runners.map(\.time) == [.seconds(100)])
        try third.run(until: 3 * 3600 + 1)
        #expect(third.rules[Self.race]?.phase == .ended && third.live.service.onLoop { $0.shelfFailure } == nil)
    }

    @Test("A race whose times passed while the service was down begins and ends when it is up again")
    func missed() throws {
        let shelves = try Shelves(.inMemory)
        try story(try shelves.town())
        let town = try shelves.town(at: 4 * 3600)
        try town.run(until: 4 * 3600 + 1)
        #expect(town.rules[Self.race]?.phase == .ended && town.rules[Self.other]?.phase == .coming)
        #expect(town.client.notices(1).contains(.ended(Self.race)))
        // The track may still follow; without one it is cancelled at its start.
        try town.run(until: 5 * 3600 + 1)
        #expect(town.rules[Self.other]?.phase == .cancelled)
        #expect(try shelves.town(at: 6 * 3600).rules.races.map(\.phase) == [.ended, .cancelled])
    }

    @Test(
        "Nothing is stored of somebody who has left, and nobody gets the number of somebody of whom anything was stored"
    )
    func left() throws {
        let shelves = try Shelves(.inMemory)
        let first = try shelves.town()
        try story(first)
        let rival = try #require(try first.newSession(.organiser, "rival", at: 20))
        #expect(try first.refusal(.organiser(OrganiserID(2), .askConsent(Self.ada)), at: 22, as: rival) == nil)
        let bea = try #require(try first.logIn("bea", at: 23))
        #expect(try first.delete(4, at: 24, as: rival) == .deleted)
        #expect(try first.delete(3, at: 26, as: bea) == .deleted)
        #expect(try shelves.races.users.load().open.map(\.id) == [Self.ada])

        let town = try shelves.town(at: 600)
        town.rules.checkInvariants()
        #expect(town.rules[Self.race]?.spectators == [] && town.rules.consents(of: Self.bea).isEmpty)
        #expect(try town.newSession(.raceUser, "cleo", at: 601)?.role == .raceUser(RaceUserID(3)))
        #expect(try town.newSession(.organiser, "dash", at: 603)?.role == .organiser(OrganiserID(3)))
    }

    @Test(
        "What is stored of people whose accounts are gone is erased at the start; a race keeps runners without a name")
    func gone() throws {
        let shelves = try Shelves(.inMemory)
        let first = try shelves.town()
        try story(first)
        try first.run(until: 3 * 3600 + 1)
        let town = try RaceTown(shelves: shelves.races, at: 4 * 3600)
        town.rules.checkInvariants()
        #expect(try shelves.races.users.load().open.isEmpty && town.rules.userCount == 0)
        let race = try #require(town.rules[Self.race])
        #expect(race.participants == 0 && race.spectators.isEmpty && race.runners.map(\.user) == [RaceUserID(0)])
        // And once more, from the record of the race alone.
        #expect(try RaceTown(shelves: shelves.races, at: 5 * 3600).rules[Self.race]?.runners.count == 1)
    }
}
