// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension WordWriter {
    /// Writes a network.
    mutating func add(_ network: StreetNetwork, _ hierarchy: RoadHierarchy) {
        add(wide: network.nodeIDs)
        add(network.longitudes)
        add(network.latitudes)
        for list in [network.tails, network.heads, network.millimetres] { add(list) }
        add(wide: network.edgeIDs)
        add(UInt32(network.times.count))
        for list in network.times { add(list) }
        add(packed: network.timesOf)
        add(UInt32(network.hours.count))
        for table in network.hours {
            add(UInt32(table.days.rawValue))
            add(table.milliseconds)
        }
        add(packed: network.kept)
        for list in [network.linkTails, network.linkHeads, network.linkArcs] { add(list) }
        add(packed: network.linkClosed)
        add(UInt32(network.pointCount))
        for list in [network.splitNodes, network.splitExits] { add(list) }
        for list in [hierarchy.ranks, hierarchy.first, hierarchy.heads] { add(list) }
    }
}

extension WordReader {
    /// Reads a network; nil too when its lists do not fit together.
    mutating func network() -> (StreetNetwork, RoadHierarchy)? {
        var network = StreetNetwork()
        guard let nodes = wide(), let east = signed(), let north = signed() else { return nil }
        (network.nodeIDs, network.longitudes, network.latitudes) = (nodes, east, north)
        guard let tails = list(), let heads = list(), let lengths = list(), let edges = wide() else { return nil }
        (network.tails, network.heads, network.millimetres, network.edgeIDs) = (tails, heads, lengths, edges)
        guard let timeCount = word() else { return nil }
        for _ in 0..<timeCount {
            guard let times = list(), times.count == tails.count else { return nil }
            network.times.append(times)
        }
        guard let timesOf = packed(), let hourCount = word() else { return nil }
        network.timesOf = timesOf
        for _ in 0..<hourCount {
            guard let number = word(), let days = UInt8(exactly: number).flatMap(StreetDays.init), let times = list(),
                times.count == tails.count * 24
            else { return nil }
            network.hours.append(HourTable(days: days, milliseconds: times))
        }
        guard let kept = packed(), let linkTails = list(), let linkHeads = list(), let linkArcs = list(),
            let closed = packed(), let points = word(), let splitNodes = list(), let splitExits = list()
        else { return nil }
        (network.kept, network.linkTails, network.linkHeads) = (kept, linkTails, linkHeads)
        (network.linkArcs, network.linkClosed, network.pointCount) = (linkArcs, closed, Int(points))
        (network.splitNodes, network.splitExits) = (splitNodes, splitExits)
        guard let ranks = list(), let first = list(), let above = list() else { return nil }
        let hierarchy = RoadHierarchy(ranks: ranks, first: first, heads: above)
        return network.isSound && hierarchy.count == network.pointCount && first.count == ranks.count + 1
            ? (network, hierarchy) : nil
    }
}

extension StreetNetwork {
    /// Whether its lists are as long as each other, which a file of another hand may not keep.
    fileprivate var isSound: Bool {
        let (nodes, arcs, links) = (nodeIDs.count, tails.count, linkTails.count)
        return longitudes.count == nodes && latitudes.count == nodes && heads.count == arcs
            && millimetres.count == arcs && edgeIDs.count == arcs && kept.count == arcs
            && timesOf.count == StreetUser.allCases.count && timesOf.allSatisfy { $0 < times.count }
            && linkHeads.count == links && linkArcs.count == links && linkClosed.count == links
            && splitExits.count == splitNodes.count && pointCount >= nodes
    }
}
