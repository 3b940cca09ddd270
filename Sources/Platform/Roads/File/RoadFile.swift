// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The file of a network: streets, order and hierarchy, so that nothing of it is computed again.
///
/// A `WordFile`: its sections, each with its length. A file of another version or with another hash is refused.
package struct RoadFile: Sendable {
    /// The version that this program writes, and the only one that it reads.
    package static let version: UInt32 = 1
    private static let kind: StaticString = "CABROADS"

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
        hash = WordFile.text(WordFile.hash(Self.content(network, hierarchy)[...]))
    }

    /// The bytes to write.
    package var bytes: [UInt8] {
        WordFile.bytes(kind: Self.kind, version: Self.version, Self.content(graph.network, graph.hierarchy))
    }

    /// Reads the bytes of a file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        let file: WordFile
        do throws(WordFile.Fault) {
            file = try WordFile(bytes, kind: Self.kind, version: Self.version)
        } catch {
            switch error {
            case .otherKind: throw .noNetwork
            case .version(let found): throw .version(found)
            case .damaged: throw .damaged
            }
        }
        var reader = WordReader(file.content)
        guard let (network, hierarchy) = reader.network(), reader.isAtEnd else { throw .damaged }
        graph = RoadGraph(network, hierarchy)
        hash = WordFile.text(file.hash)
    }

    private static func content(_ network: StreetNetwork, _ hierarchy: RoadHierarchy) -> [UInt32] {
        var writer = WordWriter()
        writer.add(network, hierarchy)
        return writer.words
    }
}
