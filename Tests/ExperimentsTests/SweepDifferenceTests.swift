// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Testing

@testable import Experiments
@testable import Reporting

/// How the points of a sweep are compared with one of them, and which of them nothing else dominates.
@Suite struct SweepDifferenceTests {
    /// Four points of drivers and demand, four replications each. Point 1 is better served than point 0 for more hours; point 2
    /// is point 0 with noise; point 3 is worse in both.
    private func result(base: Int? = 0) throws -> SweepResult {
        let service = [0.20, 0.22, 0.24, 0.26]
        let hours = [100.0, 101, 99, 100]
        func plus(_ values: [Double], _ noise: [Double]) -> [Double?] { zip(values, noise).map { $0 + $1 } }
        let values: [[String: [Double?]]] = [
            ["wishes.notInTimeShare": service, "drivers.serviceHours": hours],
            [
                "wishes.notInTimeShare": plus(service, [-0.11, -0.10, -0.10, -0.09]),
                "drivers.serviceHours": plus(hours, [20, 20, 21, 21]),
            ],
            [
                "wishes.notInTimeShare": plus(service, [0.01, -0.01, 0.02, -0.01]),
                "drivers.serviceHours": plus(hours, [1, -1, 1, 0]),
            ],
            [
                "wishes.notInTimeShare": plus(service, [0.11, 0.10, 0.10, 0.09]),
                "drivers.serviceHours": plus(hours, [30, 30, 31, 31]),
            ],
        ]
        let points = try SweepDesign.grid.points([
            SweepAxis(text: "fleet.drivers=40,60"), SweepAxis(text: "demand.scale=1,1.5"),
        ])
        return SweepResult(
            context: RunContext(name: "hand-made", start: .epoch, end: .seconds(3600)), replications: 4, design: "grid",
            paths: ["fleet.drivers", "demand.scale"], rows: zip(points, values).map { SweepResult.Row($0, values: $1) },
            base: base)
    }

    @Test("Differences from the base are paired, with an interval by Student's t, and alike when 0 lies in it")
    func differences() throws {
        let found = try result().differences(["wishes.notInTimeShare"])
        #expect(found[0] == nil)
        let better = try #require(found[1]?.first)
        // Mean -0.1, standard deviation sqrt(2 * 0.01^2 / 3) = 0.00816497, by 2 for four pairs; t(0.975, 3) = 3.182446.
        #expect(abs((better.difference?.mean ?? 0) + 0.1) < 1e-12)
        #expect(abs((better.difference?.halfWidth ?? 0) - 0.0129923) < 1e-6)
        #expect(better.finding.shortWord == "lower")
        #expect(found.dropFirst().compactMap { $0?.first?.finding.shortWord } == ["lower", "alike", "higher"])
        #expect(try result(base: nil).differences(["wishes.notInTimeShare"]).allSatisfy { $0 == nil })
    }

    @Test("The correction goes over all differences of all points: what one alone shows, many may not")
    func corrected() throws {
        let one = try result().differences(["wishes.notInTimeShare"])[1]?.first
        let both = try result().differences(["wishes.notInTimeShare", "drivers.serviceHours"])[1]?.first
        // 3 differences against 6. The least two p-values are equal but for rounding: -0.1 and 0.1 with the same spread.
        let (first, second) = (try #require(one?.pValue), try #require(both?.correctedPValue))
        #expect(abs((one?.correctedPValue ?? 0) / first - 3) < 1e-6)
        #expect(second > first * 3)
    }

    @Test(
        "Nothing dominates the best by either measure; noise is alike, and worse in both is dominated by the best served"
    )
    func front() throws {
        let front = try result().front
        #expect(front.measures?.service == "wishes.notInTimeShare" && front.measures?.effort == "drivers.serviceHours")
        #expect(front.standings == [.front, .front, .alike(0), .dominated(1)])
        #expect(
            front.sentences == [
                "Weighing not aboard in time against hours in service, nothing else dominates 2 of 4 points: "
                    + "fleet.drivers=40, demand.scale=1; fleet.drivers=40, demand.scale=1.5.",
                "Alike with one of these, for the two cannot be told apart: fleet.drivers=60, demand.scale=1 with fleet.drivers=40, demand.scale=1.",
            ])
    }

    @Test(
        "Hours that differ by the same amount in every replication are told apart, though a t-test has no spread to go by"
    )
    func shifts() throws {
        let points = try SweepDesign.grid.points([SweepAxis(text: "a=1,2"), SweepAxis(text: "b=7")])
        let rows = zip(points, [5.0, 6]).map { point, hours in
            SweepResult.Row(
                point, values: ["wishes.notInTimeShare": [0.1, 0.2], "drivers.serviceHours": [hours, hours + 1]])
        }
        let result = SweepResult(
            context: RunContext(name: "x", start: .epoch, end: .seconds(1)), replications: 2, design: "grid",
            paths: ["a", "b"], rows: rows)
        #expect(result.front.standings == [.front, .dominated(0)])
        // A path of one value is not named.
        #expect(result.label(1) == "a=2")
    }

    @Test("Points with equal means do not dominate each other, and a sweep without the measures has no front")
    func equal() throws {
        let points = try SweepDesign.grid.points([SweepAxis(text: "a=1,2")])
        func result(_ values: [String: [Double?]]) -> SweepResult {
            SweepResult(
                context: RunContext(name: "x", start: .epoch, end: .seconds(1)), replications: 2, design: "grid",
                paths: ["a"], rows: points.map { SweepResult.Row($0, values: values) })
        }
        let same = result(["calls.unservedShare": [0.1, 0.2], "drivers.serviceHours": [5, 6]])
        #expect(same.front.measures?.service == "calls.unservedShare")
        #expect(same.front.standings == [.front, .front])
        #expect(result(["wait.mean": [1, 2]]).front.sentences == [])
    }

    @Test("The page has the front, curves, heat maps, differences and the table; the CSV has the differences")
    func written() throws {
        let result = try result()
        let metrics = ["wishes.notInTimeShare", "drivers.serviceHours"]
        let page = result.page(metrics: metrics, assets: ReportAssets(vega: "/* vega */")).html
        for id in ["front", "multiples", "heat", "differences", "table"] {
            #expect(page.contains("<section id=\"\(id)\""), "\(id)")
        }
        #expect(
            page.contains(
                "Compared with fleet.drivers=40, demand.scale=1, not aboard in time is lower in 1 of 3 points"))
        #expect(page.contains("alike with fleet.drivers=40, demand.scale=1</td>"))
        #expect(page.contains(">−10.0 ± 1.3 lower</td>"))
        let lines = result.csv(metrics: ["wishes.notInTimeShare"]).split(separator: "\n").map {
            $0.split(separator: ",")
        }
        #expect(lines[0].suffix(4).map { $0.suffix(4) } == ["ence", " low", "high", "e is"])
        #expect(lines.dropFirst().map { $0.last } == ["base", "lower", "alike", "higher"])
        let bare = try self.result(base: nil)
        #expect(!bare.page(metrics: metrics, assets: ReportAssets()).html.contains("id=\"differences\""))
        #expect(!bare.csv(metrics: metrics).contains("base"))
    }

    @Test("The JSON form has the base, the differences in the metrics' own units, and the front")
    func json() throws {
        let text = String(
            decoding: try SweepFile(result(), metrics: ["wishes.notInTimeShare"]).encoded(), as: UTF8.self)
        for part in ["\"base\" : 0", "\"finding\" : \"alike\"", "\"standing\" : \"dominated\"", "\"by\" : 1"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("A base is named by values, and equal numbers are one value")
    func base() throws {
        let points = try result().rows.map(\.point)
        #expect(try SweepResult.base([], among: points) == nil)
        #expect(try SweepResult.base(["fleet.drivers=60.0", "demand.scale=1"], among: points) == 2)
        for (texts, says) in [
            (["fleet.drivers=45", "demand.scale=1"], "no point has this value; the nearest is fleet.drivers=40"),
            (
                ["fleet.driver=40"],
                "`fleet.driver` is not swept; swept are fleet.drivers, demand.scale; did you mean `fleet.drivers`?"
            ),
            (["fleet.drivers=40"], "2 points have these values; add --base demand.scale=..."),
            (["fleet.drivers"], "a base is named by path=value"),
            (["fleet.drivers=40", "fleet.drivers=60"], "no point has all of these values"),
        ] {
            let error = #expect(throws: ExperimentProblem.self) { try SweepResult.base(texts, among: points) }
            #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
        }
    }
}
