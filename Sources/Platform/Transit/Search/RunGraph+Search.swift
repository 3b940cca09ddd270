// SPDX-License-Identifier: GPL-3.0-or-later

/// What a search found for a number of vehicles: the earliest end, which is earlier than that of fewer vehicles.
struct RunEnd: Hashable, Sendable {
    let vehicles: Int
    let time: Int32
    /// The last vehicle's record.
    let record: Int
    let stop: Int
}

extension RunGraph {
    /// Round-based search: round k finds where k vehicles lead at their earliest.
    ///
    /// Two times are kept at each stop: when a vehicle first brought one there, and from when one may get on there, which a walk may
    /// have made earlier. So a stop that was reached on foot does not hide the walks from a later arrival by vehicle.
    ///
    /// - Parameters:
    ///   - starts: stops with the times at which one is there.
    ///   - ends: stops with what lies between them and the end.
    ///   - bound: only ends before it count.
    ///   - cap: only vehicles that arrive before it are used.
    ///   - most: vehicles at most.
    ///   - query: the lines that do not run, and the longest walk between vehicles.
    ///   - narrows: whether searches in the other direction are narrowed to what this one found, until `scratch.widen()`.
    /// - Returns: by number of vehicles, each earlier than the one before; `scratch.records` has their vehicles.
    ///
    /// Source: D. Delling, T. Pajor, R. F. Werneck, Round-Based Public Transit Routing, ALENEX 2012; Transportation Science 49 (2015).
    func search(
        _ scratch: inout TransitScratch, starts: [StopOffset], ends: [StopOffset], bound: Int32, cap: Int32,
        most: Int, _ query: TransitQuery, narrows: Bool = false
    ) -> [RunEnd] {
        scratch.records.removeAll(keepingCapacity: true)
        for end in ends { scratch.stops[end.stop].rest = min(scratch.stops[end.stop].rest, end.seconds) }
        // What is no better than the best end is noted too where the other direction asks for it.
        let slack: Int32 = narrows ? 1 : 0
        for start in starts
        where start.seconds < scratch.stops[start.stop].ready && start.seconds <= scratch.limits[start.stop].boards {
            scratch.mark(start.stop, ready: start.seconds, by: -1)
        }
        var found: [RunEnd] = []
        var best = min(bound, .max - 1)
        for vehicles in 1...max(most, 1) where !scratch.marked.isEmpty && vehicles <= most {
            gather(&scratch)
            let (time, record) = scan(&scratch, best, slack, cap, query.closedLines)
            if time < best {
                best = time
                let last = scratch.records[record]
                let stop = stop(Int(stopFirst[Int(last.pattern)]) + Int(last.off))
                found.append(RunEnd(vehicles: vehicles, time: time, record: record, stop: stop))
            }
            change(&scratch, min(best + slack, cap), query.longestWalk)
        }
        if narrows { scratch.narrow() }
        for end in ends { scratch.stops[end.stop].rest = TransitScratch.never }
        scratch.clear()
        return found
    }

    /// Gathers the patterns of the stops at which one may get on earlier than before, with the first such position of each.
    private func gather(_ scratch: inout TransitScratch) {
        let (first, patterns, positions) = (visitFirst, visitPatterns, visitPositions)
        scratch.patterns.removeAll(keepingCapacity: true)
        for stop in scratch.marked {
            let stop = Int(stop)
            scratch.stops[stop].isMarked = false
            for visit in Int(first[stop])..<Int(first[stop + 1]) {
                let (pattern, position) = (Int(patterns[visit]), positions[visit])
                let before = scratch.begin[pattern]
                if position < before {
                    scratch.begin[pattern] = position
                    if before == TransitScratch.never { scratch.patterns.append(Int32(pattern)) }
                }
            }
        }
        scratch.marked.removeAll(keepingCapacity: true)
    }

    /// Goes along each pattern with the earliest trip that can be caught; the earliest end that it finds, with its record.
    private func scan(
        _ scratch: inout TransitScratch, _ bound: Int32, _ slack: Int32, _ cap: Int32, _ closed: [Bool]
    ) -> (Int32, Int) {
        let never = TransitScratch.never
        var (best, bestRecord, limit) = (bound, -1, min(bound + slack, cap))
        // Spans of lists that are taken out of the scratch memory: the loop below is where a search spends its time, and asks of no
        // list whether it is shared.
        var (stateList, beginList) = (taken(&scratch.stops), taken(&scratch.begin))
        defer { (scratch.stops, scratch.begin) = (stateList, beginList) }
        var states = stateList.mutableSpan
        var begins = beginList.mutableSpan
        let limitList = scratch.limits
        let limits = limitList.span
        let calls = self.calls.span
        let arrivals = self.arrivals.span
        let departures = self.departures.span
        for pattern in scratch.patterns {
            let pattern = Int(pattern)
            let begin = Int(begins[pattern])
            begins[pattern] = never
            if !closed.isEmpty, closed[Int(lines[pattern])] { continue }
            let first = Int(stopFirst[pattern])
            let length = Int(stopFirst[pattern + 1]) &- first
            let base = timeFirst[pattern]
            let firstTrip = tripFirst[pattern]
            let count = Int(tripFirst[pattern + 1] &- firstTrip)
            // The trip one is on, counted in the pattern, where its times begin, and how one came to be on it.
            var (trip, row, on, before) = (count, base &+ count &* length, 0, Int32(-1))
            for position in begin..<length {
                let call = calls[first &+ position]
                let stop = Int(call >> 2)
                if trip < count, call & Self.noAlighting == 0 {
                    let arrival = arrivals[row &+ position]
                    if arrival < limit, arrival < states[stop].reached, arrival <= limits[stop].reached {
                        let record = Int32(truncatingIfNeeded: scratch.records.count)
                        scratch.records.append(
                            VehicleRecord(
                                pattern: Int32(truncatingIfNeeded: pattern),
                                trip: firstTrip &+ Int32(truncatingIfNeeded: trip),
                                on: Int32(truncatingIfNeeded: on), off: Int32(truncatingIfNeeded: position),
                                before: before))
                        var state = states[stop]
                        if state.reached == never, state.ready == never { scratch.touched.append(call >> 2) }
                        state.reached = arrival
                        state.reachedBy = record
                        if !state.isFresh {
                            state.isFresh = true
                            scratch.fresh.append(call >> 2)
                        }
                        states[stop] = state
                        if state.rest != never, arrival &+ state.rest < best {
                            (best, bestRecord) = (arrival &+ state.rest, Int(record))
                            limit = min(best + slack, cap)
                        }
                    }
                }
                let ready = states[stop].ready
                guard ready != never, trip > 0, call & Self.noBoarding == 0 else { continue }
                if trip < count {
                    guard ready <= departures[row &- length &+ position] else { continue }
                    repeat {
                        trip &-= 1
                        row &-= length
                    } while trip > 0 && ready <= departures[row &- length &+ position]
                } else {
                    var (low, high) = (0, count)
                    while low < high {
                        let middle = (low &+ high) / 2
                        if departures[base &+ middle &* length &+ position] < ready {
                            low = middle &+ 1
                        } else {
                            high = middle
                        }
                    }
                    guard low < count else { continue }
                    (trip, row) = (low, base &+ low &* length)
                }
                (on, before) = (position, states[stop].readyBy)
            }
        }
        return (best, bestRecord)
    }

    /// From the stops that vehicles reached earlier than before: one may get on there after the time for a change, and at the stops
    /// that one walks to.
    private func change(_ scratch: inout TransitScratch, _ limit: Int32, _ longest: Int32) {
        let (waits, first, stops, seconds) = (changes.waits, changes.first, changes.stops, changes.seconds)
        let metres = changes.metres
        for stop in scratch.fresh {
            let stop = Int(stop)
            scratch.stops[stop].isFresh = false
            let (time, record) = (scratch.stops[stop].reached, scratch.stops[stop].reachedBy)
            guard time < limit else { continue }
            let wait = waits[stop]
            if wait != StopChanges.never, time + wait < scratch.stops[stop].ready,
                time + wait <= scratch.limits[stop].boards
            {
                scratch.mark(stop, ready: time + wait, by: record)
            }
            for walk in Int(first[stop])..<Int(first[stop + 1]) {
                let (other, there) = (Int(stops[walk]), time &+ seconds[walk])
                if there < limit, there < scratch.stops[other].ready, metres[walk] <= longest,
                    there <= scratch.limits[other].boards
                {
                    scratch.mark(other, ready: there, by: record)
                }
            }
        }
        scratch.fresh.removeAll(keepingCapacity: true)
    }
}

/// A list, of which nothing is left where it was.
private func taken<Element>(_ list: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&taken, &list)
    return taken
}

extension TransitScratch {
    /// One may get on at a stop earlier than before.
    @inline(__always)
    fileprivate mutating func mark(_ stop: Int, ready time: Int32, by record: Int32) {
        var state = stops[stop]
        if state.reached == Self.never, state.ready == Self.never { touched.append(Int32(stop)) }
        state.ready = time
        state.readyBy = record
        if !state.isMarked {
            state.isMarked = true
            marked.append(Int32(stop))
        }
        stops[stop] = state
    }

    /// Sets all times to `never` again; the records stay until the next search.
    fileprivate mutating func clear() {
        for stop in touched { stops[Int(stop)] = StopState() }
        touched.removeAll(keepingCapacity: true)
        marked.removeAll(keepingCapacity: true)
    }
}
