// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
import Foundation
import ScenarioFile

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
        if let fault = InputFile.fault(at: path), fault != .missing(path) {
            throw JournalProblem(description: "the journal \(fault)")
        }
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
            guard file.isOursAlone else {
                throw JournalProblem(description: "\(path) is written by another process that is still running")
            }
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
            let hash = TextHash.hex(of: String(decoding: try Self.encoder.encode(replication), as: UTF8.self))
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
                    struct Head: Decodable { var journal: Int }
                    let isOld = (try? JSONDecoder().decode(Head.self, from: line)) != nil
                    throw JournalProblem(
                        description: isOld
                            ? "\(path) belongs to a journal of another form; run without --resume to begin anew"
                            : "\(path):1: this is no journal of replications")
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
            TextHash.hex(of: String(decoding: bytes, as: UTF8.self)) == found.hash
        else { return nil }
        return found.replication
    }

    private static func check(
        _ found: JournalBinding, _ wanted: JournalBinding, _ path: String
    ) throws(JournalProblem) {
        guard let what = found.difference(from: wanted) else { return }
        throw JournalProblem(
            description: "\(path) belongs to \(what); run without --resume to begin anew, or choose another folder")
    }
}

extension FileHandle {
    /// Takes the file for this process until it is closed; false when another process has it.
    fileprivate var isOursAlone: Bool {
        var wish = flock()
        wish.l_type = Int16(F_WRLCK)
        wish.l_whence = Int16(SEEK_SET)
        let answer = fcntl(fileDescriptor, F_SETLK, &wish)
        // A file system without locks gives other errors, and is no reason not to run.
        return answer == 0 || !(errno == EACCES || errno == EAGAIN)
    }
}
