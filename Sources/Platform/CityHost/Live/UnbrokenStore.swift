// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Synchronization

/// A store of inputs in which none is missing: what comes behind an input that could not be written is not written either, also
/// when the disk has room again.
final class UnbrokenStore: RecordStore {
    /// An input before it was not written.
    struct Gap: Error {}

    private let store: any RecordStore<StoredInput>
    private let last = Mutex<Int32>(0)

    init(_ store: any RecordStore<StoredInput>) { self.store = store }

    /// Goes on behind this input.
    func goOn(after number: Int32) { last.withLock { $0 = number } }

    func save(_ record: StoredInput) throws { try write([.save(record)]) }

    func remove(_ key: ID<Tag.Input>) throws { try store.remove(key) }

    func write(_ changes: [RecordChange<StoredInput>]) throws {
        var next = last.withLock { $0 }
        for case .save(let input) in changes {
            guard input.key.number <= next + 1 else { throw Gap() }
            next = max(next, input.key.number)
        }
        try store.write(changes)
        last.withLock { $0 = next }
    }

    func load() throws -> StoredRecords<StoredInput> { try store.load() }
}
