// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Reporting

/// What the record shows by hour, of kinds of day (`observed.csv`) and of days (`observed-days.csv`): what a fitted city is held against.
struct ObservedTable {
    /// By kind of day and hour: those that were recorded.
    let kinds: [ObservedHour]
    /// By date and hour.
    let dates: [ObservedHour]
    /// The laws of vacant times by kind of day and by date; empty without taxis in the record.
    let laws: (kinds: [VacantLaw], dates: [VacantLaw])

    /// Of rides, and of some that had not ended: those count, and have no length. `asks` are seconds of the clock in which people asked
    /// for a taxi; nil where nothing is known of those.
    init(
        _ trips: [RecordedTrip], open: [RecordedTrip] = [], asks: [Int64]? = nil, _ days: RecordedDays,
        _ work: FleetWork?
    ) {
        var (rides, groupRides) = (CellValues(), CellValues())
        let (opens, groupOpens) = Self.counts(open.map(\.wall), days)
        let (asked, groupAsked) = Self.counts(asks ?? [], days)
        for trip in trips where trip.isInside {
            guard let cell = days.cell(ofWall: trip.wall) else { continue }
            rides.add(Int64(trip.ride), to: cell)
            groupRides.add(Int64(trip.ride), to: days.groupCell(cell))
        }
        rides.sort()
        groupRides.sort()
        func row(
            _ name: String, _ hour: Int, _ recorded: Double, _ count: Int, _ lengths: CellNumbers, _ open: Int,
            _ asked: Int, _ sums: FleetWork.Hour?, _ other: FleetWork.Hour?, _ vacant: CellNumbers?
        ) -> ObservedHour {
            let working = sums.flatMap { sums in other.flatMap { FleetWork.atWork(sums, $0) } }
            return ObservedHour(
                days: name, hour: hour, recorded: recorded, trips: Double(lengths.count + open) / recorded,
                ride: [lengths.mean] + [0.25, 0.5, 0.75].map { lengths.quantile($0) },
                seen: sums.map { $0.seen / Double(count) }, atWork: working.map { $0 / recorded / 3600 },
                occupied: working.flatMap { working in sums.flatMap { working > 0 ? $0.riding / working : nil } },
                vacant: [vacant?.mean] + [0.1, 0.25, 0.5, 0.75, 0.9].map { vacant?.quantile($0) },
                heard: sums.map { $0.heard / recorded / 3600 }, asked: asks.map { _ in Double(asked) / recorded })
        }
        kinds = days.sums.indices.compactMap { cell in
            guard days.sums[cell] > 0 else { return nil }
            return row(
                days.groups[cell / 24].word, cell % 24, days.sums[cell], days.days(with: cell),
                groupRides.values(in: cell), groupOpens[cell], groupAsked[cell], work?.groupHours[cell],
                work?.all(of: cell / 24),
                work?.groupVacant.values(in: cell))
        }
        dates = days.hours.indices.compactMap { cell in
            guard days.hours[cell] > 0, days.group[cell / 24] != nil else { return nil }
            return row(
                days.date(cell / 24), cell % 24, days.hours[cell], 1, rides.values(in: cell), opens[cell], asked[cell],
                work?.hours[cell], work?.groupHours[days.groupCell(cell)], work?.vacant.values(in: cell))
        }
        guard let work else {
            laws = ([], [])
            return
        }
        laws = (
            days.groups.indices.compactMap { group in
                VacantLaw(days.groups[group].word, work.groupVacant, in: group * 24..<group * 24 + 24)
            },
            (0..<days.count).compactMap { day in
                days.group[day].flatMap { _ in VacantLaw(days.date(day), work.vacant, in: day * 24..<day * 24 + 24) }
            }
        )
    }

    /// How many seconds of the clock lie in each cell of a day, and of a kind of day.
    private static func counts(_ seconds: [Int64], _ days: RecordedDays) -> (days: [Int], groups: [Int]) {
        var counts = [Int](repeating: 0, count: days.hours.count)
        for second in seconds { if let cell = days.cell(ofWall: second) { counts[cell] += 1 } }
        var groups = [Int](repeating: 0, count: days.sums.count)
        for cell in counts.indices where counts[cell] > 0 { groups[days.groupCell(cell)] += counts[cell] }
        return (counts, groups)
    }

    /// The kinds of day of which some hour does not show how many taxis were at work.
    var kindsWithoutWork: [String] {
        var words: [String] = []
        for row in kinds where row.atWork == nil && words.last != row.days { words.append(row.days) }
        return words
    }

    /// A table; the first column is `days` or `date`.
    static func text(_ rows: [ObservedHour], _ first: String) -> String {
        var text = ([first, "hour"] + ObservedHour.columns).joined(separator: ",") + "\n"
        for row in rows {
            let cells =
                [row.days, String(row.hour), TripText.cell(row.recorded, 3), TripText.cell(row.trips, 3)]
                + row.ride.map { TripText.cell($0, 1) }
                + [TripText.cell(row.seen, 2), TripText.cell(row.atWork, 2), TripText.cell(row.occupied, 3)]
                + row.vacant.map { TripText.cell($0, 1) } + [TripText.cell(row.heard, 2)]
            text += cells.joined(separator: ",") + "\n"
        }
        return text
    }
}

/// The other small tables.
enum FleetTables {
    /// `on-duty.csv`: taxis at work by kind of day and hour. Where the record does not show them, as many as have a passenger for a share of
    /// their time.
    static func onDuty(_ observed: ObservedTable, _ days: RecordedDays, occupied: Double) -> [[Int]] {
        days.groups.indices.map { group in
            var counts = [Int](repeating: 0, count: 24)
            for row in observed.kinds where row.days == days.groups[group].word {
                let busy = row.trips * (row.ride[0] ?? 0) / 3600
                counts[row.hour] = max(1, Int((row.atWork ?? busy / occupied).rounded()))
            }
            return counts
        }
    }

    static func text(onDuty counts: [[Int]], _ days: RecordedDays) -> String {
        var text = "days,hour,taxis\n"
        for (group, hours) in zip(days.groups, counts) {
            for (hour, taxis) in hours.enumerated() { text += "\(group.word),\(hour),\(taxis)\n" }
        }
        return text
    }

    /// `moves.csv`: where taxis went from the end of a ride to the start of the next.
    static func moves(_ work: FleetWork, _ days: RecordedDays, _ layout: PolygonLayout) -> String {
        let keys = layout.zones.map { CSVText.cell($0.key) }
        var text = "days,from_hour,to_hour,from_zone,to_zone,weight\n"
        for (key, count) in work.moves.sorted(by: { $0.key < $1.key }) {
            let place = Int(key >> 40)
            let (group, period) = (place / FleetWork.periods.count, place % FleetWork.periods.count)
            let hours = "\(FleetWork.periods[period]),\(FleetWork.periods[period + 1])"
            text +=
                "\(days.groups[group].word),\(hours),\(keys[Int(key >> 20 & 0xF_FFFF)]),\(keys[Int(key & 0xF_FFFF)]),\(count)\n"
        }
        return text
    }

    /// `ride-law.csv`: how long rides take.
    static func rideLaw(_ law: RideLaw, _ days: RecordedDays) -> String {
        let names = (1...RideLaw.bins).map { "factor_\($0)" }.joined(separator: ",")
        var text = "days,hour,trips,fixed_s,s_per_km,\(names)\n"
        // Hours that were not recorded, too: a scenario needs each.
        for cell in law.lines.indices {
            let line = law.lines[cell]
            let factors = law.hourFactors[cell].map { Text.short($0, 3) }.joined(separator: ",")
            text +=
                "\(days.groups[cell / 24].word),\(cell % 24),\(line.rides),\(Text.short(line.fixed, 1)),"
                + "\(Text.short(line.slope * 1000, 1)),\(factors)\n"
        }
        return text
    }
}
