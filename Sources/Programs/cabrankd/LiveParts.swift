// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import TaxiRules
import TaxiService

/// What a live city is made of, before its log is taken up: the same whether it is served or a day of it is reported.
struct LiveParts {
    let access: CityAccess
    let client: CityClient
    let inputs: LiveInputs

    /// Opens the services of a scenario in a host, with nobody in them.
    ///
    /// - Throws: what a store throws that cannot be read.
    init(
        _ plan: CityPlan, in host: CityHost, _ store: any RecordStore<StoredInput>, _ origin: LogOrigin,
        mail: (any Mailer)?, writing: WorkPool?
    ) throws {
        let (dispatcher, taxis) = LiveTaxis.open(plan, in: host)
        let source = SystemSecrets()
        inputs = LiveInputs(
            of: host, in: store, origin: origin, types: [TaxiMessage.self], secrets: source,
            hash: Argon2Hash(cost: .interactive, secrets: source), writing: writing)
        var parameters = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        parameters.pool = WorkPool(threads: 2, waits: false)
        parameters.inputs = inputs
        if let server = plan.scenario.server {
            parameters.gateway = GatewayParameters(server)
        } else {
            // A phone sends some messages in a row, then few; a password costs more than all of them.
            parameters.gateway.rateLimit = RateLimit(interval: .seconds(0.2), burst: 60)
            parameters.gateway.anonymousLimit = RateLimit(interval: .seconds(0.05), burst: 200)
        }
        parameters.gateway.sessionLimits = SessionLimits()
        let city = LiveCity(in: host, [taxis], parameters)
        access = city.access
        client = CityClient(
            loop: host.loop, gateway: access.gateway, layout: plan.layout, notices: TaxiNotices(dispatcher), kind: .web)
        try city.connect(client, mailer: mail)
    }
}
