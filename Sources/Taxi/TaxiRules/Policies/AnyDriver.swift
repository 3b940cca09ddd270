// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A candidate drawn with equal chances, as where drivers see calls and one takes it (issue: Real fleets).
///
/// A policy draws no random numbers: the draw is a hash of the request and each candidate, and the least one is asked. So a call draws the
/// same driver in any process, and who else stands in the queue changes nothing between two of them.
public struct AnyDriver: DispatchPolicy {
    /// Makes the policy.
    public init() {}

    /// The candidate whose hash with the request is least; of equal ones who stands nearest the top. O(queue).
    public func choose(from candidates: Candidates, at now: CityTime) -> Int? {
        let request = candidates.request.id
        return candidates.queue.indices.lazy.filter { candidates.contains($0) }
            .map { (hash: Self.hash(request, candidates.queue[$0].driver), index: $0) }
            .min { ($0.hash, $0.index) < ($1.hash, $1.index) }?.index
    }

    private static func hash(_ request: RequestID, _ driver: DriverID) -> UInt64 {
        let word = UInt64(UInt32(bitPattern: request.number)) << 32 | UInt64(UInt32(bitPattern: driver.number))
        return SplitMix.mixed(word &+ SplitMix.step)
    }
}
