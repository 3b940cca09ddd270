// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import StoreRules
import StoreService
import StoreSimulation

extension LiveSlices {
    /// Opens the stores of a scenario with the accounts of shoppers by phone and those of the staff.
    ///
    /// Then, when the city's client is made: `attach` names it, `LiveCity.connect` begins, and `LiveStores.enroll` gives the staff their
    /// accounts, all before the log is taken up. No maps: what they answer is not in the log.
    ///
    /// - Parameters:
    ///   - secrets: those of the city's input log.
    ///   - hash: that of the log.
    /// - Returns: nil for a scenario whose stores have no service.
    static func stores(
        _ plan: CityPlan, in host: CityHost, secrets: RecordedSecrets, hash: any PasswordHash
    ) throws -> LiveStores? {
        guard let parameters = StoresSlice.live(plan.scenario, on: plan.layout) else { return nil }
        return try LiveStores(
            on: host, parameters, files: .memory(), codes: SecretCodes(secrets), secrets: secrets, hash: hash)
    }

    /// Names the client of the stores, and the folder that text messages are written to. What a carrier reports of them is kept in the
    /// city's input log.
    static func attach(_ stores: LiveStores, to client: CityClient, texts folder: String, _ inputs: LiveInputs) {
        stores.attach(client, carrier: FileCarrier(folder))
        let line = TextLine(stores.phones, keptBy: inputs)
        client.onLoop { $0.connect(line) }
    }
}
