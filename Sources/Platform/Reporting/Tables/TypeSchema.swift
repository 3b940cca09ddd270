// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A type that says itself how it looks in JSON.
package protocol OwnSchema: Decodable {
    static var schema: JSONValue { get }
    /// Any value of it.
    static var example: Self { get }
}

extension OwnSchema where Self: CaseIterable & RawRepresentable, RawValue == String {
    package static var schema: JSONValue { ["enum": .list(allCases.map { .text($0.rawValue) })] }
    package static var example: Self { allCases[allCases.startIndex] }
}
extension Dictionary: OwnSchema where Key == String, Value: Decodable {
    package static var schema: JSONValue {
        ["type": "object", "additionalProperties": TypeSchema().schema(of: Value.self)]
    }
    package static var example: [String: Value] { [:] }
}
extension Counts: OwnSchema {
    package static var schema: JSONValue {
        let words = (Word.self as? any ListedWord.Type)?.listed.map(\.word) ?? Word.known(by: []).map(\.word)
        return TypeSchema.record(words.map { ($0, ["type": "integer"]) })
    }
    package static var example: Counts { Counts(of: Word.known(by: [])) }
}

/// The JSON Schema of the form that a type writes: the type reads itself from a decoder that answers every question with an
/// example, and notes what was asked for. So a field is declared once, in its type.
package struct TypeSchema: Decoder {
    package typealias Field = (name: String, schema: JSONValue)

    /// What was asked for.
    private final class Notes {
        var fields: [Field] = []
        var optional: Set<String> = []
        var element: JSONValue?
    }

    /// Schemas of the type's own fields that their types do not give, by name.
    package var special: [String: JSONValue] = [:]
    private let notes = Notes()

    package init(special: [String: JSONValue] = [:]) { self.special = special }

    /// The schema of a type. Optional fields follow the others.
    package func schema(of type: any Decodable.Type) -> JSONValue {
        if let known = Self.known(type) { return known.schema }
        if let row = type as? any TableRow.Type { return row.schema }
        let fields = fields(of: type)
        if let element = notes.element { return ["type": "array", "items": element] }
        return Self.record(fields.required, optional: fields.optional)
    }

    /// Types that do not list their fields: plain ones, and those that say themselves how they look.
    private static func known(_ type: any Decodable.Type) -> (schema: JSONValue, example: Any)? {
        switch type {
        case is Bool.Type: (["type": "boolean"], false)
        case is Int.Type: (["type": "integer"], 0)
        case is Int64.Type: (["type": "integer"], Int64(0))
        case is Double.Type: (["type": "number"], 0.0)
        case is Double?.Type: (["type": ["number", "null"]], Double?.none as Any)
        case is String.Type: (["type": "string"], "")
        default: (type as? any OwnSchema.Type).map { ($0.schema, $0.example) }
        }
    }

    /// The fields of a type, in the order of their declaration. To be asked of one type only.
    package func fields(of type: any Decodable.Type) -> (required: [Field], optional: [Field]) {
        _ = try? type.init(from: self)
        let isOptional = { (field: Field) in notes.optional.contains(field.name) }
        return (notes.fields.filter { !isOptional($0) }, notes.fields.filter(isOptional))
    }

    /// An object with these fields and no others.
    package static func record(_ fields: [Field], optional: [Field] = []) -> JSONValue {
        [
            "type": "object", "additionalProperties": false,
            "properties": .object((fields + optional).map { ($0, $1) }),
            "required": .list(fields.map { .text($0.name) }),
        ]
    }

    private func example<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let example = Self.known(type)?.example as? Value { return example }
        return try Value(from: TypeSchema())
    }

    // MARK: Decoder

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }
    package func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(decoder: self))
    }
    package func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(decoder: self) }
    package func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unknown() }

    /// A type that reads itself in a way that no type of a result does.
    private struct Unknown: Error {}

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: TypeSchema
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }
        /// Asked of optional fields only.
        func contains(_ key: Key) -> Bool {
            decoder.notes.optional.insert(key.stringValue)
            return true
        }
        func decodeNil(forKey key: Key) -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let name = key.stringValue
            decoder.notes.fields.append((name, decoder.special[name] ?? TypeSchema().schema(of: type)))
            return try decoder.example(of: type)
        }
        func nestedContainer<Other>(keyedBy type: Other.Type, forKey key: Key) throws -> KeyedDecodingContainer<Other> {
            throw Unknown()
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unknown() }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let decoder: TypeSchema
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 1 }
        var isAtEnd: Bool { currentIndex == 1 }
        private(set) var currentIndex = 0
        mutating func decodeNil() -> Bool { false }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            currentIndex = 1
            decoder.notes.element = TypeSchema().schema(of: type)
            return try decoder.example(of: type)
        }
        func nestedContainer<Other>(keyedBy type: Other.Type) throws -> KeyedDecodingContainer<Other> {
            throw Unknown()
        }
        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unknown() }
        func superDecoder() -> any Decoder { decoder }
    }
}
