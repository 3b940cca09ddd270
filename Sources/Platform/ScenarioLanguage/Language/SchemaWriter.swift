// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Writes the language as a JSON Schema.
///
/// A file that includes others need not be complete, so there are two schemas for sections that are merged: the whole one and
/// `-part`, in which nothing is required.
struct SchemaWriter {
    private var definitions: [String: JSON] = [:]

    static func schema(of section: SectionForm) -> JSON {
        var writer = SchemaWriter()
        let whole = writer.section(section, isPart: false)
        let part = writer.section(section, isPart: true)
        writer.definitions["scenario"] = .object(whole)
        writer.definitions["scenario-part"] = .object(part)
        return .object([
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
            "title": .text("Cabrank scenario"),
            "description": .text(section.summary),
            "type": .text("object"),
            "if": .object(["required": .list([.text("include")])]),
            "then": .object(["$ref": .text("#/$defs/scenario-part")]),
            "else": .object(["$ref": .text("#/$defs/scenario")]),
            "$defs": .object(writer.definitions),
        ])
    }

    private mutating func section(_ form: SectionForm, isPart: Bool) -> [String: JSON] {
        var properties: [String: JSON] = [:]
        for key in form.keys {
            var schema = value(key.form, isPart: isPart)
            schema["description"] = .text(key.summary)
            if let fallback = key.fallback?.json { schema["default"] = fallback }
            properties[key.key] = .object(schema)
        }
        var schema: [String: JSON] = [
            "type": .text("object"), "properties": .object(properties), "additionalProperties": .flag(false),
        ]
        if !form.summary.isEmpty { schema["description"] = .text(form.summary) }
        let required = form.keys.filter(\.isRequired).map { JSON.text($0.key) }
        if !isPart, !required.isEmpty { schema["required"] = .list(required) }
        if !isPart, !form.groups.isEmpty {
            schema["oneOf"] = .list(
                form.groups.map { group in
                    let rivals = form.rivals(of: group.head).map { JSON.object(["required": .list([.text($0)])]) }
                    return .object([
                        "required": .list(group.needed.map { .text($0) }), "not": .object(["anyOf": .list(rivals)]),
                    ])
                })
        }
        return schema
    }

    private mutating func value(_ form: Form, isPart: Bool) -> [String: JSON] {
        switch form {
        case .scalar(let scalar): return scalar.json
        case .section(let section): return named(section, isPart: isPart)
        case .list(let form, let count):
            return [
                "type": .text("array"), "items": .object(value(form, isPart: isPart)),
                "minItems": .whole(UInt64(count.lowerBound)), "maxItems": .whole(UInt64(count.upperBound)),
            ]
        case .map(let key, let form):
            return [
                "type": .text("object"), "propertyNames": .object(key.json), "minProperties": .whole(1),
                "additionalProperties": .object(value(form, isPart: false)),
            ]
        case .choice(let name, let summary, let alternatives):
            if definitions[name] == nil {
                definitions[name] = .flag(true)  // Holds the place: laws hold laws.
                let forms = alternatives().map { alternative -> JSON in
                    var schema = value(alternative.form, isPart: false)
                    if !alternative.summary.isEmpty { schema["description"] = .text(alternative.summary) }
                    guard let key = alternative.key else { return .object(schema) }
                    return .object([
                        "type": .text("object"), "properties": .object([key: .object(schema)]),
                        "required": .list([.text(key)]), "additionalProperties": .flag(false),
                    ])
                }
                definitions[name] = .object(["description": .text(summary), "anyOf": .list(forms)])
            }
            return ["$ref": .text("#/$defs/\(name)")]
        case .optional(let form):
            return ["anyOf": .list([.object(["const": .text("none")]), .object(value(form, isPart: isPart))])]
        }
    }

    /// Small sections stand where they are used; the others are definitions.
    private mutating func named(_ form: SectionForm, isPart: Bool) -> [String: JSON] {
        if form.isSmall { return section(form, isPart: isPart) }
        let name = isPart ? "\(form.name)-part" : form.name
        if definitions[name] == nil {
            definitions[name] = .flag(true)
            definitions[name] = .object(section(form, isPart: isPart))
        }
        return ["$ref": .text("#/$defs/\(name)")]
    }
}

extension SectionForm {
    /// Whether it is described where it is used: the parameters of a law and such.
    var isSmall: Bool { name.contains("`") || name.contains(" ") }
}

extension ScalarForm {
    fileprivate var json: [String: JSON] {
        if case .object(let schema) = schema { schema } else { [:] }
    }
}

extension Item {
    /// A default as JSON; nil for sections, whose keys have their own.
    fileprivate var json: JSON? {
        switch content {
        case .nothing, .mapping: return nil
        case .list(let items): return .list(items.compactMap(\.json))
        case .text(let text, let quoted):
            if quoted { return text.isEmpty ? nil : .text(text) }
            if text == "true" || text == "false" { return .flag(text == "true") }
            if let whole = UInt64(text) { return .whole(whole) }
            return plainNumber(text).map { .number($0) } ?? .text(text)
        }
    }
}
