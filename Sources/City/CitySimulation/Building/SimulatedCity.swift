// SPDX-License-Identifier: GPL-3.0-or-later

public import CityHost
public import CityLoop
public import CityModel
import CityReports
import CitySlices
public import EventLog
import People
import Population
public import RandomStreams
import ScenarioFile
import TaxiReservations
import TaxiRules
public import TaxiService
import TaxiSharing

/// One city of one replication: loop, log, services and, unless it is a replay, the population.
///
/// Used on one thread. The services know nothing of the population: it is connected as their clients.
public final class SimulatedCity {
    /// The loop, the log and the services.
    public let host: CityHost
    /// The taxi service.
    public let dispatcher: Dispatcher
    /// The messages of clients, when they are recorded.
    public let inputLog: InputLog?

    private let end: CityTime
    private let population: TaxiPopulation?
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
    ///   - onMessage: told every message of a client as it reaches the service.
    public init(
        _ plan: CityPlan, key: StreamKey, observers: [any EventObserver], checksEveryTurn: Bool = false,
        hasPopulation: Bool = true, records: Bool = false, pool: WorkPool? = .virtual,
        onMessage: ((InputRecord) -> Void)? = nil
    ) {
        self.plan = plan
        let scenario = plan.scenario
        end = scenario.end
        host = CityHost(start: scenario.start, observers: observers, checksEveryTurn: checksEveryTurn)
        let (loop, log) = (host.loop, host.log)
        inputLog = records || onMessage != nil ? InputLog(keeps: records, reader: onMessage) : nil
        dispatcher = Dispatcher(
            loop: loop, log: log, layout: plan.layout, outline: plan.outline, travel: plan.travel,
            policy: scenario.dispatch.policy.policy, parameters: TaxiParameters(scenario.dispatch),
            hysteresis: scenario.city.hysteresis,
            taxis: TaxiPopulation.registrations(scenario, key: key), inputLog: inputLog)
        Self.install(scenario, in: dispatcher)
        host.add(dispatcher)
        let around = SliceCity(
            host: host, scenario: scenario, layout: plan.layout, peopleLayout: plan.peopleLayout, travel: plan.travel,
            key: key, inputLog: inputLog)
        slices = plan.slices.map { $0.open(in: around) }
        for slice in slices { host.add(slice.service) }
        guard hasPopulation else {
            // A replay feeds the messages that had passed the gateway.
            population = nil
            people = nil
            server = nil
            return
        }
        let people = People(loop: loop, log: log, key: key, roles: slices.compactMap(\.role))
        self.people = people
        let server = scenario.server.flatMap { [host, dispatcher] section in
            plan.serviceTimes.map {
                SimulatedServer(
                    section, plan: plan, times: $0, key: key, host: host, dispatcher: dispatcher, pool: pool)
            }
        }
        self.server = server
        let city = PopulationCity(
            scenario: scenario, people: people, dispatcher: dispatcher, layout: plan.layout,
            peopleLayout: plan.peopleLayout, travel: plan.travel, server: server?.access)
        let population = TaxiPopulation(scenario, city: city)
        self.population = population
        server?.connect(population, slices.compactMap(\.clients))
        population.begin()
        people.begin()
    }

    /// Switches the scenario's modules on (API-10).
    private static func install(_ scenario: Scenario, in dispatcher: Dispatcher) {
        dispatcher.onLoop { dispatcher in
            do throws(ModuleAccessDenied) {
                for module in scenario.modules {
                    switch module {
                    case .reservations:
                        try dispatcher.install(ReservationBook.manifest) { (context) throws(ModuleAccessDenied) in
                            try ReservationBook(
                                context: context,
                                parameters: ReservationParameters(scenario.reservations, scenario.dispatch))
                        }
                    case .sharing:
                        try dispatcher.install(RideBoard.manifest) { (context) throws(ModuleAccessDenied) in
                            try RideBoard(context: context, parameters: SharingParameters(scenario.sharing))
                        }
                    default: preconditionFailure("the taxi service has no module \(module.word)")
                    }
                }
            } catch {
                preconditionFailure("\(error)")
            }
        }
    }

    /// The city's loop.
    public var loop: CityLoop { host.loop }
    /// The city's event log.
    public var log: EventLog { host.log }

    /// How many passengers there have been.
    public var passengerCount: Int { population?.passengerCount ?? 0 }

    /// How many passengers exist now.
    public var presentPassengers: Int { population?.presentCount ?? 0 }

    /// Feeds a recorded message to its service, in a replay.
    public func feed(_ message: any RecordedInput) {
        if let message = message as? TaxiMessage { return dispatcher.send(message) }
        slices.first { $0.service.id == type(of: message).service }?.replay?(message)
    }

    /// Runs on to this time, at most to the end of the run.
    ///
    /// - Throws: `LoopError` when the loop failed.
    public func run(until time: CityTime) throws(LoopError) {
        try loop.run(until: min(time, end))
    }

    /// Ends the run: open offers and requests are closed, the log is finished, every actor is freed.
    ///
    /// Returns the names of tasks that did not finish; empty when all is well.
    @discardableResult
    public func finish() -> [String] {
        // A run that failed or was stopped closes where it stands: what was planned up to its end never happens.
        let isComplete = loop.nextTime.map { $0 > end } ?? true
        let close = isComplete ? max(end, loop.now) : loop.now
        host.close(at: close)
        loop.runTurn(at: close) { server?.close() }
        population?.end()
        people?.end()
        return loop.tearDown()
    }
}

extension TaxiParameters {
    /// The parameters of a scenario (OPS-01).
    init(_ section: DispatchSection) {
        self.init()
        offerDeadline = section.offerDeadline
        gpsLimit = section.gpsLimit
        boardingRadius = section.boardingRadius
        offerCell = section.offerCell
        noShowWait = section.noShowWait
        shiftLimit = section.shiftLimit
        webPosition = section.webPosition
        waitingRoom = section.waitingRoom
        keepsLastZone = section.outsideZones == .keepZone
    }
}

extension ReservationParameters {
    /// The parameters of a scenario.
    init(_ section: ReservationSection, _ dispatch: DispatchSection) {
        self.init()
        shortestLead = section.shortestLead
        longestLead = section.longestLead
        cancelLimit = section.cancelLimit
        activation = section.activation
        apart = section.apart
        roundPause = section.roundPause
        holdLimit = section.holdLimit
        gpsLimit = dispatch.gpsLimit
        webPosition = dispatch.webPosition
    }
}

extension SharingParameters {
    /// The parameters of a scenario.
    init(_ section: SharingSection) {
        self.init()
        detour = section.detour
        longestDelay = section.longestDelay
        pickUpWindow = section.pickUpWindow
        cap = section.cap
        meanApproach = section.meanApproach
        walkSpeed = section.walkSpeed
    }
}
