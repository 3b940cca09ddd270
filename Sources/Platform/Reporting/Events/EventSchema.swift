// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation

/// The published form of the event log, made from the events themselves.
package struct EventSchema: Sendable {
    package struct Field: Equatable, Sendable {
        package let name: String
        package var form = PartForm.number
        package var isOptional = false
    }

    /// Number and name of every kind of these services, without the fields, whose names take longer to find.
    package static func names(_ services: [any Event.Type]) -> [(code: UInt16, name: String)] {
        func names<Fact: Event>(_ type: Fact.Type) -> [(code: UInt16, name: String)] {
            Fact.kinds.map { ($0.code, $0.name) }
        }
        return services.flatMap { names($0) }
    }

    package let kinds: [(name: String, fields: [Field])]

    private static func kinds<Fact: Event>(of type: Fact.Type) -> [(name: String, fields: [Field])] {
        Fact.kinds.map { kind in
            (kind.name, kind.parts.map { Field(name: $0.name, form: $0.form, isOptional: $0.isOptional) })
        }
    }

    /// The schema of the log of a program whose services note events of these types.
    package init(of types: [any Event.Type]) { kinds = types.flatMap { Self.kinds(of: $0) } }

    /// The JSON Schema (draft 2020-12) of one line, as published in `CitySlices.docc/Schemas/events.schema.json`.
    package var json: String {
        let kinds = self.kinds.map { kind -> JSONValue in
            var properties: [(String, JSONValue)] = [
                ("number", ["type": "integer", "minimum": 1]), ("timeNs", ["type": "integer"]),
                ("event", ["const": .text(kind.name)]),
            ]
            properties += kind.fields.map { ($0.name, Self.type(of: $0)) }
            return [
                "title": .text(kind.name), "type": "object", "properties": .object(properties),
                "required": .list(properties.map { .text($0.0) }), "additionalProperties": false,
            ]
        }
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Cabrank event log, one line",
            "description": .text(
                "Version \(EventLineWriter.version). The first line is a header: {\"cabrankLog\": version}. "
                    + "Fields that end in Ns are nanoseconds, in Mm millimetres."),
            "oneOf": .list(kinds),
        ]
        return schema.line.replacingOccurrences(of: ",{\"title\"", with: ",\n{\"title\"") + "\n"
    }

    private static func type(of field: Field) -> JSONValue {
        switch field.form {
        case .number: ["type": field.isOptional ? ["integer", "null"] : "integer"]
        case .flag: ["type": "boolean"]
        case .text, .openWord: ["type": field.isOptional ? ["string", "null"] : "string"]
        case .word(let words): ["enum": .list(words.map { .text($0) } + (field.isOptional ? [.null] : []))]
        }
    }
}
