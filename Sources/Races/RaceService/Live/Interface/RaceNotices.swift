// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityHost
import CityLoop
public import CityModel
public import RaceRules

/// Hands what a race service says on to a client, and the positions of its runners' phones to the service.
///
/// Positions do not pass the gateway, which takes them from nobody: the client has looked at each phone's session. They wait at the client
/// until they are collected; a city with an input log keeps what was collected, so that a race goes on as it was.
public final class RaceNotices: RaceClients {
    private let client: CityClient
    private let service: RaceService
    private let inputs: LiveInputs?

    /// Between a race service and this client, in the city of this log; nil for a city that keeps nothing. The service keeps it weakly.
    public init(_ client: CityClient, of service: RaceService, keptBy inputs: LiveInputs? = nil) {
        (self.client, self.service, self.inputs) = (client, service, inputs)
    }

    /// Something for a user.
    public func notify(_ user: RaceUserID, _ notice: RaceNotice) { client.notify(user, notice) }
    /// The answer to an organiser.
    public func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) { client.reply(organiser, answer) }
    /// Where the runners are.
    public func publish(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) { client.show(snapshot, to: followers) }

    /// The positions of a race's runners are wanted (RACE-R19).
    public func collect(_ race: RaceID) {
        func seen() -> [RunnerFix] { client.onLoop { $0.fixes(of: race) } }
        let fixes = inputs.map { RunnerFix.all(in: $0.ask { RunnerFix.bytes(of: seen()) }) } ?? seen()
        service.onLoop { $0.take(.positions(race, fixes)) }
    }
}
