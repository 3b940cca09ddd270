// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiSimulation

/// The messages of a service as work to be measured: some hours of a city are simulated once and recorded; then the messages
/// alone are fed to the same services again, in the same states, and each is timed.
///
/// A message's time begins before its turn of the loop and ends when the turn is over: the service has done what it asks, every
/// fact is in the event log, every notice has been handed over.
struct RecordedWork {
    private let plan: CityPlan
    private let key: StreamKey
    private let calibration: SliceCalibration
    private let messages: [InputRecord]
    /// With those of people, who are not in a service's own city.
    private let events: Int64
    /// Messages before this time are not measured: the city fills.
    private let warmUpEnd: CityTime

    /// Simulates the city and keeps its messages.
    init(_ calibration: SliceCalibration, services: [any ServiceSlice]) throws {
        self.calibration = calibration
        let services = [TaxiSlice()] + services
        plan = try CityPlan(
            ScenarioReader(services: services.keys).read(
                text: calibration.scenario, named: "the city of the calibration", folder: ""),
            services: services)
        let run = Simulation(plan)
        key = run.key
        let result = try run.run()
        messages = result.messages
        events = result.replayedEvents
        warmUpEnd = plan.scenario.start + plan.scenario.warmUp
        for kind in calibration.kinds where !messages.contains(where: { isMeasured($0, kind) }) {
            throw CalibrationProblem.missing(kind)
        }
    }

    /// How often the rarest kind is measured in one pass.
    var leastCount: Int {
        calibration.kinds.map { kind in messages.count { isMeasured($0, kind) } }.min() ?? 0
    }

    private func isMeasured(_ record: InputRecord, _ kind: MessageType) -> Bool {
        record.time >= warmUpEnd && calibration.kind(record.message) == kind
    }

    /// A new city without people.
    func newCity() -> SimulatedCity { SimulatedCity(plan, key: key, observers: [], hasPopulation: false) }

    /// Feeds all messages to a new city and times them.
    ///
    /// - Throws: `CalibrationProblem` when the messages do something else than in the simulation, `LoopError` when the loop
    ///   failed.
    func pass(_ clock: HostClock, into measurements: inout Measurements) throws {
        let city = newCity()
        defer { city.loop.tearDown() }
        try feed(city, clock, into: &measurements)
        try city.run(until: plan.scenario.end)
        city.finish()
        guard city.log.replayedCount == events || !plan.namedSlices.isEmpty else {
            throw CalibrationProblem.diverged("\(city.log.replayedCount) events in all instead of \(events)")
        }
    }

    /// Feeds all messages to a city that has just been made.
    func feed(_ city: SimulatedCity, _ clock: HostClock, into measurements: inout Measurements) throws {
        let loop = city.loop
        for record in messages {
            guard try city.reach(record) else {
                throw CalibrationProblem.diverged("\(city.log.replayedCount) events instead of \(record.after)")
            }
            let begin = clock()
            loop.runTurn(at: record.time) { city.feed(record.message) }
            let end = clock()
            if record.time >= warmUpEnd, let kind = calibration.kind(record.message) {
                measurements.add(kind, end - begin)
            }
        }
    }
}
