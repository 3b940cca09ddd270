// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CSodium

/// The key with which cloud identifiers are hashed: 32 bytes that nobody can guess (ACCOUNT-TRIP-02). Never printed. With another
/// key nobody is recognised.
///
/// BLAKE2b with a key, of libsodium (`crypto_generichash`): so nobody can find out by trying identifiers whose a hash is.
public struct IdentifierKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    /// Takes 32 bytes; nil with any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Int(crypto_generichash_keybytes()) else { return nil }
        Sodium.start()
        self.bytes = bytes
    }

    /// The next bytes of a source: of the stream of a seed in simulations.
    public init(_ source: some SecretSource) { bytes = source.bytes(Int(crypto_generichash_keybytes())) }

    /// What is kept of an identifier.
    public func hash(_ identifier: CloudIdentifier) -> IdentifierHash {
        IdentifierHash(
            bytes: KeyedHash.bytes(of: identifier.text, key: bytes, count: Int(crypto_generichash_bytes())))
    }

    /// A text in place of an identifier: another identifier, of which nobody without the key can tell whose it is. Of a text that is none
    /// an empty one, which is none either.
    package func pseudonym(of text: String) -> String {
        guard let identifier = CloudIdentifier(text) else { return "" }
        let digits = Array("0123456789abcdef")
        return String(hash(identifier).bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Says nothing of the key.
    public var description: String { "a key" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
