// SPDX-License-Identifier: GPL-3.0-or-later

/// What an input log keeps of a message: the message itself, or the message with what was drawn for it.
public protocol RecordedInput: Hashable, Sendable, Codable {
    /// The service that takes it.
    static var service: ServiceID { get }
}

/// A message as it reached its service, for replay (SIM-06).
public struct InputRecord: Sendable {
    /// When it arrived.
    public let time: CityTime
    /// How many events the log held before it.
    public let after: Int64
    /// The message.
    public let message: any RecordedInput

    /// Makes a record.
    public init(time: CityTime, after: Int64, message: any RecordedInput) {
        self.time = time
        self.after = after
        self.message = message
    }
}

extension InputRecord: Hashable {
    /// Whether both are the same message at the same time.
    public static func == (left: Self, right: Self) -> Bool {
        left.time == right.time && left.after == right.after
            && AnyHashable(left.message) == AnyHashable(right.message)
    }

    /// Hashes time, count and message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(time)
        hasher.combine(after)
        hasher.combine(AnyHashable(message))
    }
}

extension InputRecord: Encodable {
    private enum Key: CodingKey {
        case time, after, service
    }

    /// Reads a record of a service of these types; the message's own fields stand beside time, count and service.
    ///
    /// - Throws: `DecodingError` also when no type is of the service.
    public init(from decoder: any Decoder, types: [any RecordedInput.Type]) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        time = CityTime(nanoseconds: try fields.decode(Int64.self, forKey: .time))
        after = try fields.decode(Int64.self, forKey: .after)
        let service = ServiceID(try fields.decode(String.self, forKey: .service))
        guard let type = types.first(where: { $0.service == service }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .service, in: fields, debugDescription: "there is no service \(service)")
        }
        message = try type.init(from: decoder)
    }

    /// Writes the record.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(time.nanoseconds, forKey: .time)
        try fields.encode(after, forKey: .after)
        try fields.encode(type(of: message).service.name, forKey: .service)
        try message.encode(to: encoder)
    }
}
