// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityModel
import CityTestKit
import Foundation
import HealthRules
import HealthService
import RecordStores
import Testing

/// What is kept of people: gone when they say so, encrypted, and in no file by name.
@Suite("What is kept of people of a live health service") struct OwnDataTests {
    private static let party = ThirdPartyID(1)
    private static let mario = WearerID(1)
    private static let number = "01234567890"
    private static let home = Place(east: 1, north: 2)

    private static func key(_ digit: Character = "a") throws -> RecordKey {
        try #require(RecordKey(digits: String(repeating: digit, count: 64)))
    }

    /// Runs with a new folder, and removes it afterwards.
    private static func inNewFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("health-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test("A person who leaves leaves nothing: consent, collector, batches and login end, and the number is free")
    func deletion() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 1)
        let person = try #require(try town.logIn("mario", at: 2))
        let organisation = try #require(try town.logIn(Self.number, at: 3))
        try town.wears(Self.mario, key: 5, at: 4, as: person)
        let request = DataMessage.person(Self.party, number: HealthTown.person.number, .request)
        _ = try town.send(request, at: 5, as: organisation)
        _ = try town.send(DataMessage.consent(Self.mario, .answer(Self.party, isYes: true)), at: 6, as: person)
        for number in 0..<20 {
            let outcome = try town.batch(Self.mario, key: 5, rate: 70, at: 10 + 3 * Double(number), place: Self.home)
            #expect(outcome == .stored(isDangerous: false))
        }
        #expect(town.stored(Self.mario) == 20)

        guard case .deletionAsked = try town.send(.askDeletion(AccountID(1)), at: 100, as: person) else {
            Issue.record("the deletion was not asked for")
            return
        }
        let answer = try town.send(.confirmDeletion(password: HealthTown.password, proceed: true), at: 101, as: person)
        guard case .deleted = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        // A request and 20 batches, and the account itself.
        #expect(town.lines.contains(#""event":"accountDeleted","account":1,"erased":22"#))
        #expect(town.lines.contains("collectorClosed") && town.lines.contains("personLeft"))
        #expect(town.stored(Self.mario) == 0 && town.person(1) == nil)
        #expect(
            try town.batch(Self.mario, key: 5, rate: 39, at: 110, place: Self.home) == .rejected(.unknownPerson))
        #expect(try town.logIn("mario", at: 111) == nil)
        // The organisation reads nothing, and the number names nobody.
        let read = DataMessage.person(
            Self.party, number: HealthTown.person.number, .read(from: .epoch, to: .never))
        _ = try town.send(read, at: 112, as: organisation)
        #expect(town.client.parties.last == .denied(nil, .unknownNumber))
        // The same person may come again, as somebody else for the service.
        #expect(try town.send(.register(HealthTown.wearer("mario")), at: 140) == .active(AccountID(3)))
        #expect(try town.logIn("mario", at: 141)?.role == .wearer(WearerID(2)))
        _ = try town.send(read, at: 142, as: organisation)
        #expect(town.client.parties.last == .denied(WearerID(2), .notAsked) && town.stored(WearerID(2)) == 0)
    }

    @Test("A person with the wrong password, or another's session, deletes nobody; an organisation stays")
    func refusedDeletion() throws {
        let town = try HealthTown()
        _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
        _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 1)
        let person = try #require(try town.logIn("mario", at: 2))
        let organisation = try #require(try town.logIn(Self.number, at: 3))
        func asks(_ account: Int, at second: Double, as session: Session) throws -> AccountAnswer? {
            try town.send(.askDeletion(AccountID(account)), at: second, as: session)
        }
        func confirms(_ password: String, at second: Double, as session: Session) throws -> AccountAnswer? {
            try town.send(.confirmDeletion(password: password, proceed: true), at: second, as: session)
        }
        #expect(try asks(2, at: 4, as: person) == .deletionRefused(.notOwner))
        #expect(try asks(1, at: 5, as: person) == .deletionAsked)
        #expect(try confirms("Passw0rd2", at: 6, as: person) == .deletionRefused(.badPassword))
        #expect(try asks(2, at: 20, as: organisation) == .deletionAsked)
        #expect(
            try confirms(HealthTown.password, at: 21, as: organisation) == .deletionRefused(.onlyByOperator))
        #expect(town.person(1) != nil && town.parties == 1 && !town.lines.contains("accountDeleted"))
    }

    @Test(
        "SEC-09: planted names, addresses, identity numbers and passwords are in no file of a live service, nor in its log"
    )
    func planted() throws {
        try Self.inNewFolder { folder in
            let town = try HealthTown(
                accounts: LiveHealth.accounts(path: folder + "/accounts.sqlite", key: try Self.key()),
                batches: try BatchFile(path: folder + "/batches"))
            var form = HealthTown.wearer("quintilius")
            (form.name, form.surname, form.email) = ("Quintilius", "Featherstone", "quill@planted.example.org")
            #expect(try town.send(.register(form), at: 0) == .active(AccountID(1)))
            _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 1)
            let person = try #require(try town.logIn("quintilius", at: 2))
            let organisation = try #require(try town.logIn(Self.number, at: 3))
            try town.wears(Self.mario, key: 5, at: 4, as: person)
            let request = DataMessage.person(Self.party, number: HealthTown.person.number, .request)
            _ = try town.send(request, at: 5, as: organisation)
            _ = try town.send(DataMessage.consent(Self.mario, .answer(Self.party, isYes: true)), at: 6, as: person)
            // Enough for blocks in the file, with dangers among them.
            for number in 0..<40 {
                let rate: Int32 = number % 8 == 0 ? 39 : 70
                _ = try town.batch(Self.mario, key: 5, rate: rate, at: 10 + 3 * Double(number), place: Self.home)
            }
            #expect(town.stored(Self.mario) == 40 && town.lines.contains("sosSent"))
            try Data(town.lines.utf8).write(to: URL(filePath: folder + "/events.jsonl"))
            let search = SecretSearch([
                Secret("name", "Quintilius"), Secret("surname", "Featherstone"),
                Secret("address", "planted.example.org"), Secret("identity number", HealthTown.person.number),
                Secret("password", HealthTown.password),
            ])
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count >= 3 && files.contains("accounts.sqlite") && files.contains("batches"))
            func finds() throws -> [SecretSearch.Find] {
                try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { file in
                    search.finds(in: try Data(contentsOf: URL(filePath: folder + "/" + file)), place: file)
                }
            }
            #expect(try finds().isEmpty)
            // The search can find: an identity number in the same folder.
            try Data("rssmra85t10a562s".utf8).write(to: URL(filePath: folder + "/planted.csv"))
            #expect(try finds().count == 1)
        }
    }

    @Test("Accounts are there after a restart with the key that their file was made with, and not without it")
    func encrypted() throws {
        try Self.inNewFolder { folder in
            let path = folder + "/accounts.sqlite"
            func accounts(_ digit: Character = "a") throws -> RecordedAccounts {
                try LiveHealth.accounts(path: path, key: try Self.key(digit))
            }
            do {
                let town = try HealthTown(accounts: try accounts())
                _ = try town.send(.register(HealthTown.wearer("mario")), at: 0)
                _ = try town.send(.register(HealthTown.organisation(Self.number)), at: 1)
            }
            #expect(throws: RecordKeyError.wrong(path)) { try accounts("b") }
            #expect(throws: RecordKeyError.needed(path)) { try LiveHealth.accounts(path: path, key: nil) }
            let again = try HealthTown(accounts: try accounts())
            #expect(try again.logIn("mario", at: 0)?.role == .wearer(Self.mario))
            #expect(try again.logIn(Self.number, at: 1)?.role == .thirdParty(Self.party))
            #expect(again.person(1) == HealthTown.person && again.parties == 1)
        }
    }
}
