// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import HealthRules
import HealthService
import HealthSimulation

extension LiveSlices {
    /// Opens the health service of a scenario with the accounts of people and organisations.
    ///
    /// Batches are kept in memory: they follow from the log. Nobody restarts the service, which ends and begins with the server. Then,
    /// when the city's client is made: `attach` names it, all before the log is taken up.
    ///
    /// - Parameter hash: that of the city's input log.
    /// - Returns: nil for a scenario without a health service.
    static func health(_ plan: CityPlan, in host: CityHost, hash: any PasswordHash) -> LiveHealth? {
        guard let parameters = HealthSlice.live(plan.scenario) else { return nil }
        return LiveHealth(
            on: host, parameters, accounts: MemoryAccountStore(details: HealthRoles().details), batches: BatchMemory(),
            hash: hash)
    }

    /// Names the client of the health service, opens the way of batches, and says who brings an SOS.
    ///
    /// - Parameters:
    ///   - folder: what SOS are written to; empty for nowhere.
    ///   - inputs: the city's input log.
    static func attach(
        _ health: LiveHealth, to client: CityClient, sos folder: String, _ inputs: LiveInputs
    ) -> LiveRescue {
        let loop = health.monitor.loop
        let carrier: any SOSCarrier = folder.isEmpty ? NoRescue() : FileRescue(folder, in: client.layout, on: loop)
        let held = HeldSOS(carrier, on: loop)
        let notices = HealthNotices(client, carrier: held)
        health.attach(data: client, health: notices)
        let line = BatchLine(health.monitor, keptBy: inputs)
        client.onLoop { $0.connect(line) }
        return LiveRescue(notices: notices, held: held)
    }
}

/// What stands between a live health service and whoever is told: the service keeps it weakly.
struct LiveRescue: Sendable {
    let notices: HealthNotices
    let held: HeldSOS
}
