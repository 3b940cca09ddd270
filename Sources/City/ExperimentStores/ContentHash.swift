// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium
public import Foundation

/// SHA-256 of bytes, as 64 hexadecimal digits: the name of an input in a store, and of a build of the program.
public enum ContentHash {
    /// The hash of bytes.
    public static func hex(of bytes: Data) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: UInt8.self).baseAddress
            _ = crypto_hash_sha256(&digest, start, UInt64(buffer.count))
        }
        return digest.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    /// The hash of this program's own file: programs of one build give the same replications. Empty where it cannot be read.
    public static let build: String = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .mappedIfSafe))
        .map(hex) ?? ""
}
