// SPDX-License-Identifier: GPL-3.0-or-later

/// A short name for a text: FNV-1a of 64 bits, for telling texts apart and finding damage, not for security.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, the FNV hash, offset basis 14695981039346656037 and prime 1099511628211.
public enum TextHash {
    /// Sixteen hexadecimal digits.
    public static func hex(of text: String) -> String {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in text.utf8 {
            hash ^= UInt64(byte)
            hash &*= 1_099_511_628_211
        }
        return String(hash, digits: 16, radix: 16)
    }
}
