// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The messages of a city's services in the order in which they reached them, for replay (SIM-06).
///
/// `@unchecked Sendable`: used on the loop's thread only, like the event log.
public final class InputLog: @unchecked Sendable {
    /// All messages so far.
    public private(set) var records: [InputRecord] = []

    private let keeps: Bool
    private let reader: ((InputRecord) -> Void)?

    /// An empty log that keeps messages, shows them to a reader, or both.
    public init(keeps: Bool = true, reader: ((InputRecord) -> Void)? = nil) {
        self.keeps = keeps
        self.reader = reader
    }

    /// Adds a message.
    public func add(_ record: InputRecord) {
        if keeps { records.append(record) }
        reader?(record)
    }
}
