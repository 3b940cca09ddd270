// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices
import CityTestKit
import HealthRules
import RandomStreams
import Reporting
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation
@testable import HealthSimulation

/// Random cities in which everything goes wrong that can: empty batteries, lost links, spoiled and changed batches, a service that
/// crashes, and ambulances that are all busy.
@Suite("Health in cities with trouble")
struct HealthTroubleTests {
    private static let head = """
        cabrank: 1
        name: trouble
        start: 2026-03-07 06:00
        length: 3 h
        city: {grid: {rows: 2, columns: 2, cell: 2 km}}
        travel: {free-speed: 36 km/h}

        """

    /// A city of this seed.
    private static func text(_ seed: UInt64) -> String {
        var dice = RandomStream(StreamKey(seed: seed, replication: 0), for: .wearing, of: 77)
        func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + min(range.count - 1, Int(dice.uniform() * Double(range.count)))
        }
        let (units, calls) = (number(0...2) == 0 ? 4 : 1, number(0...400))
        // A fifth of them has slow machines, of which there are enough, and people always in danger: a crash hits SOS in hand. In the
        // others one machine is enough for all that phones kept, whatever happens.
        let isSlow = seed.isMultiple(of: 5)
        let workers =
            isSlow ? "least: 8, most: 8, per-batch: 1500 ms" : "least: 1, most: 8, per-batch: \(number(1...5)) ms"
        let every = isSlow ? 5 : number(3...60)
        let episodes = isSlow ? 300 : number(5...60)
        let people = isSlow ? 3 : number(3...12)
        let burst = isSlow ? 2 : number(2...50)
        // Two crashes of the slow ones are certain, and nobody in them is without SOS.
        let times = (0..<(isSlow ? 2 : number(0...2))).map { "\"0\(6 + $0):\(10 + number(0...45))\"" }.joined(
            separator: ", ")
        return """
            ambulances:
              closes-after: \(number(5...60)) min
              stations: [{name: only, zone: 1, units: \(units)}]
              hospitals: [{name: general, zone: 4}]
              calls: {per-day: \(calls)}
              priorities: [{name: any, scene: {exponential: \(number(10...60)) min}, transported: \(number(0...100))%}]
            health:
              workers: {\(workers)}
              wearers:
                - name: some
                  people: \(people)
                  every: \(every) s
                  worn-for: 24 h
                  values: [{parameter: heart-rate, mean: 72}]
                  episodes: [{parameter: heart-rate, per-day: \(episodes), length: \(number(1...20)) min}]
                  sos-on: \(isSlow ? 100 : number(50...100))%
                  permits: \(isSlow ? 100 : number(70...100))%
                  switches: \(isSlow ? 0 : number(0...20))
                  link-failure: \(number(0...60))%
                  lost-links: \(number(0...80))
                  lost-for: {exponential: \(number(10...900)) s}
                  burst: \(burst)
                  resends: \(number(0...100))%
                  empty-batteries: \(number(0...20))
                  faults: \(number(0...10))%
                  tampering: \(number(0...10))%
              failures: {at: [\(times)], per-week: \(number(0...80)), repair: {exponential: \(number(1...40)) min}}

            """
    }

    /// What became of the dangers and calls of a run, counted without the rules.
    private struct Count {
        /// Of each kind, how many.
        var seen: [String: Int] = [:]
        var problems: [String] = []

        init(_ notes: HealthNotes, end: CityTime) {
            /// Batches that an SOS is owed for, with the time of their receipt.
            var owed: [WearerID: [(start: CityTime, received: CityTime)]] = [:]
            /// Who is owed one since the crash, or was in danger in the outage.
            var lost: Set<WearerID> = []
            var isUp = true
            for (time, event) in notes.facts {
                seen[event.name, default: 0] += 1
                switch event {
                case .batchReceived(let wearer, _, let start, _, _, true, _):
                    owed[wearer, default: []].append((start, time))
                case .dangerIgnored(let wearer, _), .dangerTooOld(let wearer, _): owed[wearer]?.removeLast()
                case .sosSent(let wearer, _, let start, _, let received, _):
                    let index = owed[wearer]?.firstIndex { $0.start == start && $0.received == received }
                    guard let index else {
                        problems.append("\(time): an SOS of \(wearer) for no danger")
                        continue
                    }
                    owed[wearer]?.remove(at: index)
                    if time - received > .seconds(5) { problems.append("\(time): an SOS after \(time - received)") }
                case .serviceDown(let count):
                    isUp = false
                    lost = Set(owed.filter { !$0.value.isEmpty }.keys)
                    let all = owed.values.reduce(0) { $0 + $1.count }
                    if all != count { problems.append("\(time): \(all) SOS are lost, not \(count)") }
                    seen["lost", default: 0] += all
                    owed = [:]
                case .dangerMissed(let wearer, _):
                    if isUp { problems.append("\(time): missed while the service is up") }
                    lost.remove(wearer)
                case .serviceUp:
                    isUp = true
                    // Each of them was counted as missed.
                    if !lost.isEmpty { problems.append("\(time): not counted as missed: \(lost)") }
                default: break
                }
            }
            // What is owed at the end is no older than the limit.
            for late in owed.values.joined() where isUp && end - late.received > .seconds(5) {
                problems.append("no SOS for a danger received at \(late.received)")
            }
            let calls = notes.calls.reduce(into: [String: Int]()) { $0[$1.event.name, default: 0] += 1 }
            seen.merge(calls, uniquingKeysWith: +)
            seen.merge(
                notes.wearing.reduce(into: [:]) { $0[$1.event.name, default: 0] += 1 }, uniquingKeysWith: +)
        }
    }

    @Test(
        "AVAIL-08, SIM-07: in 96 random cities with trouble no rule is broken and no SOS lost that the rules promise; what is lost in outages is counted and shown",
        arguments: 0..<4)
    func randomCities(part: Int) throws {
        let town = SliceRuns(AmbulancesSlice(), HealthSlice(), head: Self.head)
        var seen: [String: Int] = [:]
        for seed in part * 24..<(part + 1) * 24 {
            let notes = HealthNotes()
            let text = Self.text(UInt64(seed))
            let result = try town.run(text, seed: UInt64(seed), notes)
            #expect(result.violations.isEmpty, "seed \(seed): \(result.violations.prefix(3))\n\(text)")
            let count = Count(notes, end: result.context.end)
            #expect(count.problems.isEmpty, "seed \(seed): \(count.problems.prefix(3))\n\(text)")
            let service = try #require(result.metrics.services.first { $0.name == "health" })
            var values: [String: Double] = [:]
            for (about, value) in service.metrics { values[about.name] = value }
            let missed = count.seen["dangerMissed", default: 0]
            #expect(values["health.missedSos"] == Double(missed), "seed \(seed)")
            #expect(service.headlines.contains("health.missedSos"))
            // Every SOS that reached whoever sends ambulances has one answer, and every call that was taken an ambulance, or it waits.
            let (answered, sent) = (count.seen["sosAnswered", default: 0], count.seen["sosSent", default: 0])
            #expect(answered <= sent && sent - answered <= 3, "seed \(seed)")
            #expect(
                count.seen["callReceived", default: 0] + count.seen["sosSuppressed", default: 0] >= answered,
                "seed \(seed)")
            seen.merge(count.seen, uniquingKeysWith: +)
        }
        // The trouble is really met, in every part.
        for kind in [
            "sosSent", "dangerMissed", "lost", "serviceDown", "linkLost", "batteryEmpty", "tamperDetected",
            "batchRejected", "dangerIgnored", "sosSuppressed", "callReceived", "permissionRefused", "helpLineCalled",
        ] {
            #expect(seen[kind, default: 0] > 0, "no \(kind) in part \(part): \(seen)")
        }
    }
}
