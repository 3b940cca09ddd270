// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Experiments
import ScenarioLanguage
import Testing

/// What is swept, and in which points.
@Suite struct SweepTests {
    private func values(_ text: String) throws -> [String] {
        guard case .list(let values) = try SweepAxis(text: text).values else { return ["a span"] }
        return values
    }

    @Test(
        "Values are read as they are written",
        arguments: [
            ("fleet.drivers=300..500/50", ["300", "350", "400", "450", "500"]),
            ("a=0..1/0.25", ["0", "0.25", "0.5", "0.75", "1"]),
            ("a=0..1/0.1", (0...10).map { $0 == 10 ? "1" : $0 == 0 ? "0" : "0.\($0)" }),
            ("a=0..1/0.3", ["0", "0.3", "0.6", "0.9"]), ("a=0.8,1,1.2", ["0.8", "1", "1.2"]), ("a=5", ["5"]),
            ("a=30 s..90 s/30 s", ["30 s", "60 s", "90 s"]), ("a=30s..90s/30s", ["30 s", "60 s", "90 s"]),
            ("a=10..30/10%", ["10%", "20%", "30%"]), ("a=-1..1/1", ["-1", "0", "1"]), ("a=7..7/2", ["7"]),
            ("a=fifo, nearest", ["fifo", "nearest"]),
            (
                "a={uniform: {from: 1 s, to: 2 s}},{constant: 5 s}",
                ["{uniform: {from: 1 s, to: 2 s}}", "{constant: 5 s}"]
            ),
            ("a=[1, 2],[3, 4]", ["[1, 2]", "[3, 4]"]), ("a=\"x, y\",z", ["\"x, y\"", "z"]),
            ("a=../zones.geojson", ["../zones.geojson"]), ("a=b=c", ["b=c"]),
        ] as [(String, [String])])
    func reads(_ text: String, _ expected: [String]) throws {
        #expect(try values(text) == expected)
    }

    @Test(
        "Wrong sweeps are reported",
        arguments: [
            ("fleet.drivers", "path=values"), ("=5", "path=values"), ("a=", "a value is empty"),
            ("a=1,,2", "a value is empty"),
            ("a=9..1/1", "goes down"), ("a=1..9/0", "step must be above 0"), ("a=1..9/-1", "step must be above 0"),
            ("a=1..x", "is not a range"), ("a=1..9/x1y2", "is not a range"), ("a=1 s..9 min/1", "two units"),
            ("a=0..1000000/1", "more than 10000 values"),
        ])
    func refuses(_ text: String, _ says: String) {
        let error = #expect(throws: ExperimentProblem.self) { try SweepAxis(text: text) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("--set \(text)") == true)
    }

    private func points(_ design: SweepDesign, _ texts: String...) throws -> [[String]] {
        var axes: [SweepAxis] = []
        for text in texts { axes.append(try SweepAxis(text: text)) }
        return try design.points(axes).map { $0.settings.map(\.value) }
    }

    @Test("A grid has every value with every other, the last path changing fastest")
    func grid() throws {
        #expect(
            try points(.grid, "a=1,2", "b=x,y,z")
                == [["1", "x"], ["1", "y"], ["1", "z"], ["2", "x"], ["2", "y"], ["2", "z"]])
        #expect(throws: ExperimentProblem.self) { try points(.grid, "a=1..2") }
        #expect(throws: ExperimentProblem.self) { try points(.grid, "a=1,2", "a=3") }
        #expect(throws: ExperimentProblem.self) { try points(.grid) }
        #expect(throws: ExperimentProblem.self) { try points(.grid, "a=1..200/1", "b=1..200/1") }
    }

    @Test("A list goes through all paths together")
    func list() throws {
        #expect(try points(.list, "a=1,2", "b=x,y", "c=7") == [["1", "x", "7"], ["2", "y", "7"]])
        #expect(throws: ExperimentProblem.self) { try points(.list, "a=1,2", "b=x,y,z") }
    }

    @Test("A Latin hypercube meets each part of each path once, whatever the seed", arguments: 0..<50 as Range<UInt64>)
    func latin(_ seed: UInt64) throws {
        let rows = try points(.latin(points: 8, seed: seed), "a=0..8", "b=10..90/10", "c=0 s..4 s")
        #expect(rows.count == 8)
        // Whole ends give whole numbers, so that counts can be swept; the middle of a part is rounded away from 0.
        #expect(rows.map { $0[0] }.sorted() == (1...8).map(String.init))
        // Nine listed values for eight parts: no value twice.
        #expect(Set(rows.map { $0[1] }).count == 8)
        #expect(
            Set(rows.map { $0[2] })
                == Set(["0.25 s", "0.75 s", "1.25 s", "1.75 s", "2.25 s", "2.75 s", "3.25 s", "3.75 s"]))
        #expect(try points(.latin(points: 8, seed: seed), "a=0..8", "b=10..90/10", "c=0 s..4 s") == rows)
    }

    @Test("Another seed gives another hypercube, and two paths are not in step")
    func latinSeeds() throws {
        let one = try points(.latin(points: 30, seed: 1), "a=0..1", "b=0..1")
        let other = try points(.latin(points: 30, seed: 2), "a=0..1", "b=0..1")
        #expect(one != other)
        #expect(one.map { $0[0] } != one.map { $0[1] })
        #expect(throws: ExperimentProblem.self) { try points(.latin(points: 0, seed: 1), "a=0..1") }
    }
}

/// The search for the smallest number.
@Suite struct SizeSearchTests {
    @Test("The smallest number that is enough is found from every start, and each number is asked once at most")
    func search() throws {
        for answer in 1...64 {
            for start in [1, 2, 7, 31, 32, 33, 64] {
                var asked: [Int] = []
                let found = SizeSearch(from: 1, to: 64, start: start).run { number in
                    asked.append(number)
                    return number >= answer
                }
                #expect(found.smallest == answer)
                #expect(found.tooSmall == (answer == 1 ? nil : answer - 1))
                #expect(Set(asked).count == asked.count && asked.count <= 14, "\(answer) from \(start): \(asked)")
                #expect(asked.allSatisfy { (1...64).contains($0) })
            }
        }
    }

    @Test("The largest number that is enough is found from every start with as few questions, or that there is none")
    func largest() throws {
        for answer in 0...64 {
            for start in [1, 2, 7, 31, 32, 33, 64] {
                let search = SizeSearch(from: 1, to: 64, start: start)
                var asked: [Int] = []
                let found = search.runLargest { number in
                    asked.append(number)
                    return number <= answer
                }
                #expect(found.largest == (answer == 0 ? nil : answer) && found.smallest == nil)
                #expect(found.tooLarge == (answer == 64 ? nil : answer + 1) && found.isLargest)
                #expect(
                    Set(asked).count == asked.count && asked.count <= search.most, "\(answer) from \(start): \(asked)")
            }
        }
    }

    @Test("It is known before how many numbers are asked at most, and no fewer would do for every answer")
    func most() {
        for to in 1...70 {
            for start in 1...to {
                let search = SizeSearch(from: 1, to: to, start: start)
                let asked = (1...to + 1).map { answer in
                    var asked = 0
                    _ = search.run { number in
                        asked += 1
                        return number >= answer
                    }
                    return asked
                }
                #expect(asked.max() == search.most, "1 to \(to) from \(start)")
            }
        }
    }

    @Test("When nothing is enough, the largest number was asked")
    func none() {
        var asked: [Int] = []
        let found = SizeSearch(from: 1, to: 1000, start: 300).run { number in
            asked.append(number)
            return false
        }
        #expect(found.smallest == nil && found.tooSmall == 1000)
        #expect(asked == [300, 600, 1000])
    }

    @Test("A target is a budget of the mean")
    func target() throws {
        for (text, bound, limit) in [
            ("wait.p90<5min", "below", 300.0), ("wait.p90 <= 5 min", "at-most", 300),
            ("calls.abortRate<=5%", "at-most", 0.05),
            ("rides.perServiceHour>2.5", "above", 2.5), ("reservations.within10>=90%", "at-least", 0.9),
        ] {
            let budget = try SizeTarget.budget(text, confidence: 0.9)
            #expect(budget.bound.rawValue == bound && budget.judging == .mean && budget.confidence == 0.9)
            guard case .amount(let amount) = budget.limit else {
                Issue.record("no amount")
                continue
            }
            #expect(abs(amount.value - limit) < 1e-12)
        }
        for (text, says) in [
            ("wait.p90", "a sign"), ("wait.p09<5min", "did you mean `wait.p90`"), ("wait.p90<5", "a time"),
            ("wait.p90<5 minutes", "did you mean `5 min`"), ("run.cpu<5s", "unknown metric"),
        ] {
            let error = #expect(throws: ExperimentProblem.self) { try SizeTarget.budget(text, confidence: 0.95) }
            #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
        }
    }
}
