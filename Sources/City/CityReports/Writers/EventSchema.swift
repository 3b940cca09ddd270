// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// The published form of the event log, made from the events themselves, and a check of a log against it.
public struct EventSchema: Sendable {
    /// What a field may hold.
    enum Kind: Equatable, Sendable {
        case number, optionalNumber, flag
        case word([String], isOptional: Bool)
    }
    struct Field: Equatable, Sendable {
        let name: String
        let kind: Kind
    }

    let kinds: [(name: String, fields: [Field])]

    /// The schema of this version's log.
    public init() {
        kinds = CityEvent.examples.map { event in
            var lister = FieldLister()
            event.fields(&lister)
            return (event.name, lister.fields)
        }
    }

    /// The JSON Schema (draft 2020-12) of one line, as published in `CityReports.docc/Schemas/events.schema.json`.
    public var json: String {
        let kinds = self.kinds.map { kind -> JSONValue in
            var properties: [(String, JSONValue)] = [
                ("number", ["type": "integer", "minimum": 1]), ("timeNs", ["type": "integer"]),
                ("event", ["const": .text(kind.name)]),
            ]
            properties += kind.fields.map { ($0.name, Self.type(of: $0.kind)) }
            return [
                "title": .text(kind.name), "type": "object", "properties": .object(properties),
                "required": .list(properties.map { .text($0.0) }), "additionalProperties": false,
            ]
        }
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Cabrank event log, one line",
            "description": .text(
                "Version \(EventLine.version). The first line is a header: {\"cabrankLog\": version}. "
                    + "Fields that end in Ns are nanoseconds, in Mm millimetres."),
            "oneOf": .list(kinds),
        ]
        return schema.line.replacingOccurrences(of: ",{\"title\"", with: ",\n{\"title\"") + "\n"
    }

    private static func type(of kind: Kind) -> JSONValue {
        switch kind {
        case .number: ["type": "integer"]
        case .optionalNumber: ["type": ["integer", "null"]]
        case .flag: ["type": "boolean"]
        case .word(let words, let isOptional):
            ["enum": .list(words.map { .text($0) } + (isOptional ? [.null] : []))]
        }
    }

    /// What is wrong with a log's lines, header first; empty when it is valid. At most 100 problems, each with its line.
    public func problems(in log: String) -> [String] {
        var problems: [String] = []
        var expected: Int64 = 1
        for (index, line) in log.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
            guard problems.count < 100 else { break }
            let object = try? JSONDecoder().decode([String: LineValue].self, from: Data(line.utf8))
            guard let object else {
                problems.append("line \(index + 1): not an object of numbers, words and flags")
                continue
            }
            if index == 0 {
                guard case .number(Int64(EventLine.version)) = object["cabrankLog"] else {
                    problems.append("line 1: not the header of a log of version \(EventLine.version)")
                    continue
                }
                continue
            }
            problems += judge(object, expected).map { "line \(index + 1): \($0)" }
            expected += 1
        }
        return problems
    }

    private func judge(_ object: [String: LineValue], _ number: Int64) -> [String] {
        guard case .word(let name) = object["event"], let kind = kinds.first(where: { $0.name == name }) else {
            return ["unknown event"]
        }
        var problems: [String] = []
        if case .number(number) = object["number"] {} else { problems.append("number must be \(number)") }
        let fields = [Field(name: "number", kind: .number), Field(name: "timeNs", kind: .number)] + kind.fields
        for field in fields {
            guard let value = object[field.name] else {
                problems.append("\(name) needs \"\(field.name)\"")
                continue
            }
            if !Self.fits(value, field.kind) { problems.append("\"\(field.name)\" of \(name) has a wrong value") }
        }
        let known = Set(fields.map(\.name) + ["event"])
        for key in object.keys.sorted() where !known.contains(key) {
            problems.append("\(name) has no \"\(key)\"")
        }
        return problems
    }

    private static func fits(_ value: LineValue, _ kind: Kind) -> Bool {
        switch (kind, value) {
        case (.flag, .flag), (.number, .number), (.optionalNumber, .number), (.optionalNumber, .null): true
        case (.word(_, let isOptional), .null): isOptional
        case (.word(let words, _), .word(let word)): words.contains(word)
        default: false
        }
    }
}

/// A value of a log line.
private enum LineValue: Decodable {
    case number(Int64)
    case flag(Bool)
    case word(String)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .word(try container.decode(String.self))
        }
    }
}

/// Lists the fields of an event with what they may hold.
private struct FieldLister: EventFieldVisitor {
    var fields: [EventSchema.Field] = []

    mutating func number(_ name: StaticString, _ value: Int64) { add(name, .number) }
    mutating func optionalNumber(_ name: StaticString, _ value: Int64?) { add(name, .optionalNumber) }
    mutating func flag(_ name: StaticString, _ value: Bool) { add(name, .flag) }
    mutating func word<Word: EventWord>(_ name: StaticString, _ value: Word) {
        add(name, .word(Word.allCases.map(\.word), isOptional: false))
    }
    mutating func optionalWord<Word: EventWord>(_ name: StaticString, _ value: Word?) {
        add(name, .word(Word.allCases.map(\.word), isOptional: true))
    }

    private mutating func add(_ name: StaticString, _ kind: EventSchema.Kind) {
        fields.append(EventSchema.Field(name: "\(name)", kind: kind))
    }
}
