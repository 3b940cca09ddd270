// SPDX-License-Identifier: GPL-3.0-or-later

/// What an import read, and in numbers what it left out.
package struct ImportSummary: Hashable, Sendable {
    /// Nodes, ways and relations of the file; rows of tables.
    package internal(set) var nodes = 0
    /// Ways of the file, or edges of a table.
    package internal(set) var ways = 0
    /// Relations of the file.
    package internal(set) var relations = 0
    /// Ways with the key `highway`.
    package internal(set) var highways = 0
    /// Metres of the highways all of whose nodes are in the file, on libosmium's sphere.
    package internal(set) var highwayMetres = 0.0
    /// Bans on turns of the file, kept or not.
    package internal(set) var bans = 0
    /// Bans that are kept.
    package internal(set) var keptBans = 0
    /// Bans left out since they lead through a way.
    package internal(set) var bansThroughWays = 0
    /// Bans left out since they hold at some times only.
    package internal(set) var timedBans = 0
    /// Bans left out since they are for vehicles that no user here is.
    package internal(set) var bansOfOthers = 0
    /// Bans left out since a member is missing, is no street, or does not meet the others in one turn.
    package internal(set) var brokenBans = 0
    package internal(set) var ferries = 0
    /// References of highways to nodes that are not in the file.
    package internal(set) var missingReferences = 0
    /// Highways that are cut for that.
    package internal(set) var cutHighways = 0
    /// Highways that no user may use.
    package internal(set) var closedHighways = 0
    /// Barriers that stop somebody.
    package internal(set) var barriers = 0
    /// Edges left out since they begin and end at one node.
    package internal(set) var loops = 0
    package internal(set) var streetNodes = 0
    /// Arcs, each in one direction.
    package internal(set) var arcs = 0
    /// Copies of nodes made for bans and barriers.
    package internal(set) var copies = 0
    /// By user: arcs open to it, those of its largest part, and their length in metres.
    package internal(set) var parts: [StreetPart] = []

    /// What is kept for a user.
    package struct StreetPart: Hashable, Sendable {
        package let user: StreetUser
        /// Arcs that it may enter.
        package let open: Int
        /// Those of the largest part.
        package let kept: Int
        /// Metres of those.
        package let metres: Double
    }

    /// Fills in what the network says itself.
    mutating func count(_ network: StreetNetwork) {
        streetNodes = network.nodeCount
        arcs = network.arcCount
        copies = network.copyCount
        parts = StreetUser.allCases.map { user in
            var (open, kept, length) = (0, 0, 0.0)
            let times = network.times(for: user)
            for arc in times.indices where times[arc] != StreetNetwork.closed {
                open += 1
                guard network.isKept(arc, for: user) else { continue }
                kept += 1
                length += Double(network.millimetres[arc])
            }
            return StreetPart(user: user, open: open, kept: kept, metres: length / 1000)
        }
    }

    /// The summary in sentences, a line each.
    package var lines: [String] {
        var lines: [String] = []
        if highways > 0 {
            lines.append("read: \(nodes) nodes, \(ways) ways, \(relations) relations")
            lines.append("highways: \(highways), \(Self.kilometres(highwayMetres)) km of those with all their nodes")
            lines.append("bans on turns: \(bans), of which \(keptBans) are kept")
        } else {
            lines.append("read: \(nodes) nodes, \(ways) edges")
        }
        let left = [
            (
                missingReferences + cutHighways,
                "missing references (\(missingReferences) nodes, in \(cutHighways) highways)"
            ),
            (closedHighways, "highways without access for anybody"), (ferries, "ferries"),
            (bansThroughWays, "bans through ways"), (timedBans, "bans with times"),
            (bansOfOthers, "bans for other vehicles"), (brokenBans, "bans that do not fit their streets"),
            (loops, "edges from a node to itself"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if !left.isEmpty { lines.append("left out: " + left.joined(separator: ", ")) }
        lines.append(
            "network: \(streetNodes) nodes, \(arcs) arcs, \(copies) copies of nodes for bans and \(barriers) barriers")
        for part in parts where part.open > 0 {
            lines.append(
                "\(part.user.name): \(part.kept) of \(part.open) arcs in the largest part, "
                    + "\(Self.kilometres(part.metres)) km; \(part.open - part.kept) in other parts")
        }
        return lines
    }

    private static func kilometres(_ metres: Double) -> String {
        let hundredths = Int((metres / 10).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
