// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// One column of a table of results, described once: its name, what it says, its measure, and how a row fills it. From it are
/// written a column of `results.sqlite`, a value of `summary.json` with its schema, a column of the page, and a line of the
/// article Results; a column is in each of them or not, as it says.
///
/// Rows are `inout` only so that they are handed over by their address: a row of twenty fields would be copied for
/// each of its columns, more than once.
package struct ResultColumn<Row>: Sendable {
    /// What the values are.
    package enum Kind: Sendable { case integer, real, text, flag }

    package typealias Reading<Value> = @Sendable (inout Row) -> Value
    package typealias WholeNumber = BinaryInteger & SendableMetatype

    package let name: String
    package let text: String
    package let measure: Measure
    package let kind: Kind
    /// Whether a row may have no value.
    package let isOptional: Bool
    /// Whether a row is found by it alone.
    package let isKey: Bool
    package let value: Reading<ResultValue>

    /// Whether it is in `results.sqlite`.
    package private(set) var isStored = true
    /// Where the value stands in a row of `summary.json`: the keys that lead to it, with dots between; nil for nowhere. Columns
    /// whose path ends in `[]` are the values of one list.
    package private(set) var path: String?
    /// What stands above it on the page; nil when it is not there.
    package private(set) var title: String?
    /// What is said of it on the page, where that is not what it says.
    private var hint: String?
    /// The text of a cell of the page, where it says more than the value.
    private var cell: (@Sendable (Row) -> String)?
    /// Whether it is set as text on the page.
    private var isText: Bool

    private init(
        _ name: String, _ text: String, _ kind: Kind, in measure: Measure = .count, isOptional: Bool = false,
        isKey: Bool = false, _ value: @escaping Reading<ResultValue>
    ) {
        (self.name, self.text, self.measure, self.kind) = (name, text, measure, kind)
        (self.isOptional, self.isKey, self.value) = (isOptional, isKey, value)
        isText = kind == .text
    }

    // MARK: - Where it is

    /// Also in `summary.json`, under this path.
    package func json(_ path: String) -> Self { with { $0.path = path } }
    /// Also on the page, with this title, and a hint where the page tells another thing than the value.
    package func page(_ title: String, hint: String? = nil) -> Self {
        with { ($0.title, $0.hint) = (title, hint) }
    }
    /// Also on the page, with texts of its own: numbers in other words, or set as text.
    package func page(
        _ title: String, hint: String? = nil, isText: Bool = false, _ cell: @escaping @Sendable (Row) -> String
    ) -> Self {
        with { ($0.title, $0.hint, $0.isText, $0.cell) = (title, hint, isText || kind == .flag, cell) }
    }
    /// Not in `results.sqlite`.
    package var unstored: Self { with { $0.isStored = false } }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var column = self
        change(&column)
        return column
    }

    // MARK: - What it is

    /// The number that a row is found by.
    package static func key<Number: WholeNumber>(
        _ name: String, _ text: String = "", _ value: @escaping Reading<Number>
    ) -> Self {
        Self(name, text, .integer, isKey: true) { .integer(Int64(value(&$0))) }
    }
    package static func integer<Number: WholeNumber>(
        _ name: String, _ text: String = "", _ value: @escaping Reading<Number>
    ) -> Self {
        Self(name, text, .integer) { .integer(Int64(value(&$0))) }
    }
    package static func integerOrNull<Number: WholeNumber>(
        _ name: String, _ text: String = "", _ value: @escaping Reading<Number?>
    ) -> Self {
        Self(name, text, .integer, isOptional: true) { row in value(&row).map { .integer(Int64($0)) } ?? .null }
    }
    /// The same for the numbers of actors, which long tables are full of: the general form looks its type up for each value.
    package static func integer(_ name: String, _ text: String = "", _ value: @escaping Reading<Int32>) -> Self {
        Self(name, text, .integer) { .integer(Int64(value(&$0))) }
    }
    package static func integerOrNull(
        _ name: String, _ text: String = "", _ value: @escaping Reading<Int32?>
    ) -> Self {
        Self(name, text, .integer, isOptional: true) { row in value(&row).map { .integer(Int64($0)) } ?? .null }
    }
    package static func flag(_ name: String, _ text: String = "", _ value: @escaping Reading<Bool>) -> Self {
        Self(name, text, .flag) { .flag(value(&$0)) }
    }
    package static func real(
        _ name: String, in measure: Measure = .ratio(), _ text: String = "", _ value: @escaping Reading<Double>
    ) -> Self {
        Self(name, text, .real, in: measure) { .real(value(&$0)) }
    }
    package static func realOrNull(
        _ name: String, in measure: Measure = .ratio(), _ text: String = "", _ value: @escaping Reading<Double?>
    ) -> Self {
        Self(name, text, .real, in: measure, isOptional: true) { row in value(&row).map { .real($0) } ?? .null }
    }
    package static func text(_ name: String, _ text: String = "", _ value: @escaping Reading<String>) -> Self {
        Self(name, text, .text) { .text(value(&$0)) }
    }
    package static func textOrNull(_ name: String, _ text: String = "", _ value: @escaping Reading<String?>) -> Self {
        Self(name, text, .text, isOptional: true) { row in value(&row).map { .text($0) } ?? .null }
    }
    /// A word of a closed list, or what stands where there is none. The texts are made once: each is looked up in the type's
    /// names, and a run writes some hundred thousand.
    package static func word<Word: EventWord & SendableMetatype>(
        _ name: String, _ text: String = "", else absent: String = "", _ value: @escaping Reading<Word?>
    ) -> Self {
        var texts: [String] = []
        for word in Word.allCases {
            while texts.count <= Int(word.number) { texts.append("") }
            texts[Int(word.number)] = word.word
        }
        return Self(name, text, .text) { [texts] row in
            .text(value(&row).map { texts[Int($0.rawValue)] } ?? absent)
        }
    }
    /// The word that a row is found by.
    package static func wordKey(_ name: String, _ text: String = "", _ value: @escaping Reading<String>) -> Self {
        Self(name, text, .text, isKey: true) { .text(value(&$0)) }
    }
    /// An instant or a span of nanoseconds, in seconds; `.min` is "never".
    package static func seconds(_ name: String, _ text: String = "", _ value: @escaping Reading<Int64>) -> Self {
        realOrNull(name, in: .minutes, text) { Self.seconds(value(&$0)) }
    }
    /// An instant that every row has.
    package static func instant(_ name: String, _ text: String = "", _ value: @escaping Reading<Int64>) -> Self {
        Self(name, text, .real, in: .minutes) { row in Self.seconds(value(&row)).map { .real($0) } ?? .null }
    }
    /// Degrees of longitude or latitude, to a centimetre on the ground.
    package static func degrees(_ name: String, _ text: String = "", _ value: @escaping Reading<Double?>) -> Self {
        realOrNull(name, in: .other("°"), text) { row in value(&row).map { ($0 * 1e7).rounded() / 1e7 } }
    }
    /// Kilometres from millimetres; `.min` is "not driven".
    package static func kilometres(_ name: String, _ text: String = "", _ value: @escaping Reading<Int64>) -> Self {
        realOrNull(name, in: .kilometres, text) { row in
            let length = value(&row)
            return length == .min ? nil : tidy(Double(length) * 1e-6)
        }
    }

    private static func seconds(_ nanoseconds: Int64) -> Double? {
        nanoseconds == .min ? nil : Double(nanoseconds) / 1e9
    }

    /// The statistics of a sample of seconds, all in `summary.json` under this path; those that are named are also stored, as
    /// `<prefix>mean_s` and the like, and on the page with these titles.
    package static func statistics(
        _ prefix: String, in measure: Measure = .minutes, json path: String, _ text: String, stored: Set<String>,
        page titles: [String: String], _ value: @escaping Reading<SampleStatistics?>
    ) -> [Self] {
        let parts: [(String, String, @Sendable (SampleStatistics) -> Double)] = [
            ("mean", "mean", { $0.mean }), ("sd", "standard deviation", { $0.sd }),
            ("min", "smallest value", { $0.min }), ("p50", "half of the values are at most this", { $0.p50 }),
            ("p90", "90 % of the values are at most this", { $0.p90 }),
            ("p95", "95 % of the values are at most this", { $0.p95 }),
            ("p99", "99 % of the values are at most this", { $0.p99 }), ("max", "largest value", { $0.max }),
        ]
        let count = integerOrNull("\(prefix)count", "\(text): how many values") { value(&$0)?.count }
        return [count.unstored.json("\(path).count")]
            + parts.map { part, what, read in
                var column = realOrNull("\(prefix)\(part)_s", in: measure, "\(text): \(what)") {
                    value(&$0).map(read)
                }.json("\(path).\(part)")
                column.isStored = stored.contains(part)
                column.title = titles[part]
                return column
            }
    }

    /// A count for each word of a closed list, in `summary.json` under this path.
    package static func counts<Word: EventWord & SendableMetatype>(
        json path: String, _ text: String, _ value: @escaping Reading<Counts<Word>>
    ) -> [Self] {
        Word.allCases.map { word in
            integer(word.word, "\(text): \(Text.words(word.word))") { value(&$0)[word] }
                .json("\(path).\(word.word)").unstored
        }
    }

    /// What a service says of every run; `context` finds the run of a row.
    package init(_ column: RunColumn, context: @escaping @Sendable (Row) -> RunContext) {
        let value = column.value
        self.init(column.name, column.text, column.isText ? .text : .integer) { value(context($0)) }
    }

    // MARK: - What is written of it

    /// The type of the values in SQLite.
    package var type: String {
        switch kind {
        case .integer, .flag: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        }
    }

    /// The column in the statement that makes the table.
    package var definition: String {
        "\(name) \(type)\(isKey ? " PRIMARY KEY" : isOptional ? "" : " NOT NULL")"
    }

    /// The unit in files; empty for words and texts.
    package var unit: String { kind == .text ? "" : measure.unit }

    /// The value in the schema of `summary.json`.
    package var schema: JSONValue {
        let type: JSONValue =
            switch kind {
            case .integer: "integer"
            case .real: "number"
            case .text: "string"
            case .flag: "boolean"
            }
        return ["type": type, "description": .text(description)]
    }

    /// What it says, with its unit.
    package var description: String {
        text.prefix(1).uppercased() + text.dropFirst() + "." + (unit.isEmpty || kind == .flag ? "" : " Unit: \(unit)")
    }

    /// The column on the page; nil when it is not there. `cell` gives the texts of its cells, where they say more than the
    /// values of a row alone.
    package func shown(_ cell: ((Row) -> String)? = nil) -> ShownColumn<Row>? {
        guard let title else { return nil }
        let (isText, measure, isKey, read) = (isText || cell != nil, measure.shown, isKey, value)
        let cell = cell ?? self.cell
        return ShownColumn(title: title, hint: hint ?? text, isText: isText) { row in
            var row = row
            let value = read(&row)
            let number: Double? =
                switch value {
                case .integer(let number): Double(number)
                case .real(let number): number
                case .null: -1
                case .text, .flag: nil
                }
            if let cell { return (cell(row), number) }
            switch value {
            case .null: return ("–", number)
            case .integer(let whole) where isKey: return ("\(whole)", number)
            case .integer, .real: return (measure.number(number), number)
            case .text(let text): return (text, nil)
            case .flag(let isSet): return (isSet ? "yes" : "no", nil)
            }
        }
    }
}
