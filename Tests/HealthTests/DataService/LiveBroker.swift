// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService
import Synchronization

/// The data side on a loop of its own, with clients that write down what they are sent.
final class LiveBroker {
    let loop = CityLoop(start: .seconds(8 * 3600))
    let log: EventLog
    let broker: DataBroker
    let store: any BatchStore
    let inputs: InputLog
    let listener = Listener()
    private let facts = Facts()

    init(_ store: any BatchStore = BatchMemory(), smallest: Int = 3, parties: Int = 1, isReplay: Bool = false) {
        log = EventLog(loop, batchSize: 1)
        log.add(facts)
        self.store = store
        inputs = InputLog(keeps: !isReplay)
        var parameters = DataParameters()
        parameters.smallestGroup = smallest
        // Minutes for everybody, as the catalogue's checks ask.
        parameters.limits.leastInterval = .minutes(1)
        (parameters.limits.requestsADay, parameters.limits.intervalsADay) = (.max, .max)
        broker = DataBroker(parameters, store: store, loop: loop, log: log, inputs: inputs)
        let (broker, listener) = (broker, listener)
        loop.schedule(at: loop.now, as: .arrival) {
            broker.onLoop { broker in
                broker.connect(listener)
                for _ in 0..<parties { broker.addParty() }
            }
        }
    }

    /// Does something so many seconds after the start.
    func at(_ seconds: Double, _ body: @escaping @Sendable (DataBroker) -> Void) {
        let broker = broker
        loop.schedule(at: .seconds(8 * 3600 + seconds), as: .arrival) { body(broker) }
    }

    func send(_ seconds: Double, _ message: DataMessage) {
        at(seconds) { $0.serve(Envelope(message, from: .visitor(1)), session: nil) }
    }

    /// Registers people from 1 on with numbers such as "SSN7".
    func register(_ people: Int, at seconds: Double = 0) {
        at(seconds) { broker in
            for person in 1...people {
                broker.registered(
                    WearerID(person),
                    PersonalData(number: "SSN\(person)", birth: CivilDate(1980, 1, 1), residence: .origin))
            }
        }
    }

    func batch(_ person: Int, _ seconds: Double, _ hundredths: Int32 = 7000) {
        at(seconds) { $0.take(Self.batch(person, seconds, hundredths)) }
    }

    static func batch(_ person: Int, _ seconds: Double, _ hundredths: Int32 = 7000) -> HealthBatch {
        let end = CityTime.seconds(8 * 3600 + seconds)
        return HealthBatch(
            WearerID(person), DeviceID(person), from: end - .seconds(3), to: end, at: Place(east: 1, north: 2),
            [HealthValue(.heartRate, hundredths: hundredths)])
    }

    func run(until seconds: Double) throws {
        try loop.run(until: .seconds(8 * 3600 + seconds))
        log.flush()
    }

    func count(_ name: String) -> Int { facts.events.count { $0.name == name } }
    var events: [DataEvent] { facts.events }
    var violations: [DataViolation] { facts.violations }
    var stored: Int { facts.stored }

    final class Listener: DataClients {
        private let sent = Mutex<[PartyNotice]>([])
        private let notified = Mutex<[PersonNotice]>([])

        var notices: [PartyNotice] { sent.withLock { $0 } }
        var asked: [PersonNotice] { notified.withLock { $0 } }

        func tell(_ party: ThirdPartyID, _ notice: PartyNotice) { sent.withLock { $0.append(notice) } }
        func notify(_ wearer: WearerID, _ notice: PersonNotice) { notified.withLock { $0.append(notice) } }
    }
}

/// Keeps the facts of the service and judges its rules.
private final class Facts: EventObserver {
    private(set) var events: [DataEvent] = []
    private(set) var stored = 0
    private(set) var violations: [DataViolation] = []
    private var audit = DataInvariants(smallestGroup: 3)

    func subscribe(to feed: EventFeed) {
        feed.on(DataEvent.self) { [self] batch in
            for index in batch.indices {
                events.append(batch[index].event)
                violations += audit.take(batch[index].event, at: batch[index].time)
            }
        }
        feed.on(BatchEvent.self) { [self] batch in
            for index in batch.indices {
                stored += 1
                violations += audit.take(batch[index].event, at: batch[index].time)
            }
        }
    }
}
