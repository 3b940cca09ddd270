// SPDX-License-Identifier: GPL-3.0-or-later

/// A timetable that is being made: trips are not yet grouped by sequence.
struct TimetableDraft {
    /// As many times of trips as are taken at most: a table of frequencies may stand for any number.
    static let mostTimes = 50_000_000

    var made = Timetable()
    var summary = FeedSummary()
    /// The days of all services.
    var services: [ServiceDays] = []
    /// Pairs of stops with seconds or `never`, stations among them.
    var transfers: [(from: UInt32, to: UInt32, seconds: UInt32)] = []
    /// How many times the trips have.
    private(set) var timeCount = 0

    private var operatorNumbers: [String: UInt32] = [:]
    private var headsignNumbers: [String: UInt32] = [:]
    /// Line, then stops with their rules: what the trips of a sequence share.
    private var sequences: [[UInt32]: Int] = [:]
    private var keys: [[UInt32]] = []
    private var trips: [[Trip]] = []
    /// The times of trips, those that are repeated once.
    private var arrivals: [Int32] = []
    private var departures: [Int32] = []

    private struct Trip {
        let row: FeedReader.TripRow
        /// Where its times begin.
        let first: Int
        /// By how much they are later.
        let shift: Int32
        let start: Int32
        let end: Int32
    }

    mutating func operatorNumber(_ name: String) -> UInt32 {
        if let number = operatorNumbers[name] { return number }
        operatorNumbers[name] = UInt32(made.operators.count)
        made.operators.append(name)
        return UInt32(made.operators.count - 1)
    }

    mutating func headsignNumber(_ name: String) -> UInt32 {
        if let number = headsignNumbers[name] { return number }
        headsignNumbers[name] = UInt32(made.headsigns.count)
        made.headsigns.append(name)
        return UInt32(made.headsigns.count - 1)
    }

    /// Takes a trip, as often as it is repeated.
    mutating func add(
        _ row: FeedReader.TripRow, stops: [UInt32], rules: [UInt8], arrivals times: [Int32], departures: [Int32],
        shifts: [Int32]
    ) {
        guard let start = departures.first, let end = times.last else { return }
        let key = [row.line] + zip(stops, rules).flatMap { [$0, UInt32($1)] }
        let sequence: Int
        if let known = sequences[key] {
            sequence = known
        } else {
            sequence = keys.count
            sequences[key] = sequence
            keys.append(key)
            trips.append([])
        }
        for shift in shifts {
            trips[sequence].append(
                Trip(row: row, first: arrivals.count, shift: shift, start: start + shift, end: end + shift))
        }
        arrivals += times
        self.departures += departures
        timeCount += stops.count * shifts.count
    }

    /// Groups the trips and fills in the rest.
    func timetable() -> (timetable: Timetable, summary: FeedSummary) {
        var (made, summary) = (made, summary)
        addServices(&made)
        addChanges(&made)
        summary.changes = made.changeFrom.count
        for (key, trips) in zip(keys, trips) {
            let length = (key.count - 1) / 2
            made.sequenceLines.append(key[0])
            for index in 0..<length {
                made.sequenceStops.append(key[1 + 2 * index])
                made.sequenceRules.append(UInt8(truncatingIfNeeded: key[2 + 2 * index]))
            }
            made.sequenceFirst.append(UInt32(made.sequenceStops.count))
            let sorted = trips.sorted { ($0.start, $0.end, $0.row.name) < ($1.start, $1.end, $1.row.name) }
            for trip in sorted {
                made.tripNames.append(trip.row.name)
                made.tripHeadsigns.append(trip.row.headsign)
                made.tripServices.append(trip.row.service)
                made.tripShapes.append(trip.row.shape)
                for index in trip.first..<(trip.first + length) {
                    // The first arrival of a trip that is repeated at its earliest may lie before midnight; nobody gets off there.
                    made.arrivals.append(max(0, arrivals[index] + trip.shift))
                    made.departures.append(departures[index] + trip.shift)
                }
            }
            made.sequenceTrips.append(UInt32(made.tripNames.count))
        }
        return (made, summary)
    }

    /// The first and the last day of all services.
    var span: (start: Int32, end: Int32)? {
        var span: (start: Int32, end: Int32)?
        for service in services {
            let ends = [service.span?.start.number, service.span?.end.number, service.days.first, service.days.last]
            for day in ends.compactMap({ $0 }) {
                span = (min(span?.start ?? day, day), max(span?.end ?? day, day))
            }
        }
        return span
    }

    private func addServices(_ made: inout Timetable) {
        guard let span else { return }
        made.firstDay = ServiceDay(number: span.start)
        made.dayCount = Int(span.end - span.start) + 1
        made.serviceDays = [UInt32](repeating: 0, count: made.wordsOfService * services.count)
        for (service, days) in services.enumerated() {
            for day in days.days {
                let bit = Int(day - span.start)
                made.serviceDays[service * made.wordsOfService + bit / 32] |= 1 << UInt32(bit % 32)
            }
        }
    }

    /// The changes, those of a station for each pair of its stops.
    private func addChanges(_ made: inout Timetable) {
        var children: [UInt32: [UInt32]] = [:]
        for (stop, station) in made.stations.enumerated() where station != Timetable.none {
            children[station, default: []].append(UInt32(stop))
        }
        var pairs: [(from: UInt32, to: UInt32, seconds: UInt32)] = []
        for transfer in transfers {
            for from in [transfer.from] + (children[transfer.from] ?? []) {
                for to in [transfer.to] + (children[transfer.to] ?? []) {
                    pairs.append((from, to, transfer.seconds))
                }
            }
        }
        pairs.sort { ($0.from, $0.to, $0.seconds) < ($1.from, $1.to, $1.seconds) }
        for (index, pair) in pairs.enumerated() {
            // Of several that are said of one pair the longest holds.
            if index + 1 < pairs.count, (pairs[index + 1].from, pairs[index + 1].to) == (pair.from, pair.to) {
                continue
            }
            made.changeFrom.append(pair.from)
            made.changeTo.append(pair.to)
            made.changeSeconds.append(pair.seconds)
        }
    }
}
