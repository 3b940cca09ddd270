// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Writes the language as a JSON Schema.
///
/// A file that includes others need not be complete, so there are two schemas for sections that are merged: the whole one and
/// `-part`, in which nothing is required.
struct SchemaWriter {
    private var definitions: [String: JSONValue] = [:]

    static func schema(of section: SectionForm) -> JSONValue {
        var writer = SchemaWriter()
        let whole = writer.section(section, isPart: false)
        let part = writer.section(section, isPart: true)
        writer.definitions["scenario"] = JSONValue(keys: whole)
        writer.definitions["scenario-part"] = JSONValue(keys: part)
        return [
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
            "title": .text("Cabrank scenario"),
            "description": .text(section.summary),
            "type": .text("object"),
            "if": ["required": .list([.text("include")])],
            "then": ["$ref": .text("#/$defs/scenario-part")],
            "else": ["$ref": .text("#/$defs/scenario")],
            "$defs": JSONValue(keys: writer.definitions),
        ]
    }

    private mutating func section(_ form: SectionForm, isPart: Bool) -> [String: JSONValue] {
        var properties: [String: JSONValue] = [:]
        for key in form.keys {
            var schema = value(key.form, isPart: isPart)
            schema["description"] = .text(key.summary)
            if let fallback = key.fallback?.json { schema["default"] = fallback }
            properties[key.key] = JSONValue(keys: schema)
        }
        var schema: [String: JSONValue] = [
            "type": .text("object"), "properties": JSONValue(keys: properties), "additionalProperties": .flag(false),
        ]
        if !form.summary.isEmpty { schema["description"] = .text(form.summary) }
        let required = form.keys.filter(\.isRequired).map { JSONValue.text($0.key) }
        if !isPart, !required.isEmpty { schema["required"] = .list(required) }
        if !isPart, !form.groups.isEmpty {
            schema["oneOf"] = .list(
                form.groups.map { group in
                    let rivals = form.rivals(of: group.head).map { ["required": .list([.text($0)])] as JSONValue }
                    return ["required": .list(group.needed.map { .text($0) }), "not": ["anyOf": .list(rivals)]]
                })
        }
        return schema
    }

    /// The form of keys: to a schema these are texts, numbers too.
    private static func name(_ schema: [String: JSONValue]) -> [String: JSONValue] {
        guard case .text(let type)? = schema["type"], ["number", "integer"].contains(type) else { return schema }
        return ["pattern": .text("^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$")]
    }

    private mutating func value(_ form: Form, isPart: Bool) -> [String: JSONValue] {
        switch form {
        case .scalar(let scalar): return scalar.schema
        case .section(let section): return named(section, isPart: isPart)
        case .list(let form, let count):
            return [
                "type": .text("array"), "items": JSONValue(keys: value(form, isPart: isPart)),
                "minItems": .whole(UInt64(count.lowerBound)), "maxItems": .whole(UInt64(count.upperBound)),
            ]
        case .map(let key, let form):
            return [
                "type": .text("object"), "propertyNames": JSONValue(keys: Self.name(key.schema)),
                "minProperties": .whole(1),
                "additionalProperties": JSONValue(keys: value(form, isPart: false)),
            ]
        case .choice(let name, let summary, let alternatives):
            if definitions[name] == nil {
                definitions[name] = .flag(true)  // Holds the location: distributions hold distributions.
                let forms = alternatives().map { alternative -> JSONValue in
                    var schema = value(alternative.form, isPart: false)
                    if !alternative.summary.isEmpty { schema["description"] = .text(alternative.summary) }
                    guard let key = alternative.key else { return JSONValue(keys: schema) }
                    return [
                        "type": .text("object"), "properties": [key: JSONValue(keys: schema)],
                        "required": .list([.text(key)]), "additionalProperties": .flag(false),
                    ]
                }
                definitions[name] = ["description": .text(summary), "anyOf": .list(forms)]
            }
            return ["$ref": .text("#/$defs/\(name)")]
        case .optional(let form):
            return ["anyOf": .list([["const": .text("none")], JSONValue(keys: value(form, isPart: isPart))])]
        }
    }

    /// Small sections stand where they are used; the others are definitions.
    private mutating func named(_ form: SectionForm, isPart: Bool) -> [String: JSONValue] {
        if form.isSmall { return section(form, isPart: isPart) }
        let name = isPart ? "\(form.name)-part" : form.name
        if definitions[name] == nil {
            definitions[name] = .flag(true)
            definitions[name] = JSONValue(keys: section(form, isPart: isPart))
        }
        return ["$ref": .text("#/$defs/\(name)")]
    }
}

extension SectionForm {
    /// Whether it is described where it is used: the parameters of a distribution and such.
    var isSmall: Bool { name.contains("`") || name.contains(" ") }
}

extension Item {
    /// A default as JSON; nil for sections, whose keys have their own.
    fileprivate var json: JSONValue? {
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
