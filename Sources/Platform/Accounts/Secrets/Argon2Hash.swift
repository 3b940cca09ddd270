// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CSodium
import Foundation

/// Hashes passwords with Argon2id of libsodium (RFC 9106) and a salt of 16 bytes (SEC-03).
///
/// The text has the usual form `$argon2id$v=19$m=65536,t=2,p=1$salt$hash`, so each says its own cost: passwords of both
/// costs, and of other programs, stand side by side in one store.
public struct Argon2Hash: PasswordHash {
    /// The cost of new hashes.
    public let cost: PasswordCost
    private let secrets: any SecretSource

    /// Hashes at this cost with salts of this source.
    public init(cost: PasswordCost, secrets: any SecretSource) {
        Sodium.start()
        self.cost = cost
        self.secrets = secrets
    }

    /// A text that holds salt, cost and hash; another one each time.
    ///
    /// When there is no memory for the hash, the text fits no password: the account is locked until its owner asks for a
    /// new password.
    public func hash(_ password: String) -> String {
        hashing(password)()
    }

    /// The same, with the salt drawn now and the work done by the call, on any thread.
    public func hashing(_ password: String) -> @Sendable () -> String {
        let (cost, salt) = (cost, secrets.bytes(crypto_pwhash_saltbytes()))
        return { Self.text(password, cost: cost, salt: salt) }
    }

    /// Whether the password is the one that was hashed. Takes the time of one hash of the text's own cost, whatever the
    /// answer; a text of another form fits no password.
    public func verify(_ password: String, against hash: String) -> Bool {
        // libsodium asks for a field of this size.
        var text = hash.utf8.map { CChar(bitPattern: $0) }
        let size = crypto_pwhash_strbytes()
        guard text.count < size else { return false }
        text += [CChar](repeating: 0, count: size - text.count)
        let bytes = Self.bytes(password)
        return crypto_pwhash_str_verify(text, bytes, UInt64(bytes.count)) == 0
    }

    private static func text(_ password: String, cost: PasswordCost, salt: [UInt8]) -> String {
        let bytes = bytes(password)
        var hash = [UInt8](repeating: 0, count: 32)
        let outcome = crypto_pwhash(
            &hash, UInt64(hash.count), bytes.map { CChar(bitPattern: $0) }, UInt64(bytes.count), salt,
            UInt64(cost.passes), cost.kibibytes * 1024, crypto_pwhash_alg_argon2id13())
        guard outcome == 0 else { return "!" }
        return "$argon2id$v=19$m=\(cost.kibibytes),t=\(cost.passes),p=1$\(unpadded(salt))$\(unpadded(hash))"
    }

    /// The same accent is written in two ways by different keyboards; both are one password.
    private static func bytes(_ password: String) -> [UInt8] {
        Array(password.precomposedStringWithCanonicalMapping.utf8)
    }

    /// Base 64 without the filling at the end, as the form has it.
    private static func unpadded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("=", with: "")
    }
}
