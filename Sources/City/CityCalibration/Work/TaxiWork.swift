// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import EventLog
import RandomStreams
import ScenarioFile
import TaxiRules
import TaxiService

/// The messages of the taxi service as work to be measured: four hours of a city are simulated once and recorded; then the
/// messages alone are fed to the same services again, in the same states, and each is timed.
///
/// A message's time begins before its turn of the loop and ends when the turn is over: the dispatcher, the zone, the taxi
/// and the modules have done what it asks, every fact is in the event log, every notice has been handed over.
struct TaxiWork {
    /// The kinds that are measured here. A login and a logout are the account service's.
    static let kinds: [MessageKind] = [
        .prepareCall, .call, .arrivalPoll, .abandon, .status, .position, .offerShown, .offerAnswer, .boarding, .rideEnd,
        .reservation, .reservationChange, .shareSearch, .shareChoice,
    ]

    private let plan: CityPlan
    private let key: StreamKey
    private typealias Recorded = (time: CityTime, after: Int64, message: TaxiMessage)
    private let messages: [Recorded]
    private let events: Int64
    /// Messages before this time are not measured: the city fills.
    private let warmUpEnd: CityTime

    /// Simulates the city and keeps its messages.
    init(_ size: CalibrationSize) throws {
        let text = size.scenarioText
        plan = try CityPlan(ScenarioReader().read(text: text, named: "the city of the calibration", folder: ""))
        let run = Simulation(plan)
        key = run.key
        let result = try run.run()
        messages = result.messages.compactMap { record in
            (record.message as? TaxiMessage).map { (record.time, record.after, $0) }
        }
        events = result.events
        warmUpEnd = plan.scenario.start + plan.scenario.warmUp
        for kind in Self.kinds where !messages.contains(where: { isMeasured($0, kind) }) {
            throw CalibrationProblem.missing(kind)
        }
    }

    /// How often the rarest kind is measured in one pass.
    var leastCount: Int {
        Self.kinds.map { kind in messages.count { isMeasured($0, kind) } }.min() ?? 0
    }

    private func isMeasured(_ record: Recorded, _ kind: MessageKind) -> Bool {
        record.time >= warmUpEnd && record.message.kind == kind && record.message.isRequest
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
        guard city.log.count == events else {
            throw CalibrationProblem.diverged("\(city.log.count) events in all instead of \(events)")
        }
    }

    /// Feeds all messages to a city that has just been made.
    func feed(_ city: SimulatedCity, _ clock: HostClock, into measurements: inout Measurements) throws {
        let (loop, dispatcher) = (city.loop, city.dispatcher)
        for record in messages {
            // What the rules' own timers did before the message is done again before it.
            while city.log.count < record.after, try loop.runOneTurn(until: record.time) {}
            while let next = loop.nextTime, next < record.time, try loop.runOneTurn(until: record.time) {}
            guard city.log.count == record.after else {
                throw CalibrationProblem.diverged("\(city.log.count) events instead of \(record.after)")
            }
            let message = record.message
            let begin = clock()
            loop.runTurn(at: record.time) { dispatcher.send(message) }
            let end = clock()
            if record.time >= warmUpEnd, message.isRequest, !message.isSession {
                measurements.add(message.kind, end - begin)
            }
        }
    }
}

extension TaxiMessage {
    /// Whether a client asks the service for something; the others are only counted.
    fileprivate var isRequest: Bool {
        switch self {
        case .passenger(_, .reserveButtonDisabled), .control(.lost): false
        case .passenger, .driver, .control: true
        }
    }

    /// Whether a session begins or ends: measured as the account service's work.
    fileprivate var isSession: Bool { kind == .login || kind == .logout }
}
