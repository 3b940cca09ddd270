// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// A running event with its time, track and capacity.
    public enum Race {}
    /// A person with an account at the race service: may run, stand at the track or follow on the map.
    public enum RaceUser {}
    /// A third party that organises races.
    public enum Organiser {}
}

/// The number of a race. The service counts from 1 in the order in which races were created.
public typealias RaceID = ID<Tag.Race>
/// The number of a user.
public typealias RaceUserID = ID<Tag.RaceUser>
/// The number of an organiser.
public typealias OrganiserID = ID<Tag.Organiser>
