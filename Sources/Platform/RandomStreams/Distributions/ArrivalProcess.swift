// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Arrivals by chance at a rate that changes with time: a non-homogeneous Poisson process.
///
/// The next arrival is where the expected count since the last one reaches an exponential number of mean 1 (inversion of
/// the integrated rate; E. Çinlar, "Introduction to Stochastic Processes", 1975). Each call takes exactly one number.
/// So two runs with another scale or pattern share their random numbers arrival by arrival, which drawing at the peak rate and
/// throwing away the surplus (thinning) would break.
///
/// Instants are cut to whole milliseconds, downwards: an arrival never leaves its stretch of the pattern when the knots lie
/// on whole milliseconds, and none lies in a stretch of rate 0. The process remembers the uncut instant, to the nanosecond,
/// so that cutting does not add up.
package struct ArrivalProcess: Sendable {
    /// The instant at which the pattern starts.
    package let start: CityTime
    /// The rate over time.
    package let pattern: RatePattern
    /// The factor on all rates.
    package let scale: Double

    private let integral: RateIntegral
    /// The last instant given out, and the same before it was cut to milliseconds.
    private var last: (given: CityTime, exact: CityTime)?

    /// Starts the pattern at an instant, with all rates multiplied by the scale.
    ///
    /// The pattern's `problem` must be nil and the scale between 0 and 10^6.
    package init(_ pattern: RatePattern, start: CityTime, scale: Double = 1) {
        let problem = pattern.problem
        precondition(problem == nil, "arrivals: \(problem ?? "")")
        precondition(scale >= 0 && scale <= 1e6, "arrivals: the scale must be between 0 and 1e6, not \(scale)")
        self.start = start
        self.pattern = pattern
        self.scale = scale
        integral = RateIntegral(pattern, scale: scale)
    }

    /// The first arrival after this instant; nil when none comes any more.
    ///
    /// Give the last answer to get the arrival that follows it; any other instant starts anew from there, which is right
    /// as well, since such arrivals have no memory. At very high rates two arrivals may share a millisecond, so the
    /// answer may equal `instant` but never lies before it.
    package mutating func next(after instant: CityTime, stream: inout RandomStream) -> CityTime? {
        let wait = stream.standardExponential()
        var from = max(instant, start)
        if let last, last.given == instant { from = last.exact }
        guard let exact = arrival(expecting: wait, after: from) else { return nil }
        let given = max(exact.cutToMilliseconds, instant, start)
        last = (given, exact)
        return given
    }

    /// The expected number of arrivals between two instants, the integral of the rate; 0 if they are not in order.
    package func expectedCount(from: CityTime, to: CityTime) -> Double {
        let from = max(from, start)
        let to = pattern.repeats ? to : min(to, start + pattern.length)
        guard from < to else { return 0 }
        let (firstRound, first) = position(of: from)
        let (lastRound, last) = position(of: to)
        return Double(lastRound - firstRound) * integral.total + (integral.count(at: last) - integral.count(at: first))
    }

    /// The instant at which so many arrivals are expected since `instant`, which is not before the start.
    private func arrival(expecting wait: Double, after instant: CityTime) -> CityTime? {
        guard instant.nanoseconds < endOfTime else { return nil }
        let (round, offset) = position(of: instant)
        guard offset < pattern.length.nanoseconds else { return nil }
        switch integral.reach(wait, from: offset) {
        case .at(let reached):
            return instant + TimeSpan(nanoseconds: reached - offset)
        case .beyond(let rest):
            guard pattern.repeats, integral.total > 0 else { return nil }
            let rounds = (rest / integral.total).rounded(.down)
            let length = pattern.length.nanoseconds
            // With a rate so small the next arrival may lie behind the end of time.
            let estimate = Double(start.nanoseconds) + (Double(round) + rounds + 1) * Double(length)
            guard estimate < Double(endOfTime) else { return nil }
            let left = min(max(0, rest - rounds * integral.total), integral.total.nextDown)
            guard case .at(let reached) = integral.reach(left, from: 0) else { return nil }
            return start + TimeSpan(nanoseconds: (round + 1 + Int64(rounds)) * length + reached)
        }
    }

    /// The number of whole patterns before this instant, and the nanoseconds into its own.
    private func position(of instant: CityTime) -> (round: Int64, offset: Int64) {
        let since = (instant - start).nanoseconds
        guard pattern.repeats else { return (0, since) }
        let (round, offset) = since.quotientAndRemainder(dividingBy: pattern.length.nanoseconds)
        return (round, offset)
    }
}

/// No arrivals after the year 2252, in nanoseconds: one more pattern still fits before the last instant there is.
private let endOfTime: Int64 = 8_900_000_000_000_000_000

extension CityTime {
    /// The last whole millisecond at or before this instant.
    fileprivate var cutToMilliseconds: CityTime {
        let surplus = nanoseconds % 1_000_000
        return CityTime(nanoseconds: nanoseconds - (surplus < 0 ? surplus + 1_000_000 : surplus))
    }
}
