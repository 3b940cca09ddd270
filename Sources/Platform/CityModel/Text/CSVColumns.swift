// SPDX-License-Identifier: GPL-3.0-or-later

/// The columns of a kind of table, as its users read them.
package struct CSVColumns: Sendable {
    /// What the table is, such as `a trace`.
    package let table: String
    /// All columns that mean something, those that must be there first.
    package let names: [String]
    /// How many must be there.
    package let needed: Int

    package init(_ table: String, _ names: [String], needed: Int) {
        self.table = table
        self.names = names
        self.needed = needed
    }

    /// What is wrong with a header: columns that must be there and are not. One that is there under nearly the right name is
    /// told where it stands.
    package func faults(_ table: CSVText) -> [InputProblem] {
        let header = table.header
        // A file without a header is reported as such.
        guard !header.isEmpty else { return [] }
        let slips = slips(header)
        func location(_ column: Int) -> InputLocation { InputLocation(file: table.file, column: column) }
        let allowed = names.joined(separator: ", ")
        return names[..<needed].compactMap { name in
            if header.contains(where: { $0.text == name }) { return nil }
            if table.hasNames, let cell = header.first(where: { slips[$0.text] == name }) {
                return InputProblem(
                    .error, at: location(cell.column),
                    "unknown column `\(cell.text)` in \(self.table); allowed: \(allowed); did you mean `\(name)`?")
            }
            return InputProblem(
                .error, at: location(1),
                "there is no column `\(name)`; the columns of \(self.table) are \(allowed)"
                    + (needed < names.count ? ", of which the first \(needed) are required" : ""))
        }
    }

    /// The other columns that mean nothing. Tables may have them; one may also be a slip of the pen.
    package func doubts(_ table: CSVText) -> [InputProblem] {
        let header = table.header
        guard table.hasNames else { return [] }
        let slips = slips(header)
        return header.filter { cell in
            !names.contains(cell.text) && !names[..<needed].contains { $0 == slips[cell.text] }
        }.map { cell in
            let meant = slips[cell.text].map { "; did you mean `\($0)`?" } ?? ""
            return InputProblem(
                .warning, at: InputLocation(file: table.file, column: cell.column),
                "the column `\(cell.text)` is unknown and ignored; allowed: "
                    + names.joined(separator: ", ") + meant)
        }
    }

    /// For columns that mean nothing the one that is not there and was most likely meant.
    private func slips(_ header: [CSVText.Cell]) -> [String: String] {
        var missing = names.filter { name in !header.contains { $0.text == name } }
        var slips: [String: String] = [:]
        for cell in header where !names.contains(cell.text) {
            guard let meant = nearestName(to: cell.text, among: missing) else { continue }
            missing.removeAll { $0 == meant }
            slips[cell.text] = meant
        }
        return slips
    }
}
