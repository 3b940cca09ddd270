// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// JSON there and back.
enum JSONCoding {
    static func text(_ value: some Encodable) throws -> Data { try JSONEncoder().encode(value) }
    static func read<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }
}
