// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The quick rule: by end of window, each at the earliest start that fits what is there already.
extension DayArranger {
    /// An item at its time.
    struct Entry {
        let item: Int
        let start: CityTime
        let end: CityTime
    }

    /// Fixed items at their times; they come by start.
    func timeline(of still: some Sequence<Int>) -> [Entry] {
        still.map { Entry(item: $0, start: items[$0].opens, end: items[$0].closes) }
    }

    /// Puts an item behind all that begin before it.
    func insert(_ index: Int, at start: CityTime, into timeline: inout [Entry]) {
        let place = timeline.firstIndex { $0.start > start } ?? timeline.count
        timeline.insert(Entry(item: index, start: start, end: start + items[index].duration), at: place)
    }

    /// The starts of the flexible items, which come by end of window and number; nil when one finds no room.
    mutating func quickStarts(of moving: [Int], among still: [Int], withTravel: Bool) -> [CityTime]? {
        var timeline = timeline(of: still)
        var starts: [CityTime] = []
        starts.reserveCapacity(moving.count)
        for index in moving {
            guard let start = earliestStart(of: index, in: timeline, withTravel: withTravel) else { return nil }
            starts.append(start)
            insert(index, at: start, into: &timeline)
        }
        return starts
    }

    /// The earliest start of an item among others, or nil when there is none. Within one gap an earlier start is never worse for
    /// what follows, so each gap has one candidate.
    mutating func earliestStart(of index: Int, in timeline: [Entry], withTravel: Bool) -> CityTime? {
        var gapStart = CityTime(nanoseconds: .min)
        var last: Entry?
        for next in 0...timeline.count {
            let gapEnd = next < timeline.count ? timeline[next].start : .never
            if gapStart < gapEnd {
                let start = startInGap(of: index, from: gapStart, last, withTravel: withTravel)
                let end = start + items[index].duration
                if end <= min(gapEnd, items[index].closes),
                    !withTravel || followersFit(Entry(item: index, start: start, end: end), last, in: timeline[next...])
                {
                    return start
                }
            }
            guard next < timeline.count else { break }
            gapStart = max(gapStart, timeline[next].end)
            if gapStart >= items[index].closes { break }
            if withTravel { last = later(last, timeline[next]) }
        }
        return nil
    }

    /// The earliest start after a gap's begin; `last` is the last place before it.
    private mutating func startInGap(
        of index: Int, from gapStart: CityTime, _ last: Entry?, withTravel: Bool
    ) -> CityTime {
        let start = max(gapStart, items[index].opens, now)
        guard withTravel, items[index].place != nil, let last else { return start }
        return max(start, gapStart + travel.time(from: last.item, to: index, items))
    }

    /// Of two entries the located one that ends later; of equal ones the one that starts later, then the one of higher number.
    private func later(_ first: Entry?, _ second: Entry) -> Entry? {
        guard items[second.item].place != nil else { return first }
        guard let first else { return second }
        let isLater =
            (first.end, first.start, items[first.item].id) < (second.end, second.start, items[second.item].id)
        return isLater ? second : first
    }

    /// Whether those after a new entry are still reached: the next located one, beyond those without a place. `last` is the last
    /// place before the entry.
    private mutating func followersFit(_ new: Entry, _ last: Entry?, in followers: ArraySlice<Entry>) -> Bool {
        let lastBefore = later(last, new)
        for (index, follower) in zip(followers.indices, followers) where items[follower.item].place != nil {
            var (before, place) = (new, lastBefore)
            var isBeyond = false
            for other in followers[..<index] where other.end <= follower.start {
                if other.end > before.end { before = other }
                if items[other.item].place != nil {
                    place = later(place, other)
                    isBeyond = true
                }
            }
            // Somebody was elsewhere in between: neither the end nor the place of the new entry matters any more.
            if isBeyond { return true }
            let isConcerned = before.item == new.item || place?.item == new.item
            guard !isConcerned || fits(follower, after: before, from: place) else { return false }
        }
        return true
    }

    /// Whether one gets from the last place to a located entry, leaving when the one before it ends.
    mutating func fits(_ entry: Entry, after before: Entry, from place: Entry?) -> Bool {
        guard let place else { return true }
        let isFlexible = [entry, before, place].contains { items[$0.item].isFlexible }
        return !isFlexible || before.end + travel.time(from: place.item, to: entry.item, items) <= entry.start
    }

    /// Those of a timeline that are not reached, by start.
    mutating func late(in timeline: [Entry]) -> [AppointmentID] {
        var late: [AppointmentID] = []
        for entry in timeline where items[entry.item].place != nil {
            var (before, place): (Entry?, Entry?) = (nil, nil)
            for other in timeline where other.end <= entry.start {
                if before.map({ other.end > $0.end }) ?? true { before = other }
                place = later(place, other)
            }
            if let before, !fits(entry, after: before, from: place) { late.append(items[entry.item].id) }
        }
        return late
    }
}
