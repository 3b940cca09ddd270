// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation

/// A file that did not exist before and that this process writes from its beginning to its end. Every failure names the
/// file and the system's reason.
package final class NewFile {
    /// The file as it is named in messages.
    private let name: String
    private let descriptor: Int32

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - path: where it is made; nothing may be there.
    ///   - name: how messages name it, when it gets another name later.
    /// - Throws: `OutputProblem` when something is there or the system refuses.
    package init(path: String, name: String? = nil) throws(OutputProblem) {
        self.name = name ?? path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotWrite(self.name, code: errno) }
    }

    /// Adds bytes at its end.
    package func add(_ bytes: Data) throws(OutputProblem) {
        let code = writeAll([UInt8](bytes), to: descriptor)
        guard code == 0 else { throw .cannotWrite(name, code: code) }
    }

    /// Waits until all is on the disk.
    package func synchronize() throws(OutputProblem) {
        // Some file systems have nothing to wait for.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .cannotWrite(name, code: errno)
        }
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    package static func synchronize(_ path: String) throws(OutputProblem) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .cannotWrite(path, code: errno)
        }
    }

    /// Whether a name in a folder is one that `freeName` gave for one of these files.
    package static func isTemporary(_ name: String, of files: Set<String>) -> Bool {
        guard let match = name.wholeMatch(of: /\.(.+)\.[0-9]+-[0-9]+/.dotMatchesNewlines()) else { return false }
        return files.contains(String(match.1))
    }

    deinit { close(descriptor) }

    /// Writes a file that takes its name when it is complete: there is the old one, or the whole new one.
    ///
    /// - Parameters:
    ///   - bytes: what it holds.
    ///   - path: its name; what has it is replaced. A symbolic link is not followed.
    package static func write(_ bytes: Data, whole path: String) throws(OutputProblem) {
        let temporary = freeName(beside: path)
        do throws(OutputProblem) {
            let file = try NewFile(path: temporary, name: path)
            try file.add(bytes)
            try file.synchronize()
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .cannotWrite(path, code: code)
        }
    }

    /// A hidden name beside a path that nothing has, told apart from those of other processes.
    package static func freeName(beside path: String) -> String {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A name may be 255 bytes long, and the path's own may be that already.
        let stem = "\(path[..<cut]).\(path[cut...].prefix(40)).\(getpid())"
        var number = 1
        while kind(of: "\(stem)-\(number)") != nil { number += 1 }
        return "\(stem)-\(number)"
    }

    /// The kind of what a path names, without following a link; nil when nothing is there.
    package static func kind(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }
}

/// Writes all bytes; the answer is 0, or the system's error number.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = write(descriptor, rest.count == bytes.count ? bytes : Array(rest), rest.count)
        if written < 0 {
            if errno == EINTR { continue }
            return errno
        }
        rest = rest.dropFirst(written)
    }
    return 0
}
