// SPDX-License-Identifier: GPL-3.0-or-later

package import CityHost
package import CityLoop
package import CityModel
import CitySlices
package import RandomStreams

/// One city of one replication: loop, log, services and, unless it is a replay, the population.
///
/// Used on one thread. The services know nothing of the population: it is connected as their clients.
package final class SimulatedCity {
    /// The loop, the log and the services.
    package let host: CityHost
    /// The messages of clients, when they are recorded.
    package let inputLog: InputLog?

    private let end: CityTime
    private let populations: [any SlicePopulation]
    private let people: People?
    private let server: SimulatedServer?
    private let plan: CityPlan
    private let slices: [OpenSlice]

    /// Builds a city; nobody moves yet.
    ///
    /// - Parameters:
    ///   - plan: the checked scenario with its map and travel times.
    ///   - key: keys every random stream.
    ///   - observers: read the event log from its first event on.
    ///   - checksEveryTurn: hands the log over after every turn, for the invariants.
    ///   - hasPopulation: false for a replay.
    ///   - records: keeps the messages of clients in the `inputLog`.
    ///   - pool: works with passwords beside the loop.
    ///   - membership: takes the groups of the people who come in.
    ///   - onMessage: called with every message of a client as it reaches the service.
    package init(
        _ plan: CityPlan, key: StreamKey, observers: [any EventObserver], checksEveryTurn: Bool = false,
        hasPopulation: Bool = true, records: Bool = false, pool: WorkPool? = .virtual,
        membership: Membership? = nil, onMessage: ((InputRecord) -> Void)? = nil
    ) {
        self.plan = plan
        let scenario = plan.scenario
        end = scenario.end
        host = CityHost(start: scenario.start, observers: observers, checksEveryTurn: checksEveryTurn)
        let (loop, log) = (host.loop, host.log)
        inputLog = records || onMessage != nil ? InputLog(keeps: records, reader: onMessage) : nil
        var slices: [OpenSlice] = []
        for slice in plan.slices {
            let opened = slice.open(
                in: plan.city(of: slice.key.service, in: host, key: key, inputLog: inputLog, membership: membership))
            for service in opened.services { host.add(service) }
            slices.append(opened)
        }
        self.slices = slices
        guard hasPopulation else {
            // A replay feeds the messages that had passed the gateway.
            populations = []
            people = nil
            server = nil
            return
        }
        let people = People(loop: loop, log: log, key: key, roles: slices.compactMap(\.role))
        self.people = people
        let server = scenario.server.flatMap { [host] section in
            plan.serviceTimes.map { times in
                guard let accounts = slices.lazy.compactMap(\.accounts).first?() else {
                    preconditionFailure("a server needs a service whose people have accounts")
                }
                return SimulatedServer(
                    section, scenario: scenario, times: times, key: key, host: host, accounts: accounts, pool: pool)
            }
        }
        self.server = server
        let populations = slices.compactMap { $0.populate?(people, server?.forPeople) }
        self.populations = populations
        server?.connect(slices.compactMap(\.clients) + populations.compactMap(\.clients))
        for population in populations { population.begin() }
        people.begin()
    }

    package var loop: CityLoop { host.loop }
    /// The city's event log.
    package var log: EventLog { host.log }

    /// How many passengers there have been.
    package var customerCount: Int { populations.reduce(0) { $0 + $1.customerCount } }

    /// How many passengers exist now.
    package var presentCustomers: Int { populations.reduce(0) { $0 + $1.presentCount } }
    /// What kept the stores of services from keeping something; asked before the end.
    package var storeProblems: [String] {
        slices.flatMap(\.services).compactMap { service in
            service.storeProblem.map { "the \(service.id.name) service could not keep everything in its file: \($0)" }
        }
    }

    /// Feeds a recorded message to its service, in a replay.
    package func feed(_ message: any RecordedInput) {
        let id = type(of: message).service
        slices.first { $0.services.contains { $0.id == id } }?.replay?(message)
    }

    /// Runs on to this time, at most to the end of the run.
    ///
    /// - Throws: `LoopError` when the loop failed.
    package func run(until time: CityTime) throws(LoopError) {
        try loop.run(until: min(time, end))
    }

    /// Ends the run: open offers and requests are closed, the log is finished, every actor is freed.
    ///
    /// Returns the names of tasks that did not finish; empty when all is well.
    @discardableResult
    package func finish() -> [String] {
        // A run that failed or was stopped closes where it stands: what was planned up to its end never happens.
        let isComplete = loop.nextTime.map { $0 > end } ?? true
        let close = isComplete ? max(end, loop.now) : loop.now
        host.close(at: close)
        loop.runTurn(at: close) { server?.close() }
        for population in populations { population.end() }
        people?.end()
        return loop.tearDown()
    }
}
