// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import Foundation
import HealthRules
import HealthService
import RaceRules
import RaceService
import StoreRules
import StoreService
import TaxiRules
import TaxiService
import TripRules
import TripService

/// What a live city is made of, before its log is taken up: the same whether it is served or a day of it is reported.
struct LiveParts {
    let access: CityAccess
    let client: CityClient
    let inputs: LiveInputs
    /// The stores; nil for a scenario without.
    let stores: StoreService?
    /// Who is told what the health service says; nil for a city without one.
    let rescue: LiveRescue?
    /// The same of the races.
    let races: RaceNotices?
    /// How many requests of any kind one sender may send; nil for any number.
    let limit: CityGateway.RateLimit?

    /// Opens the services of a scenario in a host, with nobody in them.
    ///
    /// - Throws: what a store throws that cannot be read.
    init(
        _ plan: CityPlan, in host: CityHost, _ store: any RecordStore<StoredInput>, _ origin: LogOrigin,
        mail: (any Mailer)?, texts folder: String, staff: [StaffAccount], identifiers: IdentifierKey,
        writing: WorkPool?,
        fingerprint: Fingerprint
    ) throws {
        let (dispatcher, taxis) = LiveSlices.taxis(plan, in: host)
        let source = SystemSecrets()
        inputs = LiveInputs(
            of: host, in: store, origin: origin,
            types: [
                TaxiMessage.self, StoreMessage.self, PhoneMessage.self, HealthRequest.self, DataMessage.self,
                RaceMessage.self, TripMessage.self, DeviceSessionMessage.self,
            ], secrets: source, hash: Argon2Hash(cost: .interactive, secrets: source), writing: writing,
            identifiers: identifiers, fingerprint: fingerprint)
        var parameters = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        // Half of the machine at most: a flood of passwords leaves the rest to those who are served.
        parameters.pool = WorkPool(threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2), waits: false)
        parameters.inputs = inputs
        // A phone sends some messages in a row, then few; a password costs more than all of them.
        parameters.gateway.rateLimit = RateLimit(interval: .seconds(0.2), burst: 60)
        parameters.gateway.anonymousLimit = RateLimit(interval: .seconds(0.05), burst: 200)
        // What a scenario says of its server is of a simulated machine, but for these.
        if let limit = plan.scenario.server?.rateLimit, let server = plan.scenario.server {
            let stated = GatewayParameters(server)
            parameters.gateway.rateLimit = stated.rateLimit
            if limit.anonymous != nil { parameters.gateway.anonymousLimit = stated.anonymousLimit }
        }
        // Passwords are worked with beside the loop: whoever has a session does not stand in line behind them. A stranger who would wait for
        // longer than clients do is told to come later; else all would be sent again while the first is still worked with.
        parameters.gateway.workers = 8
        parameters.gateway.priorities = MessagePriorities([.login: 1, .registration: 1])
        parameters.gateway.queueBound = 200
        parameters.gateway.timeOut = .seconds(6)
        parameters.gateway.sessionLimits = SessionLimits()
        limit = SenderLimits.beside(parameters.gateway.rateLimit)
        let stores = try LiveSlices.stores(plan, in: host, secrets: inputs.secrets, hash: inputs.hash)
        self.stores = stores?.service
        let health = LiveSlices.health(plan, in: host, hash: inputs.hash)
        // New services come last: the numbers of accounts follow from the order.
        let races = LiveSlices.races(plan, in: host)
        let trips = LiveSlices.trips(
            plan, in: host, dispatcher, secrets: inputs.secrets, identifiers: identifiers)
        let others: [(any LiveSlice)?] = [stores, health, races, trips]
        let slices = [taxis] + others.compactMap(\.self)
        let city = LiveCity(in: host, slices, parameters)
        access = city.access
        client = CityClient(
            loop: host.loop, gateway: access.gateway, layout: plan.layout, notices: TaxiNotices(dispatcher), kind: .web)
        if let stores { LiveSlices.attach(stores, to: client, texts: folder, inputs) }
        rescue = health.map { [client, inputs] in LiveSlices.attach($0, to: client, sos: folder, inputs) }
        self.races = races.map { [client, inputs] in LiveSlices.attach($0, to: client, health, inputs) }
        trips?.attach(client)
        try city.connect(client, mailer: mail)
        for person in staff {
            guard let stores else { throw NoStores() }
            if let refusal = stores.enroll(person.number, person.form, password: person.password) {
                throw RefusedStaff(username: person.form.username ?? "", refusal: refusal)
            }
        }
    }

    /// What is kept as long as the city lives, as its services keep it weakly.
    var kept: [any Sendable] { [rescue as (any Sendable)?, races].compactMap(\.self) }

    /// The log was taken up and the city is served from now on: what may not have left before leaves now.
    func goOn(after takenUp: TakenUp) { rescue?.held.goOn(after: takenUp.last) }

    /// Looks whether the staff can have their accounts, in a city that is thrown away: before anything is written.
    ///
    /// - Throws: `NoStores`, `RefusedStaff`, or what a store throws that cannot be read.
    static func check(_ staff: [StaffAccount], of plan: CityPlan) throws {
        guard !staff.isEmpty else { return }
        let fingerprint = Fingerprint(ofService: true)
        let host = CityHost(start: plan.scenario.start, observers: [fingerprint])
        defer {
            host.close(at: host.loop.now)
            host.loop.tearDown()
        }
        _ = try LiveParts(
            plan, in: host, RecordMemory<StoredInput>(), LogOrigin(build: "", city: ""), mail: nil, texts: "",
            staff: staff, identifiers: IdentifierKey(SystemSecrets()), writing: nil, fingerprint: fingerprint)
    }

    /// The scenario has no stores with a service.
    struct NoStores: Error, CustomStringConvertible {
        let description = "the scenario has no stores whose staff could have accounts"
    }

    /// A member of the staff whose account breaks a rule.
    struct RefusedStaff: Error, CustomStringConvertible {
        let username: String
        let refusal: RegistrationRefusal

        var description: String { "the account of `\(username)` was refused: \(refusal.word)" }
    }
}

/// An account that is made where the service is set up.
struct StaffAccount: Sendable {
    let number: StaffID
    let form: RegistrationForm
    let password: String

    init(_ entry: StaffEntry, _ password: String) {
        var form = RegistrationForm(.staff)
        (form.username, form.email, form.name, form.surname) = (entry.username, entry.email, entry.name, entry.surname)
        (number, self.form, self.password) = (StaffID(Int32(entry.number)), form, password)
    }
}
