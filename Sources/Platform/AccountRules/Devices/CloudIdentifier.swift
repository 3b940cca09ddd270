// SPDX-License-Identifier: GPL-3.0-or-later

/// The identifier of the account that a phone or tablet is logged in with, at Apple or Google: by it a user is recognised, without a
/// login (ACCOUNT-TRIP-R1). A secret: it is never printed and never stored, and serves nothing but that (ACCOUNT-TRIP-02).
public struct CloudIdentifier: Hashable, Sendable {
    /// What the device says, for the one who hashes it.
    public let text: String

    /// Takes it as it is; nil without any, when it is longer than 200 bytes, and when it holds white space or what is not printed.
    public init?(_ text: String) {
        guard 1...200 ~= text.utf8.count, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        self.text = text
    }
}

extension CloudIdentifier: CustomStringConvertible, CustomReflectable {
    /// Says nothing of it, so that no log or error text holds it.
    public var description: String { "a cloud identifier" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is kept of a cloud identifier: 32 bytes, made with a key, from which nobody without that key can tell whose they are, not
/// even by trying identifiers (ACCOUNT-TRIP-02).
public struct IdentifierHash: Hashable, Codable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]

    /// Takes the bytes of a keyed hash.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

extension IdentifierHash: CustomStringConvertible, CustomReflectable {
    /// Says nothing of it: it is for the files alone.
    public var description: String { "a hashed identifier" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
