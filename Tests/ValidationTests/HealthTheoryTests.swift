// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import HealthRules
import RandomStreams
import Testing

/// Phones and machines of the health service against what theory says of them, and at full load.
@Suite struct HealthTheoryTests {
    /// Runs a scenario to its end.
    private static func run(
        _ file: String, set values: [String], _ observers: [any EventObserver]
    ) throws -> TestCity {
        let city = try TestCity(file: "Scenarios/\(file).yaml", set: values)
        let simulated = SimulatedCity(
            city.plan, key: StreamKey(seed: Effort.seed, replication: 0), observers: observers)
        try simulated.run(until: city.scenario.end)
        simulated.finish()
        return city
    }

    private static let people = Effort.isOptimised ? 2000 : 60

    private func links(_ values: String...) throws -> Kept {
        let kept = Kept()
        _ = try Self.run(
            "validation/health-links",
            set: ["health.wearers.phones.people=\(Self.people)"] + values, [kept])
        return kept
    }

    @Test(
        "Lost links: the share of batches that a phone keeps is d / (u + d), and each waits h / (1 - e^(-h/d)) on average"
    )
    func lostLinks() throws {
        let kept = try links()
        let (up, down, every) = (600.0, 300.0, 30.0)
        let time = Double(Self.people) * Kept.hours * 3600
        // The variance of the share of time in one of two exponential states, over a time T: 2 a b / ((a + b)^3 T), rates a and b.
        let (a, b) = (1 / up, 1 / down)
        let error = (2 * a * b / (pow(a + b, 3) * time)).squareRoot()
        let exact = down / (up + down)
        #expect(abs(kept.share - exact) <= 3 * error && error < 0.03 * exact, "\(kept.share) +- \(error)")
        // The waits of one loss hang together, so the error is that of as many means as there are losses: each about d.
        let mean = every / (1 - exp(-every / down))
        let waitError = 2 * down / (time / (up + down)).squareRoot()
        #expect(abs(kept.wait - mean) <= 3 * waitError && waitError < 0.1 * mean, "\(kept.wait) +- \(waitError)")
    }

    @Test("The check can fail: links lost for a fixed time, or more seldom, are caught")
    func wrongModels() throws {
        let fixed = try links("health.wearers.phones.lost-for=2 min")
        // 2 / (10 + 2), whatever the law; the wait is that of fixed times.
        #expect(abs(fixed.share - 1.0 / 6) < 0.01 && fixed.wait < 150)
        let seldom = try links("health.wearers.phones.lost-links=100")
        #expect(abs(seldom.share - 1.0 / 3) > 0.05)
    }

    @Test(
        "PERF-14: of 5,000 users who send every 3 s for an hour (a minute and a half in debug builds) no batch is dropped, and 5 s after the last none waits"
    )
    func load() throws {
        let load = Load()
        let seconds = Effort.isOptimised ? 3606 : 96
        _ = try Self.run(
            "benchmark/health-5000",
            set: [
                "length=\(seconds + 14) s", "health.keeps-data=true", "health.wearers.all.every=3 s",
                "health.wearers.all.link-after=10 s", "health.wearers.all.lost-links=0",
                "health.wearers.all.worn-from=00:00", "health.wearers.all.worn-for=\(seconds) s",
            ], [load])
        #expect(load.first.count == 5000 && load.rejected == 0 && load.gaps == 0)
        // The links are there after 10 s, and the devices are taken off at the same instant.
        #expect(load.first.values.allSatisfy { $0 >= 10 && $0 < 13 })
        #expect(load.last.values.allSatisfy { $0 > Double(seconds - 3) && $0 <= Double(seconds) })
        #expect(load.stored == load.received && load.received > 5000 * (seconds / 3 - 6))
        // The load is looked at every 10 s: 4 s after sending stops.
        let look = try #require(load.looks.first { $0.second > Double(seconds) })
        #expect(look.second <= Double(seconds + 5) && look.backlog == 0)
        #expect(load.looks.contains { $0.batches > 16_000 })
    }
}

/// Counts batches that phones had to keep, and how long they waited: of those from an hour after the start on, and not of the last
/// ones, some of which are still in the phones at the end.
private final class Kept: EventObserver {
    static let hours = 20.0
    private var all = 0
    private var kept = 0
    private var waited = 0.0
    private var begin: CityTime?

    var share: Double { Double(kept) / Double(all) }
    var wait: Double { waited / Double(kept) }

    func subscribe(to feed: EventFeed) {
        feed.on(HealthEvent.self) { [self] records in
            for index in records.indices {
                guard case .batchReceived(_, _, _, let end, _, _, let isDelayed) = records[index].event else {
                    continue
                }
                begin = begin ?? end + .hours(1)
                guard let begin, end >= begin, end < begin + .seconds(Self.hours * 3600) else { continue }
                all += 1
                guard isDelayed else { continue }
                kept += 1
                waited += (records[index].time - end).inSeconds
            }
        }
    }
}

/// Counts what came, was refused and stored, and what waited for a worker. Times are seconds after midnight.
private final class Load: EventObserver {
    /// When the first batch of each person began, and when the last one ended.
    private(set) var first: [WearerID: Double] = [:]
    private(set) var last: [WearerID: Double] = [:]
    private(set) var gaps = 0
    private(set) var received = 0
    private(set) var rejected = 0
    private(set) var stored = 0
    private(set) var looks: [(second: Double, batches: Int32, backlog: Int32)] = []

    func subscribe(to feed: EventFeed) {
        feed.on(HealthEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(BatchEvent.self) { [self] records in stored += records.count }
    }

    private func take(_ event: HealthEvent, at now: CityTime) {
        switch event {
        case .batchReceived(let wearer, _, let start, let end, _, _, _):
            received += 1
            let (start, end) = (start.sinceMidnight.inSeconds, end.sinceMidnight.inSeconds)
            if let before = last[wearer] {
                if abs(start - before) > 1e-6 { gaps += 1 }
            } else {
                first[wearer] = start
            }
            last[wearer] = end
        case .batchRejected, .tamperDetected: rejected += 1
        case .loadMeasured(let batches, let backlog):
            looks.append((now.sinceMidnight.inSeconds, batches, backlog))
        default: break
        }
    }
}
