// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Keeps records in memory: survives a restart of the service inside one process, for simulations.
public final class RecordMemory<Record: StoredRecord>: RecordStore {
    private struct Shelf: Sendable {
        var lastNumber: Int32 = 0
        var records: [Int32: Record] = [:]
    }

    private let shelf = Mutex(Shelf())

    /// An empty store.
    public init() {}

    /// Stores a record, or what changed of it. Never fails.
    public func save(_ record: Record) {
        shelf.withLock {
            $0.lastNumber = max($0.lastNumber, record.key.number)
            $0.records[record.key.number] = record
        }
    }

    /// Takes a record out. Never fails.
    public func remove(_ key: ID<Record.Thing>) {
        shelf.withLock { _ = $0.records.removeValue(forKey: key.number) }
    }

    /// What is stored. Never fails; costs a sort.
    public func load() -> StoredRecords<Record> {
        shelf.withLock { shelf in
            StoredRecords(lastNumber: shelf.lastNumber, open: shelf.records.values.sorted { $0.key < $1.key })
        }
    }
}
