// SPDX-License-Identifier: GPL-3.0-or-later
import CityHost
import CityModel
import RecordStores
import Synchronization

/// The inputs of a log, which are read once: a start asks for the first of them, and then for all.
final class LogInputs: RecordStore {
    typealias Record = StoredInput

    private let store: RecordFile<StoredInput>
    private let isReadOnly: Bool
    private let read = Mutex<StoredRecords<StoredInput>?>(nil)

    /// The inputs of a file; those of a log that is only read are not changed by anything.
    init(_ store: RecordFile<StoredInput>, isReadOnly: Bool) { (self.store, self.isReadOnly) = (store, isReadOnly) }

    /// Stores an input.
    ///
    /// - Throws: what the file throws when it is not on the disk.
    func save(_ record: StoredInput) throws { try write([.save(record)]) }

    /// Takes an input out.
    ///
    /// - Throws: what the file throws when that is not on the disk.
    func remove(_ key: ID<Tag.Input>) throws { try write([.remove(key)]) }

    /// Makes all changes or none of them.
    ///
    /// - Throws: what the file throws when they are not on the disk.
    func write(_ changes: [RecordChange<StoredInput>]) throws {
        guard !isReadOnly else { return }
        read.withLock { $0 = nil }
        try store.write(changes)
    }

    /// All inputs.
    ///
    /// - Throws: what the file throws when it was damaged.
    func load() throws -> StoredRecords<StoredInput> {
        try read.withLock { read in
            if let read { return read }
            let found = try store.load()
            read = found
            return found
        }
    }
}
