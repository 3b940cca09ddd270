// SPDX-License-Identifier: GPL-3.0-or-later

// What networks hold in memory: the bytes of their lists, exactly; not what Swift keeps beside each list, some 32 bytes.

extension StreetNetwork {
    /// Bytes of the streets.
    var bytes: Int {
        let nodes = nodeIDs.bytes + longitudes.bytes + latitudes.bytes
        let arcs = tails.bytes + heads.bytes + millimetres.bytes + edgeIDs.bytes + kept.bytes
        let times = times.reduce(timesOf.bytes) { $0 + $1.bytes } + hours.reduce(0) { $0 + $1.milliseconds.bytes }
        let links = linkTails.bytes + linkHeads.bytes + linkArcs.bytes + linkClosed.bytes
        return nodes + arcs + times + links + splitNodes.bytes + splitExits.bytes
    }
}

extension RoadHierarchy {
    /// Bytes of the order and its shortcuts.
    var bytes: Int { ranks.bytes + first.bytes + heads.bytes }
}

extension RoadGraph {
    /// Bytes of network, hierarchy, and where each link lies in it: what a search needs whatever the period.
    package var bytes: Int {
        let tree = parents.bytes + depths.bytes + tails.bytes + firstBelow.bytes + below.bytes + placesBelow.bytes
        return network.bytes + hierarchy.bytes + tree + slots.bytes + streets.bytes + firstLink.bytes + linksOf.bytes
            + arcBytes
    }
}

extension RoadMetric {
    /// Bytes of one user's times in one period as the search reads them: twenty an arc of the hierarchy, and of those that searches need,
    /// once they are known.
    package var bytes: Int { up.bytes + down.bytes + sides.bytes + (knownNeeded?.bytes ?? 0) }
    /// Bytes of the times of the streets themselves. On empty streets they are the network's own and take none; those of an hour, or
    /// of closed streets, are as many again for each period.
    package var timeBytes: Int { times.bytes }
}

extension NeededArcs {
    /// Bytes of the lists of both directions.
    fileprivate var bytes: Int {
        [up, down].reduce(0) { $0 + $1.marks.bytes + $1.before.bytes + $1.first.bytes + $1.places.bytes }
    }
}

extension Array where Element: BitwiseCopyable {
    /// Bytes of the elements.
    fileprivate var bytes: Int { count * MemoryLayout<Element>.stride }
}
