// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The rows of a table of stop times, side by side.
private struct StopTimeRows {
    var trips: [UInt32] = []
    var sequences: [UInt32] = []
    var stops: [UInt32] = []
    /// Negative where there is no clock time.
    var arrivals: [Int32] = []
    var departures: [Int32] = []
    var rules: [UInt8] = []
    var places: [ByteTable.Place] = []

    /// The rows of each trip, in order: where those of each begin, and the rows.
    func byTrip(_ count: Int) -> (first: [Int], rows: [UInt32]) {
        var first = [Int](repeating: 0, count: count + 1)
        for trip in trips { first[Int(trip) + 1] += 1 }
        for trip in 0..<count { first[trip + 1] += first[trip] }
        var next = first
        var rows = [UInt32](repeating: 0, count: trips.count)
        for (row, trip) in trips.enumerated() {
            rows[next[Int(trip)]] = UInt32(row)
            next[Int(trip)] += 1
        }
        for trip in 0..<count {
            let range = first[trip]..<first[trip + 1]
            let isSorted = zip(range, range.dropFirst()).allSatisfy {
                sequences[Int(rows[$0])] <= sequences[Int(rows[$1])]
            }
            guard !isSorted else { continue }
            rows[range].sort { (sequences[Int($0)], $0) < (sequences[Int($1)], $1) }
        }
        return (first, rows)
    }
}

/// A window in which a trip is repeated.
struct Frequency {
    let start: Int32
    let end: Int32
    let headway: Int32
    let line: Int
}

extension FeedReader {
    /// The windows of each trip that has some, by their start.
    mutating func readFrequencies(_ draft: inout TimetableDraft) -> [UInt32: [Frequency]] {
        guard var table = table("frequencies.txt", FeedColumns.frequencies) else { return [:] }
        var windows: [UInt32: [Frequency]] = [:]
        var places: [Int: ByteTable.Place] = [:]
        while table.advance() {
            draft.summary.frequencies += 1
            let trip = number("trip_id", in: trips, of: "trips.txt", &table)
            let (start, end) = (Self.time("start_time", &table), Self.time("end_time", &table))
            let headway = table.whole("headway_secs")
            if let headway, !(1...86_400).contains(headway) {
                table.note("headway_secs", "headway_secs \(headway) is not a number of seconds from 1 to 86400")
                continue
            }
            if let start, let end, end <= start {
                table.note(
                    "end_time",
                    "the times end at \(Self.clockText(end)), not after they begin at \(Self.clockText(start))")
                continue
            }
            guard let trip, let start, let end, let headway else { continue }
            windows[trip, default: []].append(
                Frequency(start: start, end: end, headway: Int32(headway), line: table.line))
            places[table.line] = table.place
        }
        for trip in windows.keys.sorted() {
            let sorted = (windows[trip] ?? []).sorted { ($0.start, $0.line) < ($1.start, $1.line) }
            windows[trip] = sorted
            for (before, next) in zip(sorted, sorted.dropFirst()) where next.start < before.end {
                guard let place = places[next.line] else { continue }
                table.goBack(to: place)
                table.note(
                    "start_time",
                    "the times from \(Self.clockText(next.start)) overlap those of line \(before.line), from "
                        + "\(Self.clockText(before.start)) to \(Self.clockText(before.end)), for the same trip")
            }
        }
        take(table)
        return windows
    }

    private static func time(_ column: String, _ table: inout ByteTable) -> Int32? {
        guard let index = table.position(column) else { return nil }
        if let seconds = clock(table.cell(index)) { return seconds }
        table.note(column, "\(column) \"\(table.text(column))\" \(clockForm)")
        return nil
    }

    mutating func readStopTimes(_ draft: inout TimetableDraft, _ frequencies: [UInt32: [Frequency]]) {
        guard var table = table("stop_times.txt", FeedColumns.stopTimes) else { return }
        var rows = readRows(&table)
        draft.summary.stopTimes += rows.trips.count
        let (first, order) = rows.byTrip(tripRows.count)
        for trip in tripRows.indices {
            let times = order[first[trip]..<first[trip + 1]]
            guard times.count >= 2 else {
                draft.summary.shortTrips += 1
                continue
            }
            guard let between = fill(&rows, times, &table) else { continue }
            draft.summary.timesBetween += between
            // Of a feed with errors nothing is kept but further errors.
            guard errorCount + table.errorCount == 0 else { continue }
            let row = tripRows[trip]
            let stops = times.map { rows.stops[Int($0)] }
            let windows = frequencies[UInt32(trip)]
            let start = rows.departures[Int(times[times.startIndex])]
            let end = rows.arrivals[Int(times[times.endIndex - 1])]
            var shifts: [Int32] = [0]
            if let windows {
                shifts = windows.flatMap { window in
                    stride(from: window.start, to: window.end, by: Int(window.headway)).map { $0 - start }
                }
                draft.summary.repeatedTrips += shifts.count
                if let last = shifts.last, Int(end) + Int(last) > Int(Timetable.latestTime) {
                    take(
                        "the trip \(draft.made.tripIDs[Int(row.name)]) is repeated until it ends past 48:00:00",
                        in: "frequencies.txt", line: windows.last?.line ?? 1)
                    continue
                }
            }
            draft.add(
                row, stops: stops, rules: times.map { rows.rules[Int($0)] },
                arrivals: times.map { rows.arrivals[Int($0)] }, departures: times.map { rows.departures[Int($0)] },
                shifts: shifts)
            if draft.timeCount > TimetableDraft.mostTimes {
                take(
                    "the trips have more than \(TimetableDraft.mostTimes) times at stops, those that frequencies repeat among "
                        + "them; allowed: as many at most", in: "stop_times.txt")
                break
            }
        }
        take(table)
    }

    private mutating func readRows(_ table: inout ByteTable) -> StopTimeRows {
        var rows = StopTimeRows()
        guard let tripColumn = table.position("trip_id"), let stopColumn = table.position("stop_id"),
            let arrivalColumn = table.position("arrival_time"),
            let departureColumn = table.position("departure_time")
        else { return rows }
        let (boarding, alighting) = (table.position("pickup_type"), table.position("drop_off_type"))
        var lastID: [UInt8] = []
        var lastTrip: UInt32?
        while table.advance() {
            // The rows of a trip mostly follow each other.
            if lastTrip == nil || !table.cell(tripColumn).elementsEqual(lastID) {
                lastID = Array(table.cell(tripColumn))
                lastTrip = number("trip_id", in: trips, of: "trips.txt", &table)
            }
            let stop = stops[String(decoding: table.cell(stopColumn), as: UTF8.self)]
            if stop == nil { _ = number("stop_id", in: stops, of: "stops.txt", &table) }
            let sequence = table.whole("stop_sequence")
            if let sequence, !(0...Int64(UInt32.max)).contains(sequence) {
                table.note("stop_sequence", "stop_sequence \(sequence) is negative, or has more than nine digits")
                continue
            }
            var rules: StopRules = []
            if let boarding, table.cell(boarding).elementsEqual([UInt8(ascii: "1")]) { rules.insert(.noBoarding) }
            if let alighting, table.cell(alighting).elementsEqual([UInt8(ascii: "1")]) { rules.insert(.noAlighting) }
            let arrival = Self.optional(arrivalColumn, "arrival_time", &table)
            let departure = Self.optional(departureColumn, "departure_time", &table)
            guard let trip = lastTrip, let stop, let sequence, let arrival, let departure else { continue }
            if arrival >= 0, departure >= 0, departure < arrival {
                table.note(
                    "departure_time",
                    "departs at \(Self.clockText(departure)), before it arrives at \(Self.clockText(arrival))")
                continue
            }
            rows.trips.append(trip)
            rows.sequences.append(UInt32(sequence))
            rows.stops.append(stop)
            rows.arrivals.append(arrival < 0 ? departure : arrival)
            rows.departures.append(departure < 0 ? arrival : departure)
            rows.rules.append(rules.rawValue)
            rows.places.append(table.place)
        }
        return rows
    }

    /// A clock time, -1 where the cell is empty; nil when it is none, which is noted.
    private static func optional(_ index: Int, _ column: String, _ table: inout ByteTable) -> Int32? {
        let cell = table.cell(index)
        if let seconds = clock(cell) { return seconds }
        if cell.allSatisfy({ $0 == UInt8(ascii: " ") }) { return -1 }
        table.note(column, "\(column) \"\(table.text(column))\" \(clockForm)")
        return nil
    }

    /// Gives the stops of a trip that have no clock time one by their count between the two known neighbours, rounded down, and says
    /// how many there were; nil when the trip is wrong, which is noted.
    private func fill(_ rows: inout StopTimeRows, _ times: ArraySlice<UInt32>, _ table: inout ByteTable) -> Int? {
        var known = times.startIndex
        var count = 0
        for index in times.indices {
            let row = Int(times[index])
            let isEnd = index == times.startIndex || index == times.endIndex - 1
            if index > times.startIndex, rows.sequences[Int(times[index - 1])] == rows.sequences[row] {
                table.goBack(to: rows.places[row])
                table.note(
                    "stop_sequence", "the trip has two stops with the stop_sequence \(rows.sequences[row])")
                return nil
            }
            guard rows.arrivals[row] >= 0 else {
                guard isEnd else { continue }
                table.goBack(to: rows.places[row])
                table.note(
                    "arrival_time",
                    "the trip \(table.text("trip_id")) has no time at its \(index == times.startIndex ? "first" : "last") "
                        + "stop; others may be left out, these not")
                return nil
            }
            guard index > times.startIndex else { continue }
            let start = rows.departures[Int(times[known])]
            let span = rows.arrivals[row] - start
            if span < 0 {
                table.goBack(to: rows.places[row])
                table.note(
                    "arrival_time",
                    "arrives at \(Self.clockText(rows.arrivals[row])), before it departs from a stop before it at "
                        + "\(Self.clockText(start)): a trip does not go back in time")
                return nil
            }
            let gap = index - known
            for step in 1..<max(gap, 1) {
                let time = start + Int32(Int64(span) * Int64(step) / Int64(gap))
                rows.arrivals[Int(times[known + step])] = time
                rows.departures[Int(times[known + step])] = time
                count += 1
            }
            known = index
        }
        return count
    }
}
