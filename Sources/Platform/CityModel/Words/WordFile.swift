// SPDX-License-Identifier: GPL-3.0-or-later

/// The form of files that imports make, such as networks and timetables: nothing of them is computed again, and what was changed
/// since is found.
///
/// Words of 32 bits, lowest byte first: eight bytes that name the kind of file, the version, the content's hash in two words, then the
/// content. A file of another version or with another hash is refused.
package struct WordFile {
    /// Why bytes are no such file.
    package enum Fault: Error, Hashable, Sendable {
        /// They are something else.
        case otherKind
        /// They are of another version of Cabrank.
        case version(UInt32)
        /// They are cut, or were changed.
        case damaged
    }

    private static let headerBytes = 20

    /// The words of the content.
    package let content: ArraySlice<UInt32>
    /// Its hash.
    package let hash: UInt64

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - kind: eight bytes that name the kind of file.
    ///   - version: the version of the form of the content.
    ///   - content: its words.
    package static func bytes(kind: StaticString, version: UInt32, _ content: [UInt32]) -> [UInt8] {
        let hash = hash(content[...])
        return Array("\(kind)".utf8) + bytes([version, UInt32(truncatingIfNeeded: hash), UInt32(hash >> 32)])
            + bytes(content)
    }

    /// Reads the bytes of a file.
    package init(_ bytes: [UInt8], kind: StaticString, version: UInt32) throws(Fault) {
        let kind = "\(kind)".utf8
        guard bytes.starts(with: kind) else { throw .otherKind }
        guard bytes.count >= Self.headerBytes, bytes.count % 4 == 0 else { throw .damaged }
        let words = Self.words(bytes, from: kind.count)
        guard words[0] == version else { throw .version(words[0]) }
        hash = UInt64(words[1]) | UInt64(words[2]) << 32
        content = words[3...]
        guard Self.hash(content) == hash else { throw .damaged }
    }

    /// Sixteen hexadecimal digits of a hash.
    package static func text(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a of 64 bits over words in place of bytes, with a shift that lets high bits reach low ones: for telling contents
    /// apart and finding damage, not for security.
    package static func hash(_ words: ArraySlice<UInt32>) -> UInt64 {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for word in words {
            hash = (hash ^ UInt64(word)) &* 1_099_511_628_211
            hash ^= hash >> 29
        }
        return hash
    }

    private static func bytes(_ words: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 4)
        for word in words {
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 24))
        }
        return bytes
    }

    private static func words(_ bytes: [UInt8], from start: Int) -> [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity((bytes.count - start) / 4)
        for at in stride(from: start, to: bytes.count, by: 4) {
            words.append(
                UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3])
                    << 24)
        }
        return words
    }
}
