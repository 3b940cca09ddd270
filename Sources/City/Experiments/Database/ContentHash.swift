// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium
import CityModel
package import Foundation

/// SHA-256, the name of an input in a store.
package enum ContentHash {
    /// The hash of bytes, as 64 hexadecimal digits.
    package static func hex(of bytes: Data) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        crypto_hash_sha256(&digest, [UInt8](bytes), UInt64(bytes.count))
        return digest.hex
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits a byte.
    var hex: String { map { String($0, digits: 2, radix: 16) }.joined() }
}
