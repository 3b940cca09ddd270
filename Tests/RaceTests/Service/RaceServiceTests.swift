// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import RaceRules
import RaceService
import Synchronization
import Testing

/// One zone, 2 km wide.
let raceMap = GridLayout(
    rows: 1, columns: 1, side: .metres(2000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))

/// The actor of the race service: nothing but the rules decides.
@Suite struct RaceServiceTests {
    private static let organiser = OrganiserID(1)
    private static let race = RaceID(1)

    /// A race from 8:10 to 8:11 that this user has joined.
    private static func joined(_ user: Int) -> [RaceMessage] {
        let start = CityTime.seconds(8 * 3600 + 600)
        let form = RaceForm(
            start: start, end: start + .minutes(1), maximum: 10,
            track: [.origin, Place(metresEast: 1000, north: 0)])
        return [
            .enrol(RaceUserID(user)), .organiser(organiser, .create(form)),
            .organiser(organiser, .askConsent(RaceUserID(user))),
            .user(RaceUserID(user), .giveConsent(organiser)), .user(RaceUserID(user), .join(race)),
        ]
    }

    @Test("RACE-R19: a race starts by itself, collects positions each second and ends")
    func runs() throws {
        let city = LiveRaces()
        city.send(0, Self.joined(1))
        city.send(1, [.user(RaceUserID(1), .list(.joining))])
        try city.run(until: 30)
        #expect(city.count("runnerPosition") == 60 && city.count("raceEnded") == 1)
        #expect(city.listener.heard.contains(.started(Self.race)) && city.listener.heard.contains(.ended(Self.race)))
        #expect(city.violations.isEmpty)
    }

    @Test("A replay of the messages alone gives the same facts, positions included")
    func replay() throws {
        let first = LiveRaces()
        first.send(0, Self.joined(1))
        first.send(10, [.user(RaceUserID(2), .follow(Self.race)), .runner(RaceUserID(1), .crossedStart(Self.race))])
        try first.run(until: 30)
        let second = LiveRaces(isReplay: true)
        let service = second.service
        for record in first.inputs.records {
            second.loop.schedule(at: record.time, as: Self.eventClass(of: record.message)) {
                service.onLoop { service in (record.message as? RaceMessage).map { service.take($0) } }
            }
        }
        try second.run(until: 30)
        #expect(first.count("runnerPosition") == 60)
        #expect(first.events == second.events)
    }

    /// Positions come in the turn of the race's timer, after the arrivals of the instant.
    private static func eventClass(of message: any RecordedInput) -> EventClass {
        if case .positions? = message as? RaceMessage { .report } else { .arrival }
    }

    @Test("In an outage no position is collected, and the race goes on afterwards without catching up")
    func outage() throws {
        let city = LiveRaces()
        city.send(0, Self.joined(1))
        let (loop, service) = (city.loop, city.service)
        loop.schedule(at: loop.now + .seconds(610), as: .arrival) { service.holdTimers() }
        loop.schedule(at: loop.now + .seconds(630), as: .arrival) {
            service.restartTimers()
            #expect(service.releaseTimers() == 1)
        }
        try city.run(until: 30)
        // 10 before, and from 30 s to 59 s after.
        #expect(city.count("runnerPosition") == 40 && city.count("raceEnded") == 1 && city.violations.isEmpty)
    }

    @Test("Only messages of races are served, and none after the end")
    func ended() throws {
        let city = LiveRaces()
        city.send(0, Self.joined(1))
        let (loop, service) = (city.loop, city.service)
        loop.schedule(at: loop.now + .minutes(1), as: .arrival) { service.end() }
        city.send(2, [.user(RaceUserID(1), .list(.joining))])
        try city.run(until: 30)
        #expect(city.count("raceStarted") == 0 && city.count("racesListed") == 0)
    }
}

/// A race service on a loop of its own, with a client that writes down what it is notified of.
private final class LiveRaces {
    let loop: CityLoop
    let log: EventLog
    let service: RaceService
    let inputs = InputLog()
    let listener: Listener
    private let facts = Facts()

    init(isReplay: Bool = false) {
        loop = CityLoop(start: .seconds(8 * 3600))
        log = EventLog(loop, batchSize: 1)
        log.add(facts)
        service = RaceService(
            loop: loop, log: log, map: raceMap, inputs: isReplay ? InputLog(keeps: false) : inputs)
        listener = Listener(service)
        let listener = listener
        if !isReplay { service.onLoop { $0.connect(listener) } }
    }

    /// Plans messages at so many minutes after the start.
    func send(_ minutes: Int, _ messages: [RaceMessage]) {
        let service = service
        loop.schedule(at: loop.now + .minutes(minutes), as: .arrival) {
            for message in messages { service.serve(Envelope(message, from: .visitor(1)), session: nil) }
        }
    }

    func run(until minutes: Int) throws {
        try loop.run(until: .seconds(8 * 3600 + minutes * 60))
        log.flush()
    }

    func count(_ name: String) -> Int { facts.events.count { $0.name == name } }
    var events: [RaceEvent] { facts.events }
    var violations: [RaceViolation] { facts.violations }
}

private final class Listener: RaceClients {
    private let service: RaceService
    private let notices = Mutex<[RaceNotice]>([])

    init(_ service: RaceService) { self.service = service }

    var heard: [RaceNotice] { notices.withLock { $0 } }

    func notify(_ user: RaceUserID, _ notice: RaceNotice) { notices.withLock { $0.append(notice) } }
    func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) {}
    func publish(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) {}
    func collect(_ race: RaceID) {
        service.onLoop {
            $0.take(.positions(race, [RunnerFix(RaceUserID(1), at: .origin, covered: .zero, age: .zero)]))
        }
    }
}

/// Keeps the facts of the service and judges its rules.
private final class Facts: EventObserver {
    private(set) var events: [RaceEvent] = []
    private(set) var violations: [RaceViolation] = []
    private var audit = RaceInvariants()

    func subscribe(to feed: EventFeed) {
        feed.on(RaceEvent.self) { [self] batch in
            for index in batch.indices {
                events.append(batch[index].event)
                violations += audit.take(batch[index].event, at: batch[index].time)
            }
        }
    }
}
