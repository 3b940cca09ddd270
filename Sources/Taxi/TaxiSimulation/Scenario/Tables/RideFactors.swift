// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

/// Factors on the time of a ride by kind of day and hour: of each hour twenty, equally likely, such as the means of twentieths of recorded over
/// expected times.
struct RideFactors: Hashable, Sendable {
    /// How many an hour has.
    static let count = 20
    static let most = 1000.0

    let days: DayKinds
    /// By kind of day, as its place in `days`, and hour.
    let factors: [[[Double]]]

    /// Those of an instant's hour.
    subscript(time: CityTime) -> [Double] { factors[days.index(at: time) ?? 0][time.hourOfDay] }

    /// A CSV file, or its lines in a list.
    static let format = ValueFormat<RideFactors>(
        .choice(
            name: "ride-factors",
            summary:
                "Factors on the times of rides by hour. The columns are days, hour and factor_1 to factor_\(count): kinds of days such "
                + "as `mon-fri`, `sat` or a date, and each hour from 0 to 23 of each. Every day of the run is needed."
        ) {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("path of a CSV file", ["type": .text("string")])),
                    summary: "a CSV file with these columns, such as `ride-law.csv` of `cabrank import`",
                    example: "ride-law.csv"),
                .init(
                    key: nil,
                    form: .list(of: .scalar(ScalarForm("a line", ["type": .text("string")])), count: 1...10_000),
                    summary: "the lines themselves", example: "[\"mon-fri,0,0.5,0.6,...\"]"),
            ]
        },
        read: { read($0, $1) }, write: { factors, _ in .list(lines(factors)) })

    /// What an import writes beside the factors means nothing here.
    private static let columns = CSVColumns(
        "a table of factors on rides",
        ["days", "hour"] + (1...count).map { "factor_\($0)" } + ["trips", "fixed_s", "s_per_km"],
        needed: 2 + count)

    private static func read(_ item: Item, _ reading: Reading) -> RideFactors? {
        let before = reading.errors
        var draft = Draft(reading: reading)
        if case .list(let items) = item.content {
            for item in items {
                guard case .text(let text, _) = item.content else {
                    reading.fault(item.location, "expected a line of \(columns.table), found \(item.sort)")
                    continue
                }
                let parts = CSVText(text, of: item.location.file).header.map(\.text)
                guard parts.count == columns.needed else {
                    reading.fault(
                        item.location, "the line has \(parts.count) cells",
                        allowed: columns.names.prefix(columns.needed).joined(separator: ","))
                    continue
                }
                draft.add(parts.map { (text: $0, location: item.location) })
            }
        } else {
            guard let path = ValueFormat<String>.table("path").read(item, reading),
                let file = CSVText.read(path, reading)
            else { return nil }
            let order = file.positions(columns, reading).prefix(columns.needed)
            for row in file.rows {
                draft.add(
                    order.map { $0.map { (text: row.cells[$0].text, location: file.location(row, row.cells[$0])) } })
            }
            if file.isDamaged { return nil }
        }
        guard reading.errors == before, let hours = draft.whole(at: item.location) else { return nil }
        let days = DayKinds(draft.days.kinds, holidays: reading.holidays)
        reading.mention(MentionedDays(what: reading.key, kinds: days), at: item.location)
        return RideFactors(days: days, factors: hours)
    }

    private static func lines(_ factors: RideFactors) -> [Item] {
        zip(factors.days.kinds, factors.factors).flatMap { kind, hours in
            hours.enumerated().map { hour, values in
                .quoted(([kind.text, "\(hour)"] + values.map { numberText($0) }).joined(separator: ","))
            }
        }
    }

    /// The lines of a table that were read so far.
    private struct Draft {
        let reading: Reading
        var days = DayGathering()
        private var hours: [[[Double]?]] = []

        init(reading: Reading) { self.reading = reading }

        /// Adds a line, of which cells may be missing with their columns; what is there is checked.
        mutating func add(_ cells: [(text: String, location: InputLocation)?]) {
            let reading = reading
            let kind = cells[0].flatMap { cell in
                days.add(cell.text) { reading.error(cell.location, $0, allowed: $1, meant: $2) }
            }
            if kind?.isNew == true { hours.append([[Double]?](repeating: nil, count: 24)) }
            let hour = cells[1].flatMap { cell -> Int? in
                if let hour = Int(cell.text), (0..<24).contains(hour) { return hour }
                reading.error(cell.location, "`\(cell.text)` is not an hour", allowed: "0 to 23")
                return nil
            }
            let values = cells[2...].compactMap { cell -> Double? in
                guard let cell else { return nil }
                if let value = plainNumber(cell.text), (0...most).contains(value) { return value }
                reading.error(
                    cell.location, "`\(cell.text)` is not a factor on the time of a ride",
                    allowed: "0 to \(numberText(most))")
                return nil
            }
            guard let kind, let hour, values.count == count, let cell = cells[1] else { return }
            if hours[kind.index][hour] != nil {
                reading.error(cell.location, "the hour \(hour) of \(days.kinds[kind.index].text) appears twice")
            }
            hours[kind.index][hour] = values
        }

        /// All hours of all kinds of day; nil where one is missing, which is said.
        func whole(at location: InputLocation) -> [[[Double]]]? {
            let before = reading.errors
            for (kind, hours) in zip(days.kinds, hours) {
                guard let missing = hours.firstIndex(where: { $0 == nil }) else { continue }
                reading.fault(
                    location, "\(columns.table) has no row for the hour \(missing) of \(kind.text)",
                    allowed: "a row for each hour from 0 to 23 of each kind of day")
            }
            if hours.isEmpty { reading.fault(location, "\(columns.table) has no rows") }
            return reading.errors == before ? hours.map { $0.compactMap(\.self) } : nil
        }
    }
}
