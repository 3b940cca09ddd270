// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySlices
import Experiments
import Foundation
import Reporting

/// The folder of an experiment: its journals, and its results when it is finished.
final class ExperimentFolder {
    let output: OutputFolder
    /// The file that is written last: as long as it is not there, the experiment is not finished.
    let resultName: String

    var path: String { output.path }

    /// Whether what an older experiment left is still to be removed.
    private var isStale: Bool
    /// The journals opened so far.
    private var journals: [String] = []
    /// The names of journals to come. The first one that is opened takes them all: to note thousands of names one by one would
    /// take the square of the time.
    var expected: [String] = []
    private let location: OutputLocation
    /// Whether what was interrupted in the folder is gone on with; else nothing there is an earlier part of this experiment.
    let resumes: Bool

    /// Makes the folder, or finds it again.
    ///
    /// An interrupted experiment is never thrown away silently; a finished one is replaced, like a run.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - resultName: the file that is written last.
    ///   - others: the other files, besides journals.
    ///   - resumes: goes on with what was interrupted.
    ///   - store: the database that keeps the experiment, if any: the same command goes on with it, also when it was killed.
    init(
        _ location: OutputLocation, resultName: String, others: [String] = [], resumes: Bool, store: String?
    ) throws {
        self.resultName = resultName
        output = try location.open(resumes: resumes || store != nil)
        try output.check([resultName] + others)
        self.resumes = resumes || output.isUnfinished
        isStale = !self.resumes
        self.location = location
    }

    /// Opens a journal of the folder, and reports its damaged lines.
    func journal(_ name: String, _ experiment: Replications) throws -> ReplicationJournal {
        // Not before the work begins: until then something may turn out to be wrong with it.
        if isStale { try output.supersede() }
        isStale = false
        try location.note(in: output)
        try output.take(expected)
        expected = []
        let path = try output.take(name)
        journals.append(path)
        let journal = try ReplicationJournal(path: path, binding: JournalBinding(experiment), resumes: resumes)
        // Not before: one that belongs to something else leaves all as it was.
        try output.begin()
        for line in journal.damagedLines {
            complain(
                "warning: \(journal.path):\(line): this line is damaged and ignored; its replication runs again")
        }
        return journal
    }

    /// Writes a file whole: it is there completely or not at all. `keepsOlder` when it is no result yet.
    func write(_ bytes: Data, as name: String, keepsOlder: Bool = false) throws {
        try output.write(bytes, as: name, isResult: name == resultName, keepsOlder: keepsOlder)
    }

    /// Writes the text of a scenario, so that it can be run by itself, with a line before it that says what it is.
    func write(scenario text: String, as name: String, _ what: String) throws {
        let head =
            "# \(what.shown), every value written out. Run it in this folder with: cabrank run \(name) --allow-include\n"
        try write(Data((head + text).utf8), as: name)
    }

    /// Writes how it came about, as a run has it.
    func write(_ record: ExperimentRecord, _ context: RunContext) throws {
        try write(record.runFile(context).encoded(), as: RunFolder.lastFile)
    }

    deinit {
        // Where nothing is finished there is nothing to go on with.
        guard !resumes, output.isUnfinished, journals.allSatisfy(Self.isBlank) else { return }
        remove()
    }

    /// Whether a journal has no line but its first.
    private static func isBlank(_ path: String) -> Bool {
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
        guard size < 65_536, let bytes = FileManager.default.contents(atPath: path) else { return false }
        return bytes.count { $0 == UInt8(ascii: "\n") } <= 1
    }

    /// Removes what Cabrank wrote, and the folders that were made for it and that nothing else is in: for a command whose
    /// results are not in there.
    func remove() {
        try? output.abandon()
        output.close()
    }
}
