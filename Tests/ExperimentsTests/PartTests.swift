// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import Foundation
import ScenarioLanguage
import TaxiRules
import Testing

@testable import CitySimulation
@testable import Experiments
@testable import Reporting

/// Metrics of parts of a run: windows of the clock, zones, groups and sites.
@Suite("Parts of a run")
struct PartTests {
    /// A town of every service.
    private static let town = """
        cabrank: 1
        name: town
        start: 2026-05-10 06:00
        length: 5 h
        warm-up: 30 min
        modules: [reservations, sharing]
        city: {grid: {rows: 2, columns: 2, cell: 2 km}}
        server: {workers: 1, service: {law: {exponential: 300 ms}}}
        drivers: [{name: cabs, count: 6, answer: {reaction: {uniform: {from: 2 s, to: 40 s}}, accept: 60%}}]
        passengers:
          - name: residents
            population: {people: 90, thinking: {exponential: 40 min}}
            patience: {exponential: 15 min}
            reserving: {share: 20%}
            sharing: {willing: 50%}
            call-again: 40%
          - name: riders
            arrivals: {per-day: 700}
            mistakes: 5%
          - {name: street, by: hail, arrivals: {per-day: 500}, patience: {exponential: 4 min}, then: call}
        stores:
          groups:
            - {name: corner, count: 2, limit: 4, quotas: {normal: 2, priority: 1, booking: 1}}
            - {name: mall, count: 1, limit: 8, names: [mall]}
          shoppers: [{name: folk, population: {people: 150, pause: {exponential: 1 h}}, visit: 20 min, books: 40%}]
        ambulances:
          stations: [{name: west, zone: 1, units: 14}]
          hospitals: [{name: general, zone: 4}]
          calls: {per-day: 400}
          priorities: [{name: high, share: 40%, transported: 50%}, {name: low, share: 60%}]
        people:
          - name: walkers
            count: 40
            home: equal
            work: equal
            planner: 50%
            walk: 3 km
            days: [{activities: [{name: work, place: work, start: {uniform: {from: "06:40", to: "09:30"}}, length: 20 min}, {name: tea, place: near, window: {from: "09:00", until: "10:50"}, length: 10 min}]}]
          - name: strollers
            count: 30
            home: equal
            work: equal
            days: [{activities: [{name: walk, place: equal, start: {uniform: {from: "07:00", to: "10:00"}}, length: 5 min}]}]
        races:
          events:
            - {name: dash, start: "07:00", end: "08:00", maximum: 30, track: [{longitude: 0.001, latitude: 0.001}, {longitude: 0.03, latitude: 0.001}]}
            - {name: loop, start: "08:30", end: "10:30", maximum: 30, track: [{longitude: 0.001, latitude: 0.001}, {longitude: 0.03, latitude: 0.001}]}
          runners: [{name: club, people: 60, looks-after: 10 min}]
        health:
          workers: {least: 1, most: 1, per-batch: 600 ms}
          wearers:
            - name: some
              people: 12
              every: 20 s
              values: [{parameter: heart-rate, mean: 72, between: 6, within: 20}]
            - name: others
              people: 6
              every: 20 s
              values: [{parameter: heart-rate, mean: 80, between: 6, within: 20}]

        """

    private static func plan(_ text: String = town) throws -> CityPlan {
        try CityPlan(ScenarioReader(services: Slices.all.keys).read(text: text, named: "town.yaml", folder: ""))
    }

    /// The values of a run, those of the parts with their names.
    private static func run(
        _ plan: CityPlan, _ names: [String], seed: UInt64 = 1, _ observers: any EventObserver...
    ) throws -> (values: [String: Double], fingerprint: String) {
        var simulation = Simulation(plan, seed: seed)
        simulation.parts = try plan.parts(of: names)
        simulation.observers = { _ in observers }
        let result = try simulation.run()
        let values = (result.metrics.values + result.parts).compactMap { metric in
            metric.value.map { (metric.name, $0) }
        }
        return (Dictionary(values) { first, _ in first }, result.fingerprint)
    }

    /// What the town can be told by, whole: three windows, the last of which passes midnight, the zones, the groups and the sites.
    private static let partitions: [(kind: PartDimensions, parts: [String])] = [
        (.window, ["05:00-07:17", "07:17-09:00", "09:00-05:00"]),
        (.zone, (1...4).map { "zone=\($0)" }),
    ]
    /// The same of the services that have some, by what their metrics begin with; taxis have no name.
    private static let own: [(service: String, kind: PartDimensions, parts: [String])] = [
        ("", .group, ["group=residents", "group=riders", "group=street"]),
        ("health", .group, ["group=some", "group=others"]),
        ("ambulances", .group, ["group=high", "group=low"]),
        ("stores", .group, ["group=folk"]), ("trips", .group, ["group=walkers", "group=strollers"]),
        ("stores", .site, ["store=1", "store=corner 2", "store=mall"]), ("races", .site, ["race=dash", "race=loop"]),
    ]

    private static func partitions(of metric: MetricDescription) -> [[String]] {
        let first = String(metric.name.prefix { $0 != "." })
        let service = ["stores", "races", "ambulances", "health", "trips"].contains(first) ? first : ""
        return partitions.filter { metric.parts.contains($0.kind) }.map(\.parts)
            + own.filter { $0.service == service && metric.parts.contains($0.kind) }.map(\.parts)
    }

    /// Whole numbers that are no sums: the most and the least, and people or zones that are counted once.
    private static func isSum(_ metric: MetricDescription, over parts: [String]) -> Bool {
        let last = metric.name.split(separator: ".").last ?? ""
        guard !last.lowercased().hasSuffix("max"), !last.hasSuffix("Min"), metric.name != "zones.undersupplied" else {
            return false
        }
        // Who stays at home has no store.
        let isWish = ["wishes", "lost", "withdrawn", "wishesOpen"].contains {
            ("." + metric.name.dropFirst(7) + ".").hasPrefix(".\($0).")
        }
        if metric.name.hasPrefix("stores."), isWish, parts[0].hasPrefix("store=") { return false }
        return metric.name != "health.peopleInDanger" || !parts[0].contains(":")
    }

    private static var metrics: [MetricDescription] {
        MetricDescription.all + MetricDescription.modules + MetricDescription.ofServices
    }

    @Test(
        "A count is the sum of those of the windows, zones, groups and sites, for every service", arguments: [1, 2, 3])
    func sums(_ seed: UInt64) throws {
        let plan = try Self.plan()
        let counts = Self.metrics.filter { $0.unit == "1" && $0.shown.decimals == 0 || $0.unit == "km" }
        let names = counts.flatMap { metric in Self.partitions(of: metric).joined().map { "\(metric.name)@\($0)" } }
        let (values, fingerprint) = try Self.run(plan, names, seed: seed)
        let whole = try Self.run(plan, [], seed: seed)
        #expect(fingerprint == whole.fingerprint)
        #expect(whole.values.allSatisfy { values[$0.key] == $0.value })
        var told: [String: Int] = [:]
        for metric in counts where metric.unit == "1" || metric.name.hasPrefix("distance.") {
            guard let all = values[metric.name], metric.name != "distance.emptyShare" else { continue }
            for parts in Self.partitions(of: metric) where Self.isSum(metric, over: parts) {
                let each = parts.map { values["\(metric.name)@\($0)"] ?? 0 }
                let sum = each.reduce(0, +)
                #expect(abs(sum - all) <= 1e-9 * abs(all), "\(metric.name): \(all), but \(parts): \(each)")
                if each.filter({ $0 > 0 }).count > 1 { told[parts[0], default: 0] += 1 }
            }
        }
        // Most of them say something here.
        #expect(told.count == 8, "\(told)")
        #expect(told.values.allSatisfy { $0 >= 3 } && told.values.reduce(0, +) > 150, "\(told)")
    }

    @Test("A share of a part times what it is a share of is a whole number, and those of all parts add up to the whole")
    func shares() throws {
        let plan = try Self.plan()
        let shares = Self.metrics.filter { !ShareUnits.paths(of: $0.name).isEmpty }
        let names = shares.flatMap { metric in Self.partitions(of: metric).joined().map { "\(metric.name)@\($0)" } }
        for metric in shares {
            for unit in ShareUnits.paths(of: metric.name) {
                let about = try #require(MetricDescription.ofProgram(unit))
                #expect(about.parts.isSuperset(of: metric.parts), "\(metric.name) by what \(unit) is not told by")
            }
        }
        let (values, _) = try Self.run(plan, names.flatMap { [$0] + ShareUnits.paths(of: $0) })
        func part(_ name: String) -> Double? {
            let units = ShareUnits.units(of: name) { path in values[path].map { [$0] } }
            guard let share = values[name], let count = units?.first.flatMap(\.self) else { return nil }
            #expect(
                abs(share * count - (share * count).rounded()) < 1e-5 * max(1, count), "\(name): \(share) of \(count)")
            return share * count
        }
        var judged = 0
        for metric in shares {
            guard let whole = part(metric.name) else { continue }
            for parts in Self.partitions(of: metric) {
                let each = parts.map { part("\(metric.name)@\($0)") ?? 0 }
                #expect(
                    abs(each.reduce(0, +) - whole) < 1e-4 * max(1, whole), "\(metric.name): \(whole), \(parts): \(each)"
                )
                judged += each.contains { $0 > 0 } ? 1 : 0
            }
        }
        #expect(judged > 40, "\(judged)")
    }

    @Test("Levels are taken over the time of the window: weighted by it, those of all windows give the mean of the run")
    func levels() throws {
        let plan = try Self.plan()
        let means = [
            "openRequests.mean", "drivers.inService", "stores.inside.mean", "stores.crowdOutside.mean",
            "ambulances.busy.mean", "ambulances.onDuty.mean", "ambulances.waiting.mean", "health.workers.mean",
            "server.queueMean", "drivers.activeMean",
        ]
        let windows = Self.partitions[0].parts
        let names = windows.flatMap { window in (means + ["run.hours"]).map { "\($0)@\(window)" } }
        let (values, _) = try Self.run(plan, names)
        let hours = windows.map { values["run.hours@\($0)"] ?? 0 }
        // 6:30 to 11:00, told in three parts.
        #expect(zip(hours, [47.0 / 60, 103.0 / 60, 2]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(hours)")
        for mean in means {
            let whole = try #require(values[mean])
            let sum = zip(windows, hours).reduce(0) { $0 + (values["\(mean)@\($1.0)"] ?? 0) * $1.1 }
            #expect(abs(sum / 4.5 - whole) < 1e-6 * max(1, whole), "\(mean): \(whole), \(sum / 4.5)")
        }
        // Open requests of all zones are those of the city.
        let zones = (1...4).map { "openRequests.mean@zone=\($0)" }
        let open = try Self.run(plan, zones).values
        let sum = zones.reduce(0) { $0 + (open[$1] ?? 0) }
        #expect(abs(sum - (open["openRequests.mean"] ?? 0)) < 1.01e-6)
    }

    /// Counts requests and waits by hand.
    private final class Requests: EventObserver {
        struct Row {
            let stored: CityTime
            let zone: ZoneID
            var wait: TimeSpan?
        }
        var rows: [RequestID: Row] = [:]
        private var called: [PassengerID: CityTime] = [:]
        private var calls: [RequestID: CityTime] = [:]

        func subscribe(to feed: EventFeed) {
            feed.on(TaxiEvent.self) { [self] records in
                for index in records.indices { take(records[index].event, at: records[index].time) }
            }
        }

        private func take(_ event: TaxiEvent, at now: CityTime) {
            if case .callConfirmed(let passenger, _) = event { called[passenger] = now }
            if case .requestStored(let request, let passenger, let zone, _, _, _) = event {
                rows[request] = Row(stored: now, zone: zone)
                calls[request] = called[passenger] ?? now
            }
            if case .requestFulfilled(let request, _) = event, let call = calls[request] {
                rows[request]?.wait = now - call
            }
        }

        func finish(at end: CityTime) {}
    }

    @Test("Calls and waits of a zone and a window are those of the rows that begin in them")
    func rows() throws {
        // Without modules: who reserves waits from another instant on.
        let habits = ["modules: [reservations, sharing]", "reserving: {share: 20%}", "sharing: {willing: 50%}"]
        let plan = try Self.plan(habits.reduce(Self.town) { $0.replacing($1, with: "") })
        let requests = Requests()
        let part = "zone=2@07:17-09:00"
        let names = ["calls.stored", "calls.fulfilled", "wait.mean", "wait.max"].map { "\($0)@\(part)" }
        let (values, _) = try Self.run(plan, names, requests)
        let window = try #require(ClockWindow("07:17-09:00"))
        let rows = requests.rows.values.filter { $0.zone == ZoneID(2) && window.holds($0.stored) }
        let waits = rows.compactMap { $0.wait?.inSeconds }
        #expect(rows.count > 10 && waits.count > 5, "\(rows.count) \(waits.count)")
        #expect(values[names[0]] == Double(rows.count) && values[names[1]] == Double(waits.count))
        let mean = waits.reduce(0, +) / Double(waits.count)
        #expect(abs((values[names[2]] ?? 0) - mean) < 1e-6 && abs((values[names[3]] ?? 0) - (waits.max() ?? 0)) < 1e-6)
    }

    @Test("Requests keep the zones of the scenario when the service has others")
    func otherZones() throws {
        let plan = try TestCity(file: "Scenarios/quickstart.yaml", set: ["city.grid.rows=2"]).plan
        guard case .grid(_, _, _, let anchor) = plan.scenario.city.layout else { throw PartProblem("no grid") }
        let other = try CityPlan(
            plan, tryingLayout: .grid(rows: 1, columns: 1, cell: .metres(6000), anchor: anchor))
        let names = ["calls.stored@zone=1", "calls.stored@zone=2"]
        let (own, tried) = (try Self.run(plan, names).values, try Self.run(other, names).values)
        for values in [own, tried] {
            #expect(values["calls.stored"] == (values[names[0]] ?? 0) + (values[names[1]] ?? 0))
            #expect(values[names[0]] ?? 0 > 0 && values[names[1]] ?? 0 > 0)
        }
    }

    // MARK: Names

    @Test("A window holds its first instant and not its last, every day, and may pass midnight")
    func windows() throws {
        func time(_ hours: Int, _ minutes: Int = 0) -> CityTime { .epoch + .hours(hours) + .minutes(minutes) }
        let evening = try #require(ClockWindow("17:00-23:00"))
        #expect(evening.holds(time(17)) && !evening.holds(time(23)) && evening.holds(time(24 + 22, 59)))
        let night = try #require(ClockWindow("22:30-05:00"))
        #expect(night.holds(time(0)) && night.holds(time(23)) && !night.holds(time(5)) && !night.holds(time(22)))
        for text in ["17-23", "17:00", "17:00-17:00", "24:00-05:00", "07:60-08:00", "7:00-8:00", "08:00-25:00", ""] {
            #expect(ClockWindow(text) == nil, "\(text)")
        }
        #expect(ClockWindow("00:00-24:00") != nil)
        // Against one minute after the other.
        for window in [evening, night] {
            for (from, to) in [(0, 1), (16, 18), (22, 30), (3, 75), (47, 49)] {
                let minutes = (from * 60..<to * 60).count { window.holds(time(0, $0)) }
                let length = window.length(from: time(from).nanoseconds, to: time(to).nanoseconds)
                #expect(TimeSpan(nanoseconds: length) == .minutes(minutes), "\(from) to \(to)")
            }
        }
    }

    @Test(
        "What no part can be is an error that says what would be right",
        arguments: [
            ("wait.mean@17-23", "`17-23` in `wait.mean@17-23` is no part of a run; `wait.mean` is told by a window"),
            ("wait.mean@zonne=1", "unknown part `zonne` in `wait.mean@zonne=1`"),
            ("wait.mean@zonne=1", "did you mean `zone`?"),
            ("wait.mean@zone=5", "unknown zone `5`; allowed: 1, 2, 3, 4"),
            ("wait.mean@group=ridrs", "did you mean `riders`?"),
            ("wait.mean@zone=1@zone=2", "names two parts of one kind"),
            ("wait.mean@", "is no part of a run"),
            (
                "drivers.utilisation@group=riders",
                "`drivers.utilisation` cannot be told by group; it is told by a window"
            ),
            ("calls.stored@store=1", "`calls.stored` cannot be told by store"),
            (
                "drivers.count@07:00-09:00",
                "`drivers.count` cannot be told by a window of the clock; it is told by the whole run alone"
            ),
            ("run.memory@07:00-09:00", "`run.memory` cannot be told by"),
            ("stores.physicalWait.mean@store=12", "there is no store `12`; allowed: 1 to 3"),
            ("stores.physicalWait.mean@store=mal", "did you mean `mall`?"),
            ("races.finished@race=dahs", "did you mean `dash`?"),
            ("ambulances.response.mean@group=hihg", "did you mean `high`?"),
            ("wait.maen@zone=1", "unknown metric `wait.maen`; did you mean `wait.mean`?"),
        ])
    func errors(_ name: String, _ message: String) throws {
        let plan = try Self.plan()
        let problem = #expect(throws: PartProblem.self) { try plan.parts(of: [name]) }
        #expect(problem?.description.contains(message) == true, "\(problem?.description ?? "")")
    }

    @Test("A service that is not there is named, in budgets with file and line")
    func budgets() throws {
        let small = String(Self.town.prefix(upTo: try #require(Self.town.range(of: "stores:")).lowerBound))
        let plan = try Self.plan(small)
        let problem = #expect(throws: PartProblem.self) { try plan.parts(of: ["stores.visits@store=1"]) }
        #expect(problem?.description.contains("needs the section `stores`") == true)
        func said(_ metric: String) -> String {
            do {
                _ = try Self.plan(small + "budgets:\n  - {metric: \"\(metric)\", at-most: 5 min}\n")
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(said("wait.p95@zone=2@07:00-09:00") == "")
        #expect(said("wait.p95@zone=9").contains("error: `metric`: unknown zone `9`"), "\(said("wait.p95@zone=9"))")
        #expect(said("wait.p59@zone=9").contains("unknown metric `wait.p59`"))
        #expect(said("wait.p95@17-23").contains("is no part of a run"))
        // It stays what it is in the text with every value.
        let read = try Self.plan(small + "budgets:\n  - {metric: wait.p95@group=riders@07:00-09:00, at-most: 5 min}\n")
            .read
        let again = try ScenarioReader(services: Slices.all.keys).read(
            text: read.source, named: "again.yaml", folder: "")
        #expect(again.scenario.budgets.map(\.metric) == ["wait.p95@group=riders@07:00-09:00"])
    }

    @Test(
        "Half widths and sizes may be those of a part; a name without its width, and one that means nothing, are refused"
    )
    func targets() throws {
        let target = try HalfWidthTarget(text: "wait.p95@zone=6@17:00-23:00=2%")
        #expect(target.metric == "wait.p95@zone=6@17:00-23:00" && target.share == 0.02)
        #expect(target.text == "wait.p95@zone=6@17:00-23:00=2%")
        for text in ["wait.p95@zone=6", "wait.p95@17-23=2%", "drivers.utilisation@zone=1=2%", "wait.p59@zone=1=2%"] {
            #expect(throws: ExperimentProblem.self, "\(text)") { try HalfWidthTarget(text: text) }
        }
        let budget = try SizeTarget.budget("stores.physicalWait.mean@store=corner 2 < 5 min", confidence: 0.95)
        #expect(budget.metric == "stores.physicalWait.mean@store=corner 2")
        let problem = #expect(throws: ExperimentProblem.self) {
            try SizeTarget.budget("wait.mean@zome=1<5min", confidence: 0.95)
        }
        #expect(problem?.description.contains("did you mean `zone`?") == true)
        let about = try #require(MetricDescription.ofProgram("wait.mean@zone=6@17:00-23:00"))
        #expect(about.label == "wait, mean (zone 6, 17:00-23:00)" && about.unit == "s")
        #expect(MetricDescription.ofProgram("wait.maen@zone=6") == nil)
    }

    // MARK: Experiments

    @Test("Replications hold the metrics of the parts, with the units of their shares, and so their intervals")
    func replications() throws {
        var experiment = try Replications(Self.plan(), rule: .count(3))
        try experiment.count(["wishes.notInTimeShare@zone=1", "wait.mean"])
        let set = try experiment.run()
        let names = ["wishes.notInTimeShare@zone=1", "wishes.total@zone=1"]
        #expect(set.metricNames.suffix(2) == names)
        let interval = try #require(set.interval(of: names[0]))
        #expect(interval.count == 3 && interval.mean > 0 && interval.mean < 1)
        #expect(set.units(of: names[0])?.compactMap(\.self).count == 3)
        #expect(set.intervals.metrics[names[0]] != nil)
        let plain = try Replications(Self.plan(), rule: .count(3)).run()
        #expect(plain.metricNames == set.metricNames.dropLast(2))
        #expect(plain.replications.map(\.fingerprint) == set.replications.map(\.fingerprint))
        #expect(throws: ExperimentProblem.self) { try experiment.count(["wait.mean@zone=99"]) }
    }

    @Test(
        "A journal without the parts is not gone on with, nor one of other parts; without any it is what it always was")
    func journals() throws {
        let path = NSTemporaryDirectory() + "parts-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let plan = try TestCity(file: "Scenarios/quickstart.yaml").plan
        let plain = try Replications(plan, rule: .count(1))
        var told = plain
        try told.count(["wait.mean@08:00-08:30"])
        _ = try plain.run(journal: ReplicationJournal(path: path, binding: JournalBinding(plain), resumes: false))
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("\"parts\""))
        let problem = #expect(throws: JournalProblem.self) {
            try ReplicationJournal(path: path, binding: JournalBinding(told), resumes: true)
        }
        #expect(problem?.description.contains("no part of the run") == true, "\(problem?.description ?? "")")
        _ = try told.run(journal: ReplicationJournal(path: path, binding: JournalBinding(told), resumes: false))
        let again = try ReplicationJournal(path: path, binding: JournalBinding(told), resumes: true)
        #expect(again.finished.count == 1)
        var other = plain
        try other.count(["wait.mean@08:00-08:31"])
        #expect(throws: JournalProblem.self) {
            try ReplicationJournal(path: path, binding: JournalBinding(other), resumes: true)
        }
    }
}
