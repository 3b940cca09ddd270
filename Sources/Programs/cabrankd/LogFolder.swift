// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityHost
import CityModel
import Experiments
import Foundation
import Glibc
import RecordStores
import ScenarioLanguage

/// The folder of a city's input log, held by one server at a time.
final class LogFolder: Sendable {
    /// The inputs.
    let store: LogInputs
    /// What the log hides cloud identifiers with.
    let identifiers: IdentifierKey
    /// Open as long as the process lives: its lock says that the folder is held.
    private let lock: Int32

    /// Takes a folder, which is made when it is missing.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong: the folder cannot be made, another server holds it, the log
    ///   cannot be read, or its key is another.
    init(_ config: ServerConfig) throws(InputErrors) {
        let key = try Self.key(config)
        do {
            try FileManager.default.createDirectory(
                atPath: config.log, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw config.fault("log", "the folder cannot be made: \(error.localizedDescription)")
        }
        lock = open(config.log + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw config.fault("log", "nothing can be written to \(config.log)") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw config.fault("log", "another server holds \(config.log)")
        }
        store = LogInputs(try Self.store(config, key, at: Self.path(config)), isReadOnly: false)
        identifiers = IdentifierKey(key)
        for folder in [config.log, URL(fileURLWithPath: config.log).deletingLastPathComponent().path] {
            guard Self.keepEntries(of: folder) else {
                throw config.fault("log", "the folder cannot be made durable: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// What the log of a server hides cloud identifiers with.
    ///
    /// - Throws: `InputErrors` when the key of the log cannot be read.
    static func identifiers(_ config: ServerConfig) throws(InputErrors) -> IdentifierKey {
        IdentifierKey(try key(config))
    }

    /// Has the entries of a folder on the disk: without them a power cut may lose a file whose content is there.
    private static func keepEntries(of path: String) -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        // Some file systems have nothing to do for that, and say so.
        return fsync(folder) == 0 || errno == EINVAL
    }

    /// The file of the inputs.
    static func path(_ config: ServerConfig) -> String { config.log + "/inputs.sqlite" }

    static func key(_ config: ServerConfig) throws(InputErrors) -> RecordKey {
        do {
            return try RecordKey.read([RecordKey.fileVariable: config.logKey])
        } catch {
            throw config.fault("log-key", error.description)
        }
    }

    /// The inputs of a file, the log's or a copy of it.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong.
    static func store(
        _ config: ServerConfig, _ key: RecordKey, at path: String
    ) throws(InputErrors) -> RecordFile<StoredInput> {
        do {
            return try RecordFile<StoredInput>(path: path, key: key)
        } catch let error as RecordKeyError {
            throw config.fault("log-key", error.description)
        } catch {
            throw config.fault("log", "the log cannot be opened: \(error)")
        }
    }
}

extension ServerConfig {
    /// What a log of this server begins with: its build, and a hash of the scenario, of all that the scenario reads, wherever those
    /// files lie, and of who has an account before anybody came.
    func origin(of read: InputShelf) -> LogOrigin {
        let people = staff.map { "\($0.number) \($0.username) \($0.email) \($0.name) \($0.surname)" }
        let hashes = read.contents.values.map { ContentHash.hex(of: $0) }.sorted() + people
        return LogOrigin(build: ProgramBuild.id, city: ContentHash.hex(of: Data(hashes.joined(separator: "\n").utf8)))
    }
}
