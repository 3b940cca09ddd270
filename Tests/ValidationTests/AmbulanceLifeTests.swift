// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Foundation
import Testing

/// The life of ambulance calls against San Francisco's record of 13 to 20 January 2018.
///
/// The figures of the record and of the fits are those of the comments of the two scenarios. Drawn figures may lie three standard
/// errors away, in addition to what is said.
@Suite struct AmbulanceLifeTests {
    private static let calls = Effort.isOptimised ? 100_000 : 9000

    /// The times from receipt to the first ambulance at the scene, of each priority, in seconds.
    private func responses(_ file: String, perDay: Double) throws -> ResponseTimes {
        let times = ResponseTimes()
        try AmbulanceTheoryTests.run(file, calls: Self.calls, perDay: perDay, [times])
        try #require(times.of[1].count > Self.calls / 3 && times.of[2].count > Self.calls / 3)
        return times
    }

    /// What speaks against a share.
    private func doubt(_ share: Double, _ exact: Double, within margin: Double, of count: Int) -> String? {
        let error = (exact * (1 - exact) / Double(count)).squareRoot()
        return abs(share - exact) <= margin + 3 * error ? nil : "\(share) is not \(exact)"
    }

    /// What speaks against a median: the shares of times below the ends of a margin around it do not have a half between them.
    private func doubt(_ times: [Double], median: Double, within margin: Double) -> String? {
        let error = 1.5 / Double(times.count).squareRoot()
        let below = Double(times.count { $0 < median - margin }) / Double(times.count)
        let above = Double(times.count { $0 > median + margin }) / Double(times.count)
        return below <= 0.5 + error && above <= 0.5 + error
            ? nil : "\(times.sorted()[times.count / 2]) is not \(median)"
    }

    private func share(_ times: [Double], within limit: Double) -> Double {
        Double(times.count { $0 <= limit }) / Double(times.count)
    }

    @Test(
        "Fitted to all eight days: the median response is 448 s within 10 s, 58.5 % are there in 8 min within a point")
    func allDays() throws {
        let times = try responses("ambulance-life-cycle", perDay: 331.4)
        let (high, low) = (times.of[1], times.of[2])
        // The record.
        #expect(doubt(high, median: 448, within: 10) == nil)
        #expect(doubt(share(high, within: 480), 0.5852, within: 0.01, of: high.count) == nil)
        #expect(doubt(share(high, within: 1200), 0.9627, within: 0.01, of: high.count) == nil)
        #expect(doubt(low, median: 787, within: 26) == nil)
        #expect(doubt(share(low, within: 480), 0.1717, within: 0.03, of: low.count) == nil)
        #expect(doubt(share(low, within: 1200), 0.8407, within: 0.01, of: low.count) == nil)
        // The sum of the fitted stages.
        #expect(doubt(high, median: 440.6, within: 3) == nil)
        #expect(doubt(share(high, within: 480), 0.582, within: 0.006, of: high.count) == nil)
        #expect(doubt(share(low, within: 480), 0.195, within: 0.006, of: low.count) == nil)
        // Nobody waits for one of 72 ambulances, and nearly every call is that of a crew at its station.
        #expect(times.queued == 0)
    }

    @Test("Fitted to the odd days: what is predicted of the even days, and by how much it is wrong")
    func evenDays() throws {
        let times = try responses("ambulance-prediction", perDay: 329)
        let (high, low) = (times.of[1], times.of[2])
        #expect(doubt(high, median: 436.6, within: 3) == nil)
        #expect(doubt(share(high, within: 480), 0.593, within: 0.006, of: high.count) == nil)
        #expect(doubt(share(high, within: 1200), 0.978, within: 0.004, of: high.count) == nil)
        #expect(doubt(low, median: 757.1, within: 4) == nil)
        #expect(doubt(share(low, within: 480), 0.187, within: 0.004, of: low.count) == nil)
        // Against the even days themselves: -3.2 % and +3.6 points, -3.4 % and +1.1 points.
        #expect(doubt(high, median: 451, within: 451 * 0.04) == nil)
        #expect(doubt(share(high, within: 480), 0.5571, within: 0.04, of: high.count) == nil)
        #expect(doubt(low, median: 783.5, within: 783.5 * 0.04) == nil)
        #expect(doubt(share(low, within: 480), 0.1758, within: 0.02, of: low.count) == nil)
    }

    @Test("The check can fail: half a minute more is caught")
    func wrongModels() throws {
        let times = try responses("ambulance-life-cycle", perDay: 331.4).of[1]
        let late = times.map { $0 + 30 }
        #expect(doubt(late, median: 448, within: 10) != nil)
        #expect(doubt(share(late, within: 480), 0.5852, within: 0.01, of: late.count) != nil)
    }
}

/// Keeps how long the first ambulance took to the scene, and how many calls waited for one.
private final class ResponseTimes: EventObserver {
    /// By priority; the first is empty.
    private(set) var of: [[Double]] = [[], [], []]
    private(set) var queued = 0
    private var open: [AmbulanceCallID: (time: CityTime, priority: Int)] = [:]

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: AmbulanceEvent, at now: CityTime) {
        switch event {
        case .callReceived(let call, _, let priority, _): open[call] = (now, Int(priority))
        case .callAssessed(_, let isQueued): if isQueued { queued += 1 }
        case .ambulanceArrived(_, let call):
            guard let seen = open.removeValue(forKey: call) else { return }
            of[seen.priority].append((now - seen.time).inSeconds)
        default: break
        }
    }
}
