// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What a process that was killed left in the folder.
extension OutputFolder {
    /// Goes on with results that were taking their places, and removes what was being made. Only this process writes here now, so that
    /// nobody else needs it.
    func takeOver() throws(OutputProblem) {
        if mark.publishing != nil { try finishPublishing() }
        dropStage()
        if !mark.isUnfinished { try dropSpool() }
        dropTemporaries()
    }

    /// Gives complete results their places. What was done of it before is not done again.
    func finishPublishing() throws(OutputProblem) {
        guard let work = mark.publishing, let stage = mark.stage.map({ path + "/" + $0 }) else {
            mark.publishing = nil
            return
        }
        // As long as the last one is not there, the results are not complete.
        if let last = work.names.last, NewFile.kind(of: stage + "/" + last) != nil { unlink(path + "/" + last) }
        for name in work.stale { unlink(path + "/" + name) }
        for name in work.names where NewFile.kind(of: stage + "/" + name) != nil {
            guard rename(stage + "/" + name, path + "/" + name) == 0 else {
                throw .cannotWrite(path + "/" + name, code: errno)
            }
        }
        try NewFile.synchronize(path)
        rmdir(stage)
        mark.stage = nil
        mark.publishing = nil
        mark.files.subtract(work.stale)
        mark.older = nil
        mark.isUnfinished = false
        try save()
        try dropSpool()
    }

    /// Removes files that were being written under a hidden name: of Cabrank's own files only.
    private func dropTemporaries() {
        let stems = Set(mark.files.map { String($0.prefix(40)) })
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix(".") && NewFile.isTemporary(name, of: stems) {
            unlink(path + "/" + name)
        }
    }
}
