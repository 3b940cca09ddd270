// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import RaceRules

/// Whom the service reaches: the clients of users and organisers, and the phones of runners. Called on the loop; returns at
/// once.
public protocol RaceClients: AnyObject, Sendable {
    /// Something for a user's client.
    func notify(_ user: RaceUserID, _ notice: RaceNotice)
    /// The answer to an organiser.
    func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer)
    /// Where the runners are, for the followers of a race (RACE-R20).
    func publish(_ snapshot: RaceSnapshot, to followers: [RaceUserID])
    /// The positions of the runners' phones now (RACE-R19), which come back as a message `positions`.
    func collect(_ race: RaceID)
}
