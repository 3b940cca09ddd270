// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiRules
import TaxiSimulation
import Testing

@Suite("Budgets in a scenario")
struct BudgetTests {
    private let metrics = [
        BudgetMetric(path: "wait.p95", unit: "s"), BudgetMetric(path: "calls.abortRate", unit: "share"),
        BudgetMetric(path: "distance.other", unit: "km"), BudgetMetric(path: "offers.maxPending", unit: "1"),
        BudgetMetric(path: "run.memory", unit: "bytes"), BudgetMetric(path: "rides.perServiceHour", unit: "1/h"),
        BudgetMetric(path: "sharing.searches", unit: "1", module: .sharing),
    ]

    private func said(_ budgets: String) throws -> [String] {
        let read = try Support.read(Support.smallest + "budgets:\n" + budgets)
        return read.budgetProblems(metrics: metrics, modules: read.scenario.modules).map(
            \.description)
    }

    @Test("A budget is read with every key, and with the defaults")
    func reads() throws {
        let text = """
            budgets:
              - {metric: wait.p95, at-most: 10 min}
              - {name: aborts, metric: calls.abortRate, below: 5%, judge: each}
              - {metric: distance.other, at-most: baseline, tolerance: 5%, baseline: old/milan.json, confidence: 99%}
              - {metric: offers.maxPending, at-least: -1.5}
              - {metric: run.memory, above: 512 MiB}
            """
        let read = try Support.read(Support.smallest + text, folder: "/cities")
        let budgets = read.scenario.budgets
        var aborts = Budget(
            name: "aborts", metric: "calls.abortRate", bound: .below, limit: .amount(Amount(0.05, .share)))
        aborts.judging = .each
        var way = Budget(metric: "distance.other", bound: .atMost, limit: .baseline)
        way.tolerance = 0.05
        way.baseline = "/cities/old/milan.json"
        way.confidence = 0.99
        #expect(
            budgets == [
                Budget(metric: "wait.p95", bound: .atMost, limit: .amount(Amount(600, .time))), aborts, way,
                Budget(metric: "offers.maxPending", bound: .atLeast, limit: .amount(Amount(-1.5))),
                Budget(metric: "run.memory", bound: .above, limit: .amount(Amount(536_870_912, .memory))),
            ])
        #expect(budgets[0].name == "wait.p95" && budgets[0].confidence == 0.95 && budgets[0].judging == .mean)
        #expect(read.budgetProblems(metrics: metrics, modules: []).isEmpty)
        // The text with every value gives the same scenario again.
        #expect(try Support.read(read.source, folder: "/cities").scenario.budgets == budgets)
    }

    @Test("A scenario without budgets has the same text, and so the same hash, as before there were any")
    func silence() throws {
        let source = try Support.read(Support.smallest).source
        for word in ["budgets", "fleet", "demand"] { #expect(!source.contains(word)) }
    }

    @Test("An unknown metric is reported at its location, with the nearest name")
    func unknownMetric() throws {
        #expect(
            try said("  - name: a\n    metric: wait.p59\n    at-most: 1 s\n")
                == ["x.yaml:6:13: error: unknown metric `wait.p59`; did you mean `wait.p95`?"])
        #expect(
            try said("  - {metric: wait.longest, at-most: 1 s}\n")
                == ["x.yaml:5:14: error: unknown metric `wait.longest`; allowed: wait.p95"])
        #expect(try said("  - {metric: zzz, at-most: 1 s}\n").first?.contains("cabrank metrics") == true)
    }

    @Test(
        "A limit that does not measure the metric is reported at its location",
        arguments: [
            ("wait.p95", "600", "a time, such as `5 min`"), ("wait.p95", "5%", "a time, such as `5 min`"),
            ("calls.abortRate", "5 s", "a share, such as `5%`"), ("distance.other", "5", "a length, such as `300 km`"),
            ("offers.maxPending", "5 s", "a number without a unit"),
            ("rides.perServiceHour", "5%", "a number without a unit"),
            ("run.memory", "5", "an amount of memory, such as `512 MiB`"),
        ])
    func wrongUnit(_ metric: String, _ limit: String, _ allowed: String) throws {
        #expect(
            try said("  - metric: \(metric)\n    at-most: \(limit)\n")
                == ["x.yaml:6:14: error: `at-most`: `\(limit)` does not measure `\(metric)`; allowed: \(allowed)"])
    }

    @Test("A metric of a module that is off is refused, of one that is on accepted")
    func modules() throws {
        let budget = "  - {metric: sharing.searches, at-least: 1}\n"
        #expect(
            try said(budget) == [
                "x.yaml:5:14: error: `metric`: `sharing.searches` needs the module `sharing`, which is off"
            ])
        #expect(try said(budget + "modules: [sharing]\n").isEmpty)
    }

    @Test(
        "Wrong budgets are reported with their locations",
        arguments: [
            (
                "{metric: wait.p95}",
                "x.yaml:5:5: error: budgets needs exactly one of `at-most`, `at-least`, `below`, `above`"
            ),
            (
                "{metric: wait.p95, at-most: 1 s, below: 2 s}",
                "x.yaml:5:38: error: `below` cannot be combined with `at-most`; allowed: exactly one of `at-most`, `at-least`, "
                    + "`below`, `above`"
            ),
            (
                "{metric: wait.p95, at-most: 1 sec}",
                "x.yaml:5:33: error: `at-most`: unknown unit `sec`; allowed: %, ms, s, min, h, d, m, km, B, kB, KiB, MB, MiB, "
                    + "GB, GiB; did you mean `1 s`?"
            ),
            (
                "{metric: run.memory, at-most: 9e307 GiB}",
                "x.yaml:5:35: error: `at-most`: `9e307 GiB` is too large; allowed: an amount that a number can hold"
            ),
            (
                "{metric: wait.p95, at-most: 1 s, tolerance: 5%}",
                "x.yaml:5:38: error: `tolerance` has no effect on a fixed limit; allowed: `at-most: baseline`"
            ),
            (
                "{metric: wait.p95, at-most: baseline, confidence: 100%}",
                "x.yaml:5:55: error: `confidence`: `100%` is out of range; allowed: 0.5 to 0.9999"
            ),
            (
                "{metric: wait..p95, at-most: 1 s}",
                "x.yaml:5:14: error: `metric`: `wait..p95` is not the path of a metric; "
                    + "allowed: words with dots, such as `wait.p95`"
            ),
            (
                "{metric: wait.p95, at-most: 1 s, judge: all}",
                "x.yaml:5:45: error: `judge`: unknown word `all`; allowed: mean, each"
            ),
        ])
    func wrongBudgets(_ budget: String, _ error: String) {
        let said = Support.outcome(Support.smallest + "budgets:\n  - \(budget)\n").filter { $0.contains(": error: ") }
        #expect(said == [error])
    }

    @Test("Two budgets of one name are refused, named by their metric or not")
    func twins() {
        let text = Support.smallest + "budgets:\n  - {metric: a.b, at-most: 1}\n  - {metric: a.b, at-least: 0}\n"
        #expect(
            Support.outcome(text).filter { $0.contains(": error: ") }
                == ["x.yaml:6:5: error: `name`: two budgets are named `a.b`; names must be unique"])
    }

    @Test(
        "The total of all drivers is dealt to the groups in proportion, and nobody is lost",
        arguments: [2, 3, 7, 100, 999])
    func fleet(_ total: Int) throws {
        let groups = "drivers:\n  - {name: a, count: 30}\n  - {name: b, count: 10}\n"
        let read = try Support.read(Support.smallest + groups, sets: ["fleet.drivers=\(total)"])
        let counts = read.scenario.drivers.map(\.count)
        #expect(counts.reduce(0, +) == total)
        #expect(counts.allSatisfy { $0 >= 1 } && abs(Double(counts[0]) - 0.75 * Double(total)) <= 1)
        // The text of the run holds the groups' own numbers.
        #expect(try Support.read(read.source).scenario.drivers.map(\.count) == counts)
    }

    @Test("Totals that cannot be dealt are reported")
    func badTotals() {
        let groups = "drivers:\n  - {name: a, count: 30}\n  - {name: b, count: 10}\n"
        #expect(
            Support.outcome(Support.smallest + groups, sets: ["fleet.drivers=1"]).filter { $0.contains("error") }
                == [
                    "--set fleet.drivers=1:1:1: error: `drivers`: 1 drivers are too few for 2 groups; allowed: 2 to 1000000"
                ])
        #expect(
            Support.outcome(Support.smallest, sets: ["fleet.drivers=5"]).contains { $0.contains("no group of drivers") }
        )
        #expect(
            Support.outcome(Support.smallest, sets: ["fleet.drivers=many"]).contains {
                $0.contains("not a whole number")
            })
    }

    @Test("The scale of demand multiplies calls and people")
    func demand() throws {
        let groups = """
            passengers:
              - {name: a, arrivals: {per-day: 1000}, destination: {zones: area}}
              - {name: b, population: {people: 10, thinking: 1 h}, destination: {zones: area}}
            """
        let read = try Support.read(Support.smallest + groups, sets: ["demand.scale=1.25"])
        guard case .arrivals(let perDay, _, _) = read.scenario.passengers[0].demand,
            case .population(let people, _) = read.scenario.passengers[1].demand
        else {
            Issue.record("the demand is of another kind")
            return
        }
        #expect(perDay == 1250 && people == 13)
    }
}
