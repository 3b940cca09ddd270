// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import HealthRules
import HealthService
import RandomStreams

/// Everybody who wears a device, with their phones. In simulation only.
///
/// One actor with a plain value for each person, and one timer for each batch: a city has tens of millions of batches a day.
final actor HealthPopulation: TimedActor, @preconcurrency DirectEntry, RoleSource, HealthClients {
    nonisolated let loop: CityLoop
    nonisolated let monitor: HealthMonitor
    /// Who asks for data; nil for nobody.
    nonisolated let thirdParties: ThirdParties?
    /// Nil where messages reach the service at once.
    nonisolated let lines: HealthLines?
    /// The keeper of consents and the service that needs them; nil without such a service.
    nonisolated private let consents: (keeper: DataBroker, seeker: any ConsentSeeker)?
    nonisolated private let log: EventChannel<WearingEvent>
    private let manager: SystemManager
    let world: HealthWorld
    /// Takes the groups of users; nil when nobody asks for them.
    let membership: Membership?
    let groups: [PreparedGroup]
    let fixedDelay: TimeSpan?
    var wearers: [WearerLife] = []
    /// The index of each user, by the user's number less 1.
    var indices: [Int] = []
    /// What the service said last, in the turn of the question.
    private var said: WearerNotice?
    private var failures: RandomStream
    private var texts: UInt64 = 0

    /// What a timer is for.
    enum Wake: UInt8 {
        case signUp, link, batch, day, switchSOS, moveHouse, crash, randomCrash, permit, flush, end
    }

    init(
        _ world: HealthWorld, monitor: HealthMonitor, thirdParties: ThirdParties? = nil, lines: HealthLines? = nil,
        consents: (DataBroker, any ConsentSeeker)? = nil, membership: Membership? = nil
    ) {
        self.membership = membership
        (self.thirdParties, self.lines, self.consents) = (thirdParties, lines, consents)
        self.world = world
        self.monitor = monitor
        loop = monitor.loop
        log = world.log.channel(WearingEvent.self)
        manager = SystemManager(monitor, log: world.log)
        groups = world.section.wearers.map { PreparedGroup($0, layout: world.layout) }
        fixedDelay = world.fixedDelay
        failures = RandomStream(world.key, for: .healthFailures, of: 0)
    }

    nonisolated func note(_ event: WearingEvent) { log.note(event) }

    /// Plans something for a person, or for the service.
    func plan(_ wake: Wake, _ index: Int, at time: CityTime) {
        loop.schedule(self, TimerTag(wake.rawValue) << 56 | TimerTag(index), at: time, as: .arrival)
    }

    // MARK: The run begins and ends

    /// People come into the city. In a replay they never do.
    nonisolated func begin(among people: People) {
        monitor.onLoop { $0.connect(self) }
        if let consents {
            consents.keeper.onLoop { $0.connect(consents.seeker) }
            consents.seeker.connect(consents.keeper)
        }
        onLoop { $0.makeWearers(among: people) }
    }

    private func makeWearers(among people: People) {
        wearers.reserveCapacity(world.section.peopleCount)
        for (number, group) in groups.enumerated() {
            let habit = group.habit
            for member in 0..<habit.people {
                let person = Person(.wearer(group: number, member: member), as: .wearer, at: .origin, among: people)
                let index = wearers.count
                let life = WearerLife(person, index, group: number, of: group, in: world)
                person.onLoop { $0.place = life.home }
                wearers.append(life)
                people.join(person)
                let part = Double(member) / Double(habit.people)
                let joins = TimeSpan(nanoseconds: Int64(Double(habit.joinsOver.nanoseconds) * part))
                plan(.signUp, index, at: world.start + habit.joinsAfter + joins.roundedToMilliseconds)
            }
        }
        for time in world.section.failures.times { plan(.crash, 0, at: time) }
        planRandomCrash()
        manager.onLoop { $0.install() }
        plan(.end, 0, at: world.end)
        let numbers = wearers.map(\.data.number)
        thirdParties?.onLoop { $0.begin(numbers: numbers) }
    }

    nonisolated func end() {
        onLoop { $0.wearers = [] }
        lines?.onLoop { $0.end() }
    }

    /// The person of a user; nil for nobody.
    func person(of wearer: WearerID) -> PersonID? {
        indices.indices.contains(wearer.index - 1) ? wearers[indices[wearer.index - 1]].person.id : nil
    }

    // MARK: Timers

    func timerFired(_ tag: TimerTag) {
        let index = Int(truncatingIfNeeded: tag & 0xff_ffff_ffff)
        switch Wake(rawValue: UInt8(truncatingIfNeeded: tag >> 56)) {
        case .batch: measures(index)
        case .signUp: signsUp(index)
        case .link: links(index)
        case .permit: answersQuestion(index)
        case .day: beginsDay(index)
        case .switchSOS: switchesSOS(index)
        case .moveHouse: movesHouse(index)
        case .crash: crashes()
        case .randomCrash:
            crashes()
            planRandomCrash()
        case .flush: flushes(index)
        case .end: countKept()
        case nil: break
        }
    }

    // MARK: What the service says

    nonisolated func tell(_ notice: WearerNotice) {
        onLoop { $0.said = notice }
        lines?.onLoop { $0.take(notice) }
    }

    /// Asks the service; false when it is down, so that nobody answers.
    func ask(_ message: HealthMessage) -> Bool {
        said = nil
        monitor.onLoop { $0.take(message) }
        switch said {
        case .signUpRefused(.down), .refused(_, .down): return false
        default: return true
        }
    }

    /// Asks the service for something in a person's app: through the gateway where the city has one, else at once. `then` is told
    /// whether the service was there.
    func ask(
        _ index: Int, _ wish: WearerWish, then: @escaping @Sendable (isolated HealthPopulation, Bool) -> Void
    ) {
        let id = wearers[index].id
        guard let lines else { return then(self, ask(.wearer(id, wish))) }
        lines.onLoop { lines in
            lines.send(HealthRequest.wearer(id, wish), of: id) { [self] isHeard in onLoop { then($0, isHeard) } }
        }
    }

    /// The number of whoever has just signed up.
    var registered: WearerID? {
        if case .registered(let wearer) = said { wearer } else { nil }
    }

    // MARK: SOS

    /// An SOS is under way to whoever sends ambulances, and the answer comes back to the service.
    nonisolated func send(_ sos: SOSText) { onLoop { $0.brings(sos) } }

    private func brings(_ sos: SOSText) {
        texts += 1
        var stream = RandomStream(world.key, for: .sosDelay, of: texts)
        let (rescue, monitor) = (world.rescue, monitor)
        loop.schedule(at: loop.now + stream.time(world.section.textDelay), as: .arrival) {
            let reply = rescue?.help(sos.wearer.number, at: sos.place) ?? .nobody
            monitor.onLoop { $0.take(.answered(sos.wearer, reply)) }
        }
    }

    // MARK: Crashes

    private func planRandomCrash() {
        let perWeek = world.section.failures.perWeek
        guard perWeek > 0 else { return }
        let span = TimeSpan.seconds(failures.draw(.exponential(mean: 604_800 / perWeek))).roundedToMilliseconds
        plan(.randomCrash, 0, at: loop.now + span)
    }

    /// The service fails, and stays down until the manager is there.
    private func crashes() {
        let repair = failures.time(world.section.failures.repair)
        guard monitor.onLoop({ $0.rules.isUp }) else { return }
        monitor.onLoop { $0.take(.crash) }
        manager.onLoop { $0.restart(at: loop.now + repair) }
    }
}
