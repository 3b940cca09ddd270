// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import RandomStreams

/// Gives people a role in one service beside those that brought them into the city.
///
/// Draws from the person's own streams only, for purposes of its own, so that a role more leaves every other draw as it was.
/// Called on the loop.
public protocol RoleSource: AnyObject, Sendable {
    /// Somebody came into the city: gives the person the role, or does not, and says which. Asked about people of every role;
    /// `Person.role` says who is a candidate.
    func join(_ person: Person) -> Bool
    /// The run begins: may bring people of its own into the city.
    func begin(among people: People)
    /// The person leaves the city.
    func leave(_ person: Person)
    /// The run is over.
    func end()
}

extension RoleSource {
    /// Nobody has this role beside another one.
    public func join(_ person: Person) -> Bool { false }
    /// Nobody comes because of this role alone.
    public func begin(among people: People) {}
    /// Nothing ends with somebody's stay.
    public func leave(_ person: Person) {}
}

/// The people of one city, and the roles that they take beside the first.
///
/// A city whose people have one role each notes nothing here and keeps nobody.
public final class People: Sendable {
    /// The city's loop.
    public let loop: CityLoop
    /// Keys every person's streams.
    public let key: StreamKey
    private let log: EventChannel<PersonEvent>?
    private let roles: [any RoleSource]

    /// The people of a city; `roles` are those that anybody may take beside the one that brought the person here.
    public init(loop: CityLoop, log: EventLog, key: StreamKey, roles: [any RoleSource] = []) {
        self.loop = loop
        self.key = key
        self.roles = roles
        self.log = roles.isEmpty ? nil : log.channel(PersonEvent.self)
    }

    /// The run begins.
    public func begin() {
        for role in roles { role.begin(among: self) }
    }

    /// Somebody came into the city.
    public func join(_ person: Person) {
        for role in roles where role.join(person) { person.onLoop { $0.hasFurtherRole() } }
    }

    /// Somebody leaves the city.
    public func leave(_ person: Person) {
        for role in roles { role.leave(person) }
    }

    /// The run is over.
    public func end() {
        for role in roles { role.end() }
    }

    func note(_ event: PersonEvent) {
        log?.note(event)
    }
}
