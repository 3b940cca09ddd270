// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Reporting

/// Reads a record row by row: what a row says by itself is judged here, what rows say together afterwards (`TripRecord`).
struct TripReader {
    /// The rides, in the order of the file. Those that are dropped for their places or distances are among them, outside of the map, where
    /// they have a taxi: it was busy then.
    var trips: [RecordedTrip] = []
    var dropped = DroppedRows()
    /// How many rows there are below the header.
    private(set) var rows = 0
    /// The taxis, by number.
    private(set) var taxis = 0
    /// Rides, by row, whose times a clock showed twice and that do not tell by themselves which they are; they have the first. With
    /// the seconds to the second.
    private(set) var untold: [Int32: Int64] = [:]
    /// How many rides have times.
    private(set) var timed = 0
    /// How many pickups are in an hour that the clock showed twice.
    private(set) var inDoubledHour = 0
    /// How many of those rides tell it themselves.
    private(set) var toldByThemselves = 0
    /// The rows at which the clock times of sorted pickups fall back, by day; nil when they are not sorted.
    private(set) var turns: [Int64: [Int32]]? = [:]
    /// How many positions lie outside of the map, and inside with longitude and latitude changed.
    private(set) var swapped = 0
    /// How many pickups are whole steps of the clock, by `Rounding.steps`.
    private(set) var multiples = [Int](repeating: 0, count: Rounding.steps.count)

    /// Rows that are equal to earlier ones, of a record without taxis: whether they are the same ride is judged when it is known how exact
    /// the times are.
    private(set) var equalRows: Set<Int32> = []
    private(set) var pickups = PickupTimes()
    private(set) var dates = DateEvidence()
    private(set) var units = UnitEvidence()

    private(set) var clock: LocalClock
    let layout: PolygonLayout
    let options: TripOptions
    private let finder: ZoneFinder
    private let name: String
    private let file: RecordFile
    private var cells: RecordCells
    private let positions: TripPositions
    private let header: [String]
    private var seen: Set<UInt64> = []
    private var numberedTaxis: [Int64: Int32] = [:]
    private var namedTaxis: [String: Int32] = [:]
    private var lastWall = Int64.min
    private let order: DateOrder

    /// Opens a record and reads its header.
    ///
    /// - Throws: what is wrong with the file, or with the columns.
    init(_ path: String, _ layout: PolygonLayout, _ clock: LocalClock, _ options: TripOptions) throws(InputErrors) {
        name = path
        let file: RecordFile
        do throws(RecordFile.Fault) {
            file = try RecordFile(path)
            guard try file.advance() else { throw .other("the file is empty; a header line is needed") }
        } catch {
            throw Self.error(path, error)
        }
        var cells = RecordCells(header: file.bytes[file.line])
        guard cells.split(file.bytes, file.line) else {
            throw InputErrors(problems: [
                InputProblem(.error, at: InputLocation(file: path), "a quote in the header is not closed")
            ])
        }
        let names = (0..<cells.count).map { cells.text(file.bytes, $0) }
        positions = try TripPositions(options.columns, header: names, file: path)
        header = names
        self.file = file
        self.cells = cells
        self.layout = layout
        self.clock = clock
        self.options = options
        finder = ZoneFinder(layout, codes: options.unknown)
        order = options.dates ?? .monthFirst
    }

    private static func error(_ name: String, _ fault: RecordFile.Fault) -> InputErrors {
        InputErrors(problems: [
            InputProblem(.error, at: InputLocation(file: name, line: fault.line), fault.description)
        ])
    }

    /// Reads all rows.
    ///
    /// - Throws: that the file is cut or damaged. What is wrong with rows is in `dropped`.
    mutating func read() throws(InputErrors) {
        do throws(RecordFile.Fault) {
            while try file.advance() {
                if file.line.isEmpty { continue }
                rows += 1
                let isWhole = cells.split(file.bytes, file.line) && cells.count == positions.width
                if !isWhole, !file.isEnded {
                    throw .cutText(row: file.number)
                }
                guard isWhole else {
                    let (found, width) = (cells.count, positions.width)
                    dropped.drop(
                        row, .unreadable,
                        "the row has \(found) cells, or a quote that is not closed; the header has \(width)")
                    continue
                }
                take()
            }
        } catch {
            throw Self.error(name, error)
        }
    }

    private var row: Int32 { Int32(truncatingIfNeeded: file.number) }

    private func cell(_ position: Int) -> Range<Int> { cells.range(file.bytes, position) }

    private mutating func drop(_ reason: DropReason, _ position: Int, _ message: (String) -> String) {
        let column = Self.column(file.bytes, from: file.line.lowerBound, to: cells.starts[position])
        let text = cells.text(file.bytes, position)
        dropped.drop(row, reason, column: column, message(text))
    }

    private static func column(_ bytes: [UInt8], from start: Int, to cell: Int) -> Int {
        // Characters, which are their first bytes.
        1 + bytes[start..<cell].count { $0 & 0xC0 != 0x80 }
    }

    // MARK: One row

    /// Two ends of a ride, and the seconds to the other time that they may mean.
    private struct Span {
        let start: Int64
        let seconds: Int64
        var shift: Int64 = 0
    }

    private mutating func take() {
        let isNew = seen.insert(file.hash).inserted
        guard isNew || positions.taxi == nil else { return dropEqual(row) }
        if options.dates == nil {
            let (range, start) = (cell(positions.pickup), cells.starts[positions.pickup])
            dates.note(
                file.bytes, range, row: row,
                column: Self.column(file.bytes, from: file.line.lowerBound, to: start))
        }
        guard let pickup = time(positions.pickup) else { return }
        let wall: Int64 =
            switch pickup {
            case .wall(let wall): wall
            case .instant(let instant): instant + Int64(clock.offset(at: instant))
            }
        pickups.add(wall)
        guard options.days.has(wall / 86_400) else {
            return drop(.otherDay, positions.pickup) { "the pickup \($0) is on a day that --days leaves out" }
        }
        guard let span = span(pickup, wall) else { return }
        if span.seconds > Int64(options.longest) {
            let (seconds, longest) = (span.seconds, options.longest)
            return drop(.tooLong, positions.pickup) { _ in
                "the ride takes \(seconds) s, longer than --longest, \(longest) s"
            }
        }
        noteSteps(wall)
        var trip = RecordedTrip(
            start: span.start, ride: Int32(span.seconds), offset: Int32(wall - span.start), from: RecordedTrip.outside,
            to: RecordedTrip.outside, taxi: taxi(), row: row, straight: 0, driven: 0,
            silence: seconds(positions.silence), people: 0,
            vacant: seconds(positions.vacant))
        guard places(&trip), judge(&trip) else {
            trip.from = RecordedTrip.outside
            // Its taxi was busy.
            if trip.taxi >= 0 { trips.append(trip) }
            return
        }
        if span.shift > 0 { untold[row] = span.shift }
        if !isNew { equalRows.insert(row) }
        units.note(
            seconds: trip.ride, between: positions.from.count == 2 || trip.from == trip.to ? 0 : trip.straight)
        trips.append(trip)
    }

    /// Drops a row that is equal to an earlier one.
    mutating func dropEqual(_ row: Int32) { dropped.drop(row, .equalRow, "the row is equal to an earlier one") }

    /// The column of lengths, by its name.
    var duration: String? { positions.duration.map { header[$0] } }

    private mutating func time(_ position: Int) -> RecordedTime? {
        if let time = RecordedTime.read(file.bytes, cell(position), order) { return time }
        let (column, order) = (header[position], order)
        drop(.time, position) { "\(column) \"\($0)\" is not a time; allowed: \(RecordedTime.allowed(order))" }
        return nil
    }

    /// The instants that a time means; nil, and noted, when there are none.
    private mutating func instants(_ time: RecordedTime, _ position: Int) -> (first: Int64, second: Int64?)? {
        guard case .wall(let wall) = time else {
            if case .instant(let instant) = time { return (instant, nil) }
            return nil
        }
        switch clock.meaning(ofWall: wall) {
        case .once(let instant): return (instant, nil)
        case .twice(let first, let second): return (first, second)
        case .never:
            let zone = options.zone
            drop(.neverShown, position) { "no clock in \(zone) showed \($0): it was put forward over it" }
            return nil
        }
    }

    /// When the ride was; nil, and noted, when it cannot have been.
    private mutating func span(_ pickup: RecordedTime, _ wall: Int64) -> Span? {
        guard let start = instants(pickup, positions.pickup) else { return nil }
        noteTurn(wall, isTwice: start.second != nil)
        if start.second != nil { inDoubledHour += 1 }
        if let position = positions.duration {
            guard let value = RecordNumber.value(file.bytes, cell(position), comma: cells.mark == UInt8(ascii: ";"))
            else {
                let column = header[position]
                drop(.number, position) { "\(column) \"\($0)\" is not a number of seconds" }
                return nil
            }
            let seconds = Int64(max(-1, min(value, 1e9)).rounded())
            guard seconds > 0 else {
                drop(.backwards, position) { "the ride takes \($0) seconds; it must take one at least" }
                return nil
            }
            noteSpan(pickup, seconds)
            return Span(start: start.first, seconds: seconds, shift: start.second.map { $0 - start.first } ?? 0)
        }
        guard let position = positions.dropoff, let dropoff = time(position), let end = instants(dropoff, position)
        else { return nil }
        let span = Self.span(start, end)
        if let span {
            if span.shift == 0, start.second != nil { toldByThemselves += 1 }
            return span
        }
        let pickupText = cells.text(file.bytes, positions.pickup)
        drop(.backwards, position) { "the ride ends at \($0), not after its start at \(pickupText)" }
        return nil
    }

    /// Holds a length against the end of the ride, where there is one too.
    private mutating func noteSpan(_ pickup: RecordedTime, _ seconds: Int64) {
        guard let position = positions.dropoff, let end = RecordedTime.read(file.bytes, cell(position), order) else {
            return
        }
        switch (pickup, end) {
        case (.wall(let start), .wall(let end)), (.instant(let start), .instant(let end)):
            // An end before the start is one of a change of the clock, or wrong.
            if end >= start, end - start <= Int64(options.longest) { units.note(length: seconds, span: end - start) }
        case (.wall, .instant), (.instant, .wall): break
        }
    }

    /// The shortest ride of those that two times may mean; where two are equally long, the first, with the seconds to the other.
    private static func span(_ start: (first: Int64, second: Int64?), _ end: (first: Int64, second: Int64?)) -> Span? {
        var best: Span?
        for begin in [start.first, start.second].compactMap(\.self) {
            for stop in [end.first, end.second].compactMap(\.self) where stop > begin {
                let seconds = stop - begin
                guard let found = best else {
                    best = Span(start: begin, seconds: seconds)
                    continue
                }
                if seconds < found.seconds {
                    best = Span(start: begin, seconds: seconds)
                } else if seconds == found.seconds {
                    best?.shift = begin - found.start
                }
            }
        }
        return best
    }

    private mutating func noteTurn(_ wall: Int64, isTwice: Bool) {
        if wall < lastWall {
            let (day, row) = (wall / 86_400, self.row)
            if isTwice, lastWall / 86_400 == day, case .twice = clock.meaning(ofWall: lastWall) {
                turns?[day, default: []].append(row)
            } else {
                turns = nil
            }
        }
        lastWall = wall
    }

    private mutating func noteSteps(_ wall: Int64) {
        timed += 1
        guard wall % 300 == 0 else { return }
        for (index, step) in Rounding.steps.enumerated() where wall % step == 0 { multiples[index] += 1 }
    }

    private mutating func taxi() -> Int32 {
        guard let position = positions.taxi else { return RecordedTrip.none }
        let range = cell(position)
        guard !range.isEmpty else { return RecordedTrip.none }
        if let number = RecordNumber.whole(file.bytes, range) {
            if let known = numberedTaxis[number] { return known }
            numberedTaxis[number] = Int32(taxis)
        } else {
            let text = cells.text(file.bytes, position)
            if let known = namedTaxis[text] { return known }
            namedTaxis[text] = Int32(taxis)
        }
        taxis += 1
        return Int32(taxis - 1)
    }

    /// What a taxi of this number is called in the file.
    func name(ofTaxi taxi: Int32) -> String {
        numberedTaxis.first { $0.value == taxi }.map { String($0.key) } ?? namedTaxis.first { $0.value == taxi }?.key
            ?? ""
    }

    /// A time in a column that may be missing or empty.
    private func seconds(_ position: Int?) -> Int32 {
        guard let position,
            let value = RecordNumber.value(file.bytes, cell(position), comma: cells.mark == UInt8(ascii: ";")),
            value >= 0
        else { return RecordedTrip.none }
        return Int32(min(value, 1e9))
    }

    // MARK: Places

    /// Finds both ends; false, and noted, where one is not on the map.
    private mutating func places(_ trip: inout RecordedTrip) -> Bool {
        if positions.from.count == 2 {
            guard let from = point(positions.from), let to = point(positions.to) else { return false }
            trip.from = from.zone
            trip.to = to.zone
            trip.straight = Float(from.place.distance(to: to.place).inMetres)
            return true
        }
        guard let from = zone(positions.from[0]), let to = zone(positions.to[0]) else { return false }
        trip.from = from
        trip.to = to
        trip.straight = Float(layout.zones[Int(from)].inside.distance(to: layout.zones[Int(to)].inside).inMetres)
        return true
    }

    private mutating func zone(_ position: Int) -> Int32? {
        let column = header[position]
        switch finder.zone(file.bytes, cell(position)) {
        case .zone(let zone): return zone
        case .code: drop(.unknownCode, position) { "\(column) \"\($0)\" is a code of --unknown" }
        case .nothing, .unreadable: drop(.noZone, position) { _ in "\(column) is empty" }
        case .outside:
            let finder = finder
            drop(.outside, position) { text in
                let meant = finder.nearest(text).map { "; did you mean `\($0)`?" } ?? ""
                return "\(column) \"\(text)\" is not on the map\(meant)"
            }
        }
        return nil
    }

    private mutating func point(_ columns: [Int]) -> (zone: Int32, place: Place)? {
        let comma = cells.mark == UInt8(ascii: ";")
        guard let longitude = RecordNumber.value(file.bytes, cell(columns[0]), comma: comma),
            let latitude = RecordNumber.value(file.bytes, cell(columns[1]), comma: comma)
        else {
            let names = columns.map { header[$0] }
            drop(.noZone, columns[0]) { _ in "\(names[0]) and \(names[1]) are no position in degrees" }
            return nil
        }
        let (found, place) = finder.zone(longitude: longitude, latitude: latitude)
        if case .zone(let zone) = found { return (zone, place) }
        if case .zone = finder.zone(longitude: latitude, latitude: longitude).found { swapped += 1 }
        drop(.outside, columns[0]) { _ in "longitude \(longitude), latitude \(latitude) is not on the map" }
        return nil
    }

    // MARK: Distance, speed, people

    private mutating func judge(_ trip: inout RecordedTrip) -> Bool {
        let comma = cells.mark == UInt8(ascii: ";")
        var metres = positions.from.count == 2 ? Double(trip.straight) : 0
        if let position = positions.distance, !cell(position).isEmpty {
            guard let value = RecordNumber.value(file.bytes, cell(position), comma: comma), value >= 0 else {
                let column = header[position]
                drop(.number, position) { "\(column) \"\($0)\" is not a distance of 0 or more" }
                return false
            }
            metres = value * options.metresOfUnit
            trip.driven = Float(metres)
            guard metres > 0 else {
                let seconds = trip.ride
                drop(.standing, position) { _ in "the ride of \(seconds) s goes nowhere: its distance is 0" }
                return false
            }
        }
        let speed = metres / Double(trip.ride) * 3.6
        guard speed <= 200 else {
            drop(.tooFast, positions.distance ?? positions.from[0]) { _ in
                "\(Text.short(metres, 0)) m in \(trip.ride) s is \(Text.short(speed, 1)) km/h; allowed: 200 km/h"
            }
            return false
        }
        if let position = positions.people, !cell(position).isEmpty {
            guard let value = RecordNumber.value(file.bytes, cell(position), comma: comma), value >= 0, value < 1e6
            else {
                let column = header[position]
                drop(.number, position) { "\(column) \"\($0)\" is not a number of people" }
                return false
            }
            trip.people = Int32(value)
        }
        return true
    }
}
