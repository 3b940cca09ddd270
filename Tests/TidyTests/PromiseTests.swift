// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// A promise that a run can measure is judged: what a metric's text says must be has a verdict, so that a broken promise is seen
/// in the terminal, on the page and in `summary.json`.
@Suite("Promises of metrics and their verdicts")
struct PromiseTests {
    /// A text that promises: it says `must`, or names a requirement with the value that it wants.
    private static func promises(_ text: some StringProtocol) -> Bool {
        text.contains("must be ") || String(text).contains(#/\([A-Z]+(-[A-Z0-9]+)+: (at (least|most) )?[0-9]/#)
    }

    /// The requirements that a text names.
    private static func ids(in text: String) -> [String] {
        text.matches(of: #/\b[A-Z]+(-[A-Z0-9]+)+\b/#).map { String($0.output.0) }
    }

    /// What stands in quotes in files that make verdicts.
    private static func judged() throws -> Set<String> {
        var words: Set<String> = []
        for file in try SourceTree.swiftSources() where file.mentions("Verdict(") {
            for line in file.code where line.text.contains("\"") {
                for match in line.text.matches(of: #/"([^"\\]+)"/#) { words.insert(String(match.1)) }
            }
        }
        return words
    }

    /// Each promise with the metric's name where it is known: lines of the files of texts, and texts in the code of metrics.
    private static func promises() throws -> [(place: String, name: String?, text: String)] {
        var found: [(place: String, name: String?, text: String)] = []
        for file in try SourceTree.textFiles() where file.path.hasPrefix("Sources/") {
            if file.path.hasSuffix("Texts/metrics.txt") {
                for (index, line) in file.lines.enumerated() {
                    let cells = line.split(separator: "|", maxSplits: 2)
                    guard cells.count == 3, promises(cells[2]) else { continue }
                    found.append(("\(file.path):\(index + 1)", String(cells[0]), String(cells[2])))
                }
            } else if file.path.contains("Metric"), file.path.hasSuffix(".swift") {
                for line in file.code where promises(line.text) {
                    found.append(("\(file.path):\(line.number)", nil, line.text))
                }
            }
        }
        return found
    }

    @Test("What a metric's text says must be has a verdict: by its requirement, or by the metric's name")
    func everyPromiseIsJudged() throws {
        let (judged, promises) = (try Self.judged(), try Self.promises())
        #expect(promises.count >= 10)
        for promise in promises {
            let ids = Self.ids(in: promise.text)
            let isJudged =
                ids.contains { id in judged.contains { $0 == id || $0.hasPrefix(id + ",") } }
                || promise.name.map { judged.contains($0) } == true
            #expect(isJudged, "\(promise.place): no verdict for \(promise.name ?? ids.joined(separator: ", "))")
        }
    }

    @Test("A text that promises is told from one that does not")
    func promising() {
        #expect(Self.promises("Shares; must be 100 % (HEALTH-R18)."))
        #expect(Self.promises("Time up (AVAIL-01: 0.98).") && Self.promises("Taxis (TAXI-ASSUME-05: at least 0.9)."))
        #expect(
            !Self.promises("Users who wanted to be notified (RACE-R19).")
                && !Self.promises("Up to 600 s (TAXI-RESV-20)."))
        #expect(Self.ids(in: "must be 0 (PERF-04, INV-X)") == ["PERF-04", "INV-X"])
    }
}
