// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
package import CityModel
package import CitySlices
package import RandomStreams
package import Reporting
import TaxiReservations
import TaxiRules
package import TaxiService
import TaxiSharing

/// The taxi service as a simulation knows it: the dispatcher with the modules that are on, and its drivers and passengers.
///
/// It is in every city: without drivers and passengers, nothing happens in it.
package struct TaxiSlice: ServiceSlice {
    package init() {}

    package var key: ServiceKey { .taxi }
    package var title: String { "Taxis" }
    /// Those of all chapters.
    package var metrics: [MetricDescription] { chapters.flatMap(\.metrics) }
    /// The core's, and those of each module.
    package var chapters: [MetricChapter] {
        [
            MetricChapter("Taxi service", TaxiMetricList.core),
            MetricChapter("Module reservations", TaxiMetricList.reservations, module: .reservations),
            MetricChapter("Module sharing", TaxiMetricList.sharing, module: .sharing),
            MetricChapter("On the street", TaxiMetricList.streets),
            MetricChapter("Money", TaxiMetricList.money),
            MetricChapter("Occupied share", TaxiMetricList.occupied),
        ]
    }
    /// None beside those of its own texts.
    package var headlines: [String] { [] }
    /// Its metrics, demands, tables and its part of a page.
    package func fold(_ context: RunContext) -> (any ServiceFold)? { TaxiServiceFold(context) }
    /// Requests with their offers, reservations and rides.
    package func tables(_ context: RunContext) -> (any TableFold)? {
        RideTableFold(
            map: context.layout, measuredFrom: context.measureStart, keepsOffers: context.keepsSmallRows,
            tariff: context.taxi.tariff)
    }
    /// What passengers, drivers and the account service say.
    package var inputs: [any RecordedInput.Type] { [TaxiMessage.self] }

    /// What the service and its modules note.
    package var events: [any Event.Type] { TaxiServiceFold.events }
    /// Those of the core.
    package var metricsOfEveryRun: [MetricDescription] { TaxiMetricList.core }
    /// Hours, zones and so on.
    package var summary: (any SummaryPart.Type)? { TaxiSummary.self }
    /// Policy, drivers and passengers.
    package var columns: [RunColumn] { TaxiRun.columns }
    /// Requests, waits and drivers of a zone.
    package var zoneMeasures: [ZoneMeasure] { ZoneResult.table.measures(but: ResultExport.zoneKeys) }
    /// Zones, hours, drivers, requests with their offers, reservations and rides.
    package var article: String { TaxiTables.article + RideTableFold.article }
    /// There are taxis, or no other service.
    package func isTold(in scenario: Scenario) -> Bool { scenario.isAboutTaxis }
    /// Where every taxi was; nil where there are none.
    package func movingMap(_ context: RunContext, limit: Int) -> (any MovingMapObserver)? {
        guard context.taxi.isTold else { return nil }
        var place: (@Sendable (GeographicPoint) -> Place)?
        if let layout = context.layout { place = { layout.place($0) } }
        let travel = context.travel
        return MovingMapFold(
            context: context.taxiContext, limit: limit, streets: { travel?.streets ?? [] }, place: place)
    }
    /// The laws of drivers, requests and rides.
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? { TaxiMonitor(context) }

    /// Policy, seats, limits, and what was found out about the map.
    package func describe(_ run: inout RunContext, of scenario: Scenario, facts: (any Sendable)?, key: StreamKey) {
        var taxis = TaxiRun(
            policy: scenario.dispatch.policy.name,
            seats: TaxiPopulation.registrations(scenario, key: key).map(\.seats),
            undersupplyLimit: scenario.dispatch.undersupplyLimit)
        let dispatch = scenario.dispatch
        taxis.isInOrder =
            dispatch.policy == .fifo && dispatch.rules.batch == .zero && dispatch.rules.neighbourRings == 0
        taxis.leaves =
            (dispatch.policy.leaves.map { ["`\(dispatch.policy.name)` leaves \($0)"] } ?? [])
            + dispatch.rules.leaves.map { "`\($0.key)` leaves \($0.rule)" }
            + (dispatch.sendFree == nil ? [] : ["`send-free` is in no rule"])
        taxis.groups = scenario.passengers.map(\.name)
        taxis.aboardLimit = scenario.dispatch.aboardLimit
        taxis.sameWish = scenario.dispatch.sameWish
        taxis.hasGaps = (facts as? Facts)?.hasGaps ?? false
        taxis.modules = scenario.modules
        taxis.tariff = scenario.tariff
        taxis.tellsOccupied = scenario.isOfRecordedTrips
        taxis.roundPause = scenario.reservations.roundPause
        taxis.reservationsApart = scenario.reservations.apart
        taxis.isTold = isTold(in: scenario)
        run.taxi = taxis
    }

    package func parts(in scenario: Scenario) -> SliceParts { SliceParts(groups: scenario.passengers.map(\.name)) }
    package func hosting(in scenario: Scenario) -> Hosting? {
        Hosting(.carries, "group of passengers", scenario.passengers.map(\.name))
    }

    /// Those that the scenario names.
    package func modules(in scenario: Scenario) -> [ModuleName] { scenario.modules }

    /// Surcharges by zone.
    package func problemsOfOtherZones(in read: ReadScenario) -> [InputProblem] {
        guard read.scenario.fares?.zones != nil else { return [] }
        return [InputProblem(.error, at: read.location(of: "fares.zones"), Preflight.surchargesElsewhere)]
    }

    /// Opens the dispatcher; people come when the gateway is open.
    package func open(in city: SliceCity) -> OpenSlice {
        let dispatcher = Self.dispatcher(in: city)
        return OpenSlice(
            service: dispatcher,
            populate: { people, server in
                Self.population(of: people, in: city, dispatcher, server.map { ServerAccess($0, log: city.host.log) })
            },
            accounts: { TaxiAccounts(dispatcher) },
            replay: { input in
                if let message = input as? TaxiMessage { dispatcher.send(message) }
            })
    }

    /// The dispatcher of a scenario's city, with its modules.
    package static func dispatcher(in city: SliceCity) -> Dispatcher {
        let scenario = city.scenario
        let dispatcher = Dispatcher(
            loop: city.host.loop, log: city.host.log, layout: city.layout, outline: city.outline, travel: city.travel,
            policy: scenario.dispatch.policy.policy, parameters: scenario.dispatch.rules,
            hysteresis: scenario.city.hysteresis, taxis: TaxiPopulation.registrations(scenario, key: city.key),
            inputLog: city.inputLog)
        install(scenario, in: dispatcher)
        return dispatcher
    }

    /// The drivers and passengers of a scenario's city; `server` is what they talk to, where the scenario has one.
    package static func population(
        of people: People, in city: SliceCity, _ dispatcher: Dispatcher, _ server: ServerAccess?
    ) -> TaxiPopulation {
        TaxiPopulation(
            city.scenario,
            city: PopulationCity(
                scenario: city.scenario, people: people, dispatcher: dispatcher, layout: city.layout,
                peopleLayout: city.peopleLayout, travel: city.travel,
                rideTable: (city.facts as? Facts)?.rideTable, log: city.host.log, server: server,
                membership: city.membership))
    }

    /// Switches the scenario's modules on (API-10), and what it says of free taxis.
    package static func install(_ scenario: Scenario, in dispatcher: Dispatcher) {
        if let every = scenario.dispatch.sendFree?.every { dispatcher.onLoop { $0.sendsFree(every: every) } }
        dispatcher.onLoop { dispatcher in
            do throws(ModuleAccessDenied) {
                for module in scenario.modules {
                    switch module {
                    case .reservations:
                        try dispatcher.install(ReservationBook.manifest) { (context) throws(ModuleAccessDenied) in
                            try ReservationBook(
                                context: context,
                                parameters: scenario.reservations.with(scenario.dispatch))
                        }
                    case .sharing:
                        try dispatcher.install(RideBoard.manifest) { (context) throws(ModuleAccessDenied) in
                            try RideBoard(context: context, parameters: scenario.sharing)
                        }
                    default: preconditionFailure("the taxi service has no module \(module.word)")
                    }
                }
            } catch {
                preconditionFailure("\(error)")
            }
        }
    }
}

/// What a server knows of the accounts of passengers and drivers.
private struct TaxiAccounts: SliceAccounts {
    /// The numbers of people who register during a run are far above those of the population.
    private static let firstRegistrant: Int32 = 1 << 30

    let roles: any RolePort
    let hold: TimerHold

    init(_ dispatcher: Dispatcher) {
        roles = TaxiRolePort(
            dispatcher: dispatcher, firstPassenger: Self.firstRegistrant,
            firstDriver: Int32(dispatcher.taxis.count) + 1)
        hold = dispatcher.timerHold
    }

    func owner(of address: String) -> Connection? { Credentials.owner(of: address) }

    func identity(of connection: Connection) -> ProviderIdentity {
        let credentials = Credentials(connection)
        return ProviderIdentity(
            email: credentials.email, name: "Name", surname: "Surname", username: credentials.username)
    }

    func unused(_ count: Int) -> any Sequence<(person: Int32, form: RegistrationForm)> {
        Enrolment.unused(count).lazy.map { ($0.role.number, $0.form) }
    }
}

extension ServerAccess {
    /// The server of a simulated city.
    init(_ server: SliceServer, log: EventLog) {
        let (registry, hash) = (server.access.registry, server.hash)
        self.init(gateway: server.access.gateway, log: log, sizes: .assumed) { enrolment in
            let password = enrolment.form.password.map { hash.hash($0) }
            registry.onLoop { _ = $0.enroll(enrolment.form, person: enrolment.role.number, password: password) }
        }
    }
}
