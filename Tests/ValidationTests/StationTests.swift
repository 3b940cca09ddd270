// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// Counts what the taxi station of Larson and Odoni is asked for, from the events after the warm-up.
private final class StationCounter: RecordObserver {
    private let begin: CityTime
    private var last: CityTime
    private var taxis = 0
    private var line: [RequestID: CityTime] = [:]
    private var levels = (full: 0.0, taxis: 0.0, passengers: 0.0)
    private var counts = (calls: 0, atOnce: 0, lost: 0, served: 0, wait: 0.0)

    init(after begin: CityTime) {
        self.begin = begin
        last = begin
    }

    private var seconds: Double { (last - begin).inSeconds }
    var fullShare: Double { levels.full / seconds }
    var taxisWaiting: Double { levels.taxis / seconds }
    var passengersWaiting: Double { levels.passengers / seconds }
    var lostPerHour: Double { Double(counts.lost) / seconds * 3600 }
    var servedAtOnce: Double { Double(counts.atOnce) / Double(counts.calls) }
    var waitMinutes: Double { counts.wait / 60 / Double(counts.served) }

    /// Adds the time since the last change to the levels; before anything changes.
    private func measure(at now: CityTime) {
        guard now > last else { return }
        let span = (now - last).inSeconds
        last = now
        levels.full += line.count >= 3 ? span : 0
        levels.passengers += Double(line.count) * span
        levels.taxis += Double(taxis) * span
    }

    func observe(_ records: ArraySlice<EventRecord>) {
        for record in records {
            measure(at: record.time)
            let isCounted = record.time >= begin
            switch record.taxi {
            case .driverEnqueued: taxis += 1
            case .driverDequeued: taxis -= 1
            case .requestStored(let request, _, _, _, _, _):
                line[request] = record.time
                if isCounted { counts.calls += 1 }
            case .requestAborted(let request, _, .noDriver):
                line[request] = nil
                if isCounted { counts.lost += 1 }
            case .offerAccepted(_, let request, _):
                guard let since = line.removeValue(forKey: request), isCounted else { continue }
                counts.served += 1
                counts.wait += (record.time - since).inSeconds
                if record.time == since { counts.atOnce += 1 }
            default: break
            }
        }
    }

    func finish(at end: CityTime) { measure(at: end) }
}

/// The taxi station of Larson and Odoni, Urban Operations Research (1981), problem 4.1, as a scenario: drivers who come as a
/// Poisson stream and wait without limit, callers who wait when at most two others do.
///
/// What is validated is the zone's queue under long waits of taxis and of calls, that each call or driver is served at once
/// when it can be, and the abort of calls that find no room.
@Suite struct StationTests {
    private func stations(
        hours: Int = Effort.isFull ? 6012 : 92, replications: Int = Effort.replications, set values: [String] = []
    ) throws -> [StationCounter] {
        let city = try TestCity(
            file: "Scenarios/validation/taxi-station.yaml", set: ["length=\(hours) h"] + values)
        return try (0..<replications).map { replication in
            let counter = StationCounter(after: city.scenario.start + city.scenario.warmUp)
            let simulated = SimulatedCity(
                city.plan, key: StreamKey(seed: 1, replication: UInt64(replication)), observers: [counter])
            try simulated.run(until: city.scenario.end)
            simulated.finish()
            return counter
        }
    }

    /// What speaks against the exact values; `isShort` when the runs may be shorter than the precision asks for.
    private func doubts(_ counts: [StationCounter], isShort: Bool = false) -> [String] {
        func check(_ name: String, _ exact: Double, _ precision: Double, _ value: (StationCounter) -> Double) -> String?
        {
            Estimate(counts.map(value)).doubt(of: exact, precision: isShort ? 1 : precision).map { "\(name): \($0)" }
        }
        let precision = Effort.limit(coarse: 0.06)
        return [
            check("share of time with three waiting", 0.2, precision) { $0.fullShare },
            check("taxis waiting", 2.048, Effort.limit(coarse: 0.12)) { $0.taxisWaiting },
            check("passengers waiting", 1.048, precision) { $0.passengersWaiting },
            check("lost in an hour", 15, precision) { $0.lostPerHour },
            check("taxi at once", 0.4096, precision) { $0.servedAtOnce },
            check("minutes that those who stay wait", 1.048, precision) { $0.waitMinutes },
        ].compactMap { $0 }
    }

    @Test("A taxi station has the loss, the queues and the waits of Larson and Odoni", .enabled(if: Effort.isFull))
    func station() throws {
        #expect(doubts(try stations()) == [])
    }

    @Test(
        "The check can fail: a larger waiting room, drivers who stay for a second ride or fewer of them are caught",
        arguments: Effort.some(of: [
            "drivers.cabs.arrivals.rides=2", "dispatch.waiting-room=4", "drivers.cabs.arrivals.per-day=1350",
        ]))
    func wrongModels(value: String) throws {
        // The values themselves are wrong, not only uncertain: a tenth of the length is enough for that.
        let wrong = try stations(hours: Effort.isFull ? 600 : 40, replications: 12, set: [value])
        #expect(!doubts(wrong, isShort: true).isEmpty)
    }
}
