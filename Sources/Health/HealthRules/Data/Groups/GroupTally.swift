// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A request for one answer, that is to be worked out from the stored batches of these people.
public struct GroupJob: Hashable, Sendable {
    /// Which request.
    public let group: GroupID
    /// Whose.
    public let party: ThirdPartyID
    /// What is asked.
    public let query: GroupQuery
    /// Who belongs to the group, by number.
    public let members: [WearerID]
    /// When the first interval begins.
    public let start: CityTime
    /// When the last one ended.
    public let end: CityTime
}

/// Works out one answer from stored batches: the values of an interval are those of batches that began in it.
public struct GroupTally: Sendable {
    private let job: GroupJob
    private let least: Int
    /// By interval, then parameter.
    private var means: [[[Int64]]]
    private var sums: [Int64]
    private var counts: [Int64]
    private let kinds = HealthParameter.allCases.count

    /// Nothing is added; values need `least` contributors.
    public init(_ job: GroupJob, least: Int) {
        self.job = job
        self.least = least
        means = Array(repeating: Array(repeating: [], count: kinds), count: Int(job.query.count))
        sums = Array(repeating: 0, count: Int(job.query.count) * kinds)
        counts = sums
    }

    /// Adds one member's batches of the asked time.
    public mutating func add(_ batches: [HealthBatch]) {
        for batch in batches where batch.start >= job.start && batch.start < job.end {
            let interval = Int((batch.start - job.start).nanoseconds / job.query.interval.nanoseconds)
            for index in 0..<batch.valueCount {
                let place = interval * kinds + Int(batch[index].parameter.rawValue)
                sums[place] += Int64(batch[index].hundredths)
                counts[place] += 1
            }
        }
        for place in counts.indices where counts[place] > 0 {
            means[place / kinds][place % kinds].append(GroupStatistics.mean(sums[place], counts[place]))
            (sums[place], counts[place]) = (0, 0)
        }
    }

    /// The numbers before rounding, of one interval.
    public func statistics(_ interval: Int, _ parameter: HealthParameter) -> GroupStatistics? {
        GroupStatistics(sorted: means[interval][Int(parameter.rawValue)].sorted())
    }

    /// The parts of the answer.
    public var parts: [GroupPart] {
        (0..<Int(job.query.count)).map { interval in
            GroupPart(
                start: job.start + job.query.interval * interval,
                values: job.query.parameters.parameters.compactMap {
                    statistics(interval, $0)?.published($0, least: least)
                })
        }
    }
}
