// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules
import StoreService
import Synchronization
import Testing

/// A store service on a loop of its own, with clients that write down what they are told, and all invariants checked after
/// each event.
final class LiveStore {
    let loop: CityLoop
    let log: EventLog
    let service: StoreService
    let inputs = InputLog()
    let listener = Listener()
    private let facts = ServiceFacts()

    static let manager = StaffID(1)

    init(
        at start: CityTime = .seconds(8 * 3600), shelves: StoreShelves = StoreShelves(),
        inputs: InputLog? = nil
    ) {
        loop = CityLoop(start: start)
        log = EventLog(loop, batchSize: 1)
        log.add(facts)
        service = StoreService(
            loop: loop, log: log, managers: [Self.manager], codes: CountedCodes(), shelves: shelves,
            inputs: inputs ?? self.inputs)
        let listener = listener
        service.onLoop { $0.connect(listener) }
    }

    /// Adds a store for so many people inside.
    func open(_ normal: Int32, booking: Int32 = 0) {
        let settings = StoreSettings(
            limit: normal + booking, quotas: ClassCounts(normal: normal, booking: booking))
        service.onLoop {
            $0.add(StoreForm(name: "corner", place: .origin, settings: settings), managers: [Self.manager])
        }
    }

    /// Plans messages at so many minutes after the start.
    func send(_ minutes: Int, _ messages: StoreMessage...) {
        let service = service
        loop.schedule(at: loop.now + .minutes(minutes), as: .arrival) {
            for message in messages { service.serve(Envelope(message, from: .visitor(1)), session: nil) }
        }
    }

    func run(until minutes: Int) throws {
        try loop.run(until: .seconds(8 * 3600 + minutes * 60))
        log.flush()
    }

    /// The facts so far, by name and minute.
    var story: [String] {
        facts.records.map { "\(Int($0.time.inSeconds) / 60 - 480) \($0.event.name)" }
    }
    var events: [StoreEvent] { facts.records.map(\.event) }
    var violations: [StoreViolation] { facts.violations }
}

/// What the clients were told.
final class Listener: StoreClients {
    struct Heard {
        var notices: [StoreNotice] = []
        var answers: [GateAnswer] = []
        var replies: [StaffAnswer] = []
        var codes: [PassID: EntryCode] = [:]
    }

    private let heard = Mutex(Heard())

    var notices: [StoreNotice] { heard.withLock { $0.notices } }
    var answers: [GateAnswer] { heard.withLock { $0.answers } }
    var replies: [StaffAnswer] { heard.withLock { $0.replies } }
    func code(_ pass: Int) -> EntryCode? { heard.withLock { $0.codes[PassID(pass)] } }

    func notify(_ shopper: ShopperID, _ notice: StoreNotice) {
        heard.withLock { heard in
            heard.notices.append(notice)
            switch notice {
            case .queued(let receipt), .booked(let receipt): heard.codes[receipt.pass] = receipt.code
            default: break
            }
        }
    }

    func answer(_ store: StoreID, _ answer: GateAnswer) { heard.withLock { $0.answers.append(answer) } }
    func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine) {}
    func reply(_ staff: StaffID, _ answer: StaffAnswer) { heard.withLock { $0.replies.append(answer) } }
}

/// Keeps the facts of the service and judges its distributions.
private final class ServiceFacts: EventObserver {
    private(set) var records: [Record<StoreEvent>] = []
    private(set) var violations: [StoreViolation] = []
    private var audit = StoreInvariants(leastVisit: .minutes(1))

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] batch in
            for index in batch.indices {
                records.append(batch[index])
                violations += audit.take(batch[index].event, at: batch[index].time)
            }
        }
    }

    func finish(at end: CityTime) {}
}
