// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The open mark of a folder, held by one process at a time. The system frees it when the process ends, however it ends.
struct OutputLock {
    private let descriptor: Int32

    /// How taking the lock went.
    enum Outcome {
        case taken(OutputLock)
        case held(OutputMark.Holder?)
        /// Another process has just removed the file.
        case gone
    }

    /// Takes the lock of the mark at a path, which is made when `makes` allows.
    ///
    /// - Throws: `OutputProblem` when the file cannot be opened or is no plain file.
    static func take(_ path: String, makes: Bool) throws(OutputProblem) -> Outcome {
        let found = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (makes ? O_CREAT : 0), 0o666)
        guard found >= 0 else {
            if errno == ENOENT, !makes { return .gone }
            throw .cannotWrite(path, code: errno)
        }
        let lock = OutputLock(descriptor: found)
        var opened = stat()
        guard fstat(found, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
            lock.release()
            throw OutputProblem("\(path) is not a file; choose another folder with --out")
        }
        // A file system without locks gives other errors, and is no reason not to write.
        if flock(found, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            defer { lock.release() }
            // The holder writes its name right after taking the lock.
            for _ in 0..<20 {
                if let holder = OutputMark(lock.contents)?.holder { return .held(holder) }
                usleep(10_000)
            }
            return .held(nil)
        }
        var named = stat()
        guard lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev else {
            lock.release()
            return .gone
        }
        return .taken(lock)
    }

    /// What the file holds.
    var contents: Data {
        lseek(descriptor, 0, SEEK_SET)
        return (try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()) ?? Data()
    }

    /// Writes a mark over the one that is there.
    func write(_ mark: OutputMark, at path: String) throws(OutputProblem) {
        let bytes = [UInt8](mark.bytes)
        lseek(descriptor, 0, SEEK_SET)
        var code = writeAll(bytes, to: descriptor)
        if code == 0, ftruncate(descriptor, off_t(bytes.count)) != 0 { code = errno }
        guard code == 0 else { throw .cannotWrite(path, code: code) }
    }

    func release() { close(descriptor) }
}
