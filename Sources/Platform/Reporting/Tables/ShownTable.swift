// SPDX-License-Identifier: GPL-3.0-or-later

/// A column of a page's table: its title, a sentence about it, and how a row fills it. Each cell has a number to sort by where
/// it is one; what was not measured is a dash, and comes first.
package struct ShownColumn<Row> {
    package let title: String
    package let hint: String
    package let isText: Bool
    package let cell: (Row) -> (text: String, key: Double?)

    package init(title: String, hint: String, isText: Bool, cell: @escaping (Row) -> (text: String, key: Double?)) {
        (self.title, self.hint, self.isText, self.cell) = (title, hint, isText, cell)
    }

    package static func text(_ title: String, _ hint: String, _ value: @escaping (Row) -> String) -> Self {
        Self(title: title, hint: hint, isText: true) { (value($0), nil) }
    }
    package static func count(_ title: String, _ hint: String, _ value: @escaping (Row) -> Int) -> Self {
        number(title, hint, 0) { Double(value($0)) }
    }
    /// A number that is sorted by its own value and shown times a scale.
    package static func number(
        _ title: String, _ hint: String, _ decimals: Int, scale: Double = 1, _ value: @escaping (Row) -> Double?
    ) -> Self {
        cell(title, hint) { row in
            let value = value(row)
            return (value.map { Text.number($0 * scale, decimals) } ?? "–", value ?? -1)
        }
    }
    /// Seconds, shown in minutes.
    package static func minutes(_ title: String, _ hint: String, _ value: @escaping (Row) -> Double?) -> Self {
        cell(title, hint) { row in
            let value = value(row)
            return (value.map { Text.number($0 / 60, 1) } ?? "–", value ?? -1)
        }
    }
    /// A part of one, shown in percent.
    package static func percent(_ title: String, _ hint: String, _ value: @escaping (Row) -> Double?) -> Self {
        number(title, hint, 1, scale: 100, value)
    }
    /// A part of a whole, shown in percent; a dash without a whole.
    package static func part(_ title: String, _ hint: String, _ value: @escaping (Row) -> (part: Int, whole: Int))
        -> Self
    {
        percent(title, hint) { row in
            let (part, whole) = value(row)
            return whole > 0 ? Double(part) / Double(whole) : nil
        }
    }
    package static func cell(_ title: String, _ hint: String, _ cell: @escaping (Row) -> (String, Double?)) -> Self {
        Self(title: title, hint: hint, isText: false, cell: cell)
    }
}

/// A table whose columns can be sorted.
package enum ShownTable {
    /// The table as HTML.
    package static func html<Row>(_ caption: String, _ rows: [Row], _ columns: ShownColumn<Row>...) -> String {
        html(caption, rows, columns)
    }

    /// The table as HTML; `isPaged` when these are some of the rows that the page's script shows.
    package static func html<Row>(
        _ caption: String, _ rows: [Row], _ columns: [ShownColumn<Row>], isPaged: Bool = false
    ) -> String {
        func kind(_ column: ShownColumn<Row>) -> String { column.isText ? " class=\"text\"" : "" }
        var out = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(Text.html(caption))\">"
        out += "<table\(isPaged ? "" : " class=\"sortable\"")><caption>\(Text.html(caption))</caption><thead><tr>"
        for column in columns {
            out += "<th scope=\"col\"\(kind(column))><button type=\"button\" "
            out += "title=\"\(Text.html(column.hint))\">\(Text.html(column.title))</button></th>"
        }
        out += "</tr></thead><tbody>\n"
        for row in rows {
            out += "<tr>"
            for column in columns {
                let (text, key) = column.cell(row)
                out += "<td\(kind(column))\(key.map { " data-key=\"\($0)\"" } ?? "")>\(Text.html(text))</td>"
            }
            out += "</tr>\n"
        }
        return out + "</tbody></table></div>\n"
    }
}
