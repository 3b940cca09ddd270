// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A line of a race's ranking.
public struct RankedRunner: Hashable, Codable, Sendable {
    /// From 1.
    public let rank: Int32
    /// Who.
    public let user: RaceUserID
    /// From crossing the start line to the finish; nil for somebody on the track.
    public let time: TimeSpan?
    /// The distance covered as last reported.
    public let covered: Distance
}

/// The numbers of a race (RACE-WATCH).
public struct RaceStatistics: Hashable, Codable, Sendable {
    /// How many take part.
    public let participants: Int32
    /// How many are on the track.
    public let running: Int32
    /// How many have finished.
    public let finished: Int32
    /// How many are out.
    public let out: Int32
    /// Mean time of those who have finished; nil before the first.
    public let meanTime: TimeSpan?
    /// The first ones.
    public let first: [RankedRunner]
}

extension Race {
    /// The ranking: first those who have finished, by the time since their own start line; then those on the track, the
    /// furthest first. Equal ones stand in the order in which they joined. Who is out has no rank. Sorts all runners.
    public var ranking: [RankedRunner] {
        let ranked = runners.indices.filter { runners[$0].phase == .finished || runners[$0].phase == .running }
            .sorted { left, right in
                let (one, two) = (runners[left], runners[right])
                switch (one.time, two.time) {
                case (let first?, let second?): return (first, left) < (second, right)
                case (.some, nil): return true
                case (nil, .some): return false
                case (nil, nil): return one.covered == two.covered ? left < right : one.covered > two.covered
                }
            }
        return ranked.enumerated().map { rank, index in
            let runner = runners[index]
            return RankedRunner(rank: Int32(rank + 1), user: runner.user, time: runner.time, covered: runner.covered)
        }
    }

    /// The numbers as of now; `named` is how many of the first runners they name.
    public func statistics(named: Int) -> RaceStatistics {
        let times = runners.compactMap(\.time)
        let sum = times.reduce(TimeSpan.zero, +)
        func count(_ phase: Runner.Phase) -> Int32 { Int32(runners.count { $0.phase == phase }) }
        return RaceStatistics(
            participants: participants, running: count(.running), finished: count(.finished), out: count(.out),
            meanTime: times.isEmpty ? nil : sum / times.count, first: Array(ranking.prefix(named)))
    }
}
