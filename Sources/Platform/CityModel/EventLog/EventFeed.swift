// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the event log: metrics, invariants, the fingerprint and the writers are all observers.
///
/// Called on the loop's thread, in order, with every record once. Records come in batches; a batch never ends inside a
/// turn. Observers never change the run.
public protocol EventObserver: AnyObject {
    /// Says what it reads, once, when it is added to a log.
    func subscribe(to feed: EventFeed)
    /// The run is over at this time; no record follows.
    func finish(at end: CityTime)
}

extension EventObserver {
    /// Nothing is left to do.
    public func finish(at end: CityTime) {}
}

/// Records of one service that follow one another in the log.
public struct EventRun {
    let channel: AnyChannel
    let range: Range<Int>

    /// Whether a replay of the recorded messages gives these facts again (SIM-06).
    public var isReplayed: Bool { channel.isReplayed }
    /// Adds the records to a fingerprint.
    public func hash(into lanes: inout FingerprintLanes) { channel.hash(range, into: &lanes) }
    /// One line of JSON for each record, each with its line break.
    public var lines: String { channel.lines(range) }
    /// Each record as a row.
    public func rows(_ body: (EventRow) throws -> Void) rethrows { try channel.rows(range, body) }
}

/// What one observer reads: a subscription to some types of events, or to every record whatever its type.
///
/// Whoever reads several types gets them in the log's order, one run of records after another.
public final class EventFeed {
    let observer: any EventObserver
    private let log: EventLog
    /// By the channel's index.
    private var takes: [((Range<Int>) -> Void)?] = []
    private var only: AnyChannel?
    private var every: ((EventRun) -> Void)?
    private var ends: (() -> Void)?

    init(_ log: EventLog, _ observer: any EventObserver) {
        self.log = log
        self.observer = observer
    }

    /// Reads the events of this type.
    public func on<Fact: Event>(_ type: Fact.Type, _ take: @escaping (Span<Record<Fact>>) -> Void) {
        let channel = log.channel(type)
        only = takes.isEmpty ? channel : nil
        while takes.count <= channel.index { takes.append(nil) }
        takes[channel.index] = { channel.take($0, take) }
    }

    /// Reads every record, of types that this code does not know.
    public func onEvery(_ take: @escaping (EventRun) -> Void) { every = take }

    /// Does something after each batch: no turn is under way then.
    public func afterBatch(_ body: @escaping () -> Void) { ends = body }

    func deliver(_ runs: [RunOrder.Run], of channels: [AnyChannel]) {
        if let only, every == nil {
            // One service needs no order between services.
            if only.filled > 0 { takes[only.index]?(0..<only.filled) }
        } else {
            for run in runs {
                if run.channel < takes.count { takes[run.channel]?(run.range) }
                every?(EventRun(channel: channels[run.channel], range: run.range))
            }
        }
        ends?()
    }
}

/// The order of a batch over all channels: numbers have no gaps, so the next run is in the channel with the next number.
struct RunOrder {
    struct Run {
        let channel: Int
        let range: Range<Int>
    }

    private(set) var runs: [Run] = []
    private var positions: [Int] = []
    private var heads: [Int64] = []

    mutating func sort(_ channels: [AnyChannel]) {
        runs.removeAll(keepingCapacity: true)
        positions = channels.map { _ in 0 }
        heads = channels.map { $0.filled > 0 ? $0.number(at: 0) : .max }
        while true {
            // The channel with the lowest number, and the lowest number of the others.
            var (next, lowest, limit) = (-1, Int64.max, Int64.max)
            for (index, head) in heads.enumerated() where head < limit {
                if head < lowest {
                    (next, lowest, limit) = (index, head, lowest)
                } else {
                    limit = head
                }
            }
            guard next >= 0 else { return }
            let (channel, start) = (channels[next], positions[next])
            let end = max(start + 1, channel.end(from: start, below: limit))
            runs.append(Run(channel: next, range: start..<end))
            positions[next] = end
            heads[next] = end < channel.filled ? channel.number(at: end) : .max
        }
    }
}
