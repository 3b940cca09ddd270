// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension CSVColumns {
    /// A cell of a row, with the place that errors about it name.
    package typealias Cell = (text: String, location: InputLocation)

    /// The two forms of a table in a scenario: a CSV file, or its lines in a list.
    func forms(file: String, example: String, line: String, most: Int) -> [Form.Alternative] {
        [
            .init(
                key: nil, form: .scalar(ScalarForm("path of a CSV file", ["type": .text("string")])), summary: file,
                example: example),
            .init(
                key: nil, form: .list(of: .scalar(ScalarForm("a line", ["type": .text("string")])), count: 1...most),
                summary: "the lines themselves", example: "[\"\(line)\"]"),
        ]
    }

    /// Reads the rows of a table in one of these forms; notes what is wrong with their form.
    ///
    /// - Parameters:
    ///   - item: the path of the file, or the list of lines.
    ///   - reading: what errors are noted in.
    ///   - add: takes a row: the columns that must be there, in their order, nil for those that are not.
    /// - Returns: whether the table could be read to its end.
    package func read(_ item: Item, _ reading: Reading, _ add: ([Cell?]) -> Void) -> Bool {
        guard case .list(let items) = item.content else {
            return ValueFormat<String>.table("path").read(item, reading).map { read(file: $0, reading, add) } ?? false
        }
        for item in items {
            guard case .text(let text, _) = item.content else {
                reading.fault(item.location, "expected a line of \(table), found \(item.sort)")
                continue
            }
            let parts = CSVText(text, of: item.location.file).header.map(\.text)
            guard parts.count == needed else {
                reading.fault(
                    item.location, "the line has \(parts.count) cells",
                    allowed: names.prefix(needed).joined(separator: ","))
                continue
            }
            add(parts.map { (text: $0, location: item.location) })
        }
        return true
    }

    /// The same of a file.
    package func read(file path: String, _ reading: Reading, _ add: ([Cell?]) -> Void) -> Bool {
        guard let file = CSVText.read(path, reading) else { return false }
        let order = file.positions(self, reading).prefix(needed)
        for row in file.rows {
            add(order.map { $0.map { (text: row.cells[$0].text, location: file.location(row, row.cells[$0])) } })
        }
        return !file.isDamaged
    }
}

extension Reading {
    /// The number of a cell; nil for one outside of the range or another text, which is said, and for no cell. `what` it is has its article.
    package func number(_ cell: CSVColumns.Cell?, _ what: String, in range: ClosedRange<Double>) -> Double? {
        guard let cell else { return nil }
        if let number = plainNumber(cell.text), range.contains(number) { return number }
        error(
            cell.location, "`\(cell.text)` is not \(what)",
            allowed: "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))")
        return nil
    }

    /// The whole hour of a cell, likewise.
    package func hour(_ cell: CSVColumns.Cell?, in range: ClosedRange<Int> = 0...23) -> Int? {
        guard let cell else { return nil }
        if let hour = Int(cell.text), range.contains(hour) { return hour }
        error(cell.location, "`\(cell.text)` is not an hour", allowed: "\(range.lowerBound) to \(range.upperBound)")
        return nil
    }
}

extension ValueFormat {
    /// A table in a scenario: a CSV file, or its lines in a list.
    package static func table(
        _ columns: CSVColumns, name: String, summary: String, file: String = "a CSV file with these columns",
        example: String, line: String, most: Int = 1_000_000,
        read: @escaping @Sendable (Item, Reading) -> Value?,
        lines: @escaping @Sendable (Value, Writing) -> [String]
    ) -> ValueFormat {
        ValueFormat(
            .choice(name: name, summary: summary) {
                columns.forms(file: file, example: example, line: line, most: most)
            }, read: read, write: { .list(lines($0, $1).map { .quoted($0) }) })
    }
}
