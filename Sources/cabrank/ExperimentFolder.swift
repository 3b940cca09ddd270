// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityExperiments
import CitySimulation
import Foundation
import ScenarioFile

/// The folder of an experiment: its journals, and its results when it is finished.
struct ExperimentFolder {
    let path: String
    /// The file that is written last: as long as it is not there, the experiment is not finished.
    let resultName: String

    /// Makes the folder, or finds it again.
    ///
    /// An interrupted experiment is never thrown away silently; a finished one is replaced, like a run.
    init(path: String, resultName: String, resumes: Bool) throws {
        self.path = path
        self.resultName = resultName
        let files = FileManager.default
        if !resumes, try Self.checkReplaceable(path) { try? files.removeItem(atPath: path) }
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw ValidationError("\(path) cannot be written; choose another folder with --out")
        }
    }

    /// The files that experiments write last.
    private static let results = ["replications.json", "compare.json", "sweep.json", "check.json", "size.json"]

    /// Whether a folder with results is there, which new ones may take the place of.
    ///
    /// - Throws: `ValidationError` when it holds an experiment that was interrupted, or files of somebody else.
    static func checkReplaceable(_ path: String) throws -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != ".DS_Store" }
        guard let names, !names.isEmpty else { return false }
        if names.contains(where: { $0.hasPrefix("journal") && $0.hasSuffix(".jsonl") }) {
            if names.contains(where: { results.contains($0) }) { return true }
            throw ValidationError(
                "\(path) holds an experiment that was interrupted; go on with --resume, or choose another folder with --out"
            )
        }
        guard names.contains("run.json") else {
            throw ValidationError("\(path) holds other files; choose another folder with --out")
        }
        return true
    }

    /// Opens a journal of the folder.
    func journal(_ name: String, _ experiment: Replications, resumes: Bool) throws -> ReplicationJournal {
        do {
            return try ReplicationJournal(
                path: path + "/" + name, binding: JournalBinding(experiment), resumes: resumes)
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Writes a file whole: it is there completely or not at all.
    func write(_ bytes: Data, as name: String) throws {
        do {
            try bytes.write(to: URL(fileURLWithPath: path + "/" + name), options: .atomic)
        } catch {
            throw ValidationError("\(path)/\(name) cannot be written")
        }
    }

    /// Removes the folder with its journals, and the folders above it that nothing else is in: for a command whose results are
    /// not in there.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = String(folder[..<slash])
            // Removes an empty folder only.
            guard rmdir(folder) == 0 else { return }
        }
    }
}
