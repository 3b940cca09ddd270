// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
package import Synchronization

/// Reads the files that a user names: scenarios, maps, tables, calibrations, journals, baselines.
///
/// Only ordinary files are read. Opening a named pipe waits for ever for somebody to write, and opening a device may do
/// anything, so neither is opened.
package enum InputFile {
    /// The largest map or travel table that is read, in bytes: 256 MiB.
    package static let mostBytes = 256 << 20

    /// Why a file cannot be read.
    package enum Fault: Error, Sendable, Hashable, CustomStringConvertible {
        case missing(String)
        /// It is no ordinary file: what it is instead.
        case notAFile(String, String)
        /// It may not be read.
        case unreadable(String)
        /// It holds more bytes than are read.
        case tooLarge(String, Int)
        case notText(String)

        /// The sentence for a message.
        package var description: String {
            switch self {
            case .missing(let path): "there is no file `\(path)`"
            case .notAFile(let path, let sort):
                "`\(path)` is \(sort)" + (sort == "a folder" ? "" : "; a file is needed")
            case .unreadable(let path): "`\(path)` cannot be read"
            case .tooLarge(let path, let most): "`\(path)` is larger than \(most >> 20) MiB"
            case .notText: "the file is not UTF-8 text"
            }
        }
    }

    /// Why there is no ordinary file at a path; nil when there is one, perhaps through symbolic links. Opens nothing.
    package static func fault(at path: String) -> Fault? {
        if let shelf, shelf.isClosed { return shelf.bytes(of: path) == nil ? .missing(path) : nil }
        var facts = stat()
        guard stat(path, &facts) == 0 else { return errno == EACCES ? .unreadable(path) : .missing(path) }
        return sort(facts).map { .notAFile(path, $0) }
    }

    /// The size of an ordinary file in bytes; 0 where there is none.
    package static func size(of path: String) -> Int {
        if let shelf, shelf.isClosed { return shelf.bytes(of: path)?.count ?? 0 }
        var facts = stat()
        guard stat(path, &facts) == 0, sort(facts) == nil else { return 0 }
        return Int(facts.st_size)
    }

    /// Told of each file that takes seconds to read, before it is read, with its size in bytes: so that nobody thinks that the program
    /// hangs. One for the whole program.
    package static let announcing = Mutex<(@Sendable (String, Int) -> Void)?>(nil)

    /// Files from this size on are announced: 8 MiB.
    static let announcedBytes = 8 << 20

    /// The bytes of a file.
    ///
    /// - Throws: why it cannot be read.
    package static func bytes(of path: String, most: Int = mostBytes) throws(Fault) -> Data {
        guard let shelf else { return try bytesOnDisk(of: path, most: most) }
        if shelf.isClosed {
            guard let bytes = shelf.bytes(of: path) else { throw .missing(path) }
            return bytes
        }
        let bytes = try bytesOnDisk(of: path, most: most)
        shelf.put(bytes, of: path)
        return bytes
    }

    /// What is read in place of the files of this machine, or takes note of what is read; nil for the files themselves.
    @TaskLocal package static var shelf: InputShelf?

    private static func bytesOnDisk(of path: String, most: Int) throws(Fault) -> Data {
        if let fault = fault(at: path) { throw fault }
        // Should the file have become a named pipe since it was looked at, this does not wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path) }
        if let sort = sort(facts) { throw .notAFile(path, sort) }
        guard Int(facts.st_size) <= most else { throw .tooLarge(path, most) }
        if Int(facts.st_size) >= announcedBytes { announcing.withLock { $0 }?(path, Int(facts.st_size)) }
        let bytes: Data
        do {
            bytes = try file.read(upToCount: most + 1) ?? Data()
        } catch {
            throw .unreadable(path)
        }
        guard bytes.count <= most else { throw .tooLarge(path, most) }
        return bytes
    }

    /// The text of a file.
    ///
    /// - Throws: why it cannot be read.
    package static func text(of path: String, most: Int = mostBytes) throws(Fault) -> String {
        guard let text = String(bytes: try bytes(of: path, most: most), encoding: .utf8) else { throw .notText(path) }
        return text
    }

    /// What something is that is no ordinary file.
    private static func sort(_ facts: stat) -> String? {
        switch facts.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "not an ordinary file"
        }
    }
}
