// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium
public import CityModel
import Synchronization

/// Where salts and tokens come from.
public protocol SecretSource: AnyObject, Sendable {
    /// This many new bytes that nobody can guess.
    func bytes(_ count: Int) -> [UInt8]
}

extension SecretSource {
    /// A new token of 128 bits, for a session, a link or a pseudonym.
    public func token() -> Token { Token(bytes: bytes(16)) }
}

extension Token {
    /// The bits of 16 bytes, highest first.
    init(bytes: some BidirectionalCollection<UInt8>) {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(bytes.prefix(8)), low: word(bytes.suffix(8)))
    }
}

/// The operating system's source, through libsodium; for a live service.
public final class SystemSecrets: SecretSource {
    /// The source.
    public init() {
        Sodium.start()
    }

    /// This many new bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}

/// The stream of a key: the same key gives the same bytes in the same order, for simulations. Never for a live service.
///
/// ChaCha20 (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008) of libsodium, one nonce a call.
public final class KeyedSecrets: SecretSource {
    private let key: [UInt8]
    private let calls = Mutex<UInt64>(0)

    /// The stream of these words, such as a scenario's seed and a purpose.
    public init(key words: [UInt64]) {
        Sodium.start()
        let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        var key = [UInt8](repeating: 0, count: Int(crypto_stream_chacha20_keybytes()))
        crypto_generichash(&key, key.count, bytes, UInt64(bytes.count), nil, 0)
        self.key = key
    }

    /// The next bytes of the stream.
    public func bytes(_ count: Int) -> [UInt8] {
        let call = calls.withLock { calls in
            defer { calls += 1 }
            return calls
        }
        let nonce = (0..<8).map { UInt8(truncatingIfNeeded: call >> (8 * $0)) }
        var bytes = [UInt8](repeating: 0, count: count)
        crypto_stream_chacha20(&bytes, UInt64(count), nonce, key)
        return bytes
    }
}

/// The library's start.
enum Sodium {
    private static let isStarted = sodium_init() >= 0

    /// Prepares libsodium, once in a process.
    static func start() {
        precondition(isStarted, "libsodium cannot start on this machine")
    }
}
