// SPDX-License-Identifier: GPL-3.0-or-later

package import CityLoop
package import CityModel
package import RandomStreams
import Synchronization

/// Gives people a role in one service beside those that brought them into the city.
///
/// Draws from the person's own streams only, for purposes of its own, so that a role more leaves every other draw as it was.
/// Called on the loop.
package protocol RoleSource: AnyObject, Sendable {
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
    package func join(_ person: Person) -> Bool { false }
    /// Nobody comes because of this role alone.
    package func begin(among people: People) {}
    /// Nothing ends with somebody's stay.
    package func leave(_ person: Person) {}
}

/// The people of one city, and the roles that they take beside the first.
///
/// A city whose people have one role each notes nothing here and keeps nobody.
package final class People: Sendable {
    package let loop: CityLoop
    /// Keys every person's streams.
    package let key: StreamKey
    private let log: EventChannel<PersonEvent>?
    private let roles: [any RoleSource]
    private let helpers = Mutex(Helpers())

    /// What the day of people is planned and made with.
    private struct Helpers {
        var carrier: (any Carrier)?
        var mobility: (any Mobility)?
        var agenda: (any Agenda)?
    }

    /// The service that carries people who do not come from it; nil where there is none.
    package var carrier: (any Carrier)? {
        get { helpers.withLock { $0.carrier } }
        set { helpers.withLock { $0.carrier = newValue } }
    }

    /// The service that moves people who plan their day; nil where there is none.
    package var mobility: (any Mobility)? {
        get { helpers.withLock { $0.mobility } }
        set { helpers.withLock { $0.mobility = newValue } }
    }

    /// The days of people who plan them; nil where there is none.
    package var agenda: (any Agenda)? {
        get { helpers.withLock { $0.agenda } }
        set { helpers.withLock { $0.agenda = newValue } }
    }

    /// The service that people go to by this name; nil for one that they do not.
    package func host(_ service: ServiceID) -> (any ErrandHost)? {
        roles.lazy.compactMap { $0 as? any ErrandHost }.first { $0.errandService == service }
    }

    /// The people of a city; `roles` are those that anybody may take beside the one that brought the person here.
    package init(loop: CityLoop, log: EventLog, key: StreamKey, roles: [any RoleSource] = []) {
        self.loop = loop
        self.key = key
        self.roles = roles
        self.log = roles.isEmpty ? nil : log.channel(PersonEvent.self)
    }

    package func begin() {
        for role in roles { role.begin(among: self) }
    }

    /// Somebody came into the city.
    package func join(_ person: Person) {
        for role in roles where role.join(person) { person.onLoop { $0.hasFurtherRole() } }
    }

    /// Somebody leaves the city.
    package func leave(_ person: Person) {
        for role in roles { role.leave(person) }
    }

    /// The run is over.
    package func end() {
        for role in roles { role.end() }
        helpers.withLock { $0 = Helpers() }
    }

    func note(_ event: PersonEvent) {
        log?.note(event)
    }
}
