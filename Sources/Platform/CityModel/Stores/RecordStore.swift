// SPDX-License-Identifier: GPL-3.0-or-later

/// What a live service keeps over a restart: a request, a reservation.
public protocol StoredRecord: Hashable, Codable, Sendable {
    /// What its number counts.
    associatedtype Thing
    /// Its number.
    var key: ID<Thing> { get }
    /// What all of its kind are called in a file: letters only.
    static var table: String { get }
}

/// Keeps open records over a restart of the service. Two kinds: in memory and, as `RecordFile`, in a file.
///
/// Called by one thread at a time: the loop's, or one of those that a `RecordWriter` works on. What a call has written is
/// durable when it returns.
public protocol RecordStore<Record>: AnyObject, Sendable {
    /// What is kept.
    associatedtype Record: StoredRecord
    /// Stores a record, or what changed of it.
    func save(_ record: Record) throws
    /// Takes a record out. Its number is not given again.
    func remove(_ key: ID<Record.Thing>) throws
    /// Makes several changes, in order. A store that can make all or none of them does so: one look at the disk is then enough for all.
    func write(_ changes: [RecordChange<Record>]) throws
    /// Reads what is stored.
    func load() throws -> StoredRecords<Record>
}

extension RecordStore {
    /// Makes the changes one by one; those before a failure stay.
    public func write(_ changes: [RecordChange<Record>]) throws {
        for change in changes {
            switch change {
            case .save(let record): try save(record)
            case .remove(let key): try remove(key)
            }
        }
    }
}

/// A change of a store. To make it twice is to make it once.
public enum RecordChange<Record: StoredRecord>: Sendable {
    /// Store a record, or what changed of it.
    case save(Record)
    /// Take a record out.
    case remove(ID<Record.Thing>)
}

/// What a store holds.
public struct StoredRecords<Record: StoredRecord>: Hashable, Sendable {
    /// The largest number ever stored, also of a record taken out since; 0 when there was none.
    public var lastNumber: Int32
    /// The open records by rising number.
    public var open: [Record]

    /// Makes the contents of a store.
    public init(lastNumber: Int32 = 0, open: [Record] = []) {
        self.lastNumber = lastNumber
        self.open = open
    }
}
