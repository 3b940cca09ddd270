// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The values that were received since the interval of one length began: a sum and a count for each person and parameter.
///
/// One for all subscriptions of a length, since their intervals are the same: a batch costs the same however many groups the
/// person belongs to. Nothing is cleared at the end of an interval: a stamp says of which one the numbers are.
struct IntervalSums: Sendable {
    private static let kinds = HealthParameter.allCases.count

    /// How long an interval is.
    let length: TimeSpan
    /// How many subscriptions there are, running or paused.
    var users = 0
    /// What they ask for.
    var needed = ParameterSet()
    /// The interval that is open, counted from the epoch.
    private(set) var number: Int64 = 0
    private var stamps: [Int64] = []
    private var sums: [Int64] = []
    private var counts: [Int32] = []

    init(_ length: TimeSpan) { self.length = length }

    /// The number of the interval of an instant, which is the first one of it or within.
    func interval(of time: CityTime) -> Int64 { time.nanoseconds / length.nanoseconds }
    /// When an interval begins.
    func start(of number: Int64) -> CityTime { CityTime(nanoseconds: number * length.nanoseconds) }
    /// When the open interval ends.
    var end: CityTime { start(of: number + 1) }

    /// The interval of this instant is open from now on.
    mutating func open(at now: CityTime) { number = interval(of: now) }

    /// Adds what a batch holds.
    mutating func add(_ batch: HealthBatch) {
        let person = batch.wearer.index
        if person >= stamps.count { grow(person + 1) }
        let first = person * Self.kinds
        if stamps[person] != number {
            stamps[person] = number
            for index in first..<first + Self.kinds { (sums[index], counts[index]) = (0, 0) }
        }
        for index in 0..<batch.valueCount {
            let value = batch[index]
            guard needed.contains(ParameterSet(value.parameter)) else { continue }
            let place = first + Int(value.parameter.rawValue)
            sums[place] += Int64(value.hundredths)
            counts[place] += 1
        }
    }

    private mutating func grow(_ people: Int) {
        let size = max(people, stamps.count * 2)
        stamps += Array(repeating: -1, count: size - stamps.count)
        sums += Array(repeating: 0, count: size * Self.kinds - sums.count)
        counts += Array(repeating: 0, count: size * Self.kinds - counts.count)
    }

    /// Nothing of a person counts any more.
    mutating func forget(_ wearer: WearerID) {
        if wearer.index < stamps.count { stamps[wearer.index] = -1 }
    }

    /// Those who sent values of a parameter in the open interval, by rising mean.
    func means(of parameter: HealthParameter) -> [MemberMean] {
        var means: [MemberMean] = []
        for person in stamps.indices where stamps[person] == number {
            let place = person * Self.kinds + Int(parameter.rawValue)
            if counts[place] > 0 {
                means.append(MemberMean(person, GroupStatistics.mean(sums[place], Int64(counts[place]))))
            }
        }
        means.sort()
        return means
    }
}

/// Somebody's mean, in ten-thousandths, in one word: tens of thousands of them are sorted for each interval and parameter.
struct MemberMean: Comparable, Sendable {
    private static let bits: Int64 = 24
    private let word: Int64

    init(_ person: Int, _ mean: Int64) {
        precondition(person < 1 << Self.bits, "person \(person): more than are counted")
        word = mean << Self.bits | Int64(person)
    }

    /// Who.
    var person: Int { Int(word & ((1 << Self.bits) - 1)) }
    /// How much.
    var mean: Int64 { word >> Self.bits }

    static func < (left: Self, right: Self) -> Bool { left.word < right.word }
}
