// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import RuleTestKit
import Testing

@testable import CitySlices
@testable import Reporting

/// One vocabulary and one unit for each number.
@Suite struct MetricLabelTests {
    private let all = MetricDescription.all + MetricDescription.modules + MetricDescription.comparison

    @Test("Every metric has a name of its own in plain words")
    func labels() {
        var seen: [String: String] = [:]
        for about in all {
            #expect(!about.label.contains("."), "\(about.name): \(about.label)")
            // Capitals are those of names: GPS, ETA, Gini, Jain, Little.
            let words = about.label.split(separator: " ").filter { !["Gini", "Jain", "Little's"].contains($0) }
            #expect(words.allSatisfy { $0 == $0.lowercased() }, "\(about.name): \(about.label)")
            #expect(seen[about.label] == nil, "\(about.label) is \(about.name) and \(seen[about.label] ?? "")")
            seen[about.label] = about.name
        }
    }

    @Test("No text of a metric says `by` for `divided by`")
    func texts() {
        for about in all {
            for bad in [" by all ", " by stored ", " by ended ", " by time ", " by direct ", " by hour ", " by hours "]
            {
                #expect(
                    !about.text.contains(bad) || about.name.hasPrefix("sharing.fee"), "\(about.name): \(about.text)")
            }
        }
    }

    @Test("Times of the city are shown in minutes, answers in seconds, shares in percent")
    func units() throws {
        func text(_ name: String, _ value: Double) throws -> String {
            try #require(MetricDescription.named(name)).shown.text(value)
        }
        #expect(try text("wait.p95", 571.4) == "9.5 min")
        #expect(try text("acceptance.mean", 18.12) == "18.1 s")
        #expect(try text("calls.unservedShare", 0.2941) == "29.4 %")
        #expect(try text("processing.max", 24.682) == "24.682 s")
        #expect(try text("reservations.lead.mean", 9000) == "2.5 h")
        #expect(try text("fairness.gini", 0.15) == "0.150")
        #expect(try text("calls.stored", 12_345) == "12 345")
        #expect(MetricDescription.named("wait.p95")?.labelWithUnit == "wait, p95 (min)")
        #expect(MetricDescription.named("processing.calls.p95")?.label == "processing time (calls), p95")
    }

    @Test("The terminal and the page tell a number with one unit")
    func oneUnit() throws {
        let run = try ObservedRun(city(), oneRide().records)
        let text = TextSummary(context: run.context, result: run.result, violations: [], fingerprint: "f").text
        let html = ReportPage(
            context: run.context, result: run.result, violations: [], fingerprint: "f", assets: ReportAssets()
        ).html
        // The wait is 341 s.
        #expect(text.contains("wait               5.7 min mean") && html.contains("5.7 min"), "\(text)")
        #expect(!text.contains("341.0 s") && !html.contains("341.0 s"))
    }
}
