// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

extension ZoneShares {
    /// Carries a table to the second layout.
    ///
    /// The header decides: with `origin_zone`, `destination_zone` and `time` it is a trace, with the first two weights from
    /// zone to zone, with `zone_id` weights by zone. All other columns of weights must be numbers from 0 up; they keep their
    /// number of decimals, at least six, and their sums (largest remainders). Every row of a trace goes whole to one zone at
    /// each end, in turn, so that the shares hold as well as whole rows can.
    ///
    /// - Throws: every line that cannot be carried.
    public func carried(csv: String, fileName: String) throws(InputErrors) -> String {
        var table = CarriedTable(CSVText(csv, of: fileName), shares: self)
        let text = table.carried()
        guard let text, table.problems.isEmpty else { throw InputErrors(problems: table.problems) }
        return text
    }
}

/// Reads a table, carries it, and collects every problem.
private struct CarriedTable {
    let shares: ZoneShares
    private let table: CSVText
    var problems: [InputProblem]

    init(_ table: CSVText, shares: ZoneShares) {
        self.table = table
        self.shares = shares
        problems = table.faults
    }

    private typealias Row = CSVText.Row

    mutating func carried() -> String? {
        guard problems.isEmpty else { return nil }
        let (header, rows) = (table.header.map(\.text), table.rows)
        guard !rows.isEmpty else {
            problems.append(table.noRows)
            return nil
        }
        if let origin = table.column("origin_zone"), let destination = table.column("destination_zone") {
            let ends = [origin, destination]
            return table.column("time") == nil ? weights(header, rows, zones: ends) : trace(header, rows, zones: ends)
        }
        if let zone = table.column("zone_id") { return weights(header, rows, zones: [zone]) }
        problems.append(
            InputProblem(
                .error, at: InputLocation(file: table.file),
                "the header names no zones; allowed: `zone_id`, or `origin_zone` and `destination_zone`"))
        return nil
    }

    // MARK: Weights

    private mutating func weights(_ header: [String], _ rows: [Row], zones: [Int]) -> String? {
        let values = header.indices.filter { !zones.contains($0) }
        var decimals = [Int](repeating: 6, count: values.count)
        var numbers: [[Double]] = []
        for row in rows {
            numbers.append(
                values.enumerated().map { index, column in
                    let cell = row.cells[column]
                    guard let number = plainNumber(cell.text), number >= 0, number <= 1e12 else {
                        note(row, cell, "`\(cell.text)` in column `\(header[column])` is not a number of 0 or more")
                        return 0
                    }
                    if let point = cell.text.firstIndex(of: ".") {
                        let count = cell.text.distance(from: point, to: cell.text.endIndex) - 1
                        decimals[index] = max(decimals[index], min(count, 12))
                    }
                    return number
                })
        }
        var sums: [[ZoneID]: [Double]] = [:]
        var seen: [[ZoneID]: Int] = [:]
        for (row, own) in zip(rows, numbers) {
            let ids = zones.compactMap { zone(row, row.cells[$0]) }
            guard ids.count == zones.count else { continue }
            if let first = seen.updateValue(row.line, forKey: ids) {
                note(row, row.cells[zones[0]], "the same zone\(zones.count == 1 ? " is" : "s are") in line \(first)")
            }
            // A zone without weight may lie anywhere, and keeps its line of zeros out of the table.
            guard own.contains(where: { $0 > 0 }) else { continue }
            let ends = zip(ids, zones).compactMap { parts(row, row.cells[$1], $0) }
            guard ends.count == zones.count else { continue }
            for (key, share) in Self.products(ends) {
                var sum = sums[key] ?? [Double](repeating: 0, count: values.count)
                for index in own.indices { sum[index] += own[index] * share }
                sums[key] = sum
            }
        }
        guard problems.isEmpty else { return nil }
        // Tables by zone have a row for each zone; pairs only where there is something.
        let keys =
            zones.count == 1
            ? shares.zones.map { [$0] } : sums.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let columns = values.indices.map { index in
            Self.rounded(
                keys.map { sums[$0]?[index] ?? 0 }, sum: numbers.reduce(0) { $0 + $1[index] }, decimals[index])
        }
        let names = (zones + values).map { CSVText.cell(header[$0]) }.joined(separator: ",")
        let lines = keys.enumerated().map { row, key in
            (key.map { CSVText.cell(shares.newKey($0)) } + columns.map { $0[row] }).joined(separator: ",")
        }
        return ([names] + lines).joined(separator: "\n") + "\n"
    }

    private static func products(_ ends: [[ZoneShares.Part]]) -> [(key: [ZoneID], share: Double)] {
        ends.reduce([([], 1.0)]) { found, parts in
            found.flatMap { before in parts.map { (before.0 + [$0.zone], before.1 * $0.share) } }
        }
    }

    /// Values with so many decimals and with the sum given: rounded down, then the largest remainders up, ties to the first.
    private static func rounded(_ values: [Double], sum: Double, _ decimals: Int) -> [String] {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        var whole = values.map { Int64(($0 * scale).rounded(.down)) }
        let missing = Int64((sum * scale).rounded()) - whole.reduce(0, +)
        let order = values.indices.sorted { left, right in
            let (a, b) = (values[left] * scale - Double(whole[left]), values[right] * scale - Double(whole[right]))
            return a != b ? a > b : left < right
        }
        if !order.isEmpty {
            // Fewer than there are values, but for the last bit of the sums.
            for step in 0..<max(0, Int(missing)) { whole[order[step % order.count]] += 1 }
        }
        return whole.map { value in
            let digits = String(value)
            let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
            return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        }
    }

    // MARK: Traces

    private mutating func trace(_ header: [String], _ rows: [Row], zones: [Int]) -> String? {
        // What each zone has had beyond its share, by end of the trip and zone of the first layout.
        var debts = [[ZoneID: [Double]]](repeating: [:], count: zones.count)
        var lines = [header.map(CSVText.cell).joined(separator: ",")]
        for row in rows {
            var cells = row.cells.map(\.text)
            for (end, column) in zones.enumerated() {
                let cell = row.cells[column]
                guard let zone = zone(row, cell), let parts = parts(row, cell, zone) else { continue }
                var debt = debts[end][zone] ?? [Double](repeating: 0, count: parts.count)
                for index in parts.indices { debt[index] += parts[index].share }
                let next = debt.indices.max { debt[$0] < debt[$1] } ?? 0
                debt[next] -= 1
                debts[end][zone] = debt
                cells[column] = shares.newKey(parts[next].zone)
            }
            lines.append(cells.map(CSVText.cell).joined(separator: ","))
        }
        return problems.isEmpty ? lines.joined(separator: "\n") + "\n" : nil
    }

    // MARK: Cells

    private mutating func note(_ row: Row, _ cell: CSVText.Cell, _ message: String) {
        problems.append(table.error(row, cell, message))
    }

    private mutating func zone(_ row: Row, _ cell: CSVText.Cell) -> ZoneID? {
        guard let zone = shares.keys.zone(cell.text), shares.parts(of: zone) != nil else {
            note(row, cell, "`\(cell.text)` is not a zone of the layout that the table was made for")
            return nil
        }
        return zone
    }

    private mutating func parts(_ row: Row, _ cell: CSVText.Cell, _ zone: ZoneID) -> [ZoneShares.Part]? {
        guard let parts = shares.parts(of: zone), !parts.isEmpty else {
            note(row, cell, "zone \(shares.label(zone)) is outside the new layout, so its values would be lost")
            return nil
        }
        return parts
    }
}
