// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that results were made from.
public struct HashedFile: Codable, Hashable, Sendable {
    /// Its path as it was opened.
    public let path: String
    /// Its size.
    public let bytes: Int
    /// The SHA-256 of its bytes, 64 hexadecimal digits.
    public let sha256: String

    /// Names a file.
    public init(path: String, bytes: Int, sha256: String) {
        (self.path, self.bytes, self.sha256) = (path, bytes, sha256)
    }
}
