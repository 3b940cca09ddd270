// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService
import RaceRules
import RaceService
import Testing

/// Where the health data service runs, it keeps the consents to organisers.
@Suite struct KeptConsentTests {
    private static let organiser = OrganiserID(4)
    private static let race = RaceID(1)
    private static let runner = RaceUserID(7)
    private static let wearer = WearerID.guest(7)
    /// The broker has an organisation of its own, and the organiser is the next.
    private static let party = ThirdPartyID(2)

    /// A race from 8:30 to 8:40.
    private static var create: RaceMessage {
        let start = CityTime.seconds(8 * 3600 + 1800)
        let track = [Place.origin, Place(metresEast: 1000, north: 0)]
        return .organiser(
            organiser, .create(RaceForm(start: start, end: start + .minutes(10), maximum: 10, track: track)))
    }

    @Test(
        "RACE-JOIN-CONSENT, DEC-RACE-CONSENT: the data broker is asked: refused with noConsent, accepted after its yes, out after a withdrawal there"
    )
    func atTheBroker() throws {
        let city = ConsentCity()
        city.send(0, Self.create)
        city.send(1, .user(Self.runner, .join(Self.race)))
        try city.run(until: 1)
        #expect(
            city.story(from: 1) == ["joinRefused noConsent", "consentAsked", "partyRegistered", "requestForwarded"])
        // A yes to somebody else is none to the organiser.
        city.send(2, DataMessage.consent(Self.wearer, .answer(ThirdPartyID(1), isYes: true)))
        city.send(2, RaceMessage.user(Self.runner, .join(Self.race)))
        try city.run(until: 2)
        #expect(city.story(from: 2) == ["answerRefused", "joinRefused noConsent", "requestStatus"])
        city.send(3, DataMessage.consent(Self.wearer, .answer(Self.party, isYes: true)))
        city.send(4, RaceMessage.user(Self.runner, .join(Self.race)))
        try city.run(until: 4)
        #expect(
            city.story(from: 3) == [
                "consentGiven", "collectorOpened", "thirdPartyNotified", "race: consentGiven", "joinAccepted",
                "raceReminder",
            ])
        #expect(city.participants == 1)
        city.send(5, DataMessage.consent(Self.wearer, .withdraw(Self.party)))
        try city.run(until: 5)
        #expect(
            city.story(from: 5) == [
                "consentWithdrawn", "collectorClosed", "thirdPartyNotified", "race: consentWithdrawn",
                "participationEnded",
            ])
        #expect(city.participants == 0)
        // Another join asks anew.
        city.send(6, RaceMessage.user(Self.runner, .join(Self.race)))
        try city.run(until: 6)
        #expect(city.story(from: 6) == ["joinRefused noConsent", "consentAsked", "requestForwarded"])
        #expect(city.facts.violations == [])
    }

    @Test(
        "RACE-JOIN-CONSENT: an answer in the race service's client is in force when the data broker has it, and not before"
    )
    func throughTheRaceService() throws {
        let city = ConsentCity()
        city.send(0, Self.create)
        city.send(1, .user(Self.runner, .join(Self.race)))
        city.send(2, .user(Self.runner, .giveConsent(Self.organiser)))
        city.send(3, .user(Self.runner, .join(Self.race)))
        city.send(4, .user(Self.runner, .withdrawConsent(Self.organiser)))
        try city.run(until: 3)
        #expect(city.participants == 1)
        #expect(city.broker.onLoop { $0.rules.consents.isGiven(by: Self.wearer, to: Self.party) })
        try city.run(until: 4)
        #expect(city.participants == 0)
        #expect(city.broker.onLoop { $0.rules.consents.pair(Self.wearer, Self.party)?.state } == .withdrawn)
        city.send(5, .forget(Self.runner))
        try city.run(until: 5)
        // What was withdrawn is forgotten by the race service already.
        #expect(city.facts.violations == [] && city.facts.count("consentGiven") == 2)
    }

    @Test(
        "DEC-RACE-CONSENT, AVAIL-08: while the data broker is down nothing is in force; it is told each minute until it hears"
    )
    func down() throws {
        let city = ConsentCity()
        city.send(0, Self.create)
        city.work(false, at: 1)
        city.send(2, .user(Self.runner, .join(Self.race)))
        city.send(3, .user(Self.runner, .giveConsent(Self.organiser)))
        city.send(4, .user(Self.runner, .join(Self.race)))
        city.work(true, at: 4.5)
        city.send(6, .user(Self.runner, .join(Self.race)))
        try city.run(until: 4.2)
        #expect(city.facts.count("joinRefused noConsent") == 2 && city.participants == 0)
        try city.run(until: 6)
        #expect(
            city.story(from: 4.5) == [
                "partyRegistered", "requestForwarded", "consentGiven", "collectorOpened", "thirdPartyNotified",
                "requestStatus", "race: consentGiven", "joinAccepted",
                "raceReminder",
            ])
        #expect(city.facts.violations == [])
    }

    @Test("SIM-06: a replay of the messages alone, in which nothing crosses, gives the same facts of both services")
    func replay() throws {
        let first = ConsentCity()
        first.send(0, Self.create)
        for user in Int32(1)...4 {
            first.send(1, .user(RaceUserID(user), .join(Self.race)))
            first.send(2, .user(RaceUserID(user), .giveConsent(Self.organiser)))
            first.send(3, .user(RaceUserID(user), .join(Self.race)))
        }
        first.send(4, DataMessage.consent(.guest(2), .withdraw(Self.party)))
        first.send(5, .forget(RaceUserID(3)))
        try first.run(until: 50)
        #expect(first.facts.count("participationEnded") == 2 && first.facts.count("personLeft") == 1)
        let second = ConsentCity(isReplay: true)
        for record in first.inputs.records {
            #expect(try second.reaches(record))
            second.feed(record)
        }
        try second.run(until: 50)
        #expect(first.facts.all.count > 30 && first.facts.all == second.facts.all)
    }
}

/// The race service and the data broker on one loop, connected as in a city.
private final class ConsentCity {
    let loop = CityLoop(start: .seconds(8 * 3600))
    let log: EventLog
    let races: RaceService
    let broker: DataBroker
    let inputs: InputLog
    let facts = ConsentFacts()

    init(isReplay: Bool = false) {
        log = EventLog(loop, batchSize: 1)
        log.add(facts)
        inputs = InputLog(keeps: !isReplay)
        races = RaceService(loop: loop, log: log, map: raceMap, inputs: inputs)
        broker = DataBroker(store: BatchMemory(), loop: loop, log: log, inputs: inputs)
        let (races, broker) = (races, broker)
        loop.runTurn(at: loop.now) {
            broker.onLoop { $0.addParty() }
            guard !isReplay else { return }
            broker.onLoop { $0.connect(races) }
            races.connect(broker)
        }
    }

    private static func time(_ minutes: Double) -> CityTime { .seconds(8 * 3600 + minutes * 60) }

    func send(_ minutes: Double, _ message: RaceMessage) {
        let races = races
        loop.schedule(at: Self.time(minutes), as: .arrival) {
            races.serve(Envelope(message, from: .visitor(1)), session: nil)
        }
    }

    func send(_ minutes: Double, _ message: DataMessage) {
        let broker = broker
        loop.schedule(at: Self.time(minutes), as: .arrival) {
            broker.serve(Envelope(message, from: .visitor(1)), session: nil)
        }
    }

    func work(_ isUp: Bool, at minutes: Double) {
        let broker = broker
        loop.schedule(at: Self.time(minutes), as: .arrival) { broker.service(isUp: isUp) }
    }

    /// Lets the services' own timers do what they did before a recorded message.
    func reaches(_ record: InputRecord) throws -> Bool {
        while log.replayedCount < record.after, try loop.runOneTurn(until: record.time) {}
        while let next = loop.nextTime, next < record.time, try loop.runOneTurn(until: record.time) {}
        return log.replayedCount == record.after
    }

    func feed(_ record: InputRecord) {
        let (races, broker, message) = (races, broker, record.message)
        loop.runTurn(at: record.time) {
            if let message = message as? RaceMessage { races.onLoop { $0.take(message) } }
            if let message = message as? HeardMessage { broker.onLoop { $0.take(message) } }
        }
    }

    func run(until minutes: Double) throws {
        try loop.run(until: Self.time(minutes))
        log.flush()
    }

    var participants: Int32? { races.onLoop { $0.rules[RaceID(1)]?.participants } }
    /// What happened from a minute on.
    func story(from minutes: Double) -> [String] { facts.all.filter { $0.time >= Self.time(minutes) }.map(\.what) }
}

/// Writes down what both services noted, and judges their rules.
private final class ConsentFacts: EventObserver {
    struct Fact: Equatable {
        let time: CityTime
        let number: Int64
        let what: String
    }

    private var facts: [Fact] = []
    private(set) var violations: [String] = []
    private var races = RaceInvariants()
    private var data = DataInvariants()

    /// In their order.
    var all: [Fact] { facts.sorted { $0.number < $1.number } }
    /// Of either service.
    func count(_ what: String) -> Int { facts.count { $0.what == what || $0.what == "race: \(what)" } }

    func subscribe(to feed: EventFeed) {
        feed.on(RaceEvent.self) { [self] records in
            for index in records.indices {
                let (event, time) = (records[index].event, records[index].time)
                violations += races.take(event, at: time).map(\.rule)
                let what =
                    switch event {
                    case .joinRefused(_, _, let reason): "joinRefused \(reason.word)"
                    case .consentGiven, .consentWithdrawn: "race: \(event.name)"
                    case let event: event.name
                    }
                facts.append(Fact(time: time, number: records[index].number, what: what))
            }
        }
        feed.on(DataEvent.self) { [self] records in
            for index in records.indices {
                let (event, time) = (records[index].event, records[index].time)
                violations += data.take(event, at: time).map(\.rule)
                facts.append(Fact(time: time, number: records[index].number, what: event.name))
            }
        }
    }
}
