// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The messages of clients in the order in which they reached the service, for replay (SIM-06).
///
/// `@unchecked Sendable`: used on the loop's thread only, like the event log.
public final class MessageTape: @unchecked Sendable {
    /// All messages so far.
    public private(set) var records: [MessageRecord] = []

    private let keeps: Bool
    private let reader: ((MessageRecord) -> Void)?

    /// An empty tape that keeps messages, shows them to a reader, or both.
    public init(keeps: Bool = true, reader: ((MessageRecord) -> Void)? = nil) {
        self.keeps = keeps
        self.reader = reader
    }

    /// Adds a message.
    public func add(_ record: MessageRecord) {
        if keeps { records.append(record) }
        reader?(record)
    }
}
