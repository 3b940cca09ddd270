// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Foundation
import Reporting
import ScenarioLanguage
import Synchronization

/// A journal that cannot be used or written.
package struct JournalProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    package let description: String
}

/// Finished replications in a file: one line each, written through to the disk before the next one is begun.
///
/// The first line says what the journal belongs to. A process that is killed at any moment leaves at most a torn last
/// line, which is dropped when the journal is opened again; so at most the replications that were running are lost. Each
/// line carries a hash, so a damaged line is never taken for a result: it is left out, and its replication runs again.
/// Lines come in the order of finishing. Any thread may add one.
package final class ReplicationJournal: Sendable {
    /// What was finished before, by rising number.
    package let finished: [Replication]
    /// The lines that were damaged when the journal was opened, counted from 1. They are not in it any more.
    package let damagedLines: [Int]
    package let path: String
    private let file: FileHandle
    /// The bytes of whole lines; held while one is added.
    private let length: Mutex<Int>

    /// A line of the journal.
    private struct Line: Decodable {
        var hash: String
        var replication: Replication
    }

    /// What is good of a journal.
    private struct Content {
        var bytes = Data()
        var replications: [Int: Replication] = [:]
        var damagedLines: [Int] = []
    }

    /// Opens a journal.
    ///
    /// - Parameters:
    ///   - path: the file; its folder must exist.
    ///   - binding: what the journal must belong to.
    ///   - resumes: goes on with the journal that is there, if any; else begins anew.
    /// - Throws: `JournalProblem` when the file belongs to something else, its first line is damaged, or it cannot be
    ///   written.
    package init(path: String, binding: JournalBinding, resumes: Bool) throws(JournalProblem) {
        self.path = path
        if let fault = InputFile.fault(at: path), fault != .missing(path) {
            throw JournalProblem(description: "the journal \(fault)")
        }
        let found = resumes ? FileManager.default.contents(atPath: path) : nil
        var content = Content()
        if let found { content = try Self.read(found, path, binding) }
        finished = content.replications.values.sorted { $0.number < $1.number }
        damagedLines = content.damagedLines
        let length = content.bytes.count
        self.length = Mutex(length)
        if !damagedLines.isEmpty {
            // A journal without the damaged lines takes the place of this one: a kill leaves one or the other.
            do throws(OutputProblem) {
                try NewFile.write(content.bytes, whole: path)
            } catch {
                throw JournalProblem(description: error.description)
            }
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.cannotWrite(path, errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard file.isOursAlone else {
            throw JournalProblem(description: "\(path) is being written by another running process")
        }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw Self.cannotWrite(path, errno) }
        if length == 0 { try add(line: Self.encoded(binding)) }
    }

    /// Adds a finished replication and waits until it is on the disk.
    ///
    /// - Throws: `JournalProblem` when it cannot be written.
    package func add(_ replication: Replication) throws(JournalProblem) {
        let text = Self.encoded(replication)
        let hash = TextHash.hex(of: String(decoding: text, as: UTF8.self))
        // As the encoder would write a `Line`, without writing the replication once more.
        try add(line: Data("{\"hash\":\"\(hash)\",\"replication\":".utf8) + text + Data("}".utf8))
    }

    private func add(line: Data) throws(JournalProblem) {
        let bytes = line + Data("\n".utf8)
        let code = length.withLock { length in
            lseek(file.fileDescriptor, off_t(length), SEEK_SET)
            var code = writeAll([UInt8](bytes), to: file.fileDescriptor)
            // Some file systems have nothing to wait for.
            if code == 0, fsync(file.fileDescriptor) != 0, errno != EINVAL { code = errno }
            // A torn line stands at the end only.
            if code == 0 { length += bytes.count } else { ftruncate(file.fileDescriptor, off_t(length)) }
            return code
        }
        if code != 0 { throw Self.cannotWrite(path, code) }
    }

    private static func cannotWrite(_ path: String, _ code: Int32) -> JournalProblem {
        JournalProblem(description: OutputProblem.cannotWrite(path, code: code).description)
    }

    /// What a line holds, and what a database keeps of the same: JSON with its keys in order. Texts, whole numbers and finite
    /// ones can always be encoded.
    package static func encoded(_ value: some Encodable) -> Data { (try? encoder.encode(value)) ?? Data() }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Reads what is there. What follows the last line break is a torn line, and left out without a word.
    private static func read(
        _ bytes: Data, _ path: String, _ binding: JournalBinding
    ) throws(JournalProblem) -> Content {
        var content = Content()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        for (index, line) in lines.enumerated() {
            if index == 0 {
                try checkHead(line, path, binding)
            } else if let replication = replication(in: line) {
                content.replications[replication.number] = replication
            } else {
                content.damagedLines.append(index + 1)
                continue
            }
            content.bytes += line + Data("\n".utf8)
        }
        return content
    }

    private static func replication(in line: Data) -> Replication? {
        guard let found = try? JSONDecoder().decode(Line.self, from: line),
            TextHash.hex(of: String(decoding: encoded(found.replication), as: UTF8.self)) == found.hash
        else { return nil }
        return found.replication
    }

    /// The first line says what the journal belongs to; without it none of the others can be trusted.
    private static func checkHead(
        _ line: Data, _ path: String, _ wanted: JournalBinding
    ) throws(JournalProblem) {
        guard let found = try? JSONDecoder().decode(JournalBinding.self, from: line) else {
            struct Head: Decodable { var journal: Int }
            let isOld = (try? JSONDecoder().decode(Head.self, from: line)) != nil
            throw JournalProblem(
                description: isOld
                    ? "\(path) belongs to a journal in another format; run without --resume to start again"
                    : "\(path):1: this is not a journal of replications")
        }
        guard let what = found.difference(from: wanted) else { return }
        throw JournalProblem(
            description: "\(path) belongs to \(what); run without --resume to start again, or choose another folder")
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
