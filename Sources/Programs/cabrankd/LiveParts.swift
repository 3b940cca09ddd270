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
import StoreRules
import StoreService
import TaxiRules
import TaxiService

/// What a live city is made of, before its log is taken up: the same whether it is served or a day of it is reported.
struct LiveParts {
    let access: CityAccess
    let client: CityClient
    let inputs: LiveInputs
    /// How many requests of any kind one sender may send; nil for any number.
    let limit: CityGateway.RateLimit?

    /// Opens the services of a scenario in a host, with nobody in them.
    ///
    /// - Throws: what a store throws that cannot be read.
    init(
        _ plan: CityPlan, in host: CityHost, _ store: any RecordStore<StoredInput>, _ origin: LogOrigin,
        mail: (any Mailer)?, texts folder: String, staff: [StaffAccount], writing: WorkPool?,
        fingerprint: Fingerprint
    ) throws {
        let (dispatcher, taxis) = LiveSlices.taxis(plan, in: host)
        let source = SystemSecrets()
        inputs = LiveInputs(
            of: host, in: store, origin: origin, types: [TaxiMessage.self, StoreMessage.self, PhoneMessage.self],
            secrets: source,
            hash: Argon2Hash(cost: .interactive, secrets: source), writing: writing, fingerprint: fingerprint)
        var parameters = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        // Half of the machine at most: a flood of passwords leaves the rest to those who are served.
        parameters.pool = WorkPool(threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2), waits: false)
        parameters.inputs = inputs
        if let server = plan.scenario.server {
            parameters.gateway = GatewayParameters(server)
        } else {
            // A phone sends some messages in a row, then few; a password costs more than all of them.
            parameters.gateway.rateLimit = RateLimit(interval: .seconds(0.2), burst: 60)
            parameters.gateway.anonymousLimit = RateLimit(interval: .seconds(0.05), burst: 200)
            // Passwords are worked with beside the loop: whoever has a session does not stand in line behind them, and beyond so many that
            // wait a stranger is told to come later.
            parameters.gateway.workers = 16
            parameters.gateway.priorities = MessagePriorities([.login: 1, .registration: 1])
            parameters.gateway.queueBound = 200
        }
        parameters.gateway.sessionLimits = SessionLimits()
        limit = SenderLimits.beside(parameters.gateway.rateLimit)
        let stores = try LiveSlices.stores(plan, in: host, secrets: inputs.secrets, hash: inputs.hash)
        let slices: [any LiveSlice] = [taxis] + (stores.map { [$0] } ?? [])
        let city = LiveCity(in: host, slices, parameters)
        access = city.access
        client = CityClient(
            loop: host.loop, gateway: access.gateway, layout: plan.layout, notices: TaxiNotices(dispatcher), kind: .web)
        if let stores { LiveSlices.attach(stores, to: client, texts: folder) }
        try city.connect(client, mailer: mail)
        for person in staff {
            guard let stores else { throw NoStores() }
            if let refusal = stores.enroll(person.number, person.form, password: person.password) {
                throw RefusedStaff(username: person.form.username ?? "", refusal: refusal)
            }
        }
    }

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
            staff: staff, writing: nil, fingerprint: fingerprint)
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
