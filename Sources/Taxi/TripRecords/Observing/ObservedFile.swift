// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Reporting

/// Reads `observed.csv` and `observed-days.csv`, and `observed-vacant.csv` beside them, as an import writes them.
package enum ObservedFile {
    /// The figures of a table of hours and one of laws, if there is one.
    ///
    /// - Throws: all that is wrong with them, by line.
    package static func figures(_ hours: (text: String, path: String), laws: (text: String, path: String)?)
        throws(InputErrors) -> ObservedFigures
    {
        var faults: [InputProblem] = []
        let rows = Self.hours(CSVText(hours.text, of: hours.path), &faults)
        let found = laws.map { Self.laws(CSVText($0.text, of: $0.path), &faults) } ?? []
        guard faults.isEmpty else {
            throw InputErrors(problems: Array(faults.prefix(InputErrors.mostListed)), errorCount: faults.count)
        }
        return ObservedFigures(hours: rows, laws: found)
    }

    /// The place of each column; what is missing is noted with the nearest name.
    private static func places(_ table: CSVText, _ names: [String], _ faults: inout [InputProblem]) -> [Int?] {
        faults += table.faults
        guard !table.header.isEmpty else { return names.map { _ in nil } }
        let found = table.header.map(\.text)
        return names.map { name in
            if let place = table.column(name) { return place }
            let near = nearestName(to: name, among: found).map { "; did you mean `\($0)`?" } ?? ""
            faults.append(
                InputProblem(
                    .error, at: InputLocation(file: table.file, line: 1, column: 1),
                    "there is no column `\(name)`; allowed: \(found.joined(separator: ", "))\(near)"))
            return nil
        }
    }

    private static func hours(_ table: CSVText, _ faults: inout [InputProblem]) -> [ObservedHour] {
        let first = table.column("days") == nil && table.column("date") != nil ? "date" : "days"
        let places = places(table, [first, "hour"] + ObservedHour.columns, &faults)
        guard faults.isEmpty else { return [] }
        if table.rows.isEmpty { faults.append(table.noRows) }
        let columns = places.compactMap(\.self)
        var rows: [ObservedHour] = []
        var seen: [String: Int] = [:]
        for row in table.rows {
            let cells = columns.map { row.cells[$0] }
            let hour = Int(cells[1].text).flatMap { (0...23).contains($0) ? $0 : nil }
            if hour == nil {
                faults.append(table.error(row, cells[1], "`\(cells[1].text)` is not an hour; allowed: 0 to 23"))
            }
            let isDay = first == "date" ? TripDate.day(cells[0].text) != nil : RecordedDays.Group(cells[0].text) != nil
            if !isDay {
                let allowed = first == "date" ? "a date such as 2026-03-04" : RecordedDays.Group.words
                faults.append(
                    table.error(row, cells[0], "`\(cells[0].text)` names no days; allowed: \(allowed)"))
            }
            let numbers = cells.dropFirst(2).enumerated().map { index, cell -> Double? in
                if cell.text.isEmpty, index > 1 { return nil }
                let limits = ObservedHour.limits[index]
                if let value = plainNumber(cell.text), limits.contains(value) { return value }
                let range = "\(numberText(limits.lowerBound)) to \(numberText(limits.upperBound))"
                let allowed = index > 1 ? "\(range), or nothing where it is not known" : range
                faults.append(
                    table.error(
                        row, cell,
                        "`\(cell.text)` is not a number of \(ObservedHour.columns[index]); allowed: \(allowed)"))
                return nil
            }
            for quantiles in ObservedHour.quantiles {
                var below: Int?
                for index in quantiles where numbers[index] != nil {
                    if let below, let low = numbers[below], let value = numbers[index], value < low {
                        let (name, other) = (ObservedHour.columns[index], ObservedHour.columns[below])
                        faults.append(
                            table.error(
                                row, cells[index + 2],
                                "\(name) of `\(cells[index + 2].text)` is below \(other) of `\(cells[below + 2].text)`; quantiles rise"
                            ))
                        break
                    }
                    below = index
                }
            }
            guard let hour, isDay else { continue }
            if let line = seen.updateValue(row.line, forKey: "\(cells[0].text) \(hour)") {
                faults.append(table.error(row, cells[1], "this hour stands twice: also in line \(line)"))
            }
            rows.append(
                ObservedHour(
                    days: cells[0].text, hour: hour, recorded: numbers[0] ?? 0, trips: numbers[1] ?? 0,
                    ride: Array(numbers[2...5]), seen: numbers[6], atWork: numbers[7], occupied: numbers[8],
                    vacant: Array(numbers[9...14]), heard: numbers[15]))
        }
        return rows
    }

    private static func laws(_ table: CSVText, _ faults: inout [InputProblem]) -> [VacantLaw] {
        let before = faults.count
        let places = places(table, ["days", "share", "vacant_s"], &faults)
        guard faults.count == before else { return [] }
        let columns = places.compactMap(\.self)
        var laws: [VacantLaw] = []
        for row in table.rows {
            let cells = columns.map { row.cells[$0] }
            guard let value = plainNumber(cells[2].text), (0...1e6).contains(value) else {
                faults.append(
                    table.error(row, cells[2], "`\(cells[2].text)` is not a time in seconds; allowed: 0 to 1000000"))
                continue
            }
            if laws.last?.days != cells[0].text { laws.append(VacantLaw(days: cells[0].text, values: [])) }
            let last = laws.count - 1
            let wanted = Text.short(VacantLaw.share(laws[last].values.count), 3)
            if cells[1].text != wanted {
                faults.append(
                    table.error(
                        row, cells[1],
                        "`\(cells[1].text)` is not the next share of `\(cells[0].text)`; allowed: \(wanted)"))
                break
            }
            if let low = laws[last].values.last, value < low {
                faults.append(
                    table.error(
                        row, cells[2],
                        "`\(cells[2].text)` is below the time before it, \(numberText(low)); quantiles rise"))
            }
            laws[last].values.append(value)
        }
        for law in laws where faults.count == before && law.values.count != VacantLaw.count {
            faults.append(
                InputProblem(
                    .error, at: InputLocation(file: table.file),
                    "`\(law.days)` has \(law.values.count) shares; \(VacantLaw.count) are needed, 0.005 to 0.995"))
        }
        return laws
    }
}
