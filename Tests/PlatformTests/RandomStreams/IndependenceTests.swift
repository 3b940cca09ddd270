// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RandomStreams
import Testing

@Suite("Independence of streams")
struct IndependenceTests {
    /// The first number of each of many streams that are neighbours in one word of the key.
    static let neighbours: [(String, @Sendable (UInt64) -> RandomStream)] = [
        ("owners", { RandomStream(StreamKey(seed: 1), for: .arrivals, of: $0) }),
        ("seeds", { RandomStream(StreamKey(seed: $0), for: .arrivals, of: 1) }),
        ("replications", { RandomStream(StreamKey(seed: 1, replication: $0), for: .arrivals, of: 1) }),
        ("purposes", { RandomStream(StreamKey(seed: 1), for: Purpose($0 % 21 + 1), of: $0 / 21) }),
        ("owners a power of two apart", { RandomStream(StreamKey(seed: 1), for: .arrivals, of: $0 << 40) }),
    ]

    @Test("First draws of neighbouring streams are even and uncorrelated", arguments: neighbours.indices)
    func firstDraws(_ choice: Int) {
        let (name, start) = Self.neighbours[choice]
        let count = 100_000
        let numbers = (0..<count).map { index in
            var stream = start(UInt64(index))
            return stream.uniform()
        }
        let limit = 4 / Double(count).squareRoot()
        for lag in 1...3 {
            let found = correlation(numbers, lag: lag)
            #expect(abs(found) < limit, "\(name), lag \(lag): \(found)")
        }
        let distance = largestGap(numbers) { min(max($0, 0), 1) }
        #expect(distance < gapLimit(count), "\(name): \(distance)")
    }

    @Test("Streams that differ in two words of the key by swapped values are different")
    func wordsAreNotSwapped() {
        let one = RandomStream(StreamKey(seed: 2, replication: 3), for: .arrivals, of: 4)
        let two = RandomStream(StreamKey(seed: 3, replication: 2), for: .arrivals, of: 4)
        let three = RandomStream(StreamKey(seed: 2, replication: 4), for: .arrivals, of: 3)
        let high = RandomStream(StreamKey(seed: 2 + 1 << 32, replication: 3), for: .arrivals, of: 4)
        #expect(Set([one, two, three, high].map(\.wordList)).count == 4)
    }

    @Test("A million keys give a million states, already by two of the three words")
    func noCollisions() {
        var front = Set<UInt>(minimumCapacity: 1_000_000)
        var back = Set<UInt>(minimumCapacity: 1_000_000)
        for seed in 0..<10 as Range<UInt64> {
            for replication in 0..<5 as Range<UInt64> {
                for purpose in (1...20).map({ Purpose($0) }) {
                    for owner in 0..<1000 as Range<UInt64> {
                        let key = StreamKey(seed: seed, replication: replication)
                        let words = RandomStream(key, for: purpose, of: owner).words
                        front.insert(words.0 << 32 | words.1)
                        back.insert(words.1 << 32 | words.2)
                    }
                }
            }
        }
        #expect(front.count == 1_000_000)
        #expect(back.count == 1_000_000)
    }

    /// Calls of one source; each call draws its delay on the network from a stream of its own purpose.
    private func callsAndDelays(delay: Distribution, sources: UInt64) -> (calls: [[CityTime]], delays: [TimeSpan]) {
        let key = StreamKey(seed: 42)
        var calls = [[CityTime]](repeating: [], count: Int(sources))
        var delays: [TimeSpan] = []
        var network = RandomStream(key, for: .network, of: 0)
        var arrivals = (0..<sources).map { RandomStream(key, for: .arrivals, of: $0) }
        var process = (0..<sources).map { _ in ArrivalProcess(.constant(perHour: 60), start: .epoch) }
        for _ in 0..<200 {
            for source in 0..<Int(sources) {
                let last = calls[source].last ?? .epoch
                guard let call = process[source].next(after: last, stream: &arrivals[source]) else { continue }
                calls[source].append(call)
                delays.append(network.time(delay))
            }
        }
        return (calls, delays)
    }

    @Test("SIM-02: changing the distribution of one purpose leaves arrival instants unchanged")
    func otherDistribution() {
        let plain = callsAndDelays(delay: .exponential(mean: 0.2), sources: 2)
        // Distributions that take one, several and a random count of numbers from the stream.
        let distributions: [Distribution] = [
            .constant(1), .exponential(mean: 5), .gamma(shape: 0.5, mean: 2), .poisson(mean: 40),
            .normal(mean: 1, sd: 1, min: 0, max: nil),
        ]
        for distribution in distributions {
            let changed = callsAndDelays(delay: distribution, sources: 2)
            #expect(changed.calls == plain.calls)
            #expect(changed.delays != plain.delays)
        }
        #expect(plain.calls[0].count == 200)
        #expect(plain.calls[0] != plain.calls[1])
    }

    @Test("One more owner leaves the arrivals of the others unchanged")
    func oneMoreOwner() {
        let few = callsAndDelays(delay: .exponential(mean: 0.2), sources: 2)
        let more = callsAndDelays(delay: .exponential(mean: 0.2), sources: 3)
        #expect(Array(more.calls.prefix(2)) == few.calls)
    }
}
