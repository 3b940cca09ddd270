// SPDX-License-Identifier: GPL-3.0-or-later

/// A message as it reached its service, for replay (SIM-06).
public struct InputRecord<Message: Hashable & Sendable>: Hashable, Sendable {
    /// When it arrived.
    public let time: CityTime
    /// How many events the log held before it.
    public let after: Int64
    /// The message.
    public let message: Message

    /// Makes a record.
    public init(time: CityTime, after: Int64, message: Message) {
        self.time = time
        self.after = after
        self.message = message
    }
}

extension InputRecord: Codable where Message: Codable {
    private enum Key: CodingKey {
        case time, after
    }

    /// Reads a record; the message's own fields stand beside time and count.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        time = CityTime(nanoseconds: try fields.decode(Int64.self, forKey: .time))
        after = try fields.decode(Int64.self, forKey: .after)
        message = try Message(from: decoder)
    }

    /// Writes the record.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(time.nanoseconds, forKey: .time)
        try fields.encode(after, forKey: .after)
        try message.encode(to: encoder)
    }
}
