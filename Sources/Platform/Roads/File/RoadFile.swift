// SPDX-License-Identifier: GPL-3.0-or-later

/// The file of a network: streets, order and hierarchy, so that nothing of it is computed again.
///
/// Words of 32 bits, lowest byte first: eight bytes that name the kind of file, the version, the content's hash in two words, then the
/// sections, each with its length. A file of another version or with another hash is refused.
package struct RoadFile: Sendable {
    /// The version that this program writes, and the only one that it reads.
    package static let version: UInt32 = 1
    private static let kind = Array("CABROADS".utf8)
    private static let headerBytes = 20

    /// Why the bytes are no network.
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// They are something else.
        case noNetwork
        /// They are of another version of Cabrank.
        case version(UInt32)
        /// They are cut, or were changed.
        case damaged

        /// The sentence for a message.
        package var description: String {
            switch self {
            case .noNetwork: "the file is no network of streets; `cabrank roads import` makes one"
            case .version(let found):
                "the network is of version \(found) of its form, and this program reads version \(RoadFile.version); import it again"
            case .damaged: "the network is damaged: its content does not match its hash; import it again"
            }
        }
    }

    /// The network, ready for searches.
    package let graph: RoadGraph
    /// Sixteen hexadecimal digits for the content: equal for equal networks.
    package let hash: String

    /// Orders a network. Needs METIS.
    ///
    /// - Throws: what is missing.
    package init(_ network: StreetNetwork) throws {
        let ranks = try NestedOrder.ranks(of: network)
        self.init(network, RoadHierarchy(links: network.linkTails, network.linkHeads, ranks: ranks))
    }

    init(_ network: StreetNetwork, _ hierarchy: RoadHierarchy) {
        graph = RoadGraph(network, hierarchy)
        hash = Self.text(Self.hash(Self.content(network, hierarchy)[...]))
    }

    /// The bytes to write.
    package var bytes: [UInt8] {
        let content = Self.content(graph.network, graph.hierarchy)
        let hash = Self.hash(content[...])
        return Self.kind + Self.bytes([Self.version, UInt32(truncatingIfNeeded: hash), UInt32(hash >> 32)])
            + Self.bytes(content)
    }

    /// Reads the bytes of a file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Self.kind) else { throw .noNetwork }
        guard bytes.count >= Self.headerBytes, bytes.count % 4 == 0 else { throw .damaged }
        let words = Self.words(bytes, from: Self.kind.count)
        guard words[0] == Self.version else { throw .version(words[0]) }
        let hash = UInt64(words[1]) | UInt64(words[2]) << 32
        guard Self.hash(words[3...]) == hash else { throw .damaged }
        var reader = WordReader(words: words, next: 3)
        guard let (network, hierarchy) = reader.network(), reader.isAtEnd else { throw .damaged }
        graph = RoadGraph(network, hierarchy)
        self.hash = Self.text(hash)
    }

    private static func content(_ network: StreetNetwork, _ hierarchy: RoadHierarchy) -> [UInt32] {
        var writer = WordWriter()
        writer.add(network, hierarchy)
        return writer.words
    }

    private static func text(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a of 64 bits over words in place of bytes, with a shift that lets high bits reach low ones: for telling networks
    /// apart and finding damage, not for security.
    static func hash(_ words: ArraySlice<UInt32>) -> UInt64 {
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
