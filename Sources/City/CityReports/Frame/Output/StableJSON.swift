// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// JSON files with sorted keys.
enum StableJSON {
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}
