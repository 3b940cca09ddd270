// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RaceRules
import RaceService
import RandomStreams

/// Everybody who runs in races or watches them, and the organisers: brings what the service says to people and phones. In
/// simulation only.
///
/// One actor with a plain value for each person: a race has tens of thousands, and each does little beside running.
final actor RacePopulation: TimedActor, @preconcurrency DirectEntry, RoleSource, RaceClients {
    nonisolated let loop: CityLoop
    nonisolated let world: RaceWorld
    nonisolated private let service: RaceService
    nonisolated private let log: EventChannel<RacingEvent>
    /// By the user's number less 1.
    var members: [RaceMember] = []
    /// By the race's number less 1: its index in the scenario.
    private var planned: [Int] = []
    private var creating = 0
    private var fields: [RaceID: RaceField] = [:]
    /// People of another role who run, by the index of the member.
    private var guests: [PersonID: Int] = [:]
    nonisolated private let guestHabits: [RoleName: Guests.Habit]

    /// What a timer is for.
    enum Wake: UInt8 {
        case create, defineTrack, look, answerConsent, withdraw, start, exit, openMap, closeMap, spectate
    }

    init(_ world: RaceWorld, service: RaceService, guests: [RoleName: Guests.Habit]) {
        self.world = world
        self.service = service
        guestHabits = guests
        loop = world.loop
        log = world.log.channel(RacingEvent.self)
        service.onLoop { $0.connect(self) }
    }

    nonisolated func send(_ message: RaceMessage) { service.onLoop { $0.take(message) } }
    nonisolated func note(_ event: RacingEvent) { log.note(event) }

    /// Plans something for a person or a race of the scenario, by number, and a race.
    func plan(_ wake: Wake, _ number: Int32, _ race: RaceID = RaceID(0), at time: CityTime) {
        let tag = TimerTag(wake.rawValue) << 56 | TimerTag(UInt32(race.number & 0xff_ffff)) << 32
        loop.schedule(self, tag | TimerTag(UInt32(bitPattern: number)), at: time, as: .arrival)
    }

    // MARK: The run begins and ends

    /// People come into the city, and organisers plan their races.
    nonisolated func begin(among people: People) { onLoop { $0.makeMembers(among: people) } }

    private func makeMembers(among people: People) {
        func add(_ group: Int, _ count: Int, _ runners: RunnerGroup?, _ watchers: WatcherGroup?) {
            for member in 0..<count {
                let person = Person(
                    .racePerson(group: group, member: member), as: .raceUser, at: .origin, among: people)
                let user = RaceUserID(members.count + 1)
                members.append(RaceMember(user, person, runners: runners, watchers: watchers))
                send(.enrol(user))
            }
        }
        let section = world.section
        for (index, group) in section.runners.enumerated() { add(index, group.people, group, nil) }
        for (index, group) in section.watchers.enumerated() {
            add(section.runners.count + index, group.people, nil, group)
        }
        for (index, race) in section.heldEvents.enumerated() {
            plan(.create, Int32(index), at: max(loop.now, race.created ?? loop.now))
            if let time = race.trackDefined { plan(.defineTrack, Int32(index), at: time) }
        }
    }

    /// Somebody comes into the city with another role, who may run as well.
    nonisolated func join(_ person: Person) -> Bool { onLoop { $0.welcomes(person) } }

    private func welcomes(_ person: Person) -> Bool {
        // Who says so runs; of others the share.
        let named = person.uses[.races]
        let habit = guestHabits[person.role]
        guard let like = named ?? habit?.like else { return false }
        if let known = guests[person.id] {
            members[known].isAway = false
            return true
        }
        var traits = person.stream(for: .raceTraits)
        guard named != nil || traits.chance(habit?.share ?? 0),
            let group = world.section.runners.first(where: { $0.name == like })
        else { return false }
        let user = RaceUserID(members.count + 1)
        guests[person.id] = members.count
        members.append(RaceMember(user, person, runners: group, watchers: nil))
        send(.enrol(user))
        // Races that are created later are announced.
        guard !planned.isEmpty else { return true }
        let wait = members[members.count - 1].choices.time(group.looksAfter)
        plan(.look, user.number, at: loop.now + wait)
        return true
    }

    nonisolated func leave(_ person: Person) {
        onLoop { city in
            if let known = city.guests[person.id] { city.members[known].isAway = true }
        }
    }

    nonisolated func end() {
        onLoop { city in
            city.guests = [:]
            city.members = []
            city.fields = [:]
        }
    }

    // MARK: Timers

    func timerFired(_ tag: TimerTag) {
        let number = Int32(truncatingIfNeeded: tag)
        let race = RaceID(Int32(truncatingIfNeeded: tag >> 32 & 0xff_ffff))
        switch Wake(rawValue: UInt8(truncatingIfNeeded: tag >> 56)) {
        case .create: create(Int(number))
        case .defineTrack: defineTrack(Int(number))
        case .look: send(.user(RaceUserID(number), .list(.joining)))
        case .answerConsent: answersConsent(RaceUserID(number))
        case .withdraw: withdraws(RaceUserID(number), race)
        case .spectate: send(.user(RaceUserID(number), .spectate(race)))
        case .openMap: send(.user(RaceUserID(number), .list(.running)))
        case .closeMap: closesMap(RaceUserID(number), race)
        case .start: starts(Int(number), race)
        case .exit: exits(Int(number), race)
        case nil: break
        }
    }

    // MARK: Organisers

    private func create(_ index: Int) {
        let race = world.section.events[index]
        let organiser = OrganiserID(race.organiser)
        creating = index
        send(.organiser(organiser, .listComing))
        send(.organiser(organiser, .create(world.form(of: race))))
    }

    private func defineTrack(_ index: Int) {
        let race = world.section.events[index]
        guard let row = planned.firstIndex(of: index), let track = race.places(on: world.layout) else { return }
        send(.organiser(OrganiserID(race.organiser), .defineTrack(RaceID(row + 1), track)))
    }

    nonisolated func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) {
        // Races are numbered as they are created.
        if case .created = answer { onLoop { $0.planned.append($0.creating) } }
    }

    /// A race as the scenario states it.
    func plan(of race: RaceID) -> PlannedRace { world.section.events[planned[race.index - 1]] }

    // MARK: On the track

    /// All that will happen to the runners of a race is drawn now.
    func beginField(_ race: RaceID) {
        guard fields[race] == nil, let known = service.onLoop({ $0.rules[race] }), let track = known.track else {
            return
        }
        let planned = plan(of: race)
        let participants = known.participantList.map { $0.index - 1 }
        let line = participants.sorted { (members[$0].ability.line, $0) < (members[$1].ability.line, $1) }
        let lineUp = LineUp(race: planned, runners: line.count)
        var racers: [Racer] = []
        racers.reserveCapacity(line.count)
        for (position, index) in line.enumerated() {
            guard let group = members[index].runners else { continue }
            var racer = members[index].racer(in: planned, group, track: track, delay: lineUp.delay(of: position))
            // Whoever is in a taxi or a store, or has left the city, misses the start.
            let person = members[index].person
            if members[index].isAway || !person.onLoop({ $0.isFree(for: .races) }) || isElsewhere(person, track) {
                racer.starts = .never
            }
            // From the gun on the race has hold of those who stand in line.
            if racer.starts != .never {
                person.onLoop { $0.begin(.races) }
            } else {
                drops(race, person, wasHeld: false)
            }
            racers.append(racer)
        }
        for (index, racer) in racers.enumerated() where racer.starts != .never {
            plan(.start, Int32(index), race, at: racer.starts)
        }
        fields[race] = RaceField(race, start: known.start, track: track, racers: racers)
    }

    private func starts(_ index: Int, _ race: RaceID) {
        guard let racer = fields[race]?.racers[index], !racer.isThrough else { return }
        tellsStart(of: race, members[racer.user.index - 1].person)
        send(.runner(racer.user, .crossedStart(race)))
        plan(.exit, Int32(index), race, at: racer.exits)
    }

    private func exits(_ index: Int, _ race: RaceID) {
        guard let racer = fields[race]?.racers[index], !racer.isThrough else { return }
        leavesTrack(index, race)
        switch racer.exit {
        case .finishes: send(.runner(racer.user, .crossedFinish(race)))
        case .out(let cause): send(.runner(racer.user, .out(race, cause)))
        }
    }

    private func leavesTrack(_ index: Int, _ race: RaceID) {
        guard let racer = fields[race]?.racers[index], let track = fields[race]?.track else { return }
        fields[race]?.racers[index].isThrough = true
        guard racer.starts != .never else { return }
        var part: Int32 = 0
        let place = track.place(at: racer.covered(of: track.length, at: loop.now), after: &part)
        let person = members[racer.user.index - 1].person
        person.onLoop { $0.end(.races, at: place) }
        drops(race, person, wasHeld: loop.now > racer.starts)
    }

    /// Somebody is no participant any more, or the race is over for all.
    func stopRunning(_ race: RaceID, only user: RaceUserID? = nil) {
        guard let racers = fields[race]?.racers else { return }
        for (index, racer) in racers.enumerated() where !racer.isThrough && (user == nil || racer.user == user) {
            leavesTrack(index, race)
        }
        if user == nil { fields[race] = nil }
    }

    nonisolated func collect(_ race: RaceID) {
        let now = loop.now
        guard let fixes = onLoop({ $0.fields[race]?.collect(at: now) }) else { return }
        send(.positions(race, fixes))
    }
}
