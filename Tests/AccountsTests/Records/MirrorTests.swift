// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import GRDB
import RecordStores
import Testing

extension CityModel.Tag {
    fileprivate enum Leaf {}
}

/// Something short to keep.
private struct Leaf: StoredRecord {
    static let table = "leaf"
    let key: ID<CityModel.Tag.Leaf>
    var text: String

    init(_ number: Int, _ text: String) { (key, self.text) = (ID(number), text) }
}

/// Records on two disks, of which one fails.
@Suite struct MirrorTests {
    private let folder: Folder
    private var paths: [String] { [folder.file("first.sqlite"), folder.file("copy.sqlite")] }

    init() throws { folder = try Folder() }

    private func opened() throws -> MirroredFile<Leaf> {
        try MirroredFiles.repair(path: paths[0], copy: paths[1])
        return try MirroredFile<Leaf>(path: paths[0], copy: paths[1])
    }

    /// What stands in both files.
    private func found() throws -> [[String]] {
        try paths.map { try RecordFile<Leaf>(path: $0).load().open.map(\.text) }
    }

    /// Lets every change of a file fail: at once, as on a full disk, or when it is completed.
    private func breakFile(_ index: Int, atCommit: Bool = false) throws {
        try DatabaseQueue(path: paths[index]).write { database in
            try database.execute(sql: "CREATE TABLE broken (number INTEGER PRIMARY KEY)")
            try database.execute(
                sql: "CREATE TABLE fault (broken INTEGER REFERENCES broken DEFERRABLE INITIALLY DEFERRED)")
            for event in ["INSERT", "UPDATE", "DELETE"] {
                let action = atCommit ? "INSERT INTO fault VALUES (1)" : "SELECT RAISE(ABORT, 'the disk is full')"
                try database.execute(sql: "CREATE TRIGGER on\(event) BEFORE \(event) ON leaf BEGIN \(action); END")
            }
        }
    }

    private func mend(_ index: Int) throws {
        try DatabaseQueue(path: paths[index]).write { database in
            for event in ["INSERT", "UPDATE", "DELETE"] { try database.execute(sql: "DROP TRIGGER on\(event)") }
        }
    }

    @Test(
        "AVAIL-07: what one disk refused is on neither, now and after a restart; what was accepted stays on both",
        arguments: [(0, false), (0, true), (1, false), (1, true)])
    func refused(index: Int, atCommit: Bool) throws {
        do {
            let store = try opened()
            try store.save(Leaf(1, "one"))
            try store.save(Leaf(2, "two"))
            try breakFile(index, atCommit: atCommit)
            #expect(throws: (any Error).self) { try store.save(Leaf(3, "refused")) }
            #expect(throws: (any Error).self) { try store.save(Leaf(1, "changed")) }
            #expect(throws: (any Error).self) { try store.remove(ID(2)) }
            #expect(throws: (any Error).self) { try store.write([.save(Leaf(4, "both")), .save(Leaf(5, "or none"))]) }
            #expect(try store.load().open.map(\.text) == ["one", "two"])
            #expect(try found() == [["one", "two"], ["one", "two"]])
        }
        // Also when the first file is lost, and the copy is all there is.
        for index in [1, 0] {
            #expect(try opened().load().open.map(\.text) == ["one", "two"])
            for ending in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: paths[1 - index] + ending)
            }
        }
        #expect(try opened().load().open.map(\.text) == ["one", "two"])
    }

    @Test("AVAIL-07: a copy that could not be undone is mended before its next change, and at the next start")
    func owed() throws {
        let store = try opened()
        try store.save(Leaf(1, "one"))
        // The first file fails when the copy has the change, and the copy fails when that is to be undone.
        try breakFile(0, atCommit: true)
        try DatabaseQueue(path: paths[1]).write { database in
            try database.execute(
                sql: "CREATE TRIGGER stuck BEFORE DELETE ON leaf BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        }
        #expect(throws: (any Error).self) { try store.save(Leaf(2, "refused")) }
        #expect(try found() == [["one"], ["one", "refused"]])
        try mend(0)
        // Nothing is accepted while the two differ.
        #expect(throws: (any Error).self) { try store.save(Leaf(3, "three")) }
        try DatabaseQueue(path: paths[1]).write { try $0.execute(sql: "DROP TRIGGER stuck") }
        try store.save(Leaf(3, "three"))
        #expect(try found() == [["one", "three"], ["one", "three"]])
    }

    @Test("AVAIL-07: a pair that a crash left unequal is made equal at the next start")
    func crash() throws {
        try opened().save(Leaf(1, "one"))
        // The copy has a change that the first file does not: nobody was notified of it.
        try RecordFile<Leaf>(path: paths[1]).save(Leaf(2, "noted by nobody"))
        #expect(try opened().load().open.map(\.text) == ["one"])
        #expect(try found() == [["one"], ["one"]])
    }

    @Test("A mirrored store makes all changes of a call or none")
    func together() throws {
        let store = try opened()
        try store.write([.save(Leaf(1, "one")), .save(Leaf(2, "two")), .remove(ID(1)), .save(Leaf(2, "two again"))])
        #expect(try found() == [["two again"], ["two again"]])
        #expect(try store.load().lastNumber == 2)
    }
}
