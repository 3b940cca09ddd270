// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import Testing

/// Invariants that hold for every story of messages, sessions and outages.
@Suite struct ScriptTests {
    /// A city with a random story, run to its end.
    private struct Story {
        let city: GatewayCity
        let parameters: GatewayParameters
        let outages: [Outage]
        let count = 300

        init(seed: UInt64) throws {
            var stream = RandomStream(StreamKey(seed: seed), for: .test, of: 1)
            func roll(_ count: Int) -> Int { Int(stream.draw(.uniform(from: 0, to: Double(count)))) }
            let ranks = (0..<32).map { _ in UInt8(roll(3)) }
            let classes = MessageType.allOfTaxi.map { ($0, ranks[Int($0.number)]) }
            parameters = GatewayParameters(
                workers: 1 + roll(4), queueBound: [0, 3, 20, 1000][roll(4)],
                timeOut: roll(2) == 0 ? nil : .milliseconds(1 + roll(20_000)),
                rateLimit: roll(3) == 0 ? RateLimit(interval: .milliseconds(1 + roll(3000)), burst: 2) : nil,
                priorities: MessagePriorities(Dictionary(uniqueKeysWithValues: classes)),
                tlsSetUp: roll(2) == 0 ? .zero : .milliseconds(roll(500)), keepAlive: .seconds(10))
            var outages: [Outage] = []
            var time = CityTime.epoch
            for _ in 0..<roll(6) {
                let begin = time + .milliseconds(1 + roll(20_000))
                time = begin + .milliseconds(1 + roll(15_000))
                outages.append(Outage(begin, time))
            }
            self.outages = outages
            var times = StatedTimes(all: .milliseconds(roll(1000)))
            for kind in MessageType.allOfTaxi where roll(3) == 0 {
                times.kinds[kind] = roll(2) == 0 ? .zero : .milliseconds(roll(1500))
            }
            city = GatewayCity(parameters, times: times, outages: outages)
            // Half a second apart, so that many come at one instant.
            for number in 1...UInt32(count) {
                let person = Int32(1 + roll(9))
                var envelope =
                    switch roll(5) {
                    case 0: Envelope.call(person)
                    case 1: Envelope.position(person)
                    case 2: Envelope.account(person, .viewProfile)
                    case 3: Envelope.account(person, .logout)
                    default: Envelope.anonymous(person)
                    }
                envelope.source = SourceAddress(ipv4: number)
                if roll(20) == 0 { envelope.channel = .plain }
                if roll(20) == 0 { envelope.token = nil }
                city.send(Double(roll(120)) / 2, envelope)
                if roll(10) == 0 {
                    city.plan(Double(roll(120)) / 2) { $0.closeSessions(of: AccountID(person)) }
                    city.plan(Double(roll(120)) / 2) { $0.open(.passenger(person)) }
                }
            }
            try city.run()
        }
    }

    @Test(
        "SEC-01, AVAIL-02: none is lost or answered twice, none over a plain channel or in an outage", arguments: 0..<5)
    func distributions(part: UInt64) throws {
        var (answered, refused, interrupted) = (0, Set<ServerRefusal>(), 0)
        for seed in part * 40..<part * 40 + 40 {
            let story = try Story(seed: seed)
            let (city, outcomes) = (story.city, story.city.outcomes)
            // Each message has one outcome and one answer to its client; the services saw each answered one once.
            #expect(outcomes.map(\.message).sorted() == Array(1...Int32(story.count)), "seed \(seed)")
            let (served, reported) = city.services.onLoop { ($0.served, $0.reported) }
            #expect(reported.count == story.count, "seed \(seed)")
            let done = outcomes.filter { $0.refusal == nil }
            #expect(served.map(\.time) == done.map(\.time), "seed \(seed)")
            #expect(Set(served.map(\.envelope.source)).count == done.count, "seed \(seed)")
            #expect(done.allSatisfy { $0.channel == .tls }, "seed \(seed)")
            #expect(city.state.waiting == 0 && city.state.inService == 0, "seed \(seed)")
            for outage in story.outages {
                let inside = outcomes.filter { $0.time > outage.begin && $0.time < outage.end }
                #expect(
                    inside.allSatisfy { [.plainChannel, .rateLimited, .serverBusy].contains($0.refusal) },
                    "seed \(seed)")
                interrupted += done.count { ($0.started ?? $0.time) < outage.begin && $0.time > outage.end }
            }
            checkOrder(done, story, seed: seed)
            checkHolds(story, outcomes, seed: seed)
            answered += done.count
            refused.formUnion(city.refusals)
        }
        // The stories are worth something.
        #expect(answered > 3000 && interrupted > 10)
        #expect(refused.isSuperset(of: [.plainChannel, .rateLimited, .notLoggedIn, .serverBusy, .timedOut]))
    }

    /// Inside a class by arrival, between classes by priority, and never more at once than there are workers.
    private func checkOrder(_ done: [Outcome], _ story: Story, seed: UInt64) {
        func rank(_ outcome: Outcome) -> UInt8 { story.parameters.priorities[outcome.kind] }
        let byStart = done.sorted { ($0.started ?? $0.time, $0.message) < ($1.started ?? $1.time, $1.message) }
        for rank in 0..<3 as Range<UInt8> {
            let numbers = byStart.filter { story.parameters.priorities[$0.kind] == rank }.map(\.message)
            #expect(numbers == numbers.sorted(), "seed \(seed)")
        }
        for late in done {
            guard let started = late.started else { continue }
            let overtaken = done.contains {
                rank($0) < rank(late) && $0.arrived < started && ($0.started ?? $0.time) > started
            }
            #expect(!overtaken, "seed \(seed): \(late.message)")
        }
        var changes: [(time: CityTime, step: Int)] = []
        for outcome in done {
            guard let started = outcome.started, started < outcome.time else { continue }
            changes += [(started, 1), (outcome.time, -1)]
        }
        var (busy, most) = (0, 0)
        for change in changes.sorted(by: { ($0.time, $0.step) < ($1.time, $1.step) }) {
            busy += change.step
            most = max(most, busy)
        }
        #expect(most <= story.parameters.workers, "seed \(seed)")
    }

    /// Timers are held from the beginning of each outage to its end, and those that fell due until all that came before the end is
    /// settled.
    private func checkHolds(_ story: Story, _ outcomes: [Outcome], seed: UInt64) {
        let (holds, restarts, releases) = story.city.services.onLoop { ($0.holds, $0.restarts, $0.releases) }
        #expect(holds == story.outages.map(\.begin), "seed \(seed)")
        #expect(releases.isEmpty == story.outages.isEmpty && restarts.count <= holds.count, "seed \(seed)")
        #expect(restarts.allSatisfy { time in story.outages.contains { $0.end == time } }, "seed \(seed)")
        var since = CityTime.epoch
        for release in releases {
            let covered = story.outages.filter { $0.begin >= since && $0.begin < release }
            since = release
            #expect(!covered.isEmpty, "seed \(seed)")
            guard let end = covered.last?.end else { continue }
            #expect(release >= end, "seed \(seed)")
            let left = outcomes.filter { $0.arrived < end && $0.time > release }
            #expect(left.isEmpty, "seed \(seed)")
        }
    }

    @Test("The same story gives the same events", arguments: [1, 2, 3] as [UInt64])
    func determinism(seed: UInt64) throws {
        let first = try Story(seed: seed).city
        let second = try Story(seed: seed).city
        #expect(first.list.records.map(\.event) == second.list.records.map(\.event))
        #expect(first.list.records.map(\.time) == second.list.records.map(\.time))
        let other = try Story(seed: seed + 100).city
        #expect(first.list.records.map(\.event) != other.list.records.map(\.event))
    }
}
