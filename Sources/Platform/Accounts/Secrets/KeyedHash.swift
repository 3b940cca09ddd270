// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// BLAKE2b with a key, of libsodium (`crypto_generichash`): bytes that only this key makes of a text.
package enum KeyedHash {
    /// So many bytes, from 16 to 64.
    package static func bytes(of text: String, key: [UInt8], count: Int) -> [UInt8] {
        let plain = [UInt8](text.utf8)
        var hash = [UInt8](repeating: 0, count: count)
        crypto_generichash(&hash, count, plain, UInt64(plain.count), key, key.count)
        return hash
    }
}
