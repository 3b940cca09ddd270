// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import HealthService
import RaceService
import RaceSimulation

extension LiveSlices {
    /// Opens the races of a scenario with the accounts of users and organisers: its rules, and no race yet.
    ///
    /// Races are kept in memory: they follow from the log. Then, when the city's client is made: `attach` names it, all before the log is
    /// taken up.
    ///
    /// - Returns: nil for a scenario without races.
    static func races(_ plan: CityPlan, in host: CityHost) -> LiveRaces? {
        guard let parameters = RacesSlice.live(plan.scenario) else { return nil }
        return LiveRaces(
            on: host, map: plan.layout, parameters, accounts: MemoryAccountStore(details: RaceRoles().details),
            shelves: RaceShelves())
    }

    /// Names the client of the races, and who keeps the consents to their organisers: the health service where there is one
    /// (RACE-JOIN-CONSENT).
    ///
    /// - Returns: what stands between races and client: the service keeps it weakly.
    static func attach(
        _ races: LiveRaces, to client: CityClient, _ health: LiveHealth?, _ inputs: LiveInputs
    ) -> RaceNotices {
        let notices = RaceNotices(client, of: races.service, keptBy: inputs)
        races.attach(races: notices)
        if let broker = health?.broker {
            let service = races.service
            broker.onLoop { $0.connect(service) }
            service.connect(broker)
        }
        return notices
    }
}
