// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CitySimulation
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService
import TaxiSimulation

extension LiveSlices {
    /// Opens the taxi service of a scenario with its accounts: its rules and vehicles. Whoever opens a driver's account takes the next
    /// taxi.
    static func taxis(_ plan: CityPlan, in host: CityHost) -> (Dispatcher, LiveService) {
        let scenario = plan.scenario
        let dispatcher = Dispatcher(
            loop: host.loop, log: host.log, layout: plan.layout, outline: plan.outline, travel: plan.travel,
            policy: scenario.dispatch.policy.policy, parameters: scenario.dispatch.rules,
            hysteresis: scenario.city.hysteresis,
            taxis: TaxiPopulation.registrations(scenario, key: StreamKey(seed: scenario.seed)))
        TaxiSlice.install(scenario, in: dispatcher)
        let roles = TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1)
        let accounts = LiveAccounts(
            TaxiMessage.service, store: MemoryAccountStore(details: roles.rules.details), roles: roles)
        return (dispatcher, LiveService([dispatcher], accounts: accounts))
    }
}
