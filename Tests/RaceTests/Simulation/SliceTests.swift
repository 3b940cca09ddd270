// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import GRDB
import RaceRules
import Reporting
import TaxiRules
import Testing

@testable import CitySimulation
@testable import RaceSimulation

/// Races in a whole city: through the scenario reader, the plan, the simulation, the results and a replay.
@Suite struct SliceTests {
    /// A busy day: two races, too many runners, trouble of all kinds.
    static let busy = """
        races:
          rules: {interval: 20 s}
          events:
            - {name: dash, start: "08:00", end: "09:00", maximum: 60, spectators: 10, track: \(SimulatedRaces.track), laps: 6, waves: 3,
               track-defined: "07:00", cut-offs: [{at: 3 km, after: 30 min}], closes: {before: 10 min, after: 5 min, factor: 4}}
            - {name: clash, created: "06:20", start: "09:00", end: "10:00", maximum: 40, track: \(SimulatedRaces.track), organiser: 2}
            - {name: never, created: "06:40", start: "10:30", end: "11:00", maximum: 40}
          runners:
            - {name: club, people: 70, looks-after: {uniform: {from: 1 min, to: 100 min}}, consents: 90%, withdraws: 8%, no-shows: 5%,
               drop-outs: 10%}
            - {name: guests, people: 30, race: dash, looks-after: {uniform: {from: 30 min, to: 110 min}}}
          watchers:
            - {name: friends, people: 30, spectates: 60%, opens-after: {uniform: {from: 0 s, to: 40 min}}, stays: {exponential: 10 min}}
        network: {delay: {uniform: {from: 50 ms, to: 400 ms}}}

        """
    static let taxis = """
        drivers: [{name: cabs, count: 12, answer: {reaction: {uniform: {from: 2 s, to: 9 s}}, accept: 90%}}]
        passengers: [{name: residents, population: {people: 60, thinking: {exponential: 40 min}}}]

        """

    @Test("A busy day breaks no rule, whatever the seed; twice is the same, another seed is not", arguments: 1...12)
    func busy(seed: Int) throws {
        let runs = try [seed, seed, seed + 100].map { seed in
            var simulation = Simulation(try SimulatedRaces.runs.plan(Self.busy), seed: UInt64(seed))
            simulation.checksInvariants = true
            return try simulation.run()
        }
        #expect(runs[0].violations.isEmpty, "seed \(seed): \(runs[0].violations.prefix(3))")
        #expect(runs[0].fingerprint == runs[1].fingerprint && runs[0].fingerprint != runs[2].fingerprint)
        #expect(runs[0].invariantsChecked)
    }

    @Test("The monitor notices a broken rule, and lists that differ at the end (INV-RaceBothWays)")
    func monitor() throws {
        let monitor = RaceMonitor()
        let loop = CityLoop(start: .epoch)
        let log = EventLog(loop, batchSize: 1)
        log.add(monitor)
        let channel = log.channel(RaceEvent.self)
        loop.schedule(at: .seconds(1)) {
            channel.note(
                .runnerPosition(race: RaceID(1), user: RaceUserID(2), place: .origin, covered: .zero, age: .zero))
        }
        try loop.run(until: .seconds(2))
        log.finish(at: .seconds(2))
        #expect(monitor.violations.map(\.id) == ["RACE-CONSENT"])
        #expect(monitor.violations.first?.actors == ["race 1", "user 2"] && monitor.violations.first?.number == 1)
    }

    @Test("Metrics, charts, tables and the ranking agree with the events")
    func results() throws {
        let (result, facts) = try SimulatedRaces.run(Self.busy)
        let service = try #require(result.metrics.services.first { $0.name == "races" })
        #expect(service.name == "races" && service.title == "Races" && service.charts.count == 4)
        var values: [String: Double] = [:]
        for metric in service.metrics { values[metric.about.name] = metric.value }
        #expect(Set(service.metrics.map(\.about.name)).count == service.metrics.count)
        #expect(service.metrics.allSatisfy { $0.about.name.hasPrefix("races.") && $0.about.text.hasSuffix(".") })
        #expect(service.headlines.allSatisfy { values[$0] != nil })
        for (name, event) in [
            ("joined", "joinAccepted"), ("started", "runnerStarted"), ("finished", "runnerFinished"),
            ("positions", "runnerPosition"), ("followed", "raceFollowed"), ("spectators", "spectatorAccepted"),
            ("cancelled", "raceCancelled"), ("announced", "raceAnnounced"), ("reminders", "raceReminder"),
            ("consents.withdrawn", "consentWithdrawn"), ("left", "participationEnded"),
        ] {
            #expect(values["races.\(name)"] == Double(facts.count(event)) && facts.count(event) > 0, "\(name)")
        }
        let page = ReportPage(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(
            page.contains("<h2 id=\"races-title\">Races</h2>") && page.contains("Ranking: the first ten of each race"))
        try DatabaseQueue().write { database in
            for rows in service.tables {
                try database.execute(sql: rows.create)
                try rows.insert(database)
            }
            func count(_ table: String, _ condition: String = "1") throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? -1
            }
            #expect(try count("races") == 3 && count("races", "outcome = 'cancelled:noTrack'") == 1)
            #expect(try count("race_runners", "outcome = 'finished'") == facts.count("runnerFinished"))
            #expect(try count("race_runners", "outcome <> 'finished'") == facts.count("runnerOut"))
            #expect(try count("race_runners", "rank = 1") == 2)
            let sorted = try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM race_runners a JOIN race_runners b ON a.race = b.race AND a.rank = b.rank + 1
                    WHERE a.time_s < b.time_s
                    """)
            #expect(sorted == 0)
        }
    }

    @Test("A replay of the recorded messages gives the same facts of the service, position by position")
    func replay() throws {
        let plan = try SimulatedRaces.runs.plan(Self.busy + "record: {messages: true}\n")
        let simulation = Simulation(plan)
        let result = try simulation.run()
        #expect(result.messages.count > 300)
        #expect(try Replay.fingerprint(result.messages, plan: plan, key: simulation.key) == result.serviceFingerprint)
    }

    @Test("Beside taxis: without `closes` every event of the taxi service is as without races")
    func taxiUnchanged() throws {
        let (alone, both) = (CityNotes(), CityNotes())
        let quiet = Self.busy.replacing(", closes: {before: 10 min, after: 5 min, factor: 4}", with: "")
            .replacing("network: {delay: {uniform: {from: 50 ms, to: 400 ms}}}\n", with: "")
        _ = try SimulatedRaces.runs.run(Self.taxis, alone)
        let result = try SimulatedRaces.runs.run(Self.taxis + quiet, both)
        #expect(alone.taxi.count > 500 && alone.taxi == both.taxi && result.violations.isEmpty)
        #expect((both.held[.races] ?? []).count > 50 && both.clashes.isEmpty)
    }

    @Test(
        "SIM-10: passengers who run are in no taxi meanwhile; whoever is in one at the start misses the race",
        arguments: 1...5)
    func passengersRun(seed: Int) throws {
        let races = SimulatedRaces.race(", laps: 4", runners: "people: 0")
            .replacing("looks-after: 10 min, ", with: "")
            .replacing("maximum: 10", with: "maximum: 100")
        let text = Self.taxis.replacing("exponential: 40 min", with: "exponential: 4 min") + races
        let (alone, both, facts) = (CityNotes(), CityNotes(), RaceFacts())
        _ = try SimulatedRaces.runs.run(text, seed: UInt64(seed), alone)
        let result = try SimulatedRaces.runs.run(
            text + "  passengers-run: {share: 70%, like: club}\n", seed: UInt64(seed), both, facts)
        #expect(result.violations.isEmpty && both.clashes.isEmpty)
        let runners = both.held[.races] ?? []
        let joined = facts.count("joinAccepted")
        // Two thirds of sixty people, of whom taxis have many at any time.
        #expect((30...54).contains(joined) && (8..<joined).contains(runners.count))
        #expect(facts.count("runnerStarted") == runners.count && facts.count("runnerFinished") == runners.count)
        // Up to the start all taxi rides are those of the same day without a race.
        func before(_ notes: CityNotes) -> ArraySlice<String> { notes.taxi.prefix { $0 < "2026-05-10 08:00" } }
        #expect(before(alone).count > 500 && before(alone) == before(both) && both.taxi != alone.taxi)
    }

    @Test(
        "SIM-10: drivers run only off shift; whoever runs begins a shift late, when the race is over", arguments: 1...5)
    func driversRun(seed: Int) throws {
        // Half of them begin a shift before the start at 08:00, the others while they run, which takes 24 min.
        let taxis = Self.taxis.replacing(
            "count: 12,", with: "count: 40, shift: {start: {uniform: {from: 07:40, to: 08:20}}, length: 1 h},")
        let races = SimulatedRaces.race(", laps: 4", runners: "people: 0")
            .replacing("looks-after: 10 min, ", with: "")
            .replacing("maximum: 10", with: "maximum: 100")
        let (both, facts) = (CityNotes(), RaceFacts())
        let result = try SimulatedRaces.runs.run(
            taxis + races + "  drivers-run: {share: 100%, like: club}\n", seed: UInt64(seed), both, facts)
        #expect(result.violations.isEmpty && both.clashes.isEmpty)
        let runners = both.held[.races] ?? []
        #expect((25...40).contains(facts.count("joinAccepted")) && (5...32).contains(runners.count))
        let drivers = both.held[TaxiMessage.service, default: []].filter { $0.key >> 62 == 2 }
        #expect(drivers.count == 40 && Set(drivers).isSuperset(of: runners))
    }

    @Test(
        "A race closes the zones of its track: taxis are slower there while it is closed, and only then; `held: false` opens them"
    )
    func closures() throws {
        let text = Self.taxis + Self.busy
        let closed = try SimulatedRaces.runs.plan(text)
        let open = try SimulatedRaces.runs.plan(text.replacing("races:\n", with: "races:\n  held: false\n"))
        let (from, to) = (closed.layout.zones[0].inside, closed.layout.zones[1].inside)
        let start = closed.scenario.start
        func drive(_ plan: CityPlan, _ minutes: Int) -> TimeSpan {
            plan.travel.drive(from: from, to: to, leaving: start + .minutes(minutes)).duration
        }
        // Closed from 07:50 to 09:05; the run begins at 06:00.
        #expect(drive(closed, 109) == drive(open, 109) && drive(closed, 185) == drive(open, 185))
        #expect(abs(drive(closed, 110) / drive(open, 110) - 4) < 0.01)
        #expect(abs(drive(closed, 184) / drive(open, 184) - 4) < 0.01)
        let facts = RaceFacts()
        let result = try SimulatedRaces.runs.run(text.replacing("races:\n", with: "races:\n  held: false\n"), facts)
        #expect(facts.races.isEmpty && result.violations.isEmpty)
        // What the closures cost is counted.
        #expect(result.metrics["drives.heldUp"] == 0 && result.metrics["drives.heldUpMean"] == nil)
        let held = try SimulatedRaces.runs.run(text, RaceFacts()).metrics
        #expect(try #require(held["drives.heldUp"]) > 10 && #require(held["drives.heldUpMean"]) > 60)
        // The race's own part says the same: nothing else closes a street.
        for (own, taxis) in [("", ""), (".mean", "Mean"), (".total", "Total"), (".p95", "P95")] {
            #expect(held["races.heldUp\(own)"] == held["drives.heldUp\(taxis)"] && held["races.heldUp\(own)"] != nil)
        }
        let page = try #require(held.services.first { $0.name == "races" }).pages.joined()
        #expect(page.contains("What the closures cost others") && page.contains("<td class=\"text\">taxis</td>"))
        #expect(page.contains("held: false"))
    }

    @Test("A closure of the city's own outside the hours of the races is not theirs")
    func closuresOfOthers() throws {
        let street = "changes: [{from: 06:00, until: 07:30, closure: {zones: [1, 2], factor: 4}}]\n"
        let metrics = try SimulatedRaces.runs.run(
            Self.taxis + Self.busy.replacing("races:\n", with: street + "races:\n"), RaceFacts()
        ).metrics
        let (races, taxis) = (try #require(metrics["races.heldUp"]), try #require(metrics["drives.heldUp"]))
        #expect(races > 5 && taxis > races + 5, "\(races) of \(taxis)")
    }

    @Test("More people, longer races and shorter intervals are known before the run")
    func load() throws {
        let slice = RacesSlice()
        let load = slice.load(of: try SimulatedRaces.runs.plan(Self.busy).scenario)
        #expect(load.asked == "3 races of 130 people" && load.events > 20_000 && load.events < 100_000)
    }
}
