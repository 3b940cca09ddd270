// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The messages of a service in the order in which they reached it, for replay (SIM-06).
///
/// `@unchecked Sendable`: used on the loop's thread only, like the event log.
public final class InputLog<Message: Hashable & Sendable>: @unchecked Sendable {
    /// All messages so far.
    public private(set) var records: [InputRecord<Message>] = []

    private let keeps: Bool
    private let reader: ((InputRecord<Message>) -> Void)?

    /// An empty log that keeps messages, shows them to a reader, or both.
    public init(keeps: Bool = true, reader: ((InputRecord<Message>) -> Void)? = nil) {
        self.keeps = keeps
        self.reader = reader
    }

    /// Adds a message.
    public func add(_ record: InputRecord<Message>) {
        if keeps { records.append(record) }
        reader?(record)
    }
}
