// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation

/// A folder that a command writes its results into: a new one, an empty one, or one that Cabrank wrote before.
///
/// Its file `.cabrank` names the files that Cabrank wrote there. Only those are ever replaced or removed; what else lies in
/// the folder stays. The same file is a lock: while one process writes the folder, others are refused and told who does.
package final class OutputFolder {
    /// Who writes, for the message that another process gets.
    package struct Writer: Sendable {
        /// The command as it was typed.
        package let command: String
        /// When it began, for people.
        package let since: String

        package init(command: String, since: String) {
            self.command = command
            self.since = since
        }
    }

    /// The folder as it was named.
    package let path: String
    private let lock: OutputLock
    var mark: OutputMark
    private var isOpen = true

    /// Takes a folder for this process until `close` or the end of this value; it and missing parents are made.
    ///
    /// - Parameters:
    ///   - path: the folder. A symbolic link to a folder is followed.
    ///   - writer: who writes.
    /// - Throws: `OutputProblem` when something else has the name, the folder holds files that Cabrank did not write,
    ///   another process writes it, or it cannot be made. Then nothing is changed.
    package init(path: String, writer: Writer) throws(OutputProblem) {
        self.path = path
        let markPath = path + "/" + OutputMark.fileName
        var made = 0
        var taken: OutputLock?
        var isNew = false
        // Again when a process that is just ending removes what was there a moment ago.
        for _ in 0..<100 where taken == nil {
            made = max(made, try OutputFolder.make(path))
            do throws(OutputProblem) {
                isNew = try OutputFolder.isEmpty(path)
                switch try OutputLock.take(markPath, makes: isNew) {
                case .taken(let lock): taken = lock
                case .held(let holder): throw OutputFolder.held(path, holder)
                case .gone: usleep(1_000)
                }
            } catch {
                OutputFolder.removeEmpty(path, made)
                throw error
            }
        }
        guard let taken else {
            throw OutputProblem("\(path) is created and removed again and again by another process")
        }
        lock = taken
        do throws(OutputProblem) {
            mark = try OutputFolder.mark(taken.contents, of: path, made: made)
            mark.holder = OutputMark.Holder(process: getpid(), command: writer.command, since: writer.since)
            try lock.write(mark, at: markPath)
        } catch {
            if isNew { unlink(markPath) }
            OutputFolder.removeEmpty(path, made)
            taken.release()
            throw error
        }
        try takeOver()
    }

    // MARK: What is there

    /// Whether an experiment was begun here and has no result yet.
    package var isUnfinished: Bool { mark.isUnfinished }

    /// What of the scenario was set otherwise in the results that are there; nil when it was never noted.
    package var variant: String? { mark.variant }

    /// Notes what of the scenario is set otherwise.
    package func note(variant: String) throws(OutputProblem) {
        guard mark.variant != variant else { return }
        mark.variant = variant
        try save()
    }

    /// Refuses names that a file of somebody else has: to be asked before the work begins.
    package func check(_ names: [String]) throws(OutputProblem) {
        for name in names where !mark.holds(name) && NewFile.kind(of: path + "/" + name) != nil {
            throw OutputProblem(
                "\(path)/\(name) exists and was not written by Cabrank; move it away, or choose another folder with --out"
            )
        }
    }

    // MARK: Files of their own

    /// Takes a name for a file that is written in place, such as a journal; the answer is its path.
    package func take(_ name: String) throws(OutputProblem) -> String {
        try take([name])
        return path + "/" + name
    }

    /// Takes names for files that are written in place, noted all at once.
    package func take(_ names: [String]) throws(OutputProblem) {
        try check(names)
        let new = names.filter { !mark.holds($0) }
        let replaced = mark.older?.intersection(names) ?? []
        guard !new.isEmpty || !replaced.isEmpty else { return }
        mark.files.formUnion(new)
        mark.older?.subtract(replaced)
        try save()
    }

    /// Notes that what is here is older than what is begun now. It stays until there are results to take its place, so that a
    /// full disk leaves it as it is; only the journals of the new experiment replace those of the same name.
    package func supersede() throws(OutputProblem) {
        mark.older = mark.files
        mark.isUnfinished = false
        mark.variant = nil
        try dropSpool()
        try save()
    }

    /// Removes the older results: those of the experiment are here, and never stand beside them.
    func dropOlder() throws(OutputProblem) {
        guard let older = mark.older else { return }
        for name in older.sorted() { unlink(path + "/" + name) }
        mark.files.subtract(older)
        mark.older = nil
        try save()
    }

    /// Gives up what was begun: removes its files, and leaves the older results.
    package func abandon() throws(OutputProblem) {
        guard let older = mark.older else { return try clear() }
        for name in mark.files.subtracting(older).sorted() { unlink(path + "/" + name) }
        mark.files = older
        mark.older = nil
        mark.isUnfinished = false
        try dropSpool()
        try save()
    }

    /// Notes that an experiment has begun here: it is not finished as long as its result is not written.
    package func begin() throws(OutputProblem) {
        guard !mark.isUnfinished else { return }
        mark.isUnfinished = true
        try save()
    }

    /// Writes a file that is there as a whole or not at all.
    ///
    /// - Parameters:
    ///   - bytes: all of the file.
    ///   - name: its name in the folder.
    ///   - isResult: with it the experiment is finished.
    ///   - keepsOlder: it is no result yet, and older ones stay.
    /// - Throws: `OutputProblem` when somebody else has a file of that name, or it cannot be written.
    package func write(
        _ bytes: Data, as name: String, isResult: Bool = false, keepsOlder: Bool = false
    ) throws(OutputProblem) {
        if !keepsOlder { try dropOlder() }
        try NewFile.write(bytes, whole: take(name))
        guard isResult, mark.isUnfinished else { return }
        mark.isUnfinished = false
        try save()
        try dropSpool()
    }

    /// Removes a file that Cabrank wrote here, if it is there.
    package func remove(_ name: String) throws(OutputProblem) {
        guard mark.files.contains(name) else { return }
        unlink(path + "/" + name)
        mark.files.remove(name)
        try save()
    }

    // MARK: Results made aside

    /// Makes a folder in this one to make results in; the answer is its path.
    package func stage() throws(OutputProblem) -> String {
        var number = 1
        while true {
            let name = ".making-\(getpid())-\(number)"
            if NewFile.kind(of: path + "/" + name) == nil {
                mark.stage = name
                try save()
                if mkdir(path + "/" + name, 0o777) == 0 { return path + "/" + name }
                guard errno == EEXIST else { throw .cannotWrite(path, code: errno) }
            }
            number += 1
        }
    }

    /// Gives the files made aside their names, the file `last` at the end: as long as it is not there, the results are not
    /// complete.
    ///
    /// With `replacesAll` other files that Cabrank wrote here are removed: they belong to older results.
    package func publish(last: String, replacesAll: Bool) throws(OutputProblem) {
        guard let stage = mark.stage.map({ path + "/" + $0 }),
            let found = try? FileManager.default.contentsOfDirectory(atPath: stage)
        else { throw OutputProblem("\(path): the unfinished results are gone; did somebody remove them?") }
        let names = found.filter { $0 != last }.sorted() + [last]
        try check(names)
        let stale =
            replacesAll ? mark.files.subtracting(names).sorted() : (mark.older ?? []).subtracting(names).sorted()
        for name in names { try NewFile.synchronize(stage + "/" + name) }
        try NewFile.synchronize(stage)
        mark.files.formUnion(names)
        // From here on whoever opens the folder gets all of the new results: this process, or the next one.
        mark.publishing = OutputMark.Publishing(names: names, stale: stale)
        do throws(OutputProblem) {
            try save()
            try NewFile.synchronize(path + "/" + OutputMark.fileName)
            try finishPublishing()
        } catch {
            mark.publishing = nil
            throw error
        }
    }

    /// Removes what was made aside.
    ///
    /// - Parameter names: the files there, when they are known: to list them takes a file descriptor, which may be what is
    ///   missing.
    package func dropStage(_ names: [String] = []) {
        guard let stage = mark.stage.map({ path + "/" + $0 }) else { return }
        for name in names { unlink(stage + "/" + name) }
        if rmdir(stage) != 0 { try? FileManager.default.removeItem(atPath: stage) }
        if NewFile.kind(of: stage) == nil { mark.stage = nil }
    }

    // MARK: The end

    /// Removes every file that Cabrank wrote here.
    package func clear() throws(OutputProblem) {
        for name in mark.files.sorted() { unlink(path + "/" + name) }
        mark.files = []
        mark.older = nil
        try dropSpool()
        mark.isUnfinished = false
        mark.variant = nil
        try save()
    }

    /// Lets other processes write the folder. A folder that holds nothing of Cabrank's is left as it was found: its mark
    /// goes, and the folders that were made for it.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        dropStage()
        mark.holder = nil
        if mark.files.isEmpty, mark.stage == nil, mark.spool == nil {
            unlink(path + "/" + OutputMark.fileName)
            OutputFolder.removeEmpty(path, mark.madeFolders)
        } else {
            // A mark that still names this process does no harm: the lock is what counts.
            try? save()
        }
        lock.release()
    }

    deinit { close() }

    func save() throws(OutputProblem) {
        try lock.write(mark, at: path + "/" + OutputMark.fileName)
    }
}
