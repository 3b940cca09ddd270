// SPDX-License-Identifier: GPL-3.0-or-later

package import CityLoop
package import CityModel
import CitySlices
import Foundation
package import RandomStreams
package import Reporting

/// How far a run is.
package struct RunProgress: Sendable {
    /// Virtual time now.
    package let now: CityTime
    /// The share of the run that is done, 0 to 1.
    package let share: Double
    /// Events so far.
    package let events: Int64
    /// Requests stored so far.
    package let requests: Int
}

/// What a run gave.
package struct RunResult: Sendable {
    /// The run's fixed facts.
    package let context: RunContext
    package let metrics: MetricsResult
    /// Broken invariants, in order; empty when none were checked.
    package let violations: [Violation]
    /// Whether the invariants were checked.
    package let invariantsChecked: Bool
    /// The fingerprint of the event log.
    package let fingerprint: String
    /// The fingerprint of what the services did, when messages are recorded, or there was a server or a service that the scenario names:
    /// what a replay gives again.
    package let serviceFingerprint: String?
    /// How many events there were.
    package let events: Int64
    /// How many of them a replay of the messages gives again.
    package let replayedEvents: Int64
    /// The recorded messages, when the scenario asks for them and they are kept.
    package let messages: [InputRecord]
    /// The means of the run by batches, when they were asked for and it is long enough.
    package let batches: [MeanBatches]
    /// The metrics of parts of the run that were asked for, with the part in their names.
    package let parts: [MetricValue]
    /// What kept stores of services from keeping something on this machine, as when a disk is full; no part of the results.
    package let storeProblems: [String]
}

/// Why a run gave no result.
package enum SimulationError: Error, Sendable, CustomStringConvertible {
    case loop(LoopError)
    /// The city could not be opened.
    case unopened(String)
    /// Tasks did not end with the run.
    case unfinished([String])
    /// The run was stopped before its end.
    case stopped(at: CityTime)
    /// What it gave could not be written.
    case unwritten(OutputProblem)

    package var description: String {
        switch self {
        case .loop(let error): error.description
        case .unopened(let why): why
        case .unfinished(let names): "these tasks did not end with the run: \(names.joined(separator: ", "))"
        case .stopped(let time): "stopped at \(time)"
        case .unwritten(let problem): problem.description
        }
    }
}

/// A city whose events are counted: one of a simulation, or one that is taken up from the log of a live day.
package protocol CountedCity {
    /// Its loop.
    var loop: CityLoop { get }
    /// Its event log.
    var log: EventLog { get }
    /// The messages of clients, when they are recorded.
    var inputLog: InputLog? { get }
    /// How many passengers there have been.
    var customerCount: Int { get }
    /// What kept the stores of services from keeping something; asked before the end.
    var storeProblems: [String] { get }
    /// Runs on to this time, at most to the end of the run.
    ///
    /// - Throws: `LoopError` when the loop failed.
    func run(until time: CityTime) throws(LoopError)
    /// Ends the run; the names of tasks that did not finish.
    @discardableResult
    func finish() -> [String]
}

extension SimulatedCity: CountedCity {}

/// Runs one replication of a plan.
///
/// Equal plan, seed and replication give equal results, in any process and at any number of threads (SIM-03).
package struct Simulation {
    package let plan: CityPlan
    /// Keys every random stream.
    package let key: StreamKey
    /// Observers beside the metrics, such as the writers of rides and events; made anew for each run.
    package var observers: (RunContext) -> [any EventObserver] = { _ in [] }
    /// Called now and then with how far the run is; false stops the run.
    package var progress: ((RunProgress) -> Bool)?
    /// Keeps the messages in the result when the scenario records them. False where `onMessage` writes them away while the
    /// run goes on, so that memory does not grow with it.
    package var keepsMessages = true
    /// Called with every message that reaches the service, when set (OPS-02).
    package var onMessage: ((InputRecord) -> Void)?
    /// Works with passwords beside the loop, when one costs more than handing it over; nil to do it in the message's turn.
    /// Changes nothing in the run (PERF-16).
    package var pool: WorkPool? = .virtual
    /// Opens the city whose events are counted, for these observers, with every turn handed over or not; nil for one of the scenario's people.
    package var opensCity: (([any EventObserver], Bool) throws -> any CountedCity)?
    /// Cuts the run into batches, for intervals within it.
    package var takesBatches = false
    /// Metrics of parts of the run that are counted beside those of the whole.
    package var parts: [PartMetrics] = []
    /// Checks the invariants whatever the scenario says.
    package var checksInvariants = false
    /// The fixed facts of the run; gathered once, since the seats are drawn and the scenario's text is hashed for them.
    package private(set) var context: RunContext

    /// A run of this plan with the scenario's seed, or another one.
    package init(_ plan: CityPlan, seed: UInt64? = nil, replication: UInt64 = 0) {
        self.plan = plan
        key = StreamKey(seed: seed ?? plan.scenario.seed, replication: replication)
        context = RunContext(plan, key: key)
    }

    /// For a run of which nothing is written: what only files tell need not be counted.
    package mutating func writesNothing() {
        (context.countsDemands, context.isDrawn) = (false, false)
    }

    /// For a run of which no page is made: demands are counted by these zones instead of those of the service, and so many of each
    /// kind are kept one by one.
    package mutating func countsDemands(by layout: any ZoneLayout, keeping: Int) {
        context.demandLayout = layout
        context.isDrawn = false
        context.demandsKept = keeping
    }

    /// What fills the tables of `results.sqlite` that the slices have, for one run.
    package var tables: [any TableFold] { tables(context) }

    /// The same, with other wishes for its rows.
    package func tables(_ context: RunContext) -> [any TableFold] { plan.slices.compactMap { $0.tables(context) } }

    /// Runs to the end.
    package func run() throws(SimulationError) -> RunResult {
        let scenario = plan.scenario
        var context = self.context
        context.takesBatches = takesBatches
        let fingerprint = Fingerprint()
        let checks = checksInvariants || scenario.record.invariants
        context.checksInvariants = checks
        let order = checks ? OrderMonitor(context.events, from: context.start) : nil
        // People and their taxis note facts that a replay does not give again.
        let isForReplay = scenario.record.messages || onMessage != nil
        let service =
            isForReplay || opensCity != nil || scenario.server != nil || !plan.namedSlices.isEmpty
            ? Fingerprint(ofService: true) : nil
        let persons = checks && !plan.namedSlices.isEmpty ? PersonMonitor() : nil
        let monitors = checks ? plan.slices.compactMap { $0.monitor(context) } : []
        let needsGroups = context.countsDemands || parts.contains { $0.part.group != nil }
        let membership = needsGroups ? Membership() : nil
        if context.countsDemands { context.membership = membership }
        let metrics = RunMetrics(plan.slices.map { ReportedService($0, context) }, isDrawn: context.isDrawn)
        var readers: [any EventObserver] = metrics.readers + [fingerprint]
        if let persons { readers.append(persons) }
        if let service { readers.append(service) }
        if let order { readers.append(order) }
        readers += monitors as [any EventObserver]
        let partFolds = parts.map { PartFolds($0, of: plan, context, membership) }
        readers += partFolds.flatMap(\.readers)
        readers += observers(context)
        let city: any CountedCity
        do {
            city =
                try opensCity?(readers, checks)
                ?? SimulatedCity(
                    plan, key: key, observers: readers, checksEveryTurn: checks,
                    records: scenario.record.messages && keepsMessages, pool: pool, membership: membership,
                    onMessage: onMessage)
        } catch {
            throw .unopened("\(error)")
        }
        do {
            try run(city, metrics: metrics)
        } catch let error as LoopError {
            city.finish()
            throw .loop(error)
        } catch {
            city.finish()
            throw .stopped(at: city.loop.now)
        }
        let events = city.log.count
        let storeProblems = city.storeProblems
        let unfinished = city.finish()
        guard unfinished.isEmpty else { throw .unfinished(unfinished) }
        context.customers = city.customerCount
        return RunResult(
            context: context, metrics: metrics.result,
            violations: (order?.violations ?? []) + (persons?.violations ?? []) + monitors.flatMap(\.violations),
            invariantsChecked: checks,
            fingerprint: fingerprint.hex, serviceFingerprint: service?.hex, events: max(events, city.log.count),
            replayedEvents: city.log.replayedCount,
            messages: city.inputLog?.records ?? [], batches: metrics.result.batches,
            parts: partFolds.flatMap(\.values), storeProblems: storeProblems)
    }

    private struct Stopped: Error {}

    /// Runs in slices, so that progress can be shown. Slices change nothing: time moves on without any turn.
    private func run(_ city: any CountedCity, metrics: RunMetrics) throws {
        guard let progress else {
            try city.run(until: plan.scenario.end)
            return
        }
        let slices = 500
        for slice in 1...slices {
            let share = Double(slice) / Double(slices)
            let length = plan.scenario.length.nanoseconds
            try city.run(
                until: plan.scenario.start + TimeSpan(nanoseconds: length / Int64(slices) * Int64(slice)))
            if slice == slices { try city.run(until: plan.scenario.end) }
            let reported = RunProgress(
                now: city.loop.now, share: share, events: city.log.count, requests: metrics.demandCount)
            if !progress(reported) { throw Stopped() }
        }
    }
}

extension RunContext {
    /// The fixed facts of a run of a plan.
    init(_ plan: CityPlan, key: StreamKey) {
        let scenario = plan.scenario
        self.init(
            name: scenario.name, title: scenario.title, start: scenario.start, end: scenario.end,
            warmUp: scenario.warmUp, seed: key.seed, replication: Int(key.replication), zones: plan.layout.zones,
            version: cabrankVersion, scenarioText: plan.read.source,
            scenarioHash: TextHash.hex(of: plan.read.source), layoutSource: plan.layoutSource.name,
            notes: plan.warnings.map(\.description))
        layout = plan.layout
        travel = plan.travel
        server = scenario.server.map { ServerContext($0, plan) }
        sections = scenario.services
        events = Slices.events(of: plan.slices)
        columns = plan.slices.flatMap(\.columns)
        told = Set(plan.slices.filter { $0.isTold(in: scenario) }.map(\.key.service))
        for slice in plan.slices {
            slice.describe(&self, of: scenario, facts: plan.facts[slice.key.service], key: key)
        }
    }
}
