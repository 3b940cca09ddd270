// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CSodium
public import CityModel
import Synchronization

/// The secrets of a live city that keeps an input log: what is drawn is noted, and drawn again when the log is taken up.
///
/// A token is the SHA-256 of a secret, cut to 128 bits, and the secret itself is in no log, store or event: it is taken once by
/// whoever gives it to its owner, as a cookie or in a mail, and is gone with the process. Who reads the log can be nobody.
///
/// Used on the loop. Salts of passwords come from elsewhere: what hashes bring is noted, and they are not made again.
public final class RecordedSecrets: SecretSource, TokenSource {
    private struct State {
        /// Whether what is drawn decides what the city does; not what is drawn before the log begins.
        var isNoting = false
        var again: ArraySlice<[UInt8]> = []
        var note: (@Sendable ([UInt8]) -> Void)?
        var secrets: [Token: String] = [:]
        /// The tokens whose secrets are kept, the oldest first.
        var kept: [Token] = []
    }

    /// Most secrets that wait to be taken; older ones are forgotten.
    private static let most = 10_000
    private let source: any SecretSource
    private let state = Mutex(State())

    /// Secrets of this source, such as the operating system.
    public init(_ source: any SecretSource) {
        Sodium.start()
        self.source = source
    }

    // MARK: Drawing

    /// New bytes, which are noted.
    public func bytes(_ count: Int) -> [UInt8] { draw { source.bytes(count) } }

    /// A token whose secret waits to be taken.
    public func next() -> Token {
        var secret: String?
        let bytes = draw {
            let text = Self.text(source.bytes(32))
            secret = text
            return Self.digest(text)
        }
        let token = Token(bytes: bytes)
        if let secret { keep(secret, of: token) }
        return token
    }

    /// Bytes that somebody outside of the city says: noted and said again like drawn ones. They are no secret.
    package func noted(_ make: () -> [UInt8]) -> [UInt8] { draw(make) }

    private func draw(_ make: () -> [UInt8]) -> [UInt8] {
        if let again = state.withLock({ $0.isNoting ? $0.again.popFirst() : nil }) { return again }
        let bytes = make()
        let note = state.withLock { $0.isNoting ? $0.note : nil }
        note?(bytes)
        return bytes
    }

    // MARK: The log

    /// From now on what is drawn is noted, after these were drawn again.
    package func begin(again drawn: [[UInt8]], note: @escaping @Sendable ([UInt8]) -> Void) {
        state.withLock { state in
            (state.isNoting, state.again, state.note) = (true, drawn[...], note)
        }
    }

    /// How many are left that were drawn before and not yet again.
    package var leftCount: Int { state.withLock { $0.again.count } }

    /// Does something whose outcome is noted, and not what it draws.
    package func withoutNotes<Outcome>(_ body: () -> Outcome) -> Outcome {
        let isNoting = state.withLock { state in
            defer { state.isNoting = false }
            return state.isNoting
        }
        defer { state.withLock { $0.isNoting = isNoting } }
        return body()
    }

    // MARK: Secrets

    /// The secret of a token, once, for whoever gives it to its owner; nil when it was taken or is of an earlier process.
    public func takeSecret(of token: Token) -> String? {
        state.withLock { $0.secrets.removeValue(forKey: token) }
    }

    /// The token of a secret that somebody shows; every text has one, and those that were never given stand for nothing.
    public static func token(of secret: String) -> Token { Token(bytes: digest(secret)) }

    private func keep(_ secret: String, of token: Token) {
        state.withLock { state in
            state.secrets[token] = secret
            state.kept.append(token)
            guard state.kept.count > 2 * Self.most else { return }
            for old in state.kept.prefix(Self.most) { state.secrets[old] = nil }
            state.kept.removeFirst(Self.most)
        }
    }

    /// 64 hexadecimal digits.
    private static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func digest(_ text: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
        let bytes = Array(text.utf8)
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return Array(digest.prefix(16))
    }
}

/// The links of a chain of texts: each is a hash of the text and of the link before it.
package enum ChainLink {
    /// The first one.
    package static let none = Token(high: 0, low: 0)

    /// The link of a text behind another link.
    package static func next(_ text: String, after link: Token) -> Token {
        let key = [link.high, link.low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return Token(bytes: KeyedHash.bytes(of: text, key: key, count: 16))
    }
}
