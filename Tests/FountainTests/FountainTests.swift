// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Experiments
import Reporting
import ScenarioLanguage
import TaxiRules
import TaxiSimulation
import Testing

/// The proof that the house has room for a service: a fountain, in these files alone.
@Suite("A service that no file of the house names")
struct FountainTests {
    private static let text = """
        cabrank: 1
        name: square
        start: 2026-03-04 06:00
        length: 6 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        drivers: [{name: cabs, count: 12, answer: {reaction: {uniform: {from: 2 s, to: 9 s}}, accept: 90%}}]
        passengers: [{name: residents, population: {people: 60, thinking: {exponential: 40 min}}}]

        """

    private let square = SliceRuns(FountainSlice(), head: text)
    /// The same square, whose drivers have shifts and drive back after them.
    private static let shifts = text.replacing(
        "count: 12,",
        with:
            "count: 12, idle: {cruise: {pause: 2 min, radius: 800 m}}, shift: {start: {uniform: {from: 05:00, to: 08:00}}, "
            + "length: {uniform: {from: 1 h, to: 3 h}}, breaks: {after: 40 min, length: 10 min}},")

    private func run(_ fountain: String = "") throws -> (result: RunResult, drinks: Drinks, city: CityNotes) {
        let (drinks, notes) = (Drinks(), CityNotes())
        return (try square.run(fountain, drinks, notes), drinks, notes)
    }

    @Test("One scenario key: it is checked like all others, and stands in the run's text, the schema and the reference")
    func key() throws {
        let plan = try square.plan("fountain: {cups: 3, thirst: 5 min}\n")
        let parameters = try #require(plan.scenario.services[.fountain] as? FountainParameters)
        #expect(parameters.cups == 3 && parameters.refill == .seconds(30))
        #expect(plan.read.source.contains("fountain:"))
        do {
            _ = try square.plan("fountain: {cup: 3, refill: 2}\n")
            Issue.record("a wrong section was taken")
        } catch let error as InputErrors {
            #expect(
                error.problems.map { "\($0.location): \($0.message)" } == [
                    "city.yaml:8:12: unknown key `cup` in the fountain; allowed: cups, refill, share, thirst, stay, patient; did you mean `cups`?",
                    "city.yaml:8:28: `refill`: a time needs a unit, such as `60 s`, but `2` has none; allowed: ms, s, min, h, d",
                ], "\(error)")
        }
        let key = FountainSlice().key
        #expect(Scenario.jsonSchema(services: [key]).contains("\"fountain\""))
        #expect(Scenario.reference(services: [key]).contains("A fountain in the city."))
        #expect(!Scenario.jsonSchema().contains("\"fountain\""))
    }

    @Test("One rule: a cup is drawn while there is one, and one more comes every so often")
    func rule() {
        var rules = FountainRules(cups: 2, refill: .seconds(10), at: .epoch)
        let (ada, max) = (PersonID(part: 0, group: 0, member: 1), PersonID(part: 0, group: 0, member: 2))
        #expect(rules.drink(ada, at: .seconds(5)) == [.drunk(person: ada, left: 1)])
        #expect(rules.drink(max, at: .seconds(5)) == [.drunk(person: max, left: 0)])
        #expect(rules.drink(ada, at: .seconds(14)) == [.empty(person: ada)])
        #expect(rules.drink(ada, at: .seconds(15)) == [.drunk(person: ada, left: 0)])
    }

    @Test("One event, one message, one metric, one chart: from the drinkers through the service to the results")
    func results() throws {
        let (result, notes, _) = try run("fountain: {cups: 2, refill: 60 s, thirst: 10 min}\n")
        let service = try #require(result.metrics.services.first { $0.name == "fountain" })
        // 60 people every 10 min for 6 h, less often when they ride; two cups at the beginning, and one a minute.
        #expect((1500...60 * 36).contains(notes.drunk + notes.empty) && (72...362).contains(notes.drunk))
        let share = try #require(service.metrics.first?.value)
        #expect(service.metrics.first?.about.name == "fountain.served")
        #expect(share == Double(notes.drunk) / Double(notes.drunk + notes.empty))
        #expect(service.charts.first?.rows.count == notes.drunk)
        // The events of all services are those of the log.
        #expect(result.metrics["events.total"] == Double(result.events))
        let summary = SummaryFile(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint)
        #expect(String(decoding: try summary.encoded(), as: UTF8.self).contains("\"fountain.served\" : "))
        let page = ReportPage(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(page.contains("thirsty people who drank") && page.contains("<h2 id=\"fountain-title\">Fountain</h2>"))
        #expect(try run("fountain: {cups: 2, refill: 60 s, thirst: 10 min}\n").result.fingerprint == result.fingerprint)
    }

    @Test("Its demands are on the page, in the summary, in each replication, and compared as those of any service")
    func cases() throws {
        let result = try run("fountain: {cups: 2, refill: 60 s, thirst: 10 min}\n").result
        let drinks = try #require(result.metrics.services.first { $0.name == "fountain" }?.cases.first)
        #expect(drinks.all.served > 0 && drinks.all.lost > 0)
        #expect(drinks.hours.parts.count >= 6 && drinks.hours.rows.reduce(0) { $0 + $1.part.asked } == drinks.all.asked)
        let page = ReportPage(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(page.contains("<h3 id=\"fountain-drinks-cases\">Drinks</h3>") && page.contains("the basin was empty"))
        let summary = SummaryFile(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint)
        #expect(String(decoding: try summary.encoded(), as: UTF8.self).contains("\"demand\" : \"drinks\""))
        // Twice the cups, and nobody loses by it.
        let variants = try [2, 4].map { cups in
            let plan = try square.plan("fountain: {cups: \(cups), refill: \(120 / cups) s, thirst: 10 min}\n")
            var experiment = try Replications(plan, rule: .count(5), threads: 2)
            experiment.keepsWishes = true
            return Comparison.Variant(name: "cups \(cups)", plan: plan, set: try experiment.run())
        }
        let comparison = Comparison(variants)
        for replication in variants[0].set.replications {
            #expect(replication.demands.map(\.name) == ["taxi.wishes", "fountain.drinks"])
        }
        let finding = comparison.finding(of: 1)
        #expect(
            finding.contains("more drinks in 6 h are drunk than with cups 2")
                && finding.contains("the service is better"))
        let compared = ComparisonPage(comparison).html
        #expect(
            compared.contains("Fountain, drinks: by hour of the day") && compared.contains("Taxis: by hour of the day"))
        #expect(PooledDemands(variants[0].set, of: variants[0].plan).part != nil)
    }

    @Test("Its metric can be named for a part of the run, as long as its fold asks which time counts")
    func part() throws {
        let plan = try square.plan("fountain: {cups: 2, refill: 60 s, thirst: 10 min}\n")
        var simulation = Simulation(plan)
        simulation.parts = try plan.parts(of: ["00:00-24:00", "06:00-06:30"].map { "fountain.served@\($0)" })
        let result = try simulation.run()
        let whole = try #require(result.metrics["fountain.served"])
        #expect(result.parts.map(\.name) == ["fountain.served@00:00-24:00", "fountain.served@06:00-06:30"])
        #expect(result.parts[0].value == whole && result.parts[1].value.map { $0 > 0 && $0 != whole } == true)
        #expect(throws: PartProblem.self) { try plan.parts(of: ["fountain.served@zone=1"]) }
        #expect(throws: PartProblem.self) { try plan.parts(of: ["fountain.servde@06:00-06:30"]) }
    }

    @Test(
        "DEC-ONE-PERSON: with a second role for everybody every draw and every event of the taxi service is as before")
    func taxiUnchanged() throws {
        let (alone, _, before) = try run()
        let (both, drinks, after) = try run("fountain: {thirst: {exponential: 7 min}}\n")
        #expect(before.taxi.count > 500 && after.taxi == before.taxi)
        #expect(
            drinks.drunk > 0 && both.fingerprint != alone.fingerprint
                && !alone.metrics.services.contains { $0.name == "fountain" })
        #expect(alone.violations.isEmpty && both.violations.isEmpty)
    }

    @Test(
        "DEC-ONE-PERSON: nor when drivers drink as well, off shift: every draw and event of the taxi service is as before"
    )
    func driversUnchanged() throws {
        let square = SliceRuns(FountainSlice(), head: Self.shifts)
        let (before, after, nobody, drinks) = (CityNotes(), CityNotes(), CityNotes(), Drinks())
        _ = try square.run("", before)
        _ = try square.run("fountain: {thirst: {exponential: 7 min}}\n", after, drinks)
        #expect(before.taxi.count > 500 && after.taxi == before.taxi)
        #expect(drinks.drinkers.contains { $0.key >> 62 == 2 } && drinks.drinkers.contains { $0.key >> 62 == 0 })
        // Nobody drinks on shift, and nothing is noted of drivers without a further role.
        #expect(after.held[TaxiMessage.service, default: []].contains { $0.key >> 62 == 2 } && after.clashes.isEmpty)
        _ = try square.run("", nobody)
        #expect(nobody.held.isEmpty)
    }

    @Test(
        "SIM-10: a driver on shift is held, and one who drinks when a shift should begin begins it late",
        arguments: 1...5)
    func driversHeld(seed: Int) throws {
        let square = SliceRuns(FountainSlice(), head: Self.shifts)
        let (before, notes, wrong) = (CityNotes(), CityNotes(), CityNotes())
        _ = try square.run("", seed: UInt64(seed), before)
        let result = try square.run(
            "fountain: {thirst: {exponential: 10 min}, stay: 40 min}\n", seed: UInt64(seed), notes)
        let drivers = Set(notes.held[TaxiMessage.service, default: []].filter { $0.key >> 62 == 2 })
        #expect(!drivers.isEmpty && !drivers.isDisjoint(with: notes.held[.fountain, default: []]))
        #expect(notes.clashes.isEmpty && result.violations.isEmpty && notes.taxi != before.taxi)
        // A service that takes a driver on shift is found.
        let found = try square.run(
            "fountain: {thirst: {exponential: 10 min}, stay: 4 min, patient: false}\n", seed: UInt64(seed), wrong)
        #expect(wrong.clashes.contains { $0.key >> 62 == 2 })
        #expect(found.violations.contains { $0.id == "SIM-10" && $0.message.hasPrefix("fountain takes") })
    }

    @Test("A drink that lasts into a shift delays it to its end; one that lasts through it makes the driver miss it")
    func lateShift() throws {
        // One driver, from 06:30 to 07:00, who drinks from 06:10 on, and 10 min after each drink; nobody calls.
        func shift(_ stay: String) throws -> [String] {
            let head = Self.text.replacing("count: 12,", with: "count: 1, shift: {start: 06:30, length: 30 min},")
                .replacing("exponential: 40 min", with: "exponential: 4000 h")
            let notes = CityNotes()
            let result = try SliceRuns(FountainSlice(), head: head).run(
                "fountain: {thirst: 10 min, stay: \(stay)}\n", notes)
            #expect(notes.clashes.isEmpty && result.violations.isEmpty)
            return notes.taxi.filter { $0.contains("statusChanged") }.map { String($0.prefix(19).suffix(8)) }
        }
        #expect(try shift("15 min") == ["06:30:00", "07:00:00"])
        #expect(try shift("25 min") == ["06:35:00", "07:00:00"])
        #expect(try shift("1 h") == [])
    }

    @Test("A person is held by one activity at a time: nobody rides who drinks, and nobody drinks who rides")
    func oneActivity() throws {
        let (result, _, notes) = try run("fountain: {thirst: {exponential: 5 min}, stay: 4 min}\n")
        #expect(
            notes.held[.fountain, default: []].count > 200 && notes.held[TaxiMessage.service, default: []].count > 50)
        #expect(notes.clashes.isEmpty && result.violations.isEmpty)
        // A service that does not look whether the person is free is found out.
        let (wrong, _, faults) = try run("fountain: {thirst: {exponential: 5 min}, stay: 4 min, patient: false}\n")
        #expect(!faults.clashes.isEmpty)
        #expect(wrong.violations.contains { $0.id == "SIM-10" })
    }

    @Test("A scenario without the key has no fountain, and one whose program does not know it refuses the key")
    func absent() throws {
        #expect(try square.plan("").namedSlices.isEmpty)
        #expect(throws: InputErrors.self) {
            try ScenarioReader(services: [.taxi]).read(
                text: Self.text + "fountain: {}\n", named: "city.yaml", folder: "")
        }
    }
}

/// Counts who drank and who found no cup.
private final class Drinks: EventObserver {
    private(set) var drunk = 0
    private(set) var empty = 0
    private(set) var drinkers: Set<PersonID> = []

    func subscribe(to feed: EventFeed) {
        feed.on(FountainEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .drunk(let person, _):
                    drunk += 1
                    drinkers.insert(person)
                case .empty: empty += 1
                }
            }
        }
    }
}
