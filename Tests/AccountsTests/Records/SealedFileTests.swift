// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import GRDB
import RecordStores
import Testing

extension CityModel.Tag {
    fileprivate enum Note {}
}

/// Something short to keep.
private struct Note: StoredRecord {
    static let table = "note"
    let key: ID<CityModel.Tag.Note>
    var text: String
}

/// Encrypted files of records.
@Suite struct SealedFileTests {
    private let folder: Folder
    private var path: String { folder.file("notes.sqlite") }
    private static let digits = String(repeating: "0123456789abcdef", count: 4)
    private static let other = String(repeating: "f", count: 64)

    init() throws { folder = try Folder() }

    private func key(_ digits: String = Self.digits) throws -> RecordKey { try #require(RecordKey(digits: digits)) }

    /// What opening fails with.
    private func failure(_ key: RecordKey?) -> RecordKeyError? {
        do {
            _ = try RecordFile<Note>(path: path, key: key)
            return nil
        } catch {
            return error as? RecordKeyError
        }
    }

    private func text(of files: String) throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(files) }
            .reduce(into: Data()) { $0 += FileManager.default.contents(atPath: folder.file($1)) ?? Data() }
    }

    @Test("SEC-06: what is written is given back with the key, and stands nowhere in the files")
    func sealed() throws {
        do {
            let file = try RecordFile<Note>(path: path, key: try key())
            for number in 1...50 { try file.save(Note(key: ID(number), text: "secret \(number)")) }
            try file.save(Note(key: ID(50), text: "secret word"))
            try file.remove(ID(7))
        }
        let found = try RecordFile<Note>(path: path, key: try key()).load()
        #expect(found.lastNumber == 50 && found.open.count == 49 && found.open.last?.text == "secret word")
        #expect(try text(of: "notes").range(of: Data("secret".utf8)) == nil)
        // Two kinds of record may share a file, and then its key.
        _ = try RecordFile<Other>(path: path, key: try key())
    }

    @Test("SEC-06: a wrong key, a missing key and a file that is not encrypted are told apart, and change nothing")
    func wrongKey() throws {
        try RecordFile<Note>(path: path, key: try key()).save(Note(key: ID(1), text: "a"))
        #expect(failure(try key(Self.other)) == .wrong(path))
        #expect(failure(nil) == .needed(path))
        #expect(try RecordFile<Note>(path: path, key: try key()).load().open.count == 1)
        try FileManager.default.removeItem(atPath: path)
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        try RecordFile<Note>(path: path).save(Note(key: ID(1), text: "a"))
        #expect(failure(try key()) == .notEncrypted(path))
        #expect(try RecordFile<Note>(path: path).load().open.count == 1)
    }

    @Test("SEC-06: the key comes from the file that is named, else from the variable; what is wrong is said without it")
    func reading() throws {
        func found(_ environment: [String: String]) -> Result<Void, RecordKeyError> {
            Result { () throws(RecordKeyError) in _ = try RecordKey.read(environment) }
        }
        let file = folder.file("key")
        let owner: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        #expect(
            FileManager.default.createFile(atPath: file, contents: Data((Self.digits + "\n").utf8), attributes: owner))
        #expect(throws: Never.self) { try found(["CABRANK_KEY_FILE": file, "CABRANK_KEY": "x"]).get() }
        #expect(throws: Never.self) { try found(["CABRANK_KEY": Self.other.uppercased()]).get() }
        #expect(throws: RecordKeyError.missing) { try found([:]).get() }
        #expect(throws: RecordKeyError.missing) { try found(["CABRANK_KEY": ""]).get() }
        #expect(throws: RecordKeyError.unreadable("/nowhere")) { try found(["CABRANK_KEY_FILE": "/nowhere"]).get() }
        let wrong = String(repeating: "ab", count: 31)
        // Fullwidth digits are three bytes long: 61 digits with one of them are 64 bytes.
        let wide = String(repeating: "a", count: 61) + "１"
        for text in ["", wrong, wrong + "abc", wrong + "xy", wrong + "é", wide] {
            #expect(FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: owner))
            #expect(throws: RecordKeyError.malformed(file)) { try found(["CABRANK_KEY_FILE": file]).get() }
        }
        #expect(throws: RecordKeyError.malformed("CABRANK_KEY")) { try found(["CABRANK_KEY": wrong]).get() }
        var dumped = ""
        dump(try key(), to: &dumped)
        #expect(!"\(try key())\(dumped)".contains("0123"))
        let errors: [RecordKeyError] = [
            .missing, .unreadable("p"), .openToOthers("p"), .malformed("p"), .wrong("p"), .needed("p"),
            .notEncrypted("p"),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count && RecordKeyError.exitCode == 2)
    }

    @Test(
        "SEC-06: a key file that others may read or change is refused", arguments: [0o644, 0o640, 0o606, 0o620, 0o601])
    func readableKey(_ mode: Int) throws {
        let file = folder.file("key")
        let contents = Data(Self.digits.utf8)
        #expect(FileManager.default.createFile(atPath: file, contents: contents, attributes: [.posixPermissions: mode]))
        #expect(throws: RecordKeyError.openToOthers(file)) { _ = try RecordKey.read(["CABRANK_KEY_FILE": file]) }
        for own in [0o600, 0o400] {
            try FileManager.default.setAttributes([.posixPermissions: own], ofItemAtPath: file)
            #expect(throws: Never.self) { _ = try RecordKey.read(["CABRANK_KEY_FILE": file]) }
        }
    }

    @Test(
        "SEC-06: files of records are their owner's alone, with what SQLite keeps beside them and the copy; folders made for them too"
    )
    func modes() throws {
        func modes(_ folder: String) throws -> [String: Int] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return try names.reduce(into: [:]) {
                let found = try FileManager.default.attributesOfItem(atPath: folder + "/" + $1)[.posixPermissions]
                $0[$1] = found as? Int
            }
        }
        let old = umask(0o022)
        defer { umask(old) }
        // A file of an earlier version, which everybody may read.
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
        for key in [nil, try key()] {
            let name = folder.file(key == nil ? "plain/notes.sqlite" : "sealed/notes.sqlite")
            let file = try RecordFile<Note>(path: name, key: key)
            try file.save(Note(key: ID(1), text: "a"))
            let made = URL(filePath: name).deletingLastPathComponent().path
            let found = try modes(made)
            #expect(found.keys.sorted() == ["notes.sqlite", "notes.sqlite-shm", "notes.sqlite-wal"])
            #expect(found.values.allSatisfy { $0 == 0o600 }, "\(found)")
            #expect(try FileManager.default.attributesOfItem(atPath: made)[.posixPermissions] as? Int == 0o700)
        }
        let mirror = try MirroredFile<Note>(path: path, copy: folder.file("copy/notes.sqlite"), key: try key())
        try mirror.save(Note(key: ID(1), text: "a"))
        try MirroredFiles.repair(path: path, copy: folder.file("again.sqlite"))
        let all = try modes(folder.path).filter { $0.key.contains(".sqlite") }
        #expect(all.count >= 4 && all.values.allSatisfy { $0 == 0o600 }, "\(all)")
        #expect(try modes(folder.path + "/copy").values.allSatisfy { $0 == 0o600 })
    }

    @Test("A record whose bytes were changed, or that was put in another's place, is not taken for one")
    func forged() throws {
        let file = try RecordFile<Note>(path: path, key: try key())
        try file.save(Note(key: ID(1), text: "one"))
        try file.save(Note(key: ID(2), text: "two"))
        // The rows as any program that has the file can write them.
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "UPDATE note SET fields = (SELECT fields FROM note WHERE number = 2) WHERE number = 1")
        }
        #expect(throws: RecordKeyError.wrong(path)) { try file.load() }
    }
}

/// Another kind of record.
private struct Other: StoredRecord {
    static let table = "other"
    let key: ID<CityModel.Tag.Note>
}
