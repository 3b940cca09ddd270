// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The candidate with the shortest expected approach (TAXI-DISPATCH-01, DEC-DISPATCH-POLICY); of several with the same one
/// who is nearest as the crow flies, then who stands nearest the top.
///
/// A travel table knows one time for all ways within a zone, and so does a distribution of approach times: by the time alone all
/// candidates would tie, and the policy be `fifo` without a word.
public struct NearestFirst: DispatchPolicy {
    /// Makes the policy.
    public init() {}

    /// The candidate with the shortest drive to the pick-up; who has no way there now comes last. O(queue).
    public func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        var best: Int?
        var shortest = TimeSpan.longest
        var nearest = Distance.zero
        let place = candidates.request.place
        let indices = candidates.queue.indices.filter { candidates.contains($0) }
        let times = candidates.travel.times(
            to: place, from: indices.map { candidates.queue[$0].position }, leaving: now, isApproach: true,
            user: .licensed)
        for (index, time) in zip(indices, times) {
            let time = time ?? .longest
            guard time <= shortest else { continue }
            let distance = candidates.queue[index].position.distance(to: place)
            guard time < shortest || best == nil || distance < nearest else { continue }
            (best, shortest, nearest) = (index, time, distance)
        }
        return best
    }
}
