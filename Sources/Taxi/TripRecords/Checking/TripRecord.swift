// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel

/// A record that is read and judged: the rides that count, and why the others do not.
///
/// What rows say together is judged here, in this order: rounded times; days that are no days of the record; the hour that a clock shows
/// twice; ids that are not one taxi; rides of a taxi at once.
struct TripRecord {
    /// The rides, by taxi and then by start; rides of no known taxi come first. Outside of the map are those of a taxi that was busy with
    /// what the scenario does not have.
    private(set) var trips: [RecordedTrip] = []
    private(set) var dropped: DroppedRows
    let rows: Int
    /// How many taxis there are; 0 without ids.
    private(set) var taxis = 0
    /// What the times are rounded to, in seconds; nil when they are not.
    private(set) var step: Int64?
    /// How many pickups are in an hour that the clock shows twice.
    let inDoubledHour: Int
    /// How many of those told by themselves which it is, and how many by their neighbours.
    let toldByThemselves: Int
    private(set) var toldByNeighbours = 0
    /// How many were dropped for other reasons before it was told.
    var lostInDoubledHour: Int { inDoubledHour - toldByThemselves - toldByNeighbours - dropped.count(.shownTwice) }
    /// Hours of days, `day * 24 + hour`, of which rides were dropped since nothing told which they were.
    private(set) var doubtfulHours: Set<Int64> = []
    /// The ids that are not one taxi.
    private(set) var crowds: [String] = []
    /// Rows that are equal to earlier ones and were kept, since rounded times make different rides equal.
    private(set) var equalRides = 0
    /// How far the record goes on each day.
    let pickups: PickupTimes
    private(set) var clock: LocalClock
    let layout: PolygonLayout
    let options: TripOptions

    /// Reads and judges a record.
    ///
    /// - Throws: what is wrong with the file or its columns, or that more is wrong with its rows than may be.
    init(_ path: String, _ layout: PolygonLayout, _ clock: LocalClock, _ options: TripOptions) throws(InputErrors) {
        var reader = try TripReader(path, layout, clock, options)
        try reader.read()
        if let problem = reader.dates.problem(path) { throw InputErrors(problems: [problem]) }
        self.layout = layout
        self.options = options
        self.clock = reader.clock
        rows = reader.rows
        inDoubledHour = reader.inDoubledHour
        toldByThemselves = reader.toldByThemselves
        pickups = reader.pickups
        dropped = reader.dropped
        try judgeTimes(&reader, path)
        dropped = reader.dropped
        var trips = reader.trips
        reader.trips = []
        dropStrayDays(&trips)
        tellDoubledHour(&trips, reader)
        sort(&trips)
        dropCrowds(&trips, reader)
        dropTogether(&trips)
        self.trips = trips
        taxis = options.columns.has(.taxi) ? Set(trips.lazy.map(\.taxi).filter { $0 >= 0 }).count : 0
        try judge(path, reader)
    }

    // MARK: Rounded times

    private mutating func judgeTimes(_ reader: inout TripReader, _ path: String) throws(InputErrors) {
        step = Rounding.step(reader.multiples, of: reader.timed)
        guard let step else {
            for row in reader.equalRows.sorted() { reader.dropEqual(row) }
            reader.trips.removeAll { reader.equalRows.contains($0.row) }
            return
        }
        equalRides = reader.equalRows.count
        guard options.columns.has(.duration) else {
            throw InputErrors(problems: [
                InputProblem(
                    .error, at: InputLocation(file: path),
                    "the pickups are rounded to \(step / 60) min, so how long a ride took cannot be read from its ends; name a column with its length in seconds: --map duration=COLUMN"
                )
            ])
        }
        Rounding.spread(&reader.trips, by: step, seed: Self.seed)
    }

    /// The seed of what is spread: an import has no other chance.
    private static let seed: UInt64 = 1

    // MARK: Days

    private mutating func dropStrayDays(_ trips: inout [RecordedTrip]) {
        guard !options.days.isChosen else { return }
        var counts: [Int64: Int] = [:]
        for trip in trips { counts[trip.wall / 86_400, default: 0] += 1 }
        let usual = PickupTimes.usual(counts.values)
        let stray = counts.filter { $0.value * PickupTimes.stray < usual }
        guard !stray.isEmpty else { return }
        drop(&trips, .strayDay) { trip, _ in
            guard let count = stray[trip.wall / 86_400] else { return nil }
            return
                "the pickup is on \(TripDate.text(trip.wall / 86_400)), a day with \(count) rides where a usual day has \(usual)"
        }
    }

    /// Takes rides out for which there is a message.
    private mutating func drop(
        _ trips: inout [RecordedTrip], _ reason: DropReason, _ message: (RecordedTrip, Int) -> String?
    ) {
        var kept = 0
        for index in trips.indices {
            let trip = trips[index]
            if let text = message(trip, index) {
                // Those outside of the map are dropped already.
                if trip.isInside { dropped.drop(trip.row, reason, text) }
                continue
            }
            trips[kept] = trip
            kept += 1
        }
        trips.removeLast(trips.count - kept)
    }

    // MARK: The hour that the clock shows twice

    private mutating func tellDoubledHour(_ trips: inout [RecordedTrip], _ reader: TripReader) {
        guard !reader.untold.isEmpty else { return }
        let shifts = reader.untold
        let others = neighbours(of: shifts, trips)
        var untold: Set<Int32> = []
        for index in trips.indices {
            guard let shift = shifts[trips[index].row] else { continue }
            let trip = trips[index]
            let day = trip.wall / 86_400
            if let turns = reader.turns?[day], turns.count == 1 {
                if trip.row >= turns[0] { move(&trips[index], by: shift) }
                toldByNeighbours += 1
                continue
            }
            // A taxi has one passenger at a time: where only one of the two is free, it is that.
            let fits = [0, shift].filter { move in
                !(others[trip.taxi] ?? []).contains { $0.start < trip.end + move && trip.start + move < $0.end }
            }
            if trip.taxi >= 0, fits.count == 1 {
                move(&trips[index], by: fits[0])
                toldByNeighbours += 1
            } else {
                untold.insert(trip.row)
            }
        }
        guard !untold.isEmpty else { return }
        let zone = options.zone
        var hours: Set<Int64> = []
        drop(&trips, .shownTwice) { trip, _ in
            guard untold.contains(trip.row) else { return nil }
            hours.insert(trip.wall / 3600)
            return "the clocks in \(zone) showed the hour of this ride twice, and nothing tells which it was"
        }
        doubtfulHours = hours
    }

    private func move(_ trip: inout RecordedTrip, by shift: Int64) {
        trip.start += shift
        trip.offset -= Int32(shift)
    }

    /// By taxi: its rides around those that nothing tells, but for them.
    private func neighbours(of untold: [Int32: Int64], _ trips: [RecordedTrip]) -> [Int32: [RecordedTrip]] {
        var found: [Int32: [RecordedTrip]] = [:]
        for trip in trips where trip.taxi >= 0 && untold[trip.row] != nil { found[trip.taxi] = [] }
        guard !found.isEmpty else { return [:] }
        for trip in trips where untold[trip.row] == nil { found[trip.taxi]?.append(trip) }
        return found
    }

    // MARK: Taxis

    /// An id that begins more riding in an hour than an hour and the longest ride are stands for several taxis.
    private mutating func dropCrowds(_ trips: inout [RecordedTrip], _ reader: TripReader) {
        guard options.columns.has(.taxi) else { return }
        let most = 3600 + Int64(options.longest)
        var crowds: [Int32: Int64] = [:]
        var (taxi, hour, sum) = (RecordedTrip.none, Int64(0), Int64(0))
        for trip in trips where trip.taxi >= 0 {
            if trip.taxi != taxi || trip.start / 3600 != hour { (taxi, hour, sum) = (trip.taxi, trip.start / 3600, 0) }
            sum += Int64(trip.ride)
            if sum > most { crowds[taxi] = max(sum, crowds[taxi] ?? 0) }
        }
        guard !crowds.isEmpty else { return }
        let names = crowds.keys.sorted().map { ($0, reader.name(ofTaxi: $0)) }
        self.crowds = names.map(\.1)
        let called = Dictionary(uniqueKeysWithValues: names)
        drop(&trips, .notOneTaxi) { trip, _ in
            guard let sum = crowds[trip.taxi] else { return nil }
            return "the taxi \"\(called[trip.taxi] ?? "")\" begins \(sum / 3600) h of rides within an hour: no taxi can"
        }
    }

    private func sort(_ trips: inout [RecordedTrip]) {
        trips.sort { ($0.taxi, $0.start, $0.row) < ($1.taxi, $1.start, $1.row) }
    }

    private mutating func dropTogether(_ trips: inout [RecordedTrip]) {
        // Rounded times say nothing of it.
        guard step == nil, options.columns.has(.taxi) else { return }
        var last: (taxi: Int32, end: Int64, row: Int32) = (RecordedTrip.none, 0, 0)
        drop(&trips, .together) { trip, _ in
            guard trip.taxi >= 0 else { return nil }
            if trip.taxi == last.taxi, trip.start < last.end {
                return
                    "the ride begins \(last.end - trip.start) s before the ride of its taxi in row \(last.row) has ended"
            }
            last = (trip.taxi, trip.end, trip.row)
            return nil
        }
    }

    // MARK: Whether it can be used

    private func judge(_ path: String, _ reader: TripReader) throws(InputErrors) {
        var refused: [DropReason] = []
        var problems: [InputProblem] = []
        func note(_ message: String) {
            problems.append(InputProblem(.error, at: InputLocation(file: path), message))
        }
        let outside = dropped.count(.outside)
        let isSwapped = reader.swapped * 2 > outside
        let swapped =
            "; with longitude and latitude changed \(TripText.count(reader.swapped, "position")) \(reader.swapped == 1 ? "is" : "are") on it: --map wants from=LON/LAT"
        if outside > 0, !options.clips {
            refused.append(.outside)
            note(
                "\(outside) of \(TripText.count(rows, "ride")) \(outside == 1 ? "begins or ends" : "begin or end") outside of the map"
                    + (isSwapped
                        ? swapped : "; --clip leaves them out; a code for an unknown zone is named with --unknown"))
        }
        if Double(dropped.faults) > options.dropLimit * Double(rows) + 1e-6 {
            refused += DropReason.allCases.filter { $0.isFault && dropped.count($0) > 0 }
            note(
                "\(dropped.faults) of \(TripText.count(rows, "row")) \(dropped.faults == 1 ? "is" : "are") wrong, \(TripText.percent(Double(dropped.faults) / Double(rows))); allowed: --drop-limit \(TripText.percent(options.dropLimit))"
            )
        }
        for problem in reader.units.problems(
            duration: reader.duration, tooFast: dropped.count(.tooFast), rows: rows,
            hasDistance: options.columns.has(.distance))
        { note(problem) }
        if rows == 0 {
            note("the record has no rows")
        } else if problems.isEmpty, !trips.contains(where: \.isInside) {
            let why = DropReason.allCases.filter { dropped.count($0) > 0 }.map {
                "\($0.sentence): \(dropped.count($0))"
            }
            note("no ride is left: \(why.joined(separator: "; "))" + (isSwapped ? swapped : ""))
        }
        guard !problems.isEmpty else { return }
        var count = problems.count
        for reason in refused {
            count += dropped.count(reason)
            let told = dropped.first(reason)
            for row in told {
                problems.append(
                    InputProblem(.error, at: InputLocation(file: path, line: row.row, column: row.column), row.message))
            }
            if dropped.count(reason) > told.count {
                note("\(dropped.count(reason)) \(reason.sentence); the first \(told.count) are shown")
            }
        }
        throw InputErrors(problems: problems, errorCount: count)
    }
}
