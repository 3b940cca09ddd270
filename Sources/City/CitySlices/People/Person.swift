// SPDX-License-Identifier: GPL-3.0-or-later

package import CityLoop
package import CityModel
package import RandomStreams

/// Somebody of the synthetic population, in whatever roles: where the person is, and which service has hold of the person.
///
/// Each role is an actor of its own with a reference to its person; people exist in simulation only. A person is in one
/// activity at a time (DEC-ONE-PERSON): who rides in a taxi is in no store. Whoever begins one says so, and whoever wants
/// the person meanwhile sees it.
package final actor Person: CityActor, @preconcurrency DirectEntry {
    nonisolated package let loop: CityLoop
    nonisolated package let id: PersonID
    /// The role that brought the person into the city. Whoever gives people further roles can choose by it.
    nonisolated package let role: RoleName
    /// Where the person is; while a service has hold of the person, where it took them or saw them last.
    package var place: Place
    /// The service that has hold of the person; nil when nobody has.
    package private(set) var holder: ServiceID?
    /// The services that the person uses beside that, each with the group whose habits the person has there.
    nonisolated package let uses: [ServiceID: String]
    nonisolated private let people: People
    /// What waits until the person is free.
    private var waiting: [@Sendable () -> Void] = []
    /// Whether the log says who holds the person.
    private var isNoted: Bool

    /// Somebody at a place, who came with this role.
    ///
    /// With `isNotedAlone` false the log says who holds the person only once there is a further role: for people whose
    /// one service holds them all day, so that nobody else can clash with it.
    package init(
        _ id: PersonID, as role: RoleName, at place: Place, among people: People, isNotedAlone: Bool = true,
        uses: [ServiceID: String] = [:]
    ) {
        self.id = id
        self.role = role
        self.place = place
        self.people = people
        self.uses = uses
        isNoted = isNotedAlone
        loop = people.loop
    }

    /// The person's random stream for a purpose (SIM-02). What one role draws changes nothing for another.
    nonisolated package func stream(for purpose: Purpose) -> RandomStream {
        RandomStream(people.key, for: purpose, of: id)
    }

    /// What moves the person; nil for who goes as each service has its people go.
    nonisolated package var mobility: (any Mobility)? {
        people.mobility.flatMap { $0.moves(id) ? $0 : nil }
    }

    /// The person's day; nil for who plans none.
    nonisolated package var agenda: (any Agenda)? {
        people.agenda.flatMap { $0.has(id) ? $0 : nil }
    }

    /// Whether no other service has hold of the person.
    package func isFree(for service: ServiceID) -> Bool { holder == nil || holder == service }

    /// A service takes the person into an activity. Whoever holds a person that is not free breaks a rule of the city, which
    /// the log shows (SIM-10).
    package func begin(_ service: ServiceID) {
        if isNoted { people.note(.held(person: id, service: service, place: place)) }
        holder = service
    }

    /// The activity is over: the person is free at a place.
    package func end(_ service: ServiceID, at place: Place) {
        if isNoted { people.note(.released(person: id, service: service, place: place)) }
        self.place = place
        guard holder == service else { return }
        holder = nil
        let calls = waiting
        waiting = []
        for call in calls { loop.schedule(at: loop.now, as: .arrival, call) }
    }

    /// Does something when the person is free, in a turn of its own. Others may have taken the person by then: look again.
    ///
    /// The call should hold its role weakly, since the role holds the person: nobody may come free before the run ends.
    package func whenFree(_ call: @escaping @Sendable () -> Void) {
        waiting.append(call)
    }

    /// Somebody gave the person a further role.
    func hasFurtherRole() { isNoted = true }
}
