// SPDX-License-Identifier: GPL-3.0-or-later

/// The one log of a city: numbers every fact of every service, stamps it with the loop's time and turn, and hands it to the
/// observers.
///
/// Each service notes its own type of event in its own channel; the numbers keep the total order. The log keeps nothing but
/// a small batch, so memory does not grow with the run, and knows no service.
///
/// `@unchecked Sendable`: actors share the log, but use it on their loop's thread only, which `note` checks in debug
/// builds.
public final class EventLog: @unchecked Sendable {
    /// How many facts were noted.
    public private(set) var count: Int64 = 0
    /// How many of them a replay of the recorded messages gives again (SIM-06).
    public var replayedCount: Int64 { channels.reduce(replayedBefore) { $0 + ($1.isReplayed ? Int64($1.filled) : 0) } }
    private var replayedBefore: Int64 = 0

    private let clock: any TurnClock
    private let batchSize: Int64
    private var flushed: Int64 = 0
    private var lastTurn: Int64 = -1
    private var channels: [AnyChannel] = []
    private var feeds: [EventFeed] = []
    private var order = RunOrder()

    /// A log that hands over batches of about this many facts, always whole turns; 1 means after every turn.
    ///
    /// Smaller batches would keep their records nearer, but cost more: city and observers push each other's code out of the
    /// processor's first cache (128 facts: a quarter more misses of code).
    public init(_ clock: any TurnClock, batchSize: Int = 256) {
        self.clock = clock
        self.batchSize = Int64(batchSize)
    }

    /// The channel of this type of events, opened when it is asked for first.
    public func channel<Fact: Event>(_ type: Fact.Type) -> EventChannel<Fact> {
        for case let channel as EventChannel<Fact> in channels { return channel }
        let channel = EventChannel<Fact>(log: self, index: channels.count)
        channels.append(channel)
        return channel
    }

    /// Adds a reader; before the first fact.
    public func add(_ observer: any EventObserver) {
        precondition(count == 0, "observers are added before the first event")
        let feed = EventFeed(self, observer)
        observer.subscribe(to: feed)
        feeds.append(feed)
    }

    /// Counts the next fact; hands the batch over first when a new turn begins.
    @usableFromInline
    func begin() -> (number: Int64, time: CityTime, turn: Int64) {
        assert(clock.isOnLoop, "facts are noted on the loop's thread")
        let (time, turn) = clock.moment
        if turn != lastTurn {
            lastTurn = turn
            if count - flushed >= batchSize { flush() }
        }
        count += 1
        return (count, time, turn)
    }

    /// Counts a record that was made elsewhere.
    func countRecord() { count += 1 }

    /// Hands over what is left; call between turns only.
    public func flush() {
        guard count > flushed else { return }
        order.sort(channels)
        for feed in feeds { feed.deliver(order.runs, of: channels) }
        for channel in channels {
            if channel.isReplayed { replayedBefore += Int64(channel.filled) }
            channel.clear()
        }
        flushed = count
    }

    /// Ends the log at this time and lets the observers and the channels go.
    public func finish(at end: CityTime) {
        flush()
        for feed in feeds { feed.observer.finish(at: end) }
        close()
    }

    /// Lets the observers and the channels go, which hold each other: what is noted from now on reaches nobody.
    public func close() {
        feeds = []
        channels = []
    }
}
