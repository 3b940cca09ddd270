// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A JSON value, for the published schema.
package indirect enum JSON: Sendable, Encodable {
    case text(String)
    case number(Double)
    case whole(UInt64)
    case flag(Bool)
    case list([JSON])
    case object([String: JSON])

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .whole(let value): try value.encode(to: encoder)
        case .flag(let value): try value.encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .object(let values):
            var container = encoder.container(keyedBy: Key.self)
            for name in values.keys.sorted() { try container.encode(values[name], forKey: Key(stringValue: name)) }
        }
    }

    /// The value as text with sorted keys, so that equal schemas are equal texts.
    var printed: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A tree of plain values cannot fail to encode; an empty text would fail the schema's own test.
        let bytes = (try? encoder.encode(self)) ?? Foundation.Data()
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }
}
