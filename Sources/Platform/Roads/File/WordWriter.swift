// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes a network as words: each list with its length in front.
struct WordWriter {
    private(set) var words: [UInt32] = []

    mutating func add(_ network: StreetNetwork, _ hierarchy: RoadHierarchy) {
        add(wide: network.nodeIDs)
        add(network.longitudes.map { UInt32(bitPattern: $0) })
        add(network.latitudes.map { UInt32(bitPattern: $0) })
        for list in [network.tails, network.heads, network.millimetres] { add(list) }
        add(wide: network.edgeIDs)
        words.append(UInt32(network.times.count))
        for list in network.times { add(list) }
        add(packed: network.timesOf)
        words.append(UInt32(network.hours.count))
        for table in network.hours {
            words.append(UInt32(table.days.rawValue))
            add(table.milliseconds)
        }
        add(packed: network.kept)
        for list in [network.linkTails, network.linkHeads, network.linkArcs] { add(list) }
        add(packed: network.linkClosed)
        words.append(UInt32(network.pointCount))
        for list in [network.splitNodes, network.splitExits] { add(list) }
        for list in [hierarchy.ranks, hierarchy.first, hierarchy.heads] { add(list) }
    }

    private mutating func add(_ list: [UInt32]) {
        words.append(UInt32(list.count))
        words += list
    }

    private mutating func add(wide list: [Int64]) {
        words.append(UInt32(list.count))
        for value in list {
            words.append(UInt32(truncatingIfNeeded: value))
            words.append(UInt32(truncatingIfNeeded: value >> 32))
        }
    }

    private mutating func add(packed list: [UInt8]) {
        words.append(UInt32(list.count))
        for start in stride(from: 0, to: list.count, by: 4) {
            var word: UInt32 = 0
            for index in start..<min(start + 4, list.count) {
                word |= UInt32(list[index]) << UInt32((index - start) * 8)
            }
            words.append(word)
        }
    }
}

/// Reads what `WordWriter` wrote. Everything is nil once a list is longer than what is left, or points beyond another list.
struct WordReader {
    let words: [UInt32]
    var next: Int

    var isAtEnd: Bool { next == words.count }

    mutating func network() -> (StreetNetwork, RoadHierarchy)? {
        var network = StreetNetwork()
        guard let nodes = wide(), let east = list(), let north = list() else { return nil }
        (network.nodeIDs, network.longitudes, network.latitudes) = (nodes, signed(east), signed(north))
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

    private mutating func word() -> UInt32? {
        guard next < words.count else { return nil }
        defer { next += 1 }
        return words[next]
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt32>? {
        guard count <= words.count - next else { return nil }
        defer { next += count }
        return words[next..<(next + count)]
    }

    private mutating func list() -> [UInt32]? {
        guard let count = word() else { return nil }
        return take(Int(count)).map(Array.init)
    }

    private mutating func wide() -> [Int64]? {
        guard let count = word(), let words = take(Int(count) * 2) else { return nil }
        return stride(from: words.startIndex, to: words.endIndex, by: 2).map {
            Int64(truncatingIfNeeded: UInt64(words[$0]) | UInt64(words[$0 + 1]) << 32)
        }
    }

    private mutating func packed() -> [UInt8]? {
        guard let count = word(), let words = take((Int(count) + 3) / 4) else { return nil }
        return (0..<Int(count)).map {
            UInt8(truncatingIfNeeded: words[words.startIndex + $0 / 4] >> UInt32($0 % 4 * 8))
        }
    }

    private func signed(_ list: [UInt32]) -> [Int32] { list.map { Int32(bitPattern: $0) } }
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
