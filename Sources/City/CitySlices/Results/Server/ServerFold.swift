// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// Folds the events of the gateway into numbers. Memory does not follow the messages: histograms, at most 360
/// steps, and what is connected now.
///
/// A message counts when it arrived after the warm-up. What concerns time - utilisation, the queue's mean, levels, outages -
/// is judged from the end of the warm-up to the planned end of the run.
struct ServerFold {
    let context: RunContext
    let load: ServedLoad
    let from: Int64
    let to: Int64
    /// What counts of the time from then on.
    let counted: MeasuredTime
    /// 0 when it is not known.
    let workers: Int
    /// Whether any event of the server or its clients occurred.
    private(set) var isUsed = false

    private(set) var all = ProcessingTally()
    private(set) var kinds = WordTable(MessageType.told, blank: ProcessingTally())
    private(set) var wait = Sample(exactLimit: 16_384)
    private(set) var breaches: [ServerResult.Breach] = []
    /// The longest of all, and its message.
    private(set) var slowest: (message: MessageID, time: Int64) = (MessageID(0), .min)
    private(set) var arrivals = 0
    private(set) var queueMax: Int32 = 0
    private(set) var waiting: Int64 = 0, busy: Int64 = 0
    private(set) var bins: ServerBins
    private(set) var down: [Int64]

    /// Messages that were inside when the service ended; of those that count, the ones inside for 10 s or more.
    private(set) var left = 0
    /// Of these, those that arrived after the warm-up.
    private(set) var leftMeasured = 0
    private(set) var leftLong = 0

    /// Refused messages by kind, then reason.
    private(set) var refused = WordTable(MessageType.told, blank: Counts<ServerRefusal>())
    private(set) var refusedHours: [Counts<ServerRefusal>] = []
    private(set) var refusedMost = HeavyHitters()

    private(set) var outages: Outages
    private(set) var timersReleased = 0
    /// Who is there, by the levels of the load.
    private(set) var levels: [LevelRange]

    private(set) var latency = Sample(exactLimit: 16_384)
    private(set) var latencies = Array(repeating: Sample(exactLimit: 16_384), count: ClientKind.allCases.count)
    private(set) var inputs = Array(repeating: Sample(exactLimit: 16_384), count: ClientKind.allCases.count)
    private(set) var actions = Array(
        repeating: Counts<ClientActionKind>(), count: ClientKind.allCases.count)

    private(set) var sensitivity: Sensitivity

    init(context: RunContext, load: ServedLoad) {
        (self.context, self.load) = (context, load)
        let (from, to) = (context.measureStart, max(context.measureStart, context.end))
        self.from = from.nanoseconds
        self.to = to.nanoseconds
        counted = context.measured
        workers = context.server?.workers ?? 0
        bins = ServerBins(from: context.start, to: context.end)
        down = []
        outages = Outages(counted, to: to.nanoseconds)
        let window = counted.window
        levels = load.levels.map { _ in LevelRange(from: from, to: to, within: window) }
        sensitivity = Sensitivity(workers: workers, from: from, to: to)
    }

    mutating func take(_ event: ServerEvent, at time: CityTime) {
        isUsed = true
        let now = time.nanoseconds
        switch event {
        case .messageAnswered(let message, let kind, _, _, _, let arrived, let started, let waiting):
            answer(message, kind, arrived: arrived.nanoseconds, started: started.nanoseconds, waiting, at: now)
        case .messageRefused(let message, let kind, _, _, let account, let arrived, let started, let reason):
            refuse(message, kind, account, arrived: arrived.nanoseconds, started: started?.nanoseconds, reason, at: now)
        case .messageLeft(let message, let kind, _, _, _, let arrived, let started, let waiting):
            leave(message, kind, arrived: arrived.nanoseconds, started: started?.nanoseconds, waiting, at: now)
        case .serverDown: outages.begin(at: now)
        case .serverUp(let waiting):
            endOutage(at: now)
            if counted.holds(time) { queueMax = max(queueMax, waiting) }
        case .timersReleased(let count):
            if counted.holds(time) { timersReleased += Int(count) }
        }
    }

    private mutating func answer(
        _ message: MessageID, _ kind: MessageType, arrived: Int64, started: Int64, _ before: Int32, at now: Int64
    ) {
        let processing = now - arrived
        // Who waits stands in the queue too.
        let queue = started > arrived ? before + 1 : before
        bins.arrive(at: arrived, waiting: queue)
        bins.answer(processing, at: now)
        let service = spend(arrived, started, until: now)
        sensitivity.take(
            message, QueuedMessage(arrived: arrived, service: service, isJudged: kind == load.judged?.kind))
        guard counted.holds(CityTime(nanoseconds: arrived)) else { return }
        arrivals += 1
        queueMax = max(queueMax, queue)
        all.add(processing)
        kinds[kind].add(processing)
        wait.add(started - arrived)
        if processing > slowest.time { slowest = (message, processing) }
        if processing >= ProcessingTally.late && breaches.count < 100 {
            breaches.append(
                ServerResult.Breach(
                    message: message.index, kind: kind.word, arrivedSeconds: Double(arrived) / 1e9,
                    seconds: Double(processing) / 1e9))
        }
    }

    private mutating func refuse(
        _ message: MessageID, _ kind: MessageType, _ account: AccountID?, arrived: Int64, started: Int64?,
        _ reason: ServerRefusal, at now: Int64
    ) {
        bins.arrive(at: arrived, waiting: nil)
        bins.refuse(at: now)
        let service = spend(arrived, started, until: now)
        sensitivity.take(message, QueuedMessage(arrived: arrived, service: service, isJudged: false, fate: .refused))
        guard counted.holds(CityTime(nanoseconds: arrived)) else { return }
        arrivals += 1
        if reason.isForWant {
            all.miss()
            kinds[kind].miss()
        }
        refused[kind][reason] += 1
        refusedMost.add(account?.number ?? 0)
        let hour = max(0, Int((arrived - context.start.nanoseconds) / TimeSpan.hours(1).nanoseconds))
        while refusedHours.count <= hour {
            refusedHours.append(Counts())
        }
        refusedHours[hour][reason] += 1
    }

    /// A message is inside when the service ends. It has not been answered for as long as it was inside.
    private mutating func leave(
        _ message: MessageID, _ kind: MessageType, arrived: Int64, started: Int64?, _ before: Int32, at now: Int64
    ) {
        let queue = (started ?? .max) > arrived ? before + 1 : before
        bins.arrive(at: arrived, waiting: queue)
        _ = spend(arrived, started, until: now)
        sensitivity.take(message, QueuedMessage(arrived: arrived, service: -1, isJudged: false, fate: .left))
        left += 1
        guard counted.holds(CityTime(nanoseconds: arrived)) else { return }
        leftMeasured += 1
        arrivals += 1
        queueMax = max(queueMax, queue)
        all.miss(after: now - arrived)
        kinds[kind].miss(after: now - arrived)
        if now - arrived >= ProcessingTally.late { leftLong += 1 }
    }

    /// Adds up the waiting and the work of a message. Returns its service: a service that an outage breaks off begins anew, so
    /// it is the last part alone, while the workers were busy with all of them; negative without any.
    private mutating func spend(_ arrived: Int64, _ started: Int64?, until now: Int64) -> Int64 {
        let begun = started ?? now
        bins.spread(arrived, begun, isWork: false)
        waiting += counted.length(from: arrived, to: min(begun, to))
        guard started != nil else { return -1 }
        var service: Int64?
        // The last part comes first.
        outages.up(begun, now) { part, end in
            service = service ?? (end - part)
            busy += counted.length(from: part, to: min(end, to))
            bins.spread(part, end, isWork: true)
        }
        return service ?? 0
    }

    private mutating func endOutage(at now: Int64) {
        guard let outage = outages.end(at: now) else { return }
        // The same steps, with the time that the server was down.
        var spread = ServerBins(from: context.start, to: context.end)
        spread.spread(outage.from, outage.to, isWork: true)
        if down.isEmpty { down = Array(repeating: 0, count: spread.bins.count) }
        for index in down.indices { down[index] += spread.bins[index].busy }
    }

    mutating func take(_ event: ClientEvent, at time: CityTime) {
        isUsed = true
        guard counted.holds(time) else { return }
        switch event {
        case .clientAction(_, _, let kind, let client):
            actions[Int(client.rawValue)][kind] += 1
        case .inputTaken(_, _, let client, let duration):
            inputs[Int(client.rawValue)].add(duration.nanoseconds)
        case .answerShown(_, _, _, let client, let span):
            latency.add(span.nanoseconds)
            latencies[Int(client.rawValue)].add(span.nanoseconds)
        }
    }

    /// Takes a change of a level of the load.
    mutating func change(_ level: Int, by change: Int64, at time: CityTime) {
        levels[level].change(by: change, at: time)
    }

    /// Closes what is open.
    mutating func close(at end: CityTime) {
        if outages.since != nil { endOutage(at: max(end.nanoseconds, outages.since ?? 0)) }
        for index in levels.indices { levels[index].advance(to: end) }
        bins.close()
        sensitivity.close()
    }
}
