// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules

/// Service times drawn from a distribution for each kind.
struct DrawnTimes: ServiceTimes {
    var stream: RandomStream
    var distribution: Distribution

    mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { .seconds(stream.draw(distribution)) }
}

/// A Poisson stream of messages of one kind: it looks at the gateway as each message arrives.
actor PoissonSource: TimedActor {
    nonisolated let loop: CityLoop
    private let gateway: Gateway
    private let envelope: Envelope
    private let gap: Distribution
    private var stream: RandomStream
    private var left: Int
    /// How many arrivals found 0, 1, 2, ... messages in the server.
    private(set) var found: [Int] = Array(repeating: 0, count: 8)

    init(_ gateway: Gateway, _ envelope: Envelope, rate: Double, count: Int, stream: RandomStream) {
        loop = gateway.loop
        self.gateway = gateway
        self.envelope = envelope
        gap = .exponential(mean: 1 / rate)
        self.stream = stream
        left = count
    }

    nonisolated func start() {
        onLoop { $0.planNext() }
    }

    private func planNext() {
        guard left > 0 else { return }
        left -= 1
        loop.schedule(self, 0, at: loop.now + .seconds(stream.draw(gap)), as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        let inside = gateway.onLoop { $0.inside }
        if inside < found.count { found[inside] += 1 }
        gateway.arrive(envelope)
        planNext()
    }
}

/// What a queue did to its messages, from the log, after the first tenth.
final class QueueCount: RecordObserver {
    private let skipped: Int
    private var seen = 0
    private(set) var wait: BatchMeans
    private(set) var waited: BatchMeans
    private(set) var longWait: BatchMeans
    private(set) var refused: BatchMeans
    private let long: Double
    private let kind: MessageType?

    init(_ count: Int, long: Double = 1, only kind: MessageType? = nil) {
        skipped = count / 10
        let counted = count - count / 10 - count / 50
        (wait, waited) = (BatchMeans(of: counted), BatchMeans(of: counted))
        (longWait, refused) = (BatchMeans(of: counted), BatchMeans(of: counted))
        self.long = long
        self.kind = kind
    }

    func observe(_ records: ArraySlice<EventRecord>) {
        for record in records {
            switch record.event {
            case .server(.messageAnswered(_, let kind, _, _, _, let arrived, let started, _)):
                guard isCounted(kind) else { continue }
                let span = (started - arrived).inSeconds
                wait.add(span)
                waited.add(started > arrived ? 1 : 0)
                longWait.add(span > long ? 1 : 0)
                refused.add(0)
            case .server(.messageRefused(_, let kind, _, _, _, _, _, _)):
                if isCounted(kind) { refused.add(1) }
            default: break
            }
        }
    }

    private func isCounted(_ kind: MessageType) -> Bool {
        guard self.kind == nil || self.kind == kind else { return false }
        seen += 1
        return seen > skipped
    }
}

/// A real gateway, fed by Poisson streams of calls and positions, with drawn service times.
struct Station {
    var workers = 1
    var queueBound = Int.max
    var distribution = Distribution.exponential(mean: 1)
    /// Messages a second: calls and positions.
    var rates: (calls: Double, positions: Double)
    var priorities = MessagePriorities.equal
    var seed: UInt64 = 1

    /// Runs it for so many calls, and the positions that fall into the same time.
    @discardableResult
    func run(calls count: Int, _ observers: [any EventObserver]) throws -> [PoissonSource] {
        let loop = CityLoop()
        let log = EventLog(loop)
        for observer in observers { log.add(observer) }
        let key = StreamKey(seed: seed)
        let gateway = Gateway(
            loop: loop, log: log,
            parameters: GatewayParameters(workers: workers, queueBound: queueBound, priorities: priorities),
            times: DrawnTimes(stream: RandomStream(key, for: .test, of: 1), distribution: distribution))
        let services = ScriptedServices(loop)
        services.forgetAll()
        gateway.connect(services, services)
        gateway.open(.passenger(1))
        gateway.open(.driver(1))
        var sources = [
            PoissonSource(
                gateway, .call(1), rate: rates.calls, count: count, stream: RandomStream(key, for: .test, of: 2))
        ]
        if rates.positions > 0 {
            sources.append(
                PoissonSource(
                    gateway, .position(1), rate: rates.positions,
                    count: Int(Double(count) * rates.positions / rates.calls),
                    stream: RandomStream(key, for: .test, of: 3)))
        }
        for source in sources { source.start() }
        try loop.run()
        log.finish(at: loop.now)
        return sources
    }
}

extension Session {
    fileprivate static func passenger(_ number: Int32) -> Session {
        Session(
            token: Token(high: 1, low: UInt64(number)), account: AccountID(number),
            role: .passenger(PassengerID(number)))
    }

    fileprivate static func driver(_ number: Int32) -> Session {
        Session(
            token: Token(high: 2, low: UInt64(number)), account: AccountID(1000 + number),
            role: .driver(DriverID(number)))
    }
}

extension Envelope {
    /// A passenger's call, with the own session.
    fileprivate static func call(_ number: Int32) -> Envelope {
        let form = CallForm(client: .web, source: .address, radius: .zero, place: .origin, travelers: 1)
        return Envelope(
            TaxiMessage.passenger(PassengerID(number), .call(form: form)), from: .passenger(PassengerID(number)),
            token: Session.passenger(number).token)
    }

    /// A driver's position, with the own session.
    fileprivate static func position(_ number: Int32) -> Envelope {
        Envelope(
            TaxiMessage.driver(DriverID(number), .position(place: .origin, odometer: .zero)),
            from: .driver(DriverID(number)),
            token: Session.driver(number).token)
    }
}
