// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Chooses among journeys: keeps the best of each combination of means, leaves out what another one beats in all, and puts the rest in
/// the order of their weighted times.
struct JourneyChoice {
    private let query: JourneyQuery
    /// The best of each combination, in the order in which they came.
    private var found: [JourneyOption] = []

    init(_ query: JourneyQuery) { self.query = query }

    /// Takes a journey into account; `callAhead` is how long the vehicle that it begins with is waited for.
    mutating func add(_ legs: [JourneyLeg], callAhead: TimeSpan = .zero) {
        let (asked, isArriving) =
            switch query.time {
            case .leaving(let time): (time, false)
            case .arriving(let time): (time, true)
            }
        let departs = (legs.first?.departs ?? asked) - callAhead
        let arrives = legs.last?.arrives ?? asked
        var weighted = Double((isArriving ? asked - departs : arrives - asked).nanoseconds)
        for leg in legs {
            let factor = query.weights.factor(leg.means, over: leg.distance)
            if factor != 1 { weighted += Double((leg.arrives - leg.departs).nanoseconds) * (factor - 1) }
        }
        let option = JourneyOption(
            legs: legs, departs: departs, arrives: arrives,
            weighted: TimeSpan(nanoseconds: Int64(nearest: weighted)).roundedToMilliseconds)
        guard let same = found.firstIndex(where: { $0.means == option.means }) else {
            found.append(option)
            return
        }
        if Self.order(option, found[same]) { found[same] = option }
    }

    /// Only a journey that takes less than this can still be among the best, whatever its means beside lines are.
    ///
    /// No journey takes less time than weighted time. One that takes as long as the last of enough others is not among the best; nor is
    /// one that takes as long as one along streets alone by no other means, which beats it in all.
    func bound(_ means: TravelMeansSet) -> TimeSpan? {
        let times = best.map(\.weighted)
        let enough = times.count == query.limits.options ? times.last : nil
        let alone = found.filter { !$0.legs.contains { $0.line != nil } && $0.means.isSubset(of: means) }
        return (alone.map(\.weighted) + [enough].compactMap { $0 }).min()
    }

    /// The best, in order.
    var best: [JourneyOption] {
        let left = found.filter { option in !found.contains { beats($0, option) } }
        return Array(left.sorted(by: Self.order).prefix(query.limits.options))
    }

    /// Whether one journey with no other means is as good as another one in all, and better in something.
    private func beats(_ one: JourneyOption, _ other: JourneyOption) -> Bool {
        let means = other.means.union(TravelMeansSet(.walk))
        guard one != other, one.means.isSubset(of: means), one.weighted <= other.weighted, one.changes <= other.changes
        else { return false }
        return switch query.time {
        case .leaving: one.arrives <= other.arrives
        case .arriving: one.departs >= other.departs
        }
    }

    /// By weighted time; of equal ones the fewer changes, the shorter way on foot, the means in their stated order, the later start.
    private static func order(_ one: JourneyOption, _ other: JourneyOption) -> Bool {
        if one.weighted != other.weighted { return one.weighted < other.weighted }
        if one.changes != other.changes { return one.changes < other.changes }
        if one.walked != other.walked { return one.walked < other.walked }
        if one.means != other.means { return one.means.rawValue < other.means.rawValue }
        return one.departs > other.departs
    }
}
