// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A time in which the server is down: from its beginning up to its end, where it answers again.
public struct Outage: Hashable, Sendable {
    /// When it begins.
    public var begin: CityTime
    /// When it ends, not before the beginning.
    public var end: CityTime

    /// Makes an outage; traps when it ends before it begins.
    public init(_ begin: CityTime, _ end: CityTime) {
        precondition(begin <= end, "an outage cannot end before it begins")
        self.begin = begin
        self.end = end
    }

    /// How long it lasts.
    public var length: TimeSpan { end - begin }
}

/// When the server is down. Two kinds: listed outages, and drawn ones, whose chance lies with the caller.
public protocol OutagePlan: Sendable {
    /// The first outage that has not ended at this time; nil when none comes. Asked once at the beginning, and then with
    /// the end of each outage.
    mutating func next(after time: CityTime) -> Outage?
}

/// Outages at stated times.
public struct ListedOutages: OutagePlan {
    private var outages: ArraySlice<Outage>

    /// Takes outages in any order; those that meet or overlap become one.
    public init(_ outages: [Outage]) {
        var merged: [Outage] = []
        for outage in outages.sorted(by: { ($0.begin, $0.end) < ($1.begin, $1.end) }) where outage.length > .zero {
            if let last = merged.last, outage.begin <= last.end {
                merged[merged.count - 1].end = max(last.end, outage.end)
            } else {
                merged.append(outage)
            }
        }
        self.outages = merged[...]
    }

    /// The first listed outage that has not ended at this time.
    public mutating func next(after time: CityTime) -> Outage? {
        while let outage = outages.popFirst() {
            if outage.end > time { return outage }
        }
        return nil
    }
}

/// Outages with up and down times from outside: exponential ones of MTBF and MTTR, or any other (AVAIL-01).
public struct DrawnOutages<Spans: OutageSpans>: OutagePlan {
    private var spans: Spans

    /// Takes up and down times from this source, in turn.
    public init(_ spans: Spans) {
        self.spans = spans
    }

    /// The next outage: one up time after this one, and one down time long.
    public mutating func next(after time: CityTime) -> Outage? {
        let begin = time + spans.nextUp()
        return Outage(begin, begin + spans.nextDown())
    }
}

/// Where the lengths of drawn outages come from.
public protocol OutageSpans: Sendable {
    /// How long the server stays up, 0 or more.
    mutating func nextUp() -> TimeSpan
    /// How long it is down then, 0 or more.
    mutating func nextDown() -> TimeSpan
}
