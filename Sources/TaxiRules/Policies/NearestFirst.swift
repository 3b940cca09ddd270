// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The candidate with the shortest expected approach, ties by queue place (TAXI-DISPATCH-01, DEC-DISPATCH-POLICY).
public struct NearestFirst: DispatchPolicy {
    /// Makes the policy.
    public init() {}

    /// The candidate with the shortest drive to the pick-up. O(queue).
    public func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        var best: Int?
        var shortest = TimeSpan.longest
        for index in candidates.queue.indices where candidates.contains(index) {
            let leg = candidates.travel.drive(
                from: candidates.queue[index].position, to: candidates.request.place, leaving: now)
            if leg.duration < shortest {
                shortest = leg.duration
                best = index
            }
        }
        return best
    }
}
