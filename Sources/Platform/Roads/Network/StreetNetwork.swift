// SPDX-License-Identifier: GPL-3.0-or-later

/// The streets of a city for each of their users: nodes, and the arcs between them, each in one direction.
///
/// Bans on turns are kept by splitting nodes: a street that ends in a banned turn leads to a copy of its end, which lacks that turn.
/// What is searched is therefore not the arcs but the links: an arc has a link from each copy of its start.
package struct StreetNetwork: Hashable, Sendable {
    /// Milliseconds of an arc that a user may not enter.
    package static let closed = UInt32.max
    /// The arc of a link that is no street: it leads from a copy of a node to where journeys end there.
    static let noArc = UInt32.max

    /// The nodes as the source numbers them.
    package internal(set) var nodeIDs: [Int64] = []
    /// Degrees east of each node, in ten-millionths.
    package internal(set) var longitudes: [Int32] = []
    /// Degrees north of each node, in ten-millionths.
    package internal(set) var latitudes: [Int32] = []

    /// Where each arc begins, by index of its node.
    package internal(set) var tails: [UInt32] = []
    /// Where each arc ends.
    package internal(set) var heads: [UInt32] = []
    /// Length of each arc in millimetres.
    package internal(set) var millimetres: [UInt32] = []
    /// The way or edge that each arc is of, as the source numbers it.
    package internal(set) var edgeIDs: [Int64] = []
    /// Milliseconds of each arc on empty streets, for users alike; `closed` where they may not go.
    var times: [[UInt32]] = []
    /// Which of the times are a user's.
    var timesOf: [UInt8] = []
    /// Milliseconds by hour, of those who have the times of cars.
    package internal(set) var hours: [HourTable] = []
    /// The users for whom an arc belongs to the largest part in which everything can be reached from everywhere, and back: places
    /// are joined to these alone.
    package internal(set) var kept: [UInt8] = []

    /// Where each link begins: nodes first, then their copies, then the ends of journeys at nodes with copies.
    var linkTails: [UInt32] = []
    /// Where each link ends.
    var linkHeads: [UInt32] = []
    /// The arc of each link, by rising arc; `noArc` for those to the ends of journeys, which come last.
    var linkArcs: [UInt32] = []
    /// The users for whom a link is closed although its arc is open.
    var linkClosed: [UInt8] = []
    /// How many points links begin and end at.
    var pointCount = 0
    /// Nodes with copies, by rising node.
    var splitNodes: [UInt32] = []
    /// Where journeys end at each of these.
    var splitExits: [UInt32] = []

    /// How many nodes there are.
    package var nodeCount: Int { nodeIDs.count }
    /// How many arcs there are.
    package var arcCount: Int { tails.count }
    /// How many copies of nodes the bans on turns need.
    package var copyCount: Int { pointCount - nodeCount - splitNodes.count }

    /// Milliseconds of an arc on empty streets for a user; nil where it may not go.
    package func milliseconds(_ arc: Int, for user: StreetUser) -> UInt32? {
        let time = times[Int(timesOf[Int(user.rawValue)])][arc]
        return time == Self.closed ? nil : time
    }

    /// Milliseconds of all arcs on empty streets for a user.
    func times(for user: StreetUser) -> [UInt32] { times[Int(timesOf[Int(user.rawValue)])] }

    /// The point where journeys to a node end.
    func exit(of node: Int) -> Int {
        guard !splitNodes.isEmpty else { return node }
        var (low, high) = (0, splitNodes.count)
        while low < high {
            let middle = (low + high) / 2
            if splitNodes[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low < splitNodes.count && splitNodes[low] == node ? Int(splitExits[low]) : node
    }

    /// The position of a node in ten-millionths of a degree.
    func position(_ node: Int) -> (longitude: Int32, latitude: Int32) { (longitudes[node], latitudes[node]) }

    /// Whether an arc belongs to the part that is kept for a user.
    package func isKept(_ arc: Int, for user: StreetUser) -> Bool { StreetUsers(rawValue: kept[arc]).has(user) }
}

/// Milliseconds of every arc in each hour of one kind of day.
package struct HourTable: Hashable, Sendable {
    /// The days on which it holds.
    package let days: StreetDays
    /// Milliseconds: all arcs at midnight, all arcs at one o'clock, and so on.
    let milliseconds: [UInt32]

    /// Those of one hour of the day.
    func times(at hour: Int) -> ArraySlice<UInt32> {
        let count = milliseconds.count / 24
        return milliseconds[hour * count..<(hour + 1) * count]
    }
}

/// Kinds of days that have times of their own.
package enum StreetDays: UInt8, CaseIterable, Hashable, Sendable {
    /// Every day without a table of its own.
    case day
    case week
    case sat
    case sun

    /// What options and files call it.
    package var name: String { "\(self)" }

    /// Those with this name.
    package init?(named name: some StringProtocol) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
