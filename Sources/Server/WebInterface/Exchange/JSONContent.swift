// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A JSON value as it was read.
package indirect enum JSONContent: Hashable, Sendable, Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONContent])
    case object([String: JSONContent])

    /// Reads a value of any type.
    package init(from decoder: any Decoder) throws {
        let content = try decoder.singleValueContainer()
        if content.decodeNil() {
            self = .null
        } else if let flag = try? content.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? content.decode(Double.self) {
            self = .number(number)
        } else if let text = try? content.decode(String.self) {
            self = .text(text)
        } else if let list = try? content.decode([JSONContent].self) {
            self = .list(list)
        } else {
            self = .object(try content.decode([String: JSONContent].self))
        }
    }

    /// The value that stands in these bytes; nil when they are no JSON.
    package static func read(_ bytes: [UInt8]) -> JSONContent? {
        try? JSONDecoder().decode(JSONContent.self, from: Data(bytes))
    }

    /// A member of an object; nil for any other value, and without one.
    package subscript(name: String) -> JSONContent? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text that it is; nil for any other value.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number that it is; nil for any other value.
    package var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// Yes or no; nil for any other value.
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    /// The values of a list; nil for any other value.
    package var list: [JSONContent]? { if case .list(let list) = self { list } else { nil } }
}
