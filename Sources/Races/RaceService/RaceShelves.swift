// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import RaceRules

/// What the service keeps over a restart.
public struct RaceShelves: Sendable {
    /// The races, without those who take part.
    public let races: any RecordStore<RaceRecord>
    /// What is kept of each user: participations, consents, places at the track and the wish.
    public let users: any RecordStore<RaceUserRecord>

    /// Takes the stores of records; those in memory last as long as the program.
    public init(
        races: any RecordStore<RaceRecord> = RecordMemory<RaceRecord>(),
        users: any RecordStore<RaceUserRecord> = RecordMemory<RaceUserRecord>()
    ) {
        (self.races, self.users) = (races, users)
    }
}
