// SPDX-License-Identifier: GPL-3.0-or-later

/// A record that a file finds by more than its number, such as by person and day.
public protocol IndexedRecord: StoredRecord {
    /// Under what it is found; each entry once.
    var entries: [RecordEntry] { get }
}

/// What a record is found under: two numbers, such as those of a person and a day.
public struct RecordEntry: Hashable, Sendable {
    /// The first, such as a person's.
    public let owner: Int32
    /// The second, such as a day's.
    public let part: Int32

    /// Takes both.
    public init(owner: Int32, part: Int32) { (self.owner, self.part) = (owner, part) }
}
