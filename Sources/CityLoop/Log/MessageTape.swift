// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The messages of clients in the order in which they reached the service, for replay (SIM-06).
///
/// `@unchecked Sendable`: used on the loop's thread only, like the event log.
public final class MessageTape: @unchecked Sendable {
    /// All messages so far.
    public private(set) var records: [MessageRecord] = []

    /// An empty tape.
    public init() {}

    /// Adds a message.
    public func add(_ record: MessageRecord) {
        records.append(record)
    }
}
