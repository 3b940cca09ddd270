// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel

/// What the record shows by hour, of kinds of day (`observed.csv`) and of days (`observed-days.csv`): what a fitted city is held against.
struct ObservedTable {
    /// An hour.
    struct Row {
        /// `mon-fri`, or a date.
        let days: String
        let hour: Int
        /// How many hours of it were recorded.
        let recorded: Double
        /// Rides that began, in a mean hour of the clock.
        let trips: Double
        /// Lengths of rides in seconds: mean and quartiles.
        let ride: [Double?]
        /// Different taxis that rode or searched in the hour of a day, however long of it was recorded; nil without taxis in the record.
        let seen: Double?
        /// The mean number of taxis that ride or search.
        let atWork: Double?
        /// The share of their work in which taxis had a passenger.
        let occupied: Double?
        /// Times vacant before a ride in seconds: mean, 10, 25, 50, 75 and 90 %.
        let vacant: [Double?]
    }

    /// By kind of day and hour: those that were recorded.
    let kinds: [Row]
    /// By date and hour.
    let dates: [Row]

    init(_ record: TripRecord, _ days: RecordedDays, _ work: FleetWork?) {
        var (rides, groupRides) = (CellValues(), CellValues())
        for trip in record.trips where trip.isInside {
            guard let cell = days.cell(ofWall: trip.wall) else { continue }
            rides.add(Int64(trip.ride), to: cell)
            groupRides.add(Int64(trip.ride), to: days.groupCell(cell))
        }
        rides.sort()
        groupRides.sort()
        func row(
            _ name: String, _ hour: Int, _ recorded: Double, _ count: Int, _ lengths: CellNumbers,
            _ sums: FleetWork.Hour?,
            _ other: FleetWork.Hour?, _ vacant: CellNumbers?
        ) -> Row {
            let working = sums.flatMap { sums in other.flatMap { FleetWork.atWork(sums, $0) } }
            return Row(
                days: name, hour: hour, recorded: recorded, trips: Double(lengths.count) / recorded,
                ride: [lengths.mean] + [0.25, 0.5, 0.75].map { lengths.quantile($0) },
                seen: sums.map { $0.seen / Double(count) }, atWork: working.map { $0 / recorded / 3600 },
                occupied: working.flatMap { working in sums.flatMap { working > 0 ? $0.riding / working : nil } },
                vacant: [vacant?.mean] + [0.1, 0.25, 0.5, 0.75, 0.9].map { vacant?.quantile($0) })
        }
        kinds = days.sums.indices.compactMap { cell in
            guard days.sums[cell] > 0 else { return nil }
            return row(
                days.groups[cell / 24].word, cell % 24, days.sums[cell], days.days(with: cell),
                groupRides.values(in: cell), work?.groupHours[cell], work?.all(of: cell / 24),
                work?.groupVacant.values(in: cell))
        }
        dates = days.hours.indices.compactMap { cell in
            guard days.hours[cell] > 0, days.group[cell / 24] != nil else { return nil }
            return row(
                days.date(cell / 24), cell % 24, days.hours[cell], 1, rides.values(in: cell), work?.hours[cell],
                work?.groupHours[days.groupCell(cell)], work?.vacant.values(in: cell))
        }
    }

    /// The kinds of day of which some hour does not show how many taxis were at work.
    var kindsWithoutWork: [String] {
        var words: [String] = []
        for row in kinds where row.atWork == nil && words.last != row.days { words.append(row.days) }
        return words
    }

    /// A table; the first column is `days` or `date`.
    static func text(_ rows: [Row], _ first: String) -> String {
        var text =
            "\(first),hour,recorded_hours,trips,ride_mean_s,ride_q25_s,ride_median_s,ride_q75_s,taxis_seen,taxis_at_work,"
            + "occupied_share,vacant_mean_s,vacant_q10_s,vacant_q25_s,vacant_median_s,vacant_q75_s,vacant_q90_s\n"
        for row in rows {
            let cells =
                [row.days, String(row.hour), TripText.cell(row.recorded, 3), TripText.cell(row.trips, 3)]
                + row.ride.map { TripText.cell($0, 1) }
                + [TripText.cell(row.seen, 2), TripText.cell(row.atWork, 2), TripText.cell(row.occupied, 3)]
                + row.vacant.map { TripText.cell($0, 1) }
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
        for cell in law.lines.indices where days.sums[cell] > 0 {
            let line = law.lines[cell]
            let factors = law.hourFactors[cell].map { TripText.short($0, 3) }.joined(separator: ",")
            text +=
                "\(days.groups[cell / 24].word),\(cell % 24),\(line.rides),\(TripText.short(line.fixed, 1)),"
                + "\(TripText.short(line.slope * 1000, 1)),\(factors)\n"
        }
        return text
    }
}
