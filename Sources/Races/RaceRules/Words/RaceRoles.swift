// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// What the race service adds to the open words: roles from 40 on, types of message from 44 on, actions from 60 on.

extension ServiceID {
    /// The race service.
    public static let races = ServiceID("races")
}

extension RoleName {
    /// Who runs, stands at the track or follows on the map.
    public static let raceUser = RoleName(40, "raceUser")
    /// A third party that organises races.
    public static let organiser = RoleName(41, "organiser")
}

extension Role {
    /// A user of the race service.
    public static func raceUser(_ id: RaceUserID) -> Role { Role(.raceUser, id.number) }
    /// An organiser of races.
    public static func organiser(_ id: OrganiserID) -> Role { Role(.organiser, id.number) }
}

extension MessageType {
    /// Lists of races, the map of a race, statistics.
    public static let raceView = MessageType(44, "raceView", request: 600, answer: 4000)
    /// Joining a race, registering as spectator, consent and wishes.
    public static let raceWish = MessageType(45, "raceWish", request: 800, answer: 600)
    /// Positions and reports of runners' phones.
    public static let raceReport = MessageType(46, "raceReport", request: 400, answer: 100)
    /// What organisers create and read.
    public static let raceManagement = MessageType(47, "raceManagement", request: 3000, answer: 2000)
}

extension ClientActionKind {
    /// Looked for a race.
    public static let racesListed = ClientActionKind(60, "racesListed")
    /// Joined a race or registered as spectator, or took it back.
    public static let raceJoined = ClientActionKind(61, "raceJoined")
    /// Gave or withdrew consent to an organiser, or asked to be notified of a race.
    public static let raceConsent = ClientActionKind(62, "raceConsent")
    /// Followed a race on the map, or read its statistics.
    public static let raceFollowed = ClientActionKind(63, "raceFollowed")
    /// Created a race or its track.
    public static let raceOrganised = ClientActionKind(64, "raceOrganised")
}
