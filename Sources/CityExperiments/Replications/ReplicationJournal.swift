// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
public import CitySimulation
import Foundation

/// What a journal belongs to: equal ones give equal replications.
public struct JournalBinding: Codable, Hashable, Sendable {
    /// The version of the journal's form.
    public let journal: Int
    /// The hash of the scenario with all its values.
    public let scenarioHash: String
    /// The hash of the zones: their numbers, names, outlines.
    public let layoutHash: String
    /// The seed, as text.
    public let seed: String
    /// The program's version.
    public let version: String

    /// The binding of replications of a plan.
    public init(_ plan: CityPlan, seed: UInt64) {
        let context = Simulation(plan, seed: seed).context
        journal = 1
        scenarioHash = context.scenarioHash
        version = context.version
        self.seed = String(seed)
        var text = ""
        for zone in context.zones { text += "\(zone.id.number) \(zone.name) \(zone.outline)\n" }
        layoutHash = ScenarioHash.hex(of: text)
    }
}

/// A journal that cannot be used or written.
public struct JournalProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String
}

/// Finished replications in a file: one line each, written through to the disk before the next one is begun.
///
/// The first line says what the journal belongs to. A process that is killed at any moment leaves at most a torn last
/// line, which is dropped when the journal is opened again; so at most the replications that were running are lost. Each
/// line carries a hash, so a damaged line is never taken for a result. Lines come in the order of finishing. Used on one
/// thread.
public final class ReplicationJournal {
    /// What was finished before, by rising number.
    public let finished: [Replication]
    /// The journal's path.
    public let path: String
    private let file: FileHandle

    /// A line of the journal.
    private struct Line: Codable {
        var hash: String
        var replication: Replication
    }

    /// Opens a journal.
    ///
    /// - Parameters:
    ///   - path: the file; its folder must exist.
    ///   - binding: what the journal must belong to.
    ///   - resumes: goes on with the journal that is there, if any; else begins anew.
    /// - Throws: `JournalProblem` when the file belongs to something else, is damaged, or cannot be written.
    public init(path: String, binding: JournalBinding, resumes: Bool) throws(JournalProblem) {
        self.path = path
        let kept = resumes ? FileManager.default.contents(atPath: path) : nil
        var before: [Replication] = []
        do {
            var length = 0
            if let kept { length = try Self.read(kept, path, binding, &before) }
            if kept == nil, !FileManager.default.createFile(atPath: path, contents: nil) {
                throw JournalProblem(description: "\(path) cannot be written")
            }
            finished = before
            file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.truncate(atOffset: UInt64(length))
            try file.seekToEnd()
            if length == 0 { try write(Self.encoder.encode(binding)) }
        } catch let problem as JournalProblem {
            throw problem
        } catch {
            throw JournalProblem(description: "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Adds a finished replication and waits until it is on the disk.
    ///
    /// - Throws: `JournalProblem` when it cannot be written.
    public func add(_ replication: Replication) throws(JournalProblem) {
        do {
            let hash = ScenarioHash.hex(of: String(decoding: try Self.encoder.encode(replication), as: UTF8.self))
            try write(Self.encoder.encode(Line(hash: hash, replication: replication)))
        } catch {
            throw JournalProblem(description: "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    private func write(_ line: Data) throws {
        try file.write(contentsOf: line + Data("\n".utf8))
        try file.synchronize()
    }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Reads what is there; the answer is how many bytes of it are good.
    private static func read(
        _ bytes: Data, _ path: String, _ binding: JournalBinding, _ finished: inout [Replication]
    ) throws(JournalProblem) -> Int {
        var good = 0
        var byNumber: [Int: Replication] = [:]
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // What follows the last line break is a torn line, or nothing.
        lines.removeLast()
        for (index, line) in lines.enumerated() {
            if index == 0 {
                guard let found = try? JSONDecoder().decode(JournalBinding.self, from: line) else {
                    throw JournalProblem(description: "\(path):1: this is no journal of replications")
                }
                try check(found, binding, path)
            } else if let replication = replication(in: line) {
                byNumber[replication.number] = replication
            } else if index == lines.count - 1 {
                break
            } else {
                throw JournalProblem(
                    description: "\(path):\(index + 1): the line is damaged; run without --resume to begin anew")
            }
            good += line.count + 1
        }
        finished = byNumber.values.sorted { $0.number < $1.number }
        return good
    }

    private static func replication(in line: Data) -> Replication? {
        guard let found = try? JSONDecoder().decode(Line.self, from: line),
            let bytes = try? encoder.encode(found.replication),
            ScenarioHash.hex(of: String(decoding: bytes, as: UTF8.self)) == found.hash
        else { return nil }
        return found.replication
    }

    private static func check(
        _ found: JournalBinding, _ wanted: JournalBinding, _ path: String
    ) throws(JournalProblem) {
        guard found != wanted else { return }
        let what =
            found.journal != wanted.journal
            ? "a journal of another form"
            : found.version != wanted.version
                ? "version \(found.version) of the program"
                : found.seed != wanted.seed ? "seed \(found.seed)" : "another scenario or another map"
        throw JournalProblem(
            description: "\(path) belongs to \(what); run without --resume to begin anew, or choose another folder")
    }
}
