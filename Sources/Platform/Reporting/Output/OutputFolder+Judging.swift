// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What may become a folder of results, and what is left alone.
extension OutputFolder {
    /// Makes a folder with its parents; the answer is how many were made.
    ///
    /// - Throws: `OutputProblem` when something else has the name.
    static func make(_ path: String) throws(OutputProblem) -> Int {
        guard !path.isEmpty else { throw OutputProblem("the folder for the results has no name; give one with --out") }
        if try isFolder(path) { return 0 }
        var parent = path[...]
        while parent.count > 1, parent.last == "/" { parent = parent.dropLast() }
        parent = parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)]
        let made = parent.isEmpty ? 0 : try make(String(parent))
        if mkdir(path, 0o777) != 0 {
            let code = errno
            // Another process may have made it just now.
            if code == EEXIST, try isFolder(path) { return made }
            removeEmpty(String(parent), made)
            throw .cannotWrite(path, code: code)
        }
        return made + 1
    }

    /// Whether a folder is there; false when nothing is.
    private static func isFolder(_ path: String) throws(OutputProblem) -> Bool {
        var facts = stat()
        if stat(path, &facts) == 0 {
            guard facts.st_mode & S_IFMT == S_IFDIR else {
                throw OutputProblem(
                    "\(path) is \(word(facts.st_mode)), not a folder; it is left alone: choose another folder with --out"
                )
            }
            return true
        }
        guard errno == ENOENT else { throw .cannotWrite(path, code: errno) }
        if lstat(path, &facts) == 0 {
            throw OutputProblem("\(path) is a symbolic link that leads nowhere; choose another folder with --out")
        }
        return false
    }

    /// The kind of a file in words.
    static func word(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFREG: "a file"
        case S_IFDIR: "a folder"
        case S_IFBLK, S_IFCHR: "a device"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "something else"
        }
    }

    /// Whether a folder may be marked as Cabrank's: it holds nothing. False when it has a mark.
    ///
    /// - Throws: `OutputProblem` when it holds files and no mark.
    static func isEmpty(_ path: String) throws(OutputProblem) -> Bool {
        let names = try names(in: path)
        if names.contains(OutputMark.fileName) { return false }
        guard names.isEmpty else { throw holdsOthers(path) }
        return true
    }

    /// The mark that the file of a folder holds; a new one where the file is new too.
    ///
    /// - Throws: `OutputProblem` when the folder holds files and no mark.
    static func mark(_ bytes: Data, of path: String, made: Int) throws(OutputProblem) -> OutputMark {
        if let found = OutputMark(bytes) { return found }
        guard bytes.isEmpty, try names(in: path) == [OutputMark.fileName] else { throw holdsOthers(path) }
        var mark = OutputMark()
        mark.madeFolders = made
        return mark
    }

    private static func names(in path: String) throws(OutputProblem) -> [String] {
        do {
            // A file manager leaves one of these in every folder that it shows.
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != ".DS_Store" }
        } catch {
            let code = whyUnreadable(path)
            let reason = code == 0 ? "" : ": " + OutputProblem.reason(code)
            throw OutputProblem("\(path) cannot be read\(reason); choose another folder with --out")
        }
    }

    private static func holdsOthers(_ path: String) -> OutputProblem {
        OutputProblem(
            "\(path) contains files that Cabrank did not write; choose another folder with --out, or empty "
                + "this one yourself")
    }

    static func held(_ path: String, _ holder: OutputMark.Holder?) -> OutputProblem {
        let who = holder.map { ": \($0.process), `\($0.command)`, since \($0.since)" } ?? ""
        return OutputProblem(
            "\(path) is being written by another process\(who); wait until it ends, or choose another folder with --out"
        )
    }

    /// Removes a folder and its parents, so many of them, as long as they are empty.
    static func removeEmpty(_ path: String, _ count: Int) {
        var folder = path
        for _ in 0..<count {
            while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
            guard rmdir(folder) == 0, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return }
            folder = String(folder[..<slash])
        }
    }
}

/// The system's error number for reading a file or folder, asked once more; 0 when it can be read.
private func whyUnreadable(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
}
