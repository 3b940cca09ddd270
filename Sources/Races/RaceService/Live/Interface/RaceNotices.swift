// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import RaceRules

/// Hands what a race service says on to a client, and the positions of its runners' phones to the service.
///
/// Positions do not pass the gateway, which takes them from nobody: the client has looked at each phone's session.
public final class RaceNotices: RaceClients {
    private let client: CityClient
    private let service: RaceService

    /// Between a race service and this client. The service keeps it weakly.
    public init(_ client: CityClient, of service: RaceService) { (self.client, self.service) = (client, service) }

    /// Something for a user.
    public func notify(_ user: RaceUserID, _ notice: RaceNotice) { client.notify(user, notice) }
    /// The answer to an organiser.
    public func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) { client.reply(organiser, answer) }
    /// Where the runners are.
    public func publish(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) { client.show(snapshot, to: followers) }

    /// The positions of a race's runners are wanted (RACE-R19).
    public func collect(_ race: RaceID) {
        let fixes = client.onLoop { $0.fixes(of: race) }
        service.onLoop { $0.take(.positions(race, fixes)) }
    }
}
