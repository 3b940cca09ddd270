// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing

@Suite("Texts that come from files")
struct TextTests {
    @Test(
        "Signs that steer a terminal are shown as escapes, all others as they are",
        arguments: [
            ("Ordinary title, with ü, 東京 and \\ and \"quotes\"", "Ordinary title, with ü, 東京 and \\ and \"quotes\""),
            ("\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"), ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
            ("bell\u{7} rub\u{7F} next\u{85} csi\u{9B}", "bell\\u{7} rub\\u{7F} next\\u{85} csi\\u{9B}"),
            ("turned \u{202E}gnp.exe", "turned \\u{202E}gnp.exe"), ("line\u{2028}", "line\\u{2028}"), ("", ""),
        ])
    func shown(_ text: String, _ says: String) {
        #expect(text.shown == says)
        #expect(text.shown.shown == says, "showing twice changes nothing more")
    }

    @Test("A text of several lines keeps its line breaks")
    func shownLines() {
        #expect("a\n\u{1B}b\r\n".shownLines == "a\n\\u{1B}b\\r\n")
    }

    @Test("A line that is longer than anybody reads keeps its beginning and its end")
    func longLines() {
        let long = "x.yaml:1:1: error: `" + String(repeating: "k", count: 100_000) + "` is wrong; allowed: 1"
        let shown = "\(long)\nshort".withShortLines
        #expect(
            shown.count < 1100 && shown.hasPrefix("x.yaml:1:1: error: `kkk")
                && shown.hasSuffix("is wrong; allowed: 1\nshort"))
        #expect(shown.contains(" characters ...] "))
        #expect("a\nb".withShortLines == "a\nb")
    }

    @Test("Of very many faults the first are listed, and all are counted")
    func manyFaults() {
        let table = CSVText("a,b\n" + String(repeating: "1\n", count: 999), of: "t.csv")
        #expect(table.faults.count == 200 && table.faultCount == 999)
        let errors = InputErrors(problems: table.faults, errorCount: table.faultCount)
        #expect(errors.countText == "999 errors (the first 200 are shown)")
        let warning = InputProblem(.warning, at: InputLocation(file: "t.csv"), "doubtful")
        #expect(InputErrors(problems: [table.faults[0], warning, warning]).countText == "1 error")
    }

    @Test("A table is read strictly, and every line that is wrong is reported beside those that are right")
    func table() {
        let table = CSVText("\u{FEFF}a,\"b, c\"\r\n1,\"x \"\"y\"\"\"\r\n1\r\n\"2,3\r\n4,5", of: "t.csv")
        #expect(table.header.map(\.text) == ["a", "b, c"] && table.header.map(\.column) == [1, 3])
        #expect(table.rows.map(\.line) == [2, 5])
        #expect(table.rows[0].cells.map(\.text) == ["1", "x \"y\""])
        #expect(table.faults.map(\.location.line) == [3, 4])
        #expect(
            table.faults.map(\.message) == [
                "the line has 1 cells, but the header has 2", "a quote is not closed on its line",
            ])
        for empty in ["", "\n", ",,\n1,2,3\n"] {
            #expect(CSVText(empty, of: "t.csv").faults.map(\.message) == ["the file is empty; a header line is needed"])
        }
        for (line, mark, column) in [("a;b;c", "semicolons", 2), ("time\tzone", "tabs", 5)] {
            let table = CSVText("\(line)\n1;2;3\n", of: "t.csv")
            #expect(table.header.isEmpty && table.rows.isEmpty && table.faults.count == 1)
            #expect(table.faults[0].message.hasPrefix("the table is separated by \(mark); allowed: commas"))
            #expect(table.faults[0].location.column == column)
        }
        let blanks = CSVText("time, zone ,\"a b\"\n1, 2,3\n", of: "t.csv")
        #expect(blanks.header.map(\.text) == ["time", "zone", "a b"] && blanks.header.map(\.column) == [1, 7, 13])
        #expect(blanks.rows[0].cells[1].text == " 2")
        #expect(CSVText.cell("a,\"b\"") == "\"a,\"\"b\"\"\"" && CSVText.cell("a b") == "a b")
    }
}
