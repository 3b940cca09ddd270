// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import Foundation
import Synchronization

/// Who writes the files.
enum Writing: String {
    /// The loop, in the turn of the message.
    case inTurn
    /// Another thread, which takes its time.
    case beside
    /// Another thread, during whose next write the machine fails once all orders are answered: nothing of that write is on the
    /// disk.
    case failing

    /// The writer of one file.
    func writer(_ loop: CityLoop) -> RecordWriter {
        RecordWriter(loop, pool: self == .inTurn ? nil : WorkPool(threads: 2, waits: true))
    }

    /// The store as it is written to.
    func slow<Record: StoredRecord>(
        _ store: any RecordStore<Record>, _ answered: AnswerCount
    ) -> any RecordStore<Record> {
        self == .inTurn ? store : SlowStore(store, answered, fails: self == .failing)
    }
}

/// How many orders were answered, and how many are to be.
final class AnswerCount: Sendable {
    private let goal: Int32
    private let count = Atomic<Int32>(0)

    init(goal: Int32) { self.goal = goal }

    var isReached: Bool { count.load(ordering: .sequentiallyConsistent) >= goal }

    /// An order is stored and noted. Whoever made it is answered, unless the machine fails now.
    func answer(_ number: Int32) {
        if isReached { kill(getpid(), SIGKILL) }
        count.add(1, ordering: .sequentiallyConsistent)
        FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
}

/// A store on a slow disk.
private final class SlowStore<Record: StoredRecord>: RecordStore {
    private let store: any RecordStore<Record>
    private let answered: AnswerCount
    private let fails: Bool

    init(_ store: any RecordStore<Record>, _ answered: AnswerCount, fails: Bool) {
        (self.store, self.answered, self.fails) = (store, answered, fails)
    }

    func save(_ record: Record) throws { try write([.save(record)]) }
    func remove(_ key: ID<Record.Thing>) throws { try write([.remove(key)]) }
    func load() throws -> StoredRecords<Record> { try store.load() }

    func write(_ changes: [RecordChange<Record>]) throws {
        Thread.sleep(forTimeInterval: 0.02)
        if fails, answered.isReached { kill(getpid(), SIGKILL) }
        try store.write(changes)
    }
}
