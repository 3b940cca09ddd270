// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CSodium
import Foundation

/// The key of an encrypted file of records (SEC-06): 32 bytes that nobody can guess. Never printed.
///
/// What it seals is XChaCha20-Poly1305 of libsodium with a nonce drawn for each text, so that a changed byte, another key and a
/// text of another record are all found out.
public struct RecordKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// The variable with the digits of the key.
    public static let variable = "CABRANK_KEY"
    /// The variable with the path of a file that holds them.
    public static let fileVariable = "CABRANK_KEY_FILE"

    private let bytes: [UInt8]

    /// Reads 64 hexadecimal digits; white space around them does not count.
    public init?(digits: String) {
        let text = digits.trimmingCharacters(in: .whitespacesAndNewlines)
        // ASCII alone: a fullwidth digit is a hexadecimal digit of Unicode, and is three bytes long.
        let digits = text.utf8.compactMap {
            Character(UnicodeScalar($0)).isASCII ? Character(UnicodeScalar($0)).hexDigitValue : nil
        }
        guard text.utf8.count == 64, digits.count == 64, sodium_init() >= 0 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        precondition(bytes.count == Int(crypto_aead_xchacha20poly1305_ietf_keybytes()), "a key has 32 bytes")
    }

    /// A new key that nobody else has, for files that need not be opened again; nil where libsodium cannot work.
    public static func drawn() -> RecordKey? {
        guard sodium_init() >= 0 else { return nil }
        var drawn = [UInt8](repeating: 0, count: crypto_aead_xchacha20poly1305_ietf_keybytes())
        randombytes_buf(&drawn, drawn.count)
        return RecordKey(digits: drawn.map { String(format: "%02x", $0) }.joined())
    }

    /// Takes the key from an environment: from the file that `CABRANK_KEY_FILE` names, or from `CABRANK_KEY`; the file goes first, since other
    /// programs of the machine may see a variable's value.
    ///
    /// - Throws: `RecordKeyError`, which says where the key was looked for and what to do.
    public static func read(
        _ environment: [String: String]
    ) throws(RecordKeyError) -> RecordKey {
        if let path = environment[fileVariable], !path.isEmpty {
            guard let found = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
            guard !PrivateFile.isOpenToOthers(path) else { throw .openToOthers(path) }
            guard let key = RecordKey(digits: String(decoding: found, as: UTF8.self)) else { throw .malformed(path) }
            return key
        }
        guard let digits = environment[variable], !digits.isEmpty else { throw .missing }
        guard let key = RecordKey(digits: digits) else { throw .malformed(variable) }
        return key
    }

    /// Says nothing of the key.
    public var description: String { "a key" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Encrypts a text for a record, which must be named again to read it.
    func seal(_ text: Data, of record: String) -> Data {
        var nonce = [UInt8](repeating: 0, count: crypto_aead_xchacha20poly1305_ietf_npubbytes())
        randombytes_buf(&nonce, nonce.count)
        var sealed = [UInt8](repeating: 0, count: text.count + crypto_aead_xchacha20poly1305_ietf_abytes())
        let (plain, record) = ([UInt8](text), [UInt8](record.utf8))
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, plain, UInt64(plain.count), record, UInt64(record.count), nil, nonce, bytes)
        return Data(nonce + sealed)
    }

    /// Eight bytes of a keyed hash of a text.
    func hash(_ text: String) -> Int64 {
        keyed(text, count: 16).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Bytes that only this key makes of a text: BLAKE2b of libsodium.
    func keyed(_ text: String, count: Int) -> [UInt8] {
        KeyedHash.bytes(of: text, key: bytes, count: count)
    }

    /// Reads what was sealed for a record; nil when the key or the record is another, or a byte was changed.
    func open(_ sealed: Data, of record: String) -> Data? {
        let (all, record) = ([UInt8](sealed), [UInt8](record.utf8))
        let (nonce, tag) = (
            crypto_aead_xchacha20poly1305_ietf_npubbytes(), crypto_aead_xchacha20poly1305_ietf_abytes()
        )
        guard all.count >= nonce + tag else { return nil }
        let body = Array(all[nonce...])
        var plain = [UInt8](repeating: 0, count: body.count - tag)
        let outcome = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &plain, nil, nil, body, UInt64(body.count), record, UInt64(record.count), Array(all[..<nonce]), bytes)
        return outcome == 0 ? Data(plain) : nil
    }
}

/// Why an encrypted store cannot be opened (SEC-06). A program that meets one ends with `exitCode` and the description.
public enum RecordKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No key is given.
    case missing
    /// The file with the key, at this path, cannot be read.
    case unreadable(String)
    /// Others than its owner may read or change the file with the key, at this path.
    case openToOthers(String)
    /// What stands in this file or variable is no key.
    case malformed(String)
    /// The file of records at this path is encrypted with another key.
    case wrong(String)
    /// The file of records at this path is encrypted, and is to be opened without a key.
    case needed(String)
    /// The file of records at this path is not encrypted, and is to be opened with a key.
    case notEncrypted(String)

    /// What a program ends with: as for any other bad input.
    public static let exitCode: Int32 = 2

    /// What is wrong and what to do. Never shows a key.
    public var description: String {
        switch self {
        case .missing:
            """
            there is no key for the encrypted store: set \(RecordKey.fileVariable) to a file with 64 hexadecimal digits \
            (`openssl rand -hex 32` makes them), or \(RecordKey.variable) to the digits
            """
        case .unreadable(let path): "cannot read the key file \(path)"
        case .openToOthers(let path):
            "the key file \(path) can be read or changed by others: take that away (`chmod 600`), and make a new key if they may have read it"
        case .malformed(let source): "\(source) does not contain a key: 64 hexadecimal digits are needed"
        case .wrong(let path): "\(path) is encrypted with another key"
        case .needed(let path): "\(path) is encrypted, and no key was given"
        case .notEncrypted(let path): "\(path) is not encrypted: open it without a key, or begin with a new file"
        }
    }
}
