// SPDX-License-Identifier: GPL-3.0-or-later
import CMETIS
import Synchronization

/// The order in which points are contracted: nested dissection by METIS, which is asked at import alone.
///
/// Source: G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs, SIAM Journal on
/// Scientific Computing 20 (1998); METIS 5.1, METIS_NodeND.
enum NestedOrder {
    /// Why there is no order.
    enum Fault: Error, CustomStringConvertible {
        case notInstalled
        case refused(Int32)

        var description: String {
            switch self {
            case .notInstalled:
                "METIS is not installed, which orders a network for its search; on Debian it is in the package libmetis5 "
                    + "(apt-get install libmetis5)"
            case .refused(let code): "METIS gave no order (code \(code))"
            }
        }
    }

    /// METIS draws from the one generator of the C library: two at once would disturb each other's order.
    private static let turn = Mutex(())

    /// The rank of each point, from 0 for the one that is contracted first. The same links give the same order.
    static func ranks(of network: StreetNetwork) throws(Fault) -> [UInt32] {
        guard let metis = cmetis_functions()?.pointee else { throw .notInstalled }
        let (first, ends) = neighbours(network)
        var count = Int32(network.pointCount)
        var options = [Int32](repeating: 0, count: cmetis_option_count)
        _ = metis.setDefaults(&options)
        options[cmetis_option_seed] = 1
        options[cmetis_option_numbering] = 0
        var (starts, adjacent) = (first, ends)
        var points = [Int32](repeating: 0, count: network.pointCount)
        var ranks = points
        // It reads one neighbour at least, also of a single point.
        if adjacent.isEmpty { return (0..<UInt32(network.pointCount)).map { $0 } }
        let code = turn.withLock { _ in
            metis.dissect(&count, &starts, &adjacent, nil, &options, &points, &ranks)
        }
        guard code == cmetis_succeeded else { throw .refused(code) }
        return ranks.map { UInt32($0) }
    }

    /// The points that links join, without their directions, each pair once on both sides.
    private static func neighbours(_ network: StreetNetwork) -> (first: [Int32], ends: [Int32]) {
        var pairs: [UInt64] = []
        pairs.reserveCapacity(network.linkTails.count * 2)
        for link in network.linkTails.indices where network.linkTails[link] != network.linkHeads[link] {
            let (tail, head) = (UInt64(network.linkTails[link]), UInt64(network.linkHeads[link]))
            pairs.append(tail << 32 | head)
            pairs.append(head << 32 | tail)
        }
        pairs.sort()
        var first = [Int32](repeating: 0, count: network.pointCount + 1)
        var ends: [Int32] = []
        ends.reserveCapacity(pairs.count)
        var last: UInt64?
        for pair in pairs where pair != last {
            last = pair
            first[Int(pair >> 32) + 1] += 1
            ends.append(Int32(pair & 0xFFFF_FFFF))
        }
        for point in 0..<network.pointCount { first[point + 1] += first[point] }
        return (first, ends)
    }
}
