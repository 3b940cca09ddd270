// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Reporting
import RuleTestKit
import ScenarioLanguage
import Testing

@testable import Experiments

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What a check prints and writes.
@Suite struct CheckResultTests {
    private let context = RunContext(
        name: "city", title: "A | <city>", start: .epoch, end: .seconds(1), seed: 7, version: "1", scenarioHash: "00ff")

    private func result(violations: Int = 0) -> CheckResult {
        func judge(_ name: String, _ bound: Budget.Bound, _ limit: Double, _ values: [Double?]) -> BudgetJudgement {
            BudgetJudge(values: values, seed: 7).judge(
                Budget(name: name, metric: "wait.p95", bound: bound, limit: .amount(Amount(limit, .time))), unit: "s")
        }
        return CheckResult(
            context: context, replications: 5,
            judgements: [
                judge("good", .atMost, 10, [3, 4, 5, 6, 7]), judge("bad", .below, 3, [3, 4, 5, 6, 7]),
                judge("open", .atMost, 6, [3, 4, 5, 6, 7]),
            ], violations: violations, firstViolation: violations > 0 ? "INV-X at \"5\" & <6>" : nil)
    }

    @Test("JUnit has times: the suite that of all replications, each case its part")
    func junitTimes() throws {
        var timed = result()
        timed.wallSeconds = 10
        let found = try elements(timed.junit(acceptsUndecided: false))
        #expect(
            found.filter { $0.name == "testsuite" || $0.name == "testsuites" }.map { $0.attributes["time"] } == [
                "10.000", "10.000",
            ])
        let cases = found.filter { $0.name == "testcase" }.compactMap { $0.attributes["time"].flatMap(Double.init) }
        #expect(cases.count == 4 && cases.allSatisfy { $0 == 2.5 })
        let untimed = try elements(result().junit(acceptsUndecided: false))
        #expect(untimed.first { $0.name == "testsuite" }?.attributes["time"] == "0.000")
    }

    @Test("A line for each budget, the verdict first, with what would decide")
    func lines() {
        #expect(
            result().lines == [
                "kept       good: wait.p95 <= 10 s: mean 5 s, 95% interval 3.0368 s to 6.9632 s, 5 replications",
                "broken     bad: wait.p95 < 3 s: mean 5 s, 95% interval 3.0368 s to 6.9632 s, 5 replications",
                "undecided  open: wait.p95 <= 6 s: mean 5 s, 95% interval 3.0368 s to 6.9632 s, 5 replications; about 13 "
                    + "replications would decide, if mean and spread stay as they are",
            ])
        #expect(result().verdict == .broken && result().counts == "1 kept, 1 broken, 1 undecided")
    }

    /// Gathers the elements of an XML text with their attributes.
    private final class Elements: NSObject, XMLParserDelegate {
        var found: [(name: String, attributes: [String: String])] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            found.append((name, attributes))
        }
    }

    private func elements(_ xml: String) throws -> [(name: String, attributes: [String: String])] {
        let parser = XMLParser(data: Data(xml.utf8))
        let elements = Elements()
        parser.delegate = elements
        #expect(parser.parse(), "\(xml)")
        return elements.found
    }

    @Test("JUnit XML is whole and counts what failed", arguments: [true, false])
    func junit(_ accepts: Bool) throws {
        let found = try elements(result(violations: 2).junit(acceptsUndecided: accepts))
        let suite = try #require(found.first { $0.name == "testsuite" }).attributes
        #expect(suite["tests"] == "4" && suite["errors"] == "1")
        #expect(suite["failures"] == (accepts ? "1" : "2") && suite["skipped"] == (accepts ? "1" : "0"))
        let cases = found.filter { $0.name == "testcase" }.compactMap { $0.attributes["name"] }
        #expect(cases == ["good", "bad", "open", "invariants"])
        #expect(found.count { $0.name == "failure" } == (accepts ? 1 : 2))
        #expect(found.count { $0.name == "skipped" } == (accepts ? 1 : 0))
        let failure = try #require(found.first { $0.name == "failure" }).attributes
        #expect(failure["type"] == "broken" && failure["message"]?.hasPrefix("bad: wait.p95 < 3 s: mean 5 s") == true)
        #expect(
            found.first { $0.name == "error" }?.attributes["message"] == "2 broken; the first: INV-X at \"5\" & <6>")
    }

    @Test("The Markdown summary has a row for each budget, and signs that cannot break the table")
    func markdown() {
        let lines = result().markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "## Budgets of A \\| &lt;city>: broken")
        #expect(lines.count { $0.hasPrefix("| ✅ kept | good | wait.p95 &lt;= 10 s | mean 5 s") } == 1)
        #expect(lines.filter { $0.hasPrefix("|") }.count == 5)
        #expect(lines.contains("No invariant was broken."))
        #expect(result(violations: 2).markdown.contains("**2 invariants were broken**"))
    }

    @Test("The JSON form holds the numbers, and is the same bytes each time")
    func json() throws {
        let bytes = try CheckFile(result()).encoded()
        #expect(try CheckFile(result()).encoded() == bytes)
        let file = try JSONDecoder().decode(CheckFile.self, from: bytes)
        #expect(file == CheckFile(result()))
        #expect(file.budgets.map(\.verdict) == [.kept, .broken, .undecided])
        #expect(file.budgets[2].replicationsNeeded == 13 && file.budgets[0].limit == 10 && file.verdict == .broken)
    }

    @Test("A baseline is read back as it was written; others are refused with what to do")
    func baseline() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("b.json").path
        func says(_ text: String?) throws -> String {
            if let text { try text.write(toFile: path, atomically: true, encoding: .utf8) }
            let error = #expect(throws: ExperimentProblem.self) { try Baseline(path: path) }
            return error?.description ?? ""
        }
        #expect(try says(nil).contains("there is no baseline"))
        var kept = Baseline(ReplicationSet(context: context, replications: [], ending: .complete))
        kept.metrics = ["wait.p95": [1.5, nil, 0.1], "calls.stored": [3, 4, 5]]
        try kept.encoded().write(to: URL(fileURLWithPath: path))
        #expect(try Baseline(path: path) == kept)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\n    \"wait.p95\": [1.5,null,0.1]\n"))
        let other = text.replacing("\"baselineVersion\": 1", with: "\"baselineVersion\": 2")
        #expect(try says(other).contains("schema version 2, but this program reads version 1; store it again"))
        #expect(try says("{}").contains("is not a baseline"))
        #expect(try says("x").contains("is not a baseline"))
        #expect(try says("{\"baselineVersion\": 1}").contains("damaged"))
    }
}
