// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A column of a CSV file with a row for each hour of the day.
struct HourColumn: Sendable {
    var file = ""
    var column = "share"

    static let section = Section(
        "`hourly`",
        "A column of a CSV file with 24 rows, starting with the hour after midnight. A column `hour`, if present, "
            + "must run from 0 to 23.",
        blank: HourColumn(),
        [
            Field("file", \.file, .table("path of a CSV file"), isRequired: true, "The file."),
            Field("column", \.column, .label("name of a column"), "The column with the shares."),
        ])

    func shares(_ reading: Reading, _ location: InputLocation) -> [Double]? {
        guard let table = CSVText.read(file, reading), let column = table.column(column, reading) else { return nil }
        // Lines that cannot be read are reported; which hours the others are is not known then.
        if table.isDamaged { return nil }
        if table.rows.count != 24 {
            reading.fault(location, "`\(file)` has \(table.rows.count) rows", allowed: "24, one for each hour")
            return nil
        }
        let hours = table.header.firstIndex { $0.text == "hour" }
        var isGood = true
        let shares = table.rows.enumerated().map { hour, row -> Double in
            if let hours, row.cells[hours].text != String(hour) {
                reading.error(
                    table.location(row, row.cells[hours]), "the hour is `\(row.cells[hours].text)`, not \(hour)")
                isGood = false
            }
            let cell = row.cells[column]
            if let share = plainNumber(cell.text), share >= 0, share <= 1e12 { return share }
            reading.error(table.location(row, cell), "`\(cell.text)` is not a share", allowed: "a number, 0 or more")
            isGood = false
            return 0
        }
        return isGood ? shares : nil
    }
}
