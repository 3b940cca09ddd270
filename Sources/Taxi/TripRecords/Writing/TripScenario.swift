// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Reporting

/// The scenario of a record: `scenario.yaml`, which runs at once in the folder with the tables.
struct TripScenario {
    let record: TripRecord
    let days: RecordedDays
    let law: RideLaw
    let onDuty: [[Int]]
    /// How many taxis the record has; 0 without ids.
    let taxis: Int
    let hasMoves: Bool
    /// The scenario's name.
    let name: String

    /// How many days it lasts: from the first recorded one up to a week, no more than the record has, as long as each is of a kind that was
    /// recorded.
    var length: Int {
        let kinds = Set(days.groups.flatMap(\.kinds))
        let most = min(7, days.count)
        return (0..<most).first { day in !kinds.contains(kind(of: days.first + Int64(day))) } ?? most
    }

    private func kind(of day: Int64) -> TripDayKind { record.options.holidays[day] ?? TripDayKind(ofDay: day) }

    /// Metres a second of an hour, of the driven way.
    private func speed(_ cell: Int) -> Double { law.circuity / law.lines[cell].slope }

    /// A mapping from kinds of day to 24 values.
    private func byDay(_ value: (Int) -> String) -> String {
        let lists = days.groups.indices.map { group in
            let values = (0..<24).map { value(group * 24 + $0) }
            return "\n    \(days.groups[group].word): [\(values.joined(separator: ", "))]"
        }
        return lists.joined()
    }

    var text: String {
        let free = law.lines.indices.map(speed).max() ?? 8
        let holidays = record.options.holidays.sorted { $0.key < $1.key }.map {
            "\(TripDate.text($0.key)): \($0.value.weekday)"
        }
        let people = drivers
        return """
            # Made by `cabrank import` from a record of trips; import.html says what was read, what was dropped, and what the record
            # cannot tell. Run it in this folder with: cabrank run scenario.yaml
            cabrank: 1
            name: \(name)
            start: \(TripDate.text(days.first))
            length: \(length) d
            \(holidays.isEmpty ? "" : "holidays: {\(holidays.joined(separator: ", "))}\n")\
            city: {zones: zones.geojson, number: \(Self.word(record.options.number)), name: \(Self.word(record.options.name))}

            # How long rides take (ride-law.csv): a fixed part, a way \(Text.short(law.circuity, 2)) times the straight line at the speed of the
            # hour, times a factor as recorded in the hour.
            travel:
              circuity: \(Text.short(law.circuity, 2))
              free-speed: \(Text.short(free * 3.6, 1)) km/h
              traffic:\(byDay { Text.short(speed($0) / free, 3) })
              fixed-ride:\(byDay { "\(Text.short(law.lines[$0].fixed, 0)) s" })
              ride-factors: ride-law.csv

            dispatch: {policy: fifo, waiting-room: 1000, outside-zones: keep-zone}

            \(people)

            # The calls of a mean day are those that were served: nobody recorded who gave up, nor how long people wait before they do.
            # The patience is an assumption, and so is that all of them stop a taxi on the street.
            passengers:
              - {name: street, by: hail, table: demand.csv, patience: {exponential: 15 min}}

            """
    }

    private var drivers: String {
        let most = onDuty.joined().max() ?? 1
        let count = max(taxis, most)
        let why =
            taxis > 0
            ? "# Taxis at work by hour (on-duty.csv): riding and searching, without pauses."
            : "# The record has no taxis: on-duty.csv is an assumption, that they have a passenger for \(TripText.percent(record.options.occupied)) of their time."
                + "\n# So is where they go without one: to zones near by with many calls."
        return """
            \(why)
            drivers:
              - {name: cabs, count: \(count), on-duty: {table: on-duty.csv}, stint: {normal: {mean: 9 h, sd: 2 h}}\(idle)}
            """
    }

    /// Where vacant taxis go: as the record shows, else to zones with many calls. Taxis that stay where their last ride ended serve nearly nobody,
    /// since only those of a caller's zone are asked.
    private var idle: String {
        if hasMoves { return ", idle: {moves: moves.csv}" }
        return seekScale.map { ", idle: {seek: {scale: \(Text.short($0 / 1000, 1)) km, again: 10 min}}" } ?? ""
    }

    /// Metres over which the attraction of a zone falls: 2 km, which serves most in New York's zones, and no less than it takes to the next zone
    /// of the map. Nil for maps with more zones than a scenario can weigh in pairs.
    private var seekScale: Double? {
        let places = record.layout.zones.map(\.inside)
        guard places.count <= Self.pairedZones else { return nil }
        var nearest = places.indices.compactMap { zone in
            places.indices.filter { $0 != zone }.map { places[zone].distance(to: places[$0]).inMetres }.min()
        }
        nearest.sort()
        return max(2000, nearest.isEmpty ? 0 : nearest[nearest.count / 2])
    }

    /// Whether vacant taxis stay where they are, for want of searches in the record and of a map that is small enough.
    var staysIdle: Bool { !hasMoves && record.layout.zones.count > Self.pairedZones }

    /// The limit of `seek`.
    private static let pairedZones = 2000

    /// A word of the map, in quotes where YAML would read something else.
    private static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "_-".unicodeScalars.contains($0) }
        return isPlain && !text.isEmpty
            ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
