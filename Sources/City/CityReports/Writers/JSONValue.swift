// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A JSON text under construction, printed the same on every machine: objects keep the order they were made in, numbers
/// are printed as short as they read back.
enum JSONValue: Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
    case list([JSONValue])
    case object([(String, JSONValue)])

    /// The JSON text on one line; safe inside an HTML script element, because `<` is written as an escape.
    var line: String {
        var out = ""
        write(to: &out)
        return out
    }

    private func write(to out: inout String) {
        switch self {
        case .text(let text): Self.quote(text, &out)
        case .number(let number): out += Self.print(number)
        case .flag(let flag): out += flag ? "true" : "false"
        case .null: out += "null"
        case .list(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += "," }
                value.write(to: &out)
            }
            out += "]"
        case .object(let pairs):
            out += "{"
            for (index, pair) in pairs.enumerated() {
                if index > 0 { out += "," }
                Self.quote(pair.0, &out)
                out += ":"
                pair.1.write(to: &out)
            }
            out += "}"
        }
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
    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
    init(nilLiteral: ()) { self = .null }

    init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
    init(_ value: Int) { self = .number(Double(value)) }
    init(_ value: String) { self = .text(value) }
}
