// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import EventLog
import EventTestKit
import Foundation
import GRDB
import TaxiRules
import Testing

@testable import Accounts

/// The file over restarts, crashes and damage, and what is left in it of people who are gone.
@Suite struct AccountFileTests {
    let folder: Folder
    var path: String { folder.file("accounts.sqlite") }

    init() throws { folder = try Folder() }

    @Test("A file that is opened again holds the same, and its numbers go on")
    func reopened() throws {
        let row = LoginRow(time: .seconds(5), account: AccountID(1), source: 9, isSuccess: true)
        do {
            let store = try AccountFile(path: path)
            for number: Int32 in 1...3 { try store.save(.driver(number)) }
            try store.add(row)
            try store.remove(AccountID(3))
        }
        let again = try AccountFile(path: path)
        let all = try again.all()
        #expect(all == [.driver(1), .driver(2)])
        #expect(again.lastNumber == 3)
        #expect(try again.logins() == [row])
    }

    @Test("A file of version 0.1.0 opens, with the licence and the plate of its drivers, and goes on")
    func earlierFile() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: Self.earlier) }
        try queue.close()
        do {
            let store = try AccountFile(path: path)
            let found = try #require(store.account(plate: "AB3CD"))
            #expect(found.licence == 7 && found.licenceExpiry == CivilDate(2016, 2, 29) && found.seats == 4)
            #expect(found == store.account(licence: 7) && found.remindedFor == CivilDate(2016, 2, 29))
            #expect(throws: AccountStoreError.taken(.detail(.licence))) {
                var other = Account.driver(4)
                other.licence = 7
                try store.save(other)
            }
            try store.save(.driver(4))
        }
        #expect(try AccountFile(path: path).all().map(\.plate) == ["AB3CD", "AB4CD"])
    }

    private static let earlier = """
        PRAGMA application_id = 1128350273;
        CREATE TABLE account (
            number INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER NOT NULL, person INTEGER NOT NULL,
            username TEXT NOT NULL UNIQUE, password TEXT, temporaryPassword TEXT, mustChangePassword INTEGER NOT NULL,
            name TEXT NOT NULL, surname TEXT NOT NULL, address TEXT, phone TEXT, licence INTEGER UNIQUE,
            licenceExpiry TEXT, plate TEXT UNIQUE, seats INTEGER, consent INTEGER NOT NULL,
            isConfirmed INTEGER NOT NULL, registered INTEGER NOT NULL, nextAttempt INTEGER, remindedFor TEXT
        ) STRICT;
        CREATE UNIQUE INDEX accountPerson ON account (type, person) WHERE person > 0;
        CREATE TABLE address (
            email TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            isPending INTEGER NOT NULL, UNIQUE (account, isPending)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE link (
            token BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            place INTEGER NOT NULL, kind INTEGER NOT NULL, expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX linkAccount ON link (account, place);
        CREATE TABLE login (
            number INTEGER PRIMARY KEY, time INTEGER NOT NULL, account INTEGER, pseudonym BLOB, source INTEGER NOT NULL,
            isSuccess INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX loginTime ON login (time);
        CREATE INDEX loginAccount ON login (account) WHERE account IS NOT NULL;
        CREATE TABLE erasing (number INTEGER PRIMARY KEY) STRICT;
        INSERT INTO account VALUES
            (3, 1, 3, 'driver3', NULL, NULL, 0, 'Ugo', 'Rossi', 'Via Dante 3', '02 3', 7, '2016-2-29', 'AB3CD', 4, 1, 1, 5,
            NULL, '2016-2-29');
        INSERT INTO address VALUES ('driver3@example.org', 3, 0);
        """

    @Test("A crash in the middle of a change loses that change only, wherever it was cut off")
    func crash() throws {
        let store = try AccountFile(path: path)
        for number: Int32 in 1...4 { try store.save(.driver(number)) }
        let log = try #require(FileManager.default.contents(atPath: path + "-wal"))
        var seen: [Int] = []
        for cut in stride(from: 0, through: log.count - 1, by: 4_001) {
            let copy = folder.file("crashed-\(cut).sqlite")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try log.prefix(log.count - cut).write(to: URL(fileURLWithPath: copy + "-wal"))
            let found = try AccountFile(path: copy)
            let accounts = try found.all()
            #expect(accounts == (0..<accounts.count).map { .driver(Int32($0 + 1)) }, "cut \(cut)")
            if seen.last != accounts.count { seen.append(accounts.count) }
        }
        #expect(seen == [4, 3, 2, 1, 0])
    }

    @Test("A file of another kind is refused, not overwritten")
    func otherFile() throws {
        let letter = Data(String(repeating: "Dear Sir or Madam, ", count: 100).utf8)
        try letter.write(to: URL(fileURLWithPath: path))
        #expect { try AccountFile(path: path) } throws: { error in
            if case .damaged = error as? AccountStoreError { true } else { false }
        }
        #expect(FileManager.default.contents(atPath: path) == letter)
    }

    @Test("A database that holds something else is refused, not changed")
    func otherDatabase() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
        try queue.close()
        #expect(throws: AccountStoreError.otherFile) { try AccountFile(path: path) }
        let tables = try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
        }
        #expect(tables == ["song"])
    }

    /// Overwrites a few pages after the first two.
    private func damage(_ path: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 2 * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4 * 4_096))
        try file.close()
    }

    @Test("A damaged file is refused at the start")
    func damagedStart() throws {
        do {
            let store = try AccountFile(path: path)
            for number: Int32 in 1...50 { try store.save(.driver(number)) }
            try store.finishErasing([])
        }
        try damage(path)
        #expect { try AccountFile(path: path) } throws: { error in
            if case .damaged = error as? AccountStoreError { true } else { false }
        }
    }

    @Test("Damage while the service runs: lookups find nothing, and nothing is stored any more")
    func damagedLater() throws {
        // More than SQLite keeps of the file in memory.
        let store = try AccountFile(path: path)
        try store.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = 4") }
        for number: Int32 in 1...300 { try store.save(.driver(number)) }
        try store.finishErasing([])
        let size = try #require(FileManager.default.contents(atPath: path)).count
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: size - 4_096))
        try file.close()
        let found = (Int32(1)...300).map { store.account(AccountID($0)) }
        #expect(found.contains(nil))
        #expect(throws: DatabaseError.self) { try store.save(.driver(301)) }
        #expect(throws: DatabaseError.self) { try store.remove(AccountID(1)) }
        #expect(throws: DatabaseError.self) {
            try store.add(LoginRow(time: .epoch, account: nil, source: 0, isSuccess: true))
        }
    }

    // MARK: Nothing is left

    @Test("After a removal no byte of the person is in the file or its log")
    func erased() throws {
        let store = try AccountFile(path: path)
        var planted = Account.driver(7)
        planted.email = "planted.needle@example.org"
        planted.name = "Plantedname"
        for number: Int32 in 1...6 { try store.save(.driver(number)) }
        try store.save(planted)
        let texts = planted.identifyingTexts + [planted.name, "needle"]
        for text in texts { #expect(try folder.holds(text), "\(text) is there before") }
        try store.remove(planted.id)
        for text in texts { #expect(try !folder.holds(text), "\(text) is gone") }
        #expect(try folder.holds("driver6@example.org"))
    }

    @Test("After a change the old address is in no file")
    func replaced() throws {
        let store = try AccountFile(path: path)
        try store.save(.driver(1))
        var changed = Account.driver(1)
        changed.email = "other@example.org"
        changed.pendingEmail = nil
        try store.save(changed)
        #expect(try !folder.holds("driver1@example.org") && !folder.holds("new1@example.org"))
    }

    // Without the rewriting, each of these leaves an address or a name behind; most other seeds do not.
    @Test("Copies that SQLite leaves when it splits pages are erased too", arguments: [10, 11, 13, 15] as [UInt64])
    func copies(_ seed: UInt64) throws {
        let store = try AccountFile(path: path)
        // What is tested is which bytes stay, not that they reach the disk.
        try store.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        let secrets = KeyedSecrets(key: [seed])
        var here: [Account] = []
        var gone: [String] = []
        for number: Int32 in 1...500 {
            var account = Account.driver(number)
            // Names in no order, so that every index splits in the middle, with addresses of many lengths.
            account.username = "u\(String(secrets.token().high, radix: 36))"
            account.email = "\(String(repeating: "x", count: Int(number) % 90))\(secrets.token().high)@example.org"
            try store.save(account)
            here.append(account)
            if number % 2 == 0 {
                let leaver = here.remove(at: Int(secrets.bytes(1)[0]) % here.count)
                try store.remove(leaver.id)
                gone += [leaver.username, leaver.email]
            }
        }
        let bytes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            try #require(FileManager.default.contents(atPath: folder.file($0)))
        }
        let left = gone.filter { text in bytes.contains { $0.range(of: Data(text.utf8)) != nil } }
        #expect(left == [] && store.count == 250)
    }

    @Test("A crash between removal and erasing is made up for at the next start")
    func crashBeforeErasing() throws {
        do {
            let store = try AccountFile(path: path)
            try store.save(.driver(1))
            try store.finishErasing([])
            // A text in a page that is free, as an older SQLite or a split leaves it.
            try store.queue.write { database in
                try database.execute(
                    sql: """
                        PRAGMA secure_delete = OFF; CREATE TABLE scrap (text TEXT);
                        INSERT INTO scrap VALUES ('left-over@example.org'); DROP TABLE scrap
                        """)
                try AccountFile.noteErasing(database)
            }
            try store.queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        #expect(try folder.holds("left-over@example.org"))
        let again = try AccountFile(path: path)
        #expect(try !folder.holds("left-over@example.org"))
        #expect(again.account(AccountID(1)) == .driver(1) && again.lastNumber == 1)
    }
}
