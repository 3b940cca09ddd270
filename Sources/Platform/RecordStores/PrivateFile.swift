// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

/// Files that only the account of the service may read (SEC-06): mode 0600, in folders of mode 0700 where this program makes them.
///
/// Sealed fields still show sizes and numbers, and whoever can write a file can put an older one in its place.
enum PrivateFile {
    /// Makes an empty file where there is none, and takes what others may do with the one that is there, before SQLite opens it: SQLite
    /// gives the files that it keeps beside a database the mode of the database.
    ///
    /// - Throws: `DatabaseError` when the file cannot be made, or belongs to somebody else and is open to others.
    static func prepare(_ path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        // Folders that are there are their owner's matter: other things may lie in them.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Only a new one is opened here: to close a database's file would take the locks that SQLite has on it in this process.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw problem(path) }
        // An earlier version left them open to all.
        for ending in ["", "-wal", "-shm", "-journal"] { try restrict(path + ending) }
    }

    /// Whether others than its owner may read or change a file.
    static func isOpenToOthers(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & 0o077 != 0
    }

    private static func restrict(_ path: String) throws {
        var found = stat()
        // What is not there needs nothing, and a device has no text to protect.
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_mode & 0o077 != 0 else { return }
        guard chmod(path, 0o600) == 0 else { throw problem(path) }
    }

    private static func problem(_ path: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "\(path): \(String(cString: strerror(errno)))")
    }
}
