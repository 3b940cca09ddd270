// SPDX-License-Identifier: GPL-3.0-or-later
import CityHost
import CityModel
import Foundation
import Glibc
import RecordStores

/// A copy of a log in a folder of its own. Whoever opens a log may move what is written ahead into its file: one that is only read is
/// read from here, and stays as it is. A server may hold it meanwhile.
struct LogCopy {
    private let config: ServerConfig
    private let key: RecordKey
    private let folder: URL

    /// Copies the log of a server.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong: there is no log, or it cannot be copied.
    init(of config: ServerConfig) throws(InputErrors) {
        self.config = config
        key = try LogFolder.key(config)
        let path = LogFolder.path(config)
        guard FileManager.default.isReadableFile(atPath: path) else { throw config.fault("log", "there is no log yet") }
        // A new one, for its owner only.
        var made = Array((NSTemporaryDirectory() + "/cabrankd-XXXXXX").utf8CString)
        guard mkdtemp(&made) != nil else {
            throw config.fault("log", "there is no place to copy the log to: \(String(cString: strerror(errno)))")
        }
        folder = URL(
            fileURLWithPath: String(decoding: made.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self),
            isDirectory: true)
        do {
            try copy(path)
        } catch {
            remove()
            throw config.fault("log", "the log cannot be copied to \(folder.path): \(error.localizedDescription)")
        }
    }

    /// The inputs of the copy.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong.
    func store() throws(InputErrors) -> RecordFile<StoredInput> {
        try LogFolder.store(config, key, at: folder.appendingPathComponent("inputs.sqlite").path)
    }

    /// Takes the copy away.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The file, and what is written ahead of it. A server begins that anew when all of it stands in the file; its beginning tells then,
    /// and both are copied again.
    private func copy(_ path: String) throws {
        var begin: Data?
        repeat {
            begin = Self.begin(of: path + "-wal")
            for name in ["inputs.sqlite", "inputs.sqlite-wal"] {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
            try FileManager.default.copyItem(atPath: path, toPath: folder.appendingPathComponent("inputs.sqlite").path)
            if begin != nil {
                try FileManager.default.copyItem(
                    atPath: path + "-wal", toPath: folder.appendingPathComponent("inputs.sqlite-wal").path)
            }
        } while Self.begin(of: path + "-wal") != begin
    }

    /// The header of a write-ahead log, which has another number each time that it is begun; nil where there is none.
    private static func begin(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return try? file.read(upToCount: 32)
    }
}
