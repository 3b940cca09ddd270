// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Testing

@testable import Experiments

/// The sentence that opens a comparison argues for nobody: who was not served and how long the others waited, side by side.
@Suite struct FindingTests {
    private func paired(_ metric: String, _ first: [Double?], _ second: [Double?]) -> PairedDifference {
        PairedDifference(metric: metric, first: first, second: second)
    }

    private func finding(unserved: (Double, Double), wait: (Double, Double)) -> String {
        func values(_ mean: Double, _ spread: Double) -> [Double?] { [-1, 0.5, 1, -0.5].map { mean + spread * $0 } }
        return Comparison.finding(
            "districts", "quarters",
            unserved: paired("calls.unservedShare", values(unserved.0, 0.01), values(unserved.1, 0.012)),
            wait: paired("wait.mean", values(wait.0, 4), values(wait.1, 5)))
    }

    @Test("Fewer unserved and longer waits: the finding leads with the unserved and says that the two disagree")
    func opposite() {
        let text = finding(unserved: (0.202, 0.009), wait: (294, 378))
        #expect(
            text.hasPrefix(
                "With districts fewer requests stay unserved than with quarters (0.9 % against 20.2 %, difference -19.3"
            ))
        #expect(text.contains("percentage points), but those who are served wait longer (6.3 min against 4.9 min, "))
        #expect(text.contains("The two point in opposite directions"))
        let other = finding(unserved: (0.009, 0.202), wait: (378, 294))
        #expect(other.hasPrefix("With districts more requests") && other.contains("but those who are served wait less"))
        #expect(other.contains("opposite directions"))
    }

    @Test("Both better, or no difference: one sentence without a warning")
    func agreeing() {
        let better = finding(unserved: (0.202, 0.009), wait: (378, 294))
        #expect(better.contains(", and those who are served wait less") && !better.contains("opposite"))
        let same = finding(unserved: (0.2, 0.2), wait: (300, 300))
        #expect(same.hasPrefix("districts and quarters show no difference in unserved requests (20.0 % against 20.0 %"))
        #expect(same.contains("and those who are served show no difference in waiting") && !same.contains("opposite"))
    }

    @Test("Where nobody was served in one variant there is no wait to compare, and the finding says so")
    func nobody() {
        let text = Comparison.finding(
            "a", "b", unserved: paired("calls.unservedShare", [1, 1], [0.1, 0.2]),
            wait: paired("wait.mean", [nil, nil], [300, 310]))
        #expect(text.contains("(not measured in both)"))
    }

    @Test("Who is not aboard in time comes first in a comparison, then unserved requests, then the wait")
    func order() {
        #expect(
            Array(Comparison.measures.map(\.name).prefix(3)) == [
                "wishes.notInTimeShare", "calls.unservedShare", "wait.mean",
            ])
    }
}
