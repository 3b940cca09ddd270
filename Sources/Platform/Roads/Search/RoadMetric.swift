// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The times of one user in one period, carried over to every arc and shortcut of the hierarchy: what a search reads.
///
/// Twenty bytes an arc. Customizing takes the triangles of each point from below, as in the basic customization of
/// Dibbelt, Strasser and Wagner.
package final class RoadMetric: Sendable {
    /// Label of each arc from its lower end to its higher one.
    let up: [UInt64]
    /// Label of each arc from its higher end to its lower one.
    let down: [UInt64]
    /// By slot, whence its label is: a place in the list of arcs below its lower end, whose other side makes it a triangle; `street`
    /// for the street itself; `far` for a place that is not noted.
    let sides: [UInt16]
    static let street = UInt16.max
    static let far = UInt16.max - 1

    /// Tells it from the other metrics of its graph.
    let number: Int
    let times: [UInt32]
    /// Milliseconds a millimetre on the slowest street.
    let slowest: Double
    private let user: UInt8
    /// How often it was searched, and the arcs that searches need, once it was often enough.
    private let searches = Atomic<Int>(0)
    private let thinned = AtomicLazyReference<NeededArcs>()
    /// After so many searches the arcs that none of them needs are found: that takes as long as some hundreds of searches.
    static let searchesToThin = 1000

    /// Customizes the hierarchy.
    ///
    /// - Parameters:
    ///   - graph: the network with its order.
    ///   - times: milliseconds of each arc of the network; `StreetNetwork.closed` where nobody goes.
    ///   - user: whose bans hold.
    package init(_ graph: RoadGraph, times: [UInt32], user: StreetUser) {
        precondition(times.count == graph.network.arcCount, "\(times.count) times for \(graph.network.arcCount) arcs")
        let count = graph.hierarchy.heads.count
        var up = [UInt64](repeating: RoadLabel.never, count: count)
        var down = up
        self.times = times
        slowest = zip(times, graph.network.millimetres).reduce(0) { most, arc in
            arc.0 == StreetNetwork.closed ? most : max(most, Double(arc.0) / Double(max(arc.1, 1)))
        }
        self.user = StreetUsers(user).rawValue
        for (link, slot) in graph.slots.enumerated() where slot != RoadGraph.noSlot {
            let label = Self.label(link, graph.network, times, self.user)
            let arc = Int(slot >> 1)
            if slot & 1 == 0 { up[arc] = min(up[arc], label) } else { down[arc] = min(down[arc], label) }
        }
        var sides = [UInt16](repeating: Self.street, count: count * 2)
        Self.customize(graph, &up, &down, &sides)
        self.sides = sides
        number = graph.nextMetric()
        self.up = up
        self.down = down
    }

    /// The times of a user on empty streets.
    package convenience init(_ graph: RoadGraph, user: StreetUser) {
        self.init(graph, times: graph.network.times(for: user), user: user)
    }

    /// The label of a link by itself.
    func label(_ link: Int, _ network: StreetNetwork) -> UInt64 { Self.label(link, network, times, user) }

    /// Milliseconds of an arc of the network; nil where the user may not go.
    package func milliseconds(_ arc: Int) -> UInt32? { times[arc] == StreetNetwork.closed ? nil : times[arc] }

    /// The arcs that a search needs, of one that is asked often; `unknown` of others. Counts the searches. Answers and paths are the
    /// same with both.
    func needed(_ graph: RoadGraph) -> NeededArcs {
        if let found = thinned.load() { return found }
        guard searches.add(1, ordering: .relaxed).newValue > Self.searchesToThin else { return .unknown }
        return findNeeded(graph)
    }

    /// Finds the needed arcs now. Of two threads that do so at once, both get those of the first.
    @discardableResult
    func findNeeded(_ graph: RoadGraph, many: Int = NeededArcs.many) -> NeededArcs {
        thinned.storeIfNil(NeededArcs(self, graph.hierarchy, many: many))
    }

    /// The needed arcs, when they were found already.
    var knownNeeded: NeededArcs? { thinned.load() }

    @inline(__always)
    private static func label(_ link: Int, _ network: StreetNetwork, _ times: [UInt32], _ user: UInt8) -> UInt64 {
        guard network.linkArcs[link] != StreetNetwork.noArc else { return 0 }
        let arc = Int(network.linkArcs[link])
        guard times[arc] != StreetNetwork.closed, network.linkClosed[link] & user == 0 else { return RoadLabel.never }
        return UInt64(times[arc]) << 32 | UInt64(network.millimetres[arc])
    }

    private static func customize(
        _ graph: RoadGraph, _ up: inout [UInt64], _ down: inout [UInt64], _ sides: inout [UInt16]
    ) {
        let (first, heads, places) = (graph.hierarchy.first, graph.hierarchy.heads, graph.placesBelow)
        for point in 0..<graph.hierarchy.count {
            let (start, end) = (Int(first[point]), Int(first[point + 1]))
            guard end - start > 1 else { continue }
            for low in start..<(end - 1) {
                let (into, out) = (down[low], up[low])
                // Nothing passes by here.
                if into >= RoadLabel.never, out >= RoadLabel.never { continue }
                var arc = Int(first[Int(heads[low])])
                for high in (low + 1)..<end {
                    let head = heads[high]
                    while heads[arc] != head { arc += 1 }
                    let (along, against) = (into &+ up[high], down[high] &+ out)
                    if along < up[arc] {
                        up[arc] = along
                        sides[arc << 1] = places[low]
                    }
                    if against < down[arc] {
                        down[arc] = against
                        sides[arc << 1 | 1] = places[low]
                    }
                    arc += 1
                }
            }
        }
    }
}
