// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium
public import Foundation

/// SHA-256 of bytes, as 64 hexadecimal digits: the name of an input in a store, and of a build of the program.
public struct ContentHash {
    private var state = crypto_hash_sha256_state()

    private init() { crypto_hash_sha256_init(&state) }

    private mutating func add(_ bytes: Data) {
        crypto_hash_sha256_update(&state, [UInt8](bytes), UInt64(bytes.count))
    }

    private mutating func text() -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        crypto_hash_sha256_final(&state, &digest)
        return digest.map { String(0x100 + UInt($0), radix: 16).dropFirst() }.joined()
    }

    /// The hash of bytes.
    public static func hex(of bytes: Data) -> String {
        var hash = ContentHash()
        hash.add(bytes)
        return hash.text()
    }

    /// The hash of this program's own file: programs of one build give the same replications. Empty where it cannot be read.
    public static let build: String = {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/exe") else { return "" }
        var hash = ContentHash()
        while let part = try? file.read(upToCount: 1 << 20), !part.isEmpty { hash.add(part) }
        return hash.text()
    }()
}
