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

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every bit of the answer depends on every bit of both numbers.
    static func hash(_ request: RequestID, _ driver: DriverID) -> UInt64 {
        var word = UInt64(UInt32(bitPattern: request.number)) << 32 | UInt64(UInt32(bitPattern: driver.number))
        word &+= 0x9e37_79b9_7f4a_7c15
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
