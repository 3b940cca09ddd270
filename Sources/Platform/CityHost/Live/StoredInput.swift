// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityModel
import Foundation

extension Tag {
    /// An input of a live city.
    public enum Input {}
}

/// One input of a live city as its log keeps it: whatever came from outside and changed something. All else follows from these.
public struct StoredInput: StoredRecord {
    /// The word of the file.
    public static let table = "input"
    /// Counts all, from 1 on and without a gap.
    public let key: ID<Tag.Input>
    /// When it was processed.
    public let time: CityTime
    /// How many events the event log held before it.
    public let after: Int64
    /// What it was.
    public let body: Body
    /// A hash of this input and of the one before it: whoever changes, drops or moves one breaks the chain.
    public let chain: Token

    /// What an input may be.
    public enum Body: Hashable, Sendable, Codable {
        /// The log began.
        case began(LogOrigin)
        /// A message passed the gateway.
        case served(ServedInput)
        /// Bytes were drawn that no message asked for.
        case drawn([[UInt8]])
        /// A request with a key was answered.
        case answered(AnsweredRequest)
        /// The city had come to this time, and timers had done their work: also when the clock of the machine is set back, no city that is
        /// taken up begins before it.
        case reached
        /// The process ended as it was told to; the fingerprint of what the services and accounts had done.
        case ended(String)
        /// A message came to its service past the gateway.
        case brought(BroughtInput)
        /// An account of another log was taken in, before anybody was served.
        case carried(CarriedInput)
    }
}

/// What a request with a key was answered: who sends it again gets the same.
public struct AnsweredRequest: Hashable, Sendable, Codable {
    /// Its key.
    public let key: RequestKey
    /// The answer, as whoever serves the city writes it; nil when nothing was changed, and the request may be sent again.
    public let answer: String?
}

/// What a log was begun with. A city takes up only its own.
public struct LogOrigin: Hashable, Sendable, Codable {
    /// The version of what a log holds.
    public static let newestSchema = 1
    /// The version of this one.
    public let schema: Int
    /// The build of the program: other rules make another city of the same inputs.
    public let build: String
    /// What the city was opened with, such as a hash of its configuration and its map.
    public let city: String

    /// States build and city.
    public init(build: String, city: String) {
        (schema, self.build, self.city) = (Self.newestSchema, build, city)
    }
}

/// A message that passed the gateway, with all that decides what it does.
public struct ServedInput: Hashable, Sendable, Codable {
    /// The part of whoever's connection it came from.
    public let role: RoleName
    /// The number in that part.
    public let number: Int32
    /// The session that it came with.
    public let token: Token?
    /// Mobile or web.
    public let client: ClientKind
    /// What the client ran on.
    public let system: ClientSystem
    /// The address that it came from (SEC-04).
    public let source: SourceAddress
    /// When it reached the server, if it waited through an outage.
    public let reached: CityTime?
    /// The request with a key that it belongs to.
    public let request: RequestKey?
    /// The type of the message.
    public let type: String
    /// The message as JSON, without passwords.
    public let message: String
    /// What came of the work with its passwords.
    public var passwords: KeptPasswordWork?
    /// The bytes that were drawn for it.
    public var drawn: [[UInt8]]

    init(_ envelope: Envelope) throws {
        (role, number) = (envelope.connection.role.name, envelope.connection.role.number)
        (token, client, system, source) = (envelope.token, envelope.client, envelope.system, envelope.source)
        (reached, request) = (envelope.reached, envelope.request)
        let message = envelope.message.masked
        type = Self.name(of: Swift.type(of: message))
        self.message = try Self.text(of: message)
        (passwords, drawn) = (nil, [])
    }

    /// What a type of message is called in a log.
    static func name(of type: any RecordedInput.Type) -> String { "\(type.service).\(type)" }

    /// A message as JSON, the same each time.
    static func text(of message: any RecordedInput) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(message), as: UTF8.self)
    }

    /// The envelope again.
    ///
    /// - Throws: `DecodingError` when none of the types can read the message.
    func envelope(of types: [any ServedMessage.Type]) throws -> Envelope {
        guard let found = types.first(where: { Self.name(of: $0) == type }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "there is no message of type \"\(type)\""))
        }
        var envelope = Envelope(
            try JSONDecoder().decode(found, from: Data(message.utf8)), from: Connection(Role(role, number)),
            token: token, client: client, system: system, source: source)
        (envelope.reached, envelope.request) = (reached, request)
        return envelope
    }
}

/// A message that came to its service past the gateway, on a line of its own.
public struct BroughtInput: Hashable, Sendable, Codable {
    /// The session that it came with.
    public let token: Token?
    /// The request with a key that it belongs to.
    public let request: RequestKey?
    /// The type of the message.
    public let type: String
    /// The message as JSON.
    public let message: String
    /// The bytes that were drawn for it.
    public var drawn: [[UInt8]] = []

    init(_ message: any RecordedInput, in token: Token?, of request: RequestKey?) throws {
        (self.token, self.request, type) = (token, request, ServedInput.name(of: Swift.type(of: message)))
        self.message = try ServedInput.text(of: message)
    }

    /// The message again.
    ///
    /// - Throws: `DecodingError` when none of the types can read it.
    func message(of types: [any RecordedInput.Type]) throws -> any RecordedInput {
        guard let found = types.first(where: { ServedInput.name(of: $0) == type }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "no service hears a message of type \"\(type)\""))
        }
        return try JSONDecoder().decode(found, from: Data(message.utf8))
    }
}

/// An account of another log that was taken in.
public struct CarriedInput: Hashable, Sendable, Codable {
    /// The account, of whose password there is the hash.
    public let account: CarriedAccount
    /// The bytes that were drawn for it.
    public var drawn: [[UInt8]] = []

    init(_ account: CarriedAccount) { self.account = account }
}

extension ServedMessage {
    /// The message without passwords.
    fileprivate var masked: any ServedMessage {
        if let message = self as? AccountMessage { return message.withoutPasswords }
        guard let message = self as? ServiceAccountMessage else { return self }
        return ServiceAccountMessage(message.owner, message.message.withoutPasswords)
    }
}
