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
    ///   - closed: lines that do not run; empty for none.
    /// - Returns: by number of vehicles, each earlier than the one before; `scratch.records` has their vehicles.
    ///
    /// Source: D. Delling, T. Pajor, R. F. Werneck, Round-Based Public Transit Routing, ALENEX 2012; Transportation Science 49 (2015).
    func search(
        _ scratch: inout TransitScratch, starts: [StopOffset], ends: [StopOffset], bound: Int32, cap: Int32,
        most: Int, closed: [Bool]
    ) -> [RunEnd] {
        let never = TransitScratch.never
        scratch.records.removeAll(keepingCapacity: true)
        for end in ends { scratch.ends[end.stop] = min(scratch.ends[end.stop], end.seconds) }
        for start in starts where start.seconds < scratch.ready[start.stop] {
            scratch.mark(start.stop, ready: start.seconds, by: -1)
        }
        var found: [RunEnd] = []
        var best = bound
        for vehicles in 1...max(most, 1) where !scratch.marked.isEmpty && vehicles <= most {
            gather(&scratch)
            let (time, record) = scan(&scratch, best, cap, closed)
            if time < best {
                best = time
                let last = scratch.records[record]
                let stop = Int(stops[Int(stopFirst[Int(last.pattern)]) + Int(last.off)])
                found.append(RunEnd(vehicles: vehicles, time: time, record: record, stop: stop))
            }
            change(&scratch, min(best, cap))
        }
        for end in ends { scratch.ends[end.stop] = never }
        scratch.clear()
        return found
    }

    /// Gathers the patterns of the stops at which one may get on earlier than before, with the first such position of each.
    private func gather(_ scratch: inout TransitScratch) {
        scratch.patterns.removeAll(keepingCapacity: true)
        for stop in scratch.marked {
            let stop = Int(stop)
            scratch.isMarked[stop] = false
            for visit in Int(visitFirst[stop])..<Int(visitFirst[stop + 1]) {
                let (pattern, position) = (Int(visitPatterns[visit]), visitPositions[visit])
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
    private func scan(_ scratch: inout TransitScratch, _ bound: Int32, _ cap: Int32, _ closed: [Bool]) -> (Int32, Int) {
        let never = TransitScratch.never
        var (best, bestRecord, limit) = (bound, -1, min(bound, cap))
        for index in scratch.patterns.indices {
            let pattern = Int(scratch.patterns[index])
            let begin = Int(scratch.begin[pattern])
            scratch.begin[pattern] = never
            if !closed.isEmpty, closed[Int(lines[pattern])] { continue }
            let first = Int(stopFirst[pattern])
            let length = Int(stopFirst[pattern + 1]) - first
            let base = timeFirst[pattern]
            let count = Int(tripFirst[pattern + 1] - tripFirst[pattern])
            // The trip one is on, counted in the pattern, where its times begin, and how one came to be on it.
            var (trip, row, on, before) = (count, base + count * length, 0, Int32(-1))
            for position in begin..<length {
                let stop = Int(stops[first + position])
                let rule = rules[first + position]
                if trip < count, rule & StopRules.noAlighting.rawValue == 0 {
                    let arrival = arrivals[row + position]
                    if arrival < limit, arrival < scratch.reached[stop] {
                        let record = Int32(scratch.records.count)
                        scratch.records.append(
                            VehicleRecord(
                                pattern: Int32(pattern), trip: tripFirst[pattern] + Int32(trip), on: Int32(on),
                                off: Int32(position), before: before))
                        scratch.reach(stop, at: arrival, by: record)
                        let rest = scratch.ends[stop]
                        if rest != never, arrival + rest < best {
                            (best, bestRecord) = (arrival + rest, Int(record))
                            limit = min(best, cap)
                        }
                    }
                }
                let ready = scratch.ready[stop]
                guard ready != never, trip > 0, rule & StopRules.noBoarding.rawValue == 0 else { continue }
                if trip < count {
                    guard ready <= departures[row - length + position] else { continue }
                    repeat {
                        trip -= 1
                        row -= length
                    } while trip > 0 && ready <= departures[row - length + position]
                } else {
                    var (low, high) = (0, count)
                    while low < high {
                        let middle = (low + high) / 2
                        if departures[base + middle * length + position] < ready {
                            low = middle + 1
                        } else {
                            high = middle
                        }
                    }
                    guard low < count else { continue }
                    (trip, row) = (low, base + low * length)
                }
                (on, before) = (position, scratch.readyBy[stop])
            }
        }
        return (best, bestRecord)
    }

    /// From the stops that vehicles reached earlier than before: one may get on there after the time for a change, and at the stops
    /// that one walks to.
    private func change(_ scratch: inout TransitScratch, _ limit: Int32) {
        for index in scratch.fresh.indices {
            let stop = Int(scratch.fresh[index])
            scratch.isFresh[stop] = false
            let (time, record) = (scratch.reached[stop], scratch.reachedBy[stop])
            guard time < limit else { continue }
            let wait = changes.waits[stop]
            if wait != StopChanges.never, time + wait < scratch.ready[stop] {
                scratch.mark(stop, ready: time + wait, by: record)
            }
            for walk in changes.walks(from: stop) {
                let (other, there) = (Int(changes.stops[walk]), time + changes.seconds[walk])
                if there < limit, there < scratch.ready[other] { scratch.mark(other, ready: there, by: record) }
            }
        }
        scratch.fresh.removeAll(keepingCapacity: true)
    }
}

extension TransitScratch {
    /// One may get on at a stop earlier than before.
    @inline(__always)
    fileprivate mutating func mark(_ stop: Int, ready time: Int32, by record: Int32) {
        if ready[stop] == Self.never { waiting.append(Int32(stop)) }
        ready[stop] = time
        readyBy[stop] = record
        if !isMarked[stop] {
            isMarked[stop] = true
            marked.append(Int32(stop))
        }
    }

    /// A vehicle brings one to a stop earlier than before.
    @inline(__always)
    fileprivate mutating func reach(_ stop: Int, at time: Int32, by record: Int32) {
        if reached[stop] == Self.never { touched.append(Int32(stop)) }
        reached[stop] = time
        reachedBy[stop] = record
        if !isFresh[stop] {
            isFresh[stop] = true
            fresh.append(Int32(stop))
        }
    }

    /// Sets all times to `never` again; the records stay until the next search.
    fileprivate mutating func clear() {
        for stop in touched { reached[Int(stop)] = Self.never }
        for stop in waiting { ready[Int(stop)] = Self.never }
        for stop in marked { isMarked[Int(stop)] = false }
        touched.removeAll(keepingCapacity: true)
        waiting.removeAll(keepingCapacity: true)
        marked.removeAll(keepingCapacity: true)
    }
}
