// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Parts of an experiment's results: they are kept over a crash, until the experiment is finished.
extension OutputFolder {
    /// A hidden folder in this one for parts of results, which is made or found again; the answer is its path. It goes when
    /// the experiment is finished, or begun anew.
    ///
    /// - Throws: `OutputProblem` when it cannot be made.
    package func spool() throws(OutputProblem) -> String {
        if mark.spool == nil {
            var number = 1
            while NewFile.kind(of: path + "/.parts-\(number)") != nil { number += 1 }
            mark.spool = ".parts-\(number)"
            try save()
        }
        let spool = path + "/" + (mark.spool ?? "")
        guard mkdir(spool, 0o777) == 0 || errno == EEXIST else { throw .cannotWrite(spool, code: errno) }
        return spool
    }

    func dropSpool() throws(OutputProblem) {
        guard let spool = mark.spool else { return }
        try? FileManager.default.removeItem(atPath: path + "/" + spool)
        guard NewFile.kind(of: path + "/" + spool) == nil else { return }
        mark.spool = nil
        try save()
    }

    /// Gives a finished part a name among the results. The part stays where it is as well, if the file system can do that.
    ///
    /// - Parameters:
    ///   - part: a file in the spool.
    ///   - name: its name in the folder; an older file of Cabrank's is replaced.
    /// - Throws: `OutputProblem` when somebody else has a file of that name, or it cannot be written.
    package func adopt(_ part: String, as name: String) throws(OutputProblem) {
        try dropOlder()
        let target = try take(name)
        let temporary = NewFile.freeName(beside: target)
        try Self.link(part, temporary)
        guard rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            throw .cannotWrite(target, code: code)
        }
    }

    /// Refuses names that any file has, one of Cabrank's too.
    package func refuse(_ names: [String]) throws(OutputProblem) {
        for name in names where NewFile.kind(of: path + "/" + name) != nil {
            throw OutputProblem(
                "\(path)/\(name) exists and is left alone; move it away, or choose another folder with --out")
        }
    }

    /// Gives a file a second name; on a file system where that cannot be, a new one.
    package static func link(_ file: String, _ name: String) throws(OutputProblem) {
        guard Foundation.link(file, name) == 0 || rename(file, name) == 0 else { throw .cannotWrite(name, code: errno) }
    }
}
