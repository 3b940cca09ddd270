// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RandomStreams
import Testing

/// A pattern whose arrivals are checked, and the rate it may not exceed, a second.
struct PatternCase: Sendable, CustomTestStringConvertible {
    let name: String
    let pattern: RatePattern
    let scale: Double
    let peak: Double
    var testDescription: String { name }

    init(_ name: String, _ pattern: RatePattern, scale: Double = 1) {
        self.name = name
        self.pattern = pattern
        self.scale = scale
        peak = (pattern.knots.map(\.perHour).max() ?? 0) / 3600 * scale
    }

    static func knots(_ list: [(Double, Double)]) -> [RatePattern.Knot] {
        list.map { RatePattern.Knot(at: .seconds($0.0 * 3600), perHour: $0.1) }
    }

    static let day = knots([(0, 4), (6, 0), (7.5, 40), (9, 20), (12, 0), (13, 25), (23, 8)])

    static let all = [
        PatternCase("constant", .constant(perHour: 30)),
        PatternCase("day in steps", RatePattern(day, shape: .steps)),
        PatternCase("day in lines", RatePattern(day, shape: .lines)),
        PatternCase("day in steps, doubled", RatePattern(day, shape: .steps), scale: 2),
        PatternCase("day in lines, doubled", RatePattern(day, shape: .lines), scale: 2),
        PatternCase("late start", RatePattern(knots([(5, 10), (6, 0)]), shape: .steps)),
        PatternCase("saw", RatePattern(knots([(0, 0), (2, 60)]), shape: .lines, length: .hours(2))),
        PatternCase("once in steps", RatePattern(day, shape: .steps, repeats: false)),
        PatternCase("once in lines", RatePattern(day, shape: .lines, repeats: false)),
        PatternCase("rare", RatePattern(knots([(3, 0.01), (4, 0)]), shape: .steps)),
        PatternCase("thousand a second", .constant(perHour: 3.6e6)),
    ]
}

@Suite("Arrivals")
struct ArrivalProcessTests {
    static let start = CityTime.seconds(1_772_600_000)

    @Test("The expected arrivals up to each arrival are the sum of the exponential draws", arguments: PatternCase.all)
    func inversion(_ example: PatternCase) throws {
        for owner in 0..<20 as Range<UInt64> {
            var stream = RandomStream(StreamKey(seed: 1), for: .arrivals, of: owner)
            var twin = stream
            var process = ArrivalProcess(example.pattern, start: Self.start, scale: example.scale)
            var last = Self.start
            var sum = 0.0
            for _ in 0..<300 {
                sum += twin.draw(.exponential(mean: 1))
                guard let next = process.next(after: last, stream: &stream) else {
                    #expect(!example.pattern.repeats)
                    #expect(sum >= process.expectedCount(from: Self.start, to: .never) - 1e-9)
                    break
                }
                #expect(next >= last)
                #expect(next.nanoseconds % 1_000_000 == 0)
                // Cut down to the millisecond: the count is short by a millisecond's arrivals at most. Each step may
                // add a nanosecond's rounding.
                let short = sum - process.expectedCount(from: Self.start, to: next)
                try #require(short > -1e-6 && short < example.peak * 0.001 + 1e-6, "\(short)")
                last = next
            }
            #expect(stream.wordList == twin.wordList)
        }
    }

    @Test(
        "Counts in each half hour of the day fit the rate (chi-square, 1%)",
        arguments: [RatePattern.Shape.steps, .lines])
    func counts(_ shape: RatePattern.Shape) {
        let days = 300
        var stream = RandomStream(StreamKey(seed: 2), for: .arrivals, of: 1)
        var process = ArrivalProcess(RatePattern(PatternCase.day, shape: shape), start: .epoch)
        var counts = [Int](repeating: 0, count: 48)
        var last = CityTime.epoch
        let end = CityTime.epoch + .hours(24 * days)
        while let next = process.next(after: last, stream: &stream), next < end {
            counts[Int(next.sinceMidnight.nanoseconds / 1_800_000_000_000)] += 1
            last = next
        }
        // The rates in the middle of each half hour, written out by hand, times half an hour.
        let steps: [Double] =
            [Double](repeating: 4, count: 12) + [0, 0, 0, 40, 40, 40] + [Double](repeating: 20, count: 6) + [0, 0]
            + [Double](repeating: 25, count: 20) + [8, 8]
        let quiet = (0..<12).map { 4 - (Double($0) + 0.5) / 3 }
        let morning: [Double] = [40.0 / 6, 20, 200.0 / 6, 220.0 / 6, 30, 140.0 / 6]
        let noon = (0..<6).map { 20 - (Double($0) + 0.5) * 20 / 6 } + [6.25, 18.75]
        let evening = (0..<20).map { 25 - (Double($0) + 0.5) * 17 / 20 } + [8, 8]
        let rates = shape == .steps ? steps : quiet + morning + noon + evening
        let expected = rates.map { $0 / 2 * Double(days) }
        for (half, value) in expected.enumerated() {
            let from = CityTime.epoch + .minutes(30 * half)
            #expect(abs(process.expectedCount(from: from, to: from + .minutes(30)) * Double(days) - value) < 1e-6)
        }
        let used = expected.indices.filter { expected[$0] > 0 }
        #expect(expected.indices.allSatisfy { expected[$0] > 0 || counts[$0] == 0 })
        #expect(fits(used.map { counts[$0] }, used.map { expected[$0] }, freedom: used.count))
    }

    @Test("Banks' example: 50.07 arrivals are expected in eight hours, and so many come")
    func banks() {
        let gaps: [(Int, Double)] = [
            (0, 15), (60, 12), (120, 7), (180, 5), (240, 8), (300, 10), (360, 15), (420, 20),
        ]
        let knots = gaps.map { RatePattern.Knot(at: .minutes($0.0), perHour: 60 / $0.1) }
        let pattern = RatePattern(knots, shape: .steps, length: .hours(8), repeats: false)
        let process = ArrivalProcess(pattern, start: .epoch)
        let exact = 4 + 5 + 60.0 / 7 + 12 + 7.5 + 6 + 4 + 3
        #expect(abs(process.expectedCount(from: .epoch, to: .epoch + .hours(8)) - exact) < 1e-9)
        #expect((exact * 100).rounded() == 5007)
        var count = 0
        let runs = 2_000
        for run in 0..<runs {
            var stream = RandomStream(StreamKey(seed: 3, replication: UInt64(run)), for: .arrivals, of: 1)
            var process = process
            var last = CityTime.epoch
            while let next = process.next(after: last, stream: &stream) {
                #expect(next < .epoch + .hours(8))
                count += 1
                last = next
            }
        }
        // The sum of Poisson counts: three standard deviations.
        let expected = exact * Double(runs)
        #expect(abs(Double(count) - expected) < 3 * expected.squareRoot())
    }

    @Test("Twice the rate with the same stream halves every instant: common random numbers")
    func scaled() {
        var one = RandomStream(StreamKey(seed: 4), for: .arrivals, of: 1)
        var two = one
        var plain = ArrivalProcess(.constant(perHour: 30), start: .epoch)
        var doubled = ArrivalProcess(.constant(perHour: 30), start: .epoch, scale: 2)
        var slow = CityTime.epoch
        var fast = CityTime.epoch
        for _ in 0..<500 {
            slow = plain.next(after: slow, stream: &one) ?? .never
            fast = doubled.next(after: fast, stream: &two) ?? .never
            #expect(abs(slow.nanoseconds - 2 * fast.nanoseconds) <= 3_000_000)
        }
        #expect(fast > .epoch && slow < .never)
    }

    @Test("Starting anew in a stretch of rate 0 gives the first arrival after it, at any instant of the stretch")
    func silence() {
        let knots = PatternCase.knots([(0, 10), (6, 0), (7.5, 40)])
        for seed in 0..<200 as Range<UInt64> {
            var instants: [CityTime?] = []
            for minutes in [360, 361, 400, 449, 450] {
                var stream = RandomStream(StreamKey(seed: seed), for: .arrivals, of: 1)
                var process = ArrivalProcess(RatePattern(knots, shape: .steps), start: .epoch)
                instants.append(process.next(after: .epoch + .minutes(minutes), stream: &stream))
            }
            #expect(instants.allSatisfy { $0 == instants[0] })
            #expect((instants[0] ?? .epoch) >= .epoch + .minutes(450))
        }
    }

    @Test("No arrivals: rate 0, after the end, a rate too small, the end of time; before the start it waits for it")
    func ends() {
        var stream = RandomStream(StreamKey(seed: 5), for: .arrivals, of: 1)
        func first(_ pattern: RatePattern, after: CityTime, scale: Double = 1) -> CityTime? {
            var process = ArrivalProcess(pattern, start: Self.start, scale: scale)
            return process.next(after: after, stream: &stream)
        }
        let once = RatePattern(PatternCase.knots([(0, 1e6)]), shape: .steps, length: .hours(1), repeats: false)
        #expect(first(.constant(perHour: 0), after: Self.start) == nil)
        #expect(first(.constant(perHour: 30), after: Self.start, scale: 0) == nil)
        #expect(first(.constant(perHour: 1e-12), after: Self.start) == nil)
        #expect(first(.constant(perHour: 1e-300), after: Self.start) == nil)
        #expect(first(.constant(perHour: 30), after: .never) == nil)
        #expect(first(once, after: Self.start + .hours(1)) == nil)
        #expect(first(once, after: .never) == nil)
        let early = first(once, after: .epoch) ?? .never
        #expect(early >= Self.start && early < Self.start + .seconds(1))
        let process = ArrivalProcess(once, start: Self.start)
        #expect(abs(process.expectedCount(from: .epoch, to: .never) - 1e6) < 1e-3)
        #expect(process.expectedCount(from: .never, to: .epoch) == 0)
    }

    @Test("An instant between milliseconds is never answered by one before it")
    func betweenMilliseconds() {
        var stream = RandomStream(StreamKey(seed: 6), for: .arrivals, of: 1)
        for step in 0..<1000 as Range<Int64> {
            var process = ArrivalProcess(.constant(perHour: 3.6e9), start: .epoch)
            let instant = CityTime(nanoseconds: step * 1_234_567)
            #expect((process.next(after: instant, stream: &stream) ?? .epoch) >= instant)
        }
    }

    @Test("Patterns that cannot be used say why")
    func problems() {
        func problem(_ list: [(Double, Double)], length: TimeSpan = .hours(24)) -> String? {
            RatePattern(PatternCase.knots(list), shape: .steps, length: length).problem
        }
        #expect(problem([]) == "at least one knot is needed")
        #expect(problem([(0, 1)], length: .zero) == "length must be above 0 and at most 3660 days")
        #expect(problem([(-1, 1)]) == "knots must lie between 0 and the length")
        #expect(problem([(25, 1)]) == "knots must lie between 0 and the length")
        #expect(problem([(2, 1), (2, 3)]) == "knots must be in order of time")
        #expect(problem([(0, -1)]) == "rates must be between 0 and 3.6e9 an hour")
        #expect(problem([(0, .nan)]) == "rates must be between 0 and 3.6e9 an hour")
        #expect(problem([(0, 1), (24, 2)]) == nil)
    }
}
