// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that results were made from.
package struct HashedFile: Codable, Hashable, Sendable {
    /// Its path as it was opened.
    package let path: String
    package let bytes: Int
    /// The SHA-256 of its bytes, 64 hexadecimal digits.
    package let sha256: String

    package init(path: String, bytes: Int, sha256: String) {
        (self.path, self.bytes, self.sha256) = (path, bytes, sha256)
    }
}
