// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON text under construction, printed the same on every machine: objects keep the order they were made in, numbers
/// are printed as short as they read back.
package enum JSONValue: Sendable {
    case text(String)
    case number(Double)
    case whole(UInt64)
    case flag(Bool)
    case null
    case list([JSONValue])
    case object([(String, JSONValue)])

    /// The JSON text on one line; safe inside an HTML script element, because `<` is written as an escape.
    package var line: String {
        var out = ""
        write(to: &out)
        return out
    }

    /// The JSON text for people, each value on a line of its own, with sorted keys, so that equal values are equal texts.
    package var lines: String {
        var out = ""
        write(to: &out, indent: "\n")
        return out + "\n"
    }

    /// Writes the value; `indent` is the line break before it, with its indentation, or nil for one line.
    private func write(to out: inout String, indent: String? = nil) {
        switch self {
        case .text(let text): Self.quote(text, &out)
        case .number(let number): out += Self.print(number)
        case .whole(let number): out += String(number)
        case .flag(let flag): out += flag ? "true" : "false"
        case .null: out += "null"
        case .list(let values):
            Self.write(values, in: ("[", "]"), to: &out, indent) { value, out, inner in
                value.write(to: &out, indent: inner)
            }
        case .object(let pairs):
            let pairs = indent == nil ? pairs : pairs.sorted { $0.0 < $1.0 }
            Self.write(pairs, in: ("{", "}"), to: &out, indent) { pair, out, inner in
                Self.quote(pair.0, &out)
                out += inner == nil ? ":" : " : "
                pair.1.write(to: &out, indent: inner)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], in brackets: (String, String), to out: inout String, _ indent: String?,
        _ body: (Part, inout String, String?) -> Void
    ) {
        let inner = indent.map { $0 + "  " }
        out += brackets.0
        for (index, part) in parts.enumerated() {
            if index > 0 { out += "," }
            if let inner { out += inner }
            body(part, &out, inner)
        }
        if let indent { out += parts.isEmpty ? "\n" + indent : indent }
        out += brackets.1
    }

    private static func print(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        if number == number.rounded() && abs(number) < 1e15 { return String(Int64(number)) }
        return "\(number)"
    }

    private static func quote(_ text: String, _ out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case "<": out += "\\u003c"
            case "\u{2028}": out += "\\u2028"
            case "\u{2029}": out += "\\u2029"
            default:
                if scalar.value < 0x20 {
                    out += "\\u" + String(scalar.value, digits: 4, radix: 16)
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
        }
        out += "\""
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(booleanLiteral value: Bool) { self = .flag(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
    package init(nilLiteral: ()) { self = .null }

    /// An object of these keys, in alphabetical order.
    package init(keys: [String: JSONValue]) {
        self = .object(keys.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
    package init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
    package init(_ value: Int) { self = .number(Double(value)) }
    package init(_ value: String) { self = .text(value) }
}
