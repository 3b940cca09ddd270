// SPDX-License-Identifier: GPL-3.0-or-later
package import CityMap
package import CityModel
package import Foundation
import Reporting

/// A record of taxi trips made into a scenario and the tables beside it.
///
/// Nothing here reads a clock or writes a file; the same record, map and options give the same bytes.
package struct TripImport {
    let record: TripRecord
    let days: RecordedDays
    let demand: DemandTable
    let law: RideLaw
    /// What taxis did; nil where the record has none.
    let work: FleetWork?
    let observed: ObservedTable
    let onDuty: [[Int]]
    let scenario: TripScenario
    private let map: [UInt8]

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - path: the record: CSV, packed by gzip or not.
    ///   - map: the bytes of the zones, which are copied.
    ///   - layout: the zones, read from them.
    ///   - name: the name of the scenario.
    ///   - options: what its columns mean, and what may be wrong.
    /// - Throws: all that is wrong with the record, by row; nothing when its wrong rows are below the limit.
    package init(_ path: String, map: [UInt8], layout: PolygonLayout, name: String, options: TripOptions)
        throws(InputErrors)
    {
        guard let clock = LocalClock(options.zone) else {
            preconditionFailure("the zone \(options.zone) was not checked before")
        }
        record = try TripRecord(path, layout, clock, options)
        var own = record.clock
        days = RecordedDays(
            record.trips, &own, record.pickups, doubtful: record.doubtfulHours, holidays: options.holidays)
        demand = DemandTable(record.trips, days, layout)
        guard !demand.rows.isEmpty else {
            throw InputErrors(problems: [
                InputProblem(
                    .error, at: InputLocation(file: path),
                    "no ride is left: all are in an hour that the clocks showed twice, and some of them do not tell which it was"
                )
            ])
        }
        var distances = ZoneDistances(layout)
        law = RideLaw(record.trips, days, &distances, hasPoints: options.columns.hasPoints)
        if let fault = law.unitFault(options.metresOfUnit, hasPoints: options.columns.hasPoints) {
            throw InputErrors(problems: [InputProblem(.error, at: InputLocation(file: path), fault)])
        }
        guard (0.8...1.25).contains(law.fit) else {
            throw InputErrors(problems: [
                InputProblem(
                    .error, at: InputLocation(file: path),
                    "the rides take \(Text.short(law.fit, 2)) times as long as any that a scenario can have: between 200 and 2 km/h beside a fixed part of up to 2 h; look at the columns of times and their units"
                )
            ])
        }
        work =
            record.taxis > 0
            ? FleetWork(
                record.trips, days, clock: record.clock, pause: Int64(record.options.pauseSeconds)) : nil
        observed = ObservedTable(record.trips, days, work)
        onDuty = FleetTables.onDuty(observed, days, occupied: work?.occupied ?? options.occupied)
        scenario = TripScenario(
            record: record, days: days, law: law, onDuty: onDuty, taxis: record.taxis,
            hasMoves: !(work?.moves.isEmpty ?? true), name: name)
        self.map = map
    }

    /// The files, by name, in the order in which they are written; the scenario comes last, so that without it nothing is complete.
    package func files(version: String) -> [(name: String, bytes: Data)] {
        var files: [(String, Data)] = [
            ("zones.geojson", Data(map)),
            ("demand.csv", Data(demand.text(days, record.layout).utf8)),
            ("on-duty.csv", Data(FleetTables.text(onDuty: onDuty, days).utf8)),
            ("ride-law.csv", Data(FleetTables.rideLaw(law, days).utf8)),
        ]
        if let work, scenario.hasMoves {
            files.append(("moves.csv", Data(FleetTables.moves(work, days, record.layout).utf8)))
        }
        files += [
            ("observed.csv", Data(ObservedTable.text(observed.kinds, "days").utf8)),
            ("observed-days.csv", Data(ObservedTable.text(observed.dates, "date").utf8)),
        ]
        if !observed.laws.kinds.isEmpty {
            files.append(
                ("observed-vacant.csv", Data(VacantLaw.text(observed.laws.kinds + observed.laws.dates).utf8)))
        }
        files += [
            ("dropped.csv", Data(record.dropped.table.utf8)),
            ("import.json", Data(ImportFile(self, version: version).text.utf8)),
            ("import.html", Data(ImportPage(self, version: version).html.utf8)),
            ("scenario.yaml", Data(scenario.text.utf8)),
        ]
        return files
    }

    /// The names that a folder of an import may have.
    package static let names = [
        "zones.geojson", "demand.csv", "on-duty.csv", "ride-law.csv", "moves.csv", "observed.csv", "observed-days.csv",
        "observed-vacant.csv", "dropped.csv", "import.json", "import.html", "scenario.yaml",
    ]

    /// How many rides the scenario is made of.
    var rides: Int { record.trips.count(where: \.isInside) }

    /// How many rows the record has.
    package var rowCount: Int { record.rows }

    // MARK: In words

    /// What was read and dropped, in sentences, a line each.
    package var lines: [String] {
        var lines = [
            "read: \(TripText.count(record.rows, "row")), of which \(TripText.count(rides, "ride")) \(rides == 1 ? "counts" : "count"), on \(TripText.count(days.recorded, "day")) from \(days.date(0)) to \(days.date(days.count - 1))"
        ]
        let left = DropReason.allCases.filter { record.dropped.count($0) > 0 }
        if !left.isEmpty {
            lines.append(
                "dropped: " + left.map { "\($0.sentence): \(record.dropped.count($0))" }.joined(separator: "; "))
        }
        let groups = days.groups.indices.map { group in
            "\(days.groups[group].word) \(Text.short(demand.calls(in: group), 1)) on \(TripText.count(days.days(in: group), "day"))"
        }
        lines.append("calls of a mean day: " + groups.joined(separator: ", "))
        if let work {
            lines.append(
                "taxis: \(record.taxis); \(work.pauses) of \(work.between) times between two rides are pauses, of \(record.options.pauseSeconds / 60) min or more"
            )
        }
        lines.append("not fitted: \(unserved)")
        return lines
    }

    /// Why a run serves fewer than the record has.
    var unserved: String {
        "only free taxis of the zone that a person stands in are asked, and neither calls nor ways of taxis are fitted yet, so a run serves fewer than the record; its report says how many"
    }

    /// What a user must know before a number is used.
    package var doubts: [String] {
        var doubts: [String] = []
        if let step = record.step {
            doubts.append(
                "the pickups are rounded to \(step / 60) min; they are spread evenly over the \(step / 60) min around each, so times within that say nothing"
            )
        }
        if record.equalRides > 0 {
            doubts.append(
                "\(TripText.count(record.equalRides, "row")) equal to earlier ones: since the times are rounded and there are no taxis, they count as rides of their own"
            )
        }
        if record.inDoubledHour > 0 {
            let lost = record.dropped.count(.shownTwice)
            doubts.append(
                "\(TripText.count(record.inDoubledHour, "ride")) began in an hour that the clocks showed twice: told by themselves \(record.toldByThemselves), by their neighbours \(record.toldByNeighbours), dropped since nothing tells \(lost), dropped for other reasons \(record.lostInDoubledHour)"
                    + (lost > 0 ? "; that hour of that day does not count" : ""))
        }
        if let doubt = law.unitDoubt { doubts.append(doubt) }
        if !record.crowds.isEmpty {
            doubts.append(
                "the ids \(record.crowds.map { "\"\($0)\"" }.listed(most: 10)) stand for more than one taxi each; their rides are dropped"
            )
        }
        if work == nil {
            doubts.append(
                "the record has no taxis: the number of taxis in on-duty.csv is an assumption, that they have a passenger for \(TripText.percent(record.options.occupied)) of their time (--occupied)"
            )
        }
        doubts += fleetDoubts
        if let work, !record.options.columns.has(.silence), work.between > 0, record.options.pauseSeconds < 1800 {
            doubts.append(
                "--pause is \(record.options.pauseSeconds / 60) min, and the record does not say how long nothing was heard of a taxi: longer searches count as pauses"
            )
        }
        if !days.holes.isEmpty {
            doubts.append(
                "\(TripText.count(days.holes.count, "hole")) in the record, where no ride begins and others do on other days of the kind: \(days.holes.map { hole in "\(days.date(hole.day)) from \(Self.clock(hole.minutes.lowerBound)) to \(Self.clock(hole.minutes.upperBound)) (usually \(Text.short(hole.usual, 0)) rides)" }.listed(most: 10)); these hours of these days do not count"
            )
        }
        for group in days.groups.indices {
            let hours = days.unrecorded(group)
            guard !hours.isEmpty else { continue }
            doubts.append(
                "\(TripText.count(hours.count, "hour")) of \(days.groups[group].word) \(hours.count == 1 ? "is" : "are") not in the record (\(Self.ranges(hours))): nobody calls then"
            )
        }
        let kinds = Set(days.groups.flatMap(\.kinds))
        let missing = TripDayKind.allCases.filter { !kinds.contains($0) }
        if !missing.isEmpty {
            doubts.append(
                "the record has no day of \(missing.map(\.rawValue).joined(separator: " and ")): the scenario lasts \(scenario.length) d"
            )
        }
        return doubts
    }

    /// Where the taxis of a record do not show what they did.
    private var fleetDoubts: [String] {
        var doubts: [String] = []
        if scenario.staysIdle {
            doubts.append(
                "no search between two rides is seen, and the map has more zones than taxis can weigh: vacant taxis stay where they are"
            )
        }
        guard let work else { return doubts }
        let kinds = observed.kindsWithoutWork
        if !kinds.isEmpty {
            let share = TripText.percent(work.occupied ?? record.options.occupied)
            doubts.append(
                "too few searches are seen on \(kinds.joined(separator: " and ")) to tell how many taxis are at work (--pause \(record.options.pauseSeconds / 60) min): there the number in on-duty.csv is an assumption, that they have a passenger for \(share) of their time"
                    + (work.occupied == nil ? " (--occupied)" : ", as on the other days"))
        }
        let still = work.groupsWithoutMoves(days).map { days.groups[$0].word }
        if !still.isEmpty {
            doubts.append(
                "no search between two rides is seen on \(still.joined(separator: " and ")): there moves.csv has those of the other days"
            )
        }
        return doubts
    }

    /// `0 to 3, 12`.
    private static func clock(_ minutes: Int) -> String {
        "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    private static func ranges(_ hours: [Int]) -> String {
        var parts: [ClosedRange<Int>] = []
        for hour in hours {
            if let last = parts.last, last.upperBound == hour - 1 {
                parts[parts.count - 1] = last.lowerBound...hour
            } else {
                parts.append(hour...hour)
            }
        }
        return parts.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
            .joined(separator: ", ")
    }

    /// What this record cannot tell.
    package var silences: [String] {
        var silences: [String] = []
        if work == nil {
            silences.append(
                "How many taxis there are, and how long they wait for a passenger: the rides have no taxi ids.")
        } else {
            silences.append("Who drives: a taxi is not a driver, and one taxi may have several in a day.")
            if !record.options.columns.has(.silence) {
                silences.append(
                    "Whether a taxi without a passenger searches or rests: the record has rides only. A time of \(record.options.pauseSeconds / 60) min or more between two rides counts as a pause."
                )
            }
        }
        silences += [
            "Who gave up: rides are people who were served. Calls that found no taxi are in no record, so calls and patience cannot be told apart.",
            "How long people waited: a ride begins when its passenger is aboard.",
            "How people asked: in the street, at a rank or by phone, where no column says so. The scenario takes all as hails.",
            "What other taxis did: competitors take passengers and are not in the record of one company.",
        ]
        if record.step != nil {
            silences.append("What happened within \((record.step ?? 0) / 60) min: the times are rounded.")
        }
        if !record.options.columns.hasPoints {
            silences.append(
                "Where in a zone a ride began: it has zones only. Distances are the mean ones of places in them.")
        }
        return silences
    }
}
