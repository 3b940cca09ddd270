// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The order in which the passengers of a shared ride leave, with the way that each is driven (TAXI-SHARE-21).
public struct DropOrder: Sendable, Equatable {
    /// How many stops there are.
    public let count: Int
    /// Length of the whole route in millimetres.
    let total: Int64
    private let order: SIMD4<UInt8>
    private let distances: SIMD4<Int64>

    /// The destinations by their number in order of joining, in the order of the stops.
    public var stops: [Int] { (0..<count).map { stop($0) } }

    /// The whole route.
    public var length: Distance { Distance(millimetres: total) }

    /// The way from the start to the stop of this destination.
    public func driven(_ destination: Int) -> Distance { Distance(millimetres: distances[destination]) }

    /// The destination of the stop at this position of the route, from 0.
    @inline(__always)
    func stop(_ position: Int) -> Int { Int(order[position]) }

    /// The shortest order that drives nobody farther than allowed and that a last check accepts; nil when there is none.
    /// Of equally short ones that in which the passengers who joined earlier leave first, stop by stop (DEC-SHARE-DROP-ORDER).
    ///
    /// Exact: every order is tried unless its first part is already too long.
    ///
    /// - Parameters:
    ///   - distances: the driven distances; one destination or more.
    ///   - longest: for each destination, how far its passenger may be driven; nil for as far as it takes.
    ///   - accepts: asked of orders that are shorter than all accepted before, so seldom; for limits of time.
    public static func shortest(
        _ distances: DistanceTable, longest: [Distance]? = nil, accepts: (DropOrder) -> Bool = { _ in true }
    ) -> DropOrder? {
        var limits = SIMD4<Int64>(repeating: .max)
        if let longest { for (index, limit) in longest.enumerated() { limits[index] = limit.millimetres } }
        return shortest(distances, limits: limits, accepts: accepts)
    }

    /// The same with the limits in millimetres.
    @inline(__always)
    static func shortest(
        _ distances: DistanceTable, limits: SIMD4<Int64>, accepts: (DropOrder) -> Bool
    ) -> DropOrder? {
        var branches = Branches(distances: distances, limits: limits)
        for first in 0..<distances.count {
            branches.extend(
                to: first, length: distances.toFirst(first), depth: 0, left: (1 << distances.count) - 1, accepts)
        }
        return branches.best
    }

    /// The tree of all beginnings of orders, walked in order of joining.
    private struct Branches {
        let distances: DistanceTable
        let limits: SIMD4<Int64>
        var best: DropOrder?
        var shortest = Int64.max
        var order = SIMD4<UInt8>()
        var driven = SIMD4<Int64>()

        init(distances: DistanceTable, limits: SIMD4<Int64>) {
            self.distances = distances
            self.limits = limits
        }

        /// Puts `next` at this depth, and then every way to go on. `left` has a bit for each destination without a stop.
        mutating func extend(to next: Int, length: Int64, depth: Int, left: Int, _ accepts: (DropOrder) -> Bool) {
            // An equally long one does not win: the earlier one is before it in order of joining.
            guard length <= limits[next], length < shortest else { return }
            order[depth] = UInt8(truncatingIfNeeded: next)
            driven[next] = length
            let rest = left & ~(1 << next)
            guard rest != 0 else {
                let found = DropOrder(count: distances.count, total: length, order: order, distances: driven)
                guard accepts(found) else { return }
                best = found
                shortest = length
                return
            }
            for other in 0..<distances.count where rest & (1 << other) != 0 {
                extend(
                    to: other, length: length + distances.distance(next, other), depth: depth + 1, left: rest, accepts)
            }
        }
    }
}

extension DropOrder {
    /// How much longer each passenger is driven than alone, in nanoseconds by destination, whatever the limit: also of a
    /// route that is driven because no order keeps the limits.
    func delays(
        from start: Place, leaving: CityTime, _ travel: any Router, member: (Int) -> RideMember
    ) -> SIMD4<Int64> {
        delays(
            from: start, leaving: leaving, longest: TimeSpan(nanoseconds: .max), travel, member: member) ?? SIMD4()
    }

    /// How much longer each passenger is driven than alone, in nanoseconds by destination, for a start at this time; nil
    /// when that is too long for one of them (TAXI-SHARE-20). Less than zero where the shared way is the quicker one.
    @inline(__always)
    func delays(
        from start: Place, leaving: CityTime, longest: TimeSpan, _ travel: any Router,
        member: (Int) -> RideMember
    ) -> SIMD4<Int64>? {
        var delays = SIMD4<Int64>()
        var (place, time) = (start, leaving)
        for index in 0..<count {
            let next = member(stop(index))
            time = time + travel.drive(from: place, to: next.destination, leaving: time, user: .licensed).duration
            place = next.destination
            let alone = travel.drive(
                from: next.origin, to: next.destination, leaving: leaving, user: .licensed
            ).duration
            let delay = time - leaving - alone
            guard delay <= longest else { return nil }
            delays[stop(index)] = delay.nanoseconds
        }
        return delays
    }
}
