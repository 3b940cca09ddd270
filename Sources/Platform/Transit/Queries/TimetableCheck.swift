// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Judges a timetable: what a feed may say and what is most likely a slip.
package struct TimetableCheck {
    /// Metres a second that nothing in a city runs at: 200 km/h, over hops long enough that rounded times do not matter.
    private static let fastest = 55.6
    private static let longHop = 1_000.0
    /// Metres from the middle of all stops beyond which one is elsewhere.
    private static let farthest = 200_000.0

    /// Errors and warnings; errors name a day that the timetable does not cover.
    package private(set) var problems: [InputProblem] = []
    /// What there is, a line each.
    package private(set) var lines: [String] = []

    private let timetable: Timetable
    private let file: String

    /// Judges a timetable, and a day of it where one is given.
    package init(_ timetable: Timetable, file: String, day: ServiceDay?) {
        (self.timetable, self.file) = (timetable, file)
        lines.append(
            "\(timetable.stopCount) stops, \(timetable.lineCount) lines, \(timetable.tripCount) trips, from "
                + "\(timetable.firstDay) to \(timetable.lastDay)")
        judgeStops()
        judgeHops()
        let counts = tripsByDay()
        judgeDays(counts)
        if let day { judge(day, counts) }
    }

    private mutating func note(_ severity: InputProblem.Severity, _ message: String) {
        problems.append(InputProblem(severity, at: InputLocation(file: file), message))
    }

    private mutating func judgeStops() {
        var isServed = [Bool](repeating: false, count: timetable.stopCount)
        for stop in timetable.sequenceStops { isServed[Int(stop)] = true }
        for station in timetable.stations where station != Timetable.none { isServed[Int(station)] = true }
        let idle = isServed.indices.filter { !isServed[$0] && timetable.stations[$0] == Timetable.none }
        if !idle.isEmpty {
            note(
                .warning,
                "no trip calls at \(idle.count) stops: \(idle.map { timetable.stopIDs[$0] }.listed(most: 5))")
        }
        let placed = isServed.indices.filter { timetable.longitudes[$0] != 0 || timetable.latitudes[$0] != 0 }
        guard !placed.isEmpty else { return }
        let middle = placed.sorted {
            (timetable.longitudes[$0], $0) < (timetable.longitudes[$1], $1)
        }[placed.count / 2]
        let north = placed.map { timetable.latitudes[$0] }.sorted()[placed.count / 2]
        let centre = (longitude: timetable.longitudes[middle], latitude: north)
        let far = placed.filter {
            Globe.metres((timetable.longitudes[$0], timetable.latitudes[$0]), centre) > Self.farthest
        }
        if !far.isEmpty {
            note(
                .warning,
                "\(far.count) stops lie more than 200 km from the middle of all: "
                    + far.map { timetable.stopIDs[$0] }.listed(most: 5))
        }
    }

    /// Trips that are faster than anything in a city.
    private mutating func judgeHops() {
        var (hops, named) = (0, [String]())
        let times = timetable.timesOfSequences()
        for sequence in 0..<timetable.sequenceCount {
            let stops = timetable.stops(of: sequence)
            for index in stops.dropLast() {
                let (a, b) = (Int(timetable.sequenceStops[index]), Int(timetable.sequenceStops[index + 1]))
                let metres = timetable.metres(a, b)
                guard metres >= Self.longHop else { continue }
                for trip in timetable.trips(of: sequence) {
                    let at =
                        times[sequence] + (trip - timetable.trips(of: sequence).lowerBound) * stops.count + index
                        - stops.lowerBound
                    let seconds = timetable.arrivals[at + 1] - timetable.departures[at]
                    guard metres > Double(seconds) * Self.fastest else { continue }
                    hops += 1
                    if named.count < 5 {
                        named.append(
                            "\(timetable.tripID(trip)) from \(timetable.stopIDs[a]) to \(timetable.stopIDs[b])")
                    }
                }
            }
        }
        if hops > 0 {
            note(.warning, "trips run \(hops) times at more than 200 km/h: \(named.joined(separator: ", "))")
        }
    }

    private func tripsByDay() -> [Int] {
        var ofService = [Int](repeating: 0, count: timetable.serviceCount)
        for service in timetable.tripServices { ofService[Int(service)] += 1 }
        return (0..<timetable.dayCount).map { index in
            let day = ServiceDay(number: timetable.firstDay.number + Int32(index))
            return ofService.indices.reduce(0) {
                $0 + (ofService[$1] > 0 && timetable.runs(UInt32($1), on: day) ? ofService[$1] : 0)
            }
        }
    }

    private mutating func judgeDays(_ counts: [Int]) {
        func day(_ index: Int) -> String { "\(ServiceDay(number: timetable.firstDay.number + Int32(index)))" }
        let idle = counts.indices.filter { counts[$0] == 0 }
        if !idle.isEmpty {
            note(.warning, "no trip runs on \(idle.count) days: \(idle.map(day).listed(most: 5))")
        }
        guard let most = counts.max(), let best = counts.firstIndex(of: most) else { return }
        lines.append("\(most) trips at most on a day, first on \(day(best))")
    }

    private mutating func judge(_ day: ServiceDay, _ counts: [Int]) {
        guard timetable.covers(day) else {
            note(.error, Self.notCovered(timetable, day))
            return
        }
        lines.append("\(counts[Int(day.number - timetable.firstDay.number)]) trips on \(day)")
    }

    /// What is said of a day that a timetable does not cover.
    package static func notCovered(_ timetable: Timetable, _ day: ServiceDay) -> String {
        "the timetable does not cover \(day); allowed: \(timetable.firstDay) to \(timetable.lastDay)"
    }
}
