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
        let names = (try? files.contentsOfDirectory(atPath: path).filter { $0 != ".DS_Store" }) ?? []
        let hasJournal = names.contains { $0.hasPrefix("journal") && $0.hasSuffix(".jsonl") }
        let isFinished = names.contains(resultName)
        if !resumes, !names.isEmpty {
            if hasJournal, !isFinished {
                throw ValidationError(
                    "\(path) holds an experiment that was interrupted; go on with --resume, or choose another folder with --out"
                )
            }
            guard isFinished || names.contains("run.json") else {
                throw ValidationError("\(path) holds other files; choose another folder with --out")
            }
            try? files.removeItem(atPath: path)
        }
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw ValidationError("\(path) cannot be written; choose another folder with --out")
        }
    }

    /// Opens a journal of the folder.
    func journal(_ name: String, _ plan: CityPlan, seed: UInt64, resumes: Bool) throws -> ReplicationJournal {
        do {
            return try ReplicationJournal(
                path: path + "/" + name, binding: JournalBinding(plan, seed: seed), resumes: resumes)
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
}
