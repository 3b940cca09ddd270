// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices
import CityTestKit
import HealthRules
import Reporting
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation
@testable import HealthSimulation

/// Everything that the health and ambulance services noted.
final class HealthNotes: EventObserver {
    private(set) var facts: [(time: CityTime, event: HealthEvent)] = []
    private(set) var wearing: [(time: CityTime, event: WearingEvent)] = []
    private(set) var calls: [(time: CityTime, event: AmbulanceEvent)] = []
    /// Facts and what befell people, in their order.
    private(set) var everything: [(time: CityTime, event: Either)] = []

    enum Either {
        case health(HealthEvent)
        case wearing(WearingEvent)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(HealthEvent.self) { [self] records in
            for index in records.indices {
                facts.append((records[index].time, records[index].event))
                everything.append((records[index].time, .health(records[index].event)))
            }
        }
        feed.on(WearingEvent.self) { [self] records in
            for index in records.indices {
                wearing.append((records[index].time, records[index].event))
                everything.append((records[index].time, .wearing(records[index].event)))
            }
        }
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { calls.append((records[index].time, records[index].event)) }
        }
    }

    func times(_ name: String) -> [Double] { facts.filter { $0.event.name == name }.map(\.time.inSeconds) }
    func count(_ name: String) -> Int { facts.count { $0.event.name == name } }
    func called(_ name: String) -> Int { calls.count { $0.event.name == name } }
}

/// Counts what is stored.
private final class StoredBatches: EventObserver {
    private(set) var count = 0

    func subscribe(to feed: EventFeed) {
        feed.on(BatchEvent.self) { [self] records in count += records.count }
    }
}

/// The health service in a whole city: through the scenario reader, the plan, the simulation, the results and a replay.
@Suite("Health in a city")
struct HealthSliceTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 06:00
        length: 6 h
        city: {grid: {rows: 3, columns: 3, cell: 2 km}}
        travel: {free-speed: 36 km/h}

        """
    static let ambulances = """
        ambulances:
          stations: [{name: west, zone: 4, units: 8}]
          hospitals: [{name: general, zone: 9}]
          calls: {per-day: 24}
          priorities: [{name: only}]

        """
    static let health = """
        health:
          wearers:
            - name: heart-patients
              people: 60
              every: 30 s
              values: [{parameter: heart-rate, mean: 72}, {parameter: oxygen-saturation, mean: 97, between: 0.5, within: 0.5}]
              episodes: [{parameter: heart-rate, per-day: 3, length: 4 min, change: {normal: {mean: 70, sd: 5}}}]
              sos-on: 80%
              permits: 90%
              link-failure: 30%
              lost-links: 10
              lost-for: {exponential: 4 min}
              resends: 50%
              empty-batteries: 2
              faults: 0.5%
              tampering: 0.5%
              switches: 2
              moves-house: 100
          failures: {at: ["08:00"], repair: 90 min}

        """

    private let town = SliceRuns(AmbulancesSlice(), HealthSlice(), head: head)

    private func run(_ text: String) throws -> (result: RunResult, notes: HealthNotes) {
        let notes = HealthNotes()
        return (try town.run(text, notes), notes)
    }

    private func values(_ result: RunResult) throws -> [String: Double] {
        let service = try #require(result.metrics.services.first { $0.name == "health" })
        var values: [String: Double] = [:]
        for (about, value) in service.metrics { values[about.name] = value }
        return values
    }

    private func verdict(_ result: RunResult, _ id: String) -> Verdict? {
        result.metrics.services.first { $0.name == "health" }?.verdicts.first { $0.id == id }
    }

    /// One person, always worn, whose values never leave their range by themselves.
    private static func one(_ more: String, people: Int = 1, every: String = "3 s") -> String {
        """
        health:
          wearers:
            - name: one
              people: \(people)
              every: \(every)
              worn-for: 24 h
              works: 0
              link-after: 10 s
              values: [{parameter: heart-rate, mean: 72, between: 0, within: 0, swing: 0}]
        \(more)
        """
    }

    @Test("A day: metrics, charts and headlines are in the results, no rule is broken, and twice is the same")
    func day() throws {
        let (result, notes) = try run(Self.ambulances + Self.health)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        let values = try values(result)
        #expect(
            values["health.batches"] == Double(notes.count("batchReceived")) && notes.count("batchReceived") > 10_000)
        #expect(values["health.wearers"] == 60 && notes.count("permissionRefused") > 0)
        for name in [
            "episodes", "sos", "sos.delayed", "batches.delayed", "rejected.shape", "rejected.tampered",
            "rejected.overlap", "ignored", "connectFailures", "helpCalls", "linkLosses", "emptyBatteries", "missedSos",
            "switchedOff", "answers.taken", "answers.alreadyOpen", "down",
        ] {
            #expect((values["health.\(name)"] ?? 0) > 0, "\(name)")
        }
        #expect(values["health.sos.inTime"] == 1 && values["health.sos.inTimeFromStart"] == 1)
        #expect(notes.count("personalDataChanged") > 0)
        let service = try #require(result.metrics.services.first { $0.name == "health" })
        #expect(service.headlines.allSatisfy { name in service.metrics.contains { $0.about.name == name } })
        #expect(service.charts.map(\.id).prefix(3) == ["health-batches", "health-sos", "health-delays"])
        #expect(service.charts.allSatisfy { !$0.rows.isEmpty })
        #expect(service.pages.count == 1 && service.pages[0].contains("of these, without any SOS"))
        let dangers = try #require(service.cases.first)
        #expect(Double(dangers.all.served) == values["health.sos"] && dangers.all.withdrawn > 0)
        #expect(try run(Self.ambulances + Self.health).result.fingerprint == result.fingerprint)
    }

    @Test("HEALTH-R3, HEALTH-BACKGROUND: batches come each 3 s without a gap, with the app in the background too")
    func steady() throws {
        let (result, notes) = try run(Self.ambulances + Self.one("      background: 100%\n"))
        let begins = notes.facts.compactMap { entry -> Double? in
            if case .batchReceived(_, _, let start, _, _, _, _) = entry.event { start.inSeconds } else { nil }
        }
        #expect(begins.count > 7100 && zip(begins, begins.dropFirst()).allSatisfy { abs($1 - $0 - 3) < 1e-9 })
        #expect(
            notes.wearing.contains {
                $0.event == .devicePutOn(wearer: WearerID(1), isInBackground: true, every: .seconds(3))
            })
        let gap = try values(result)["health.batches.gap"]
        #expect(gap == 3 && result.violations.isEmpty)
        #expect(verdict(result, "HEALTH-BACKGROUND")?.outcome == .pass)
    }

    @Test(
        "HEALTH-BACKGROUND: a phone that lets the app work more seldom in the background is found out, and only there")
    func sleepy() throws {
        let text = "      background: 100%\n      background-every: 1 min\n"
        let (result, _) = try run(Self.ambulances + Self.one(text))
        let gap = try values(result)["health.batches.gap"]
        #expect(gap == 60 && verdict(result, "HEALTH-BACKGROUND")?.outcome == .flag)
        let (front, _) = try run(Self.ambulances + Self.one(text.replacing("100%", with: "0%")))
        #expect(verdict(front, "HEALTH-BACKGROUND")?.outcome == .notMeasured)
        #expect(try values(front)["health.batches.gap"] == 3)
        // A spoiled batch is no gap of the app.
        let (spoiled, _) = try run(Self.ambulances + Self.one("      background: 100%\n      faults: 1%\n"))
        #expect(verdict(spoiled, "HEALTH-BACKGROUND")?.outcome == .pass)
    }

    @Test(
        "HEALTH-POSITION, DEC-HEALTH-POSITION: the SOS of a commuter has the place of the phone, wherever the watch says that it is"
    )
    func position() throws {
        let text = Self.one("      episodes: [{parameter: heart-rate, per-day: 1000, length: 1 h, change: 60}]\n")
            .replacing("works: 0", with: "works: 100%\n      leaves: \"07:00\"\n      commute: 2 h")
        let (_, notes) = try run(Self.ambulances + text)
        let places = notes.facts.compactMap { entry -> (clock: TimeSpan, place: Place)? in
            guard case .sosSent(_, let place, _, let end, _, false) = entry.event else { return nil }
            return (end.sinceMidnight, place)
        }
        // At home until seven, on the straight way until nine, then at work.
        let home = try #require(places.first { $0.clock < .hours(7) }?.place)
        let work = try #require(places.last { $0.clock > .hours(9) }?.place)
        #expect(home != work && places.count > 1000)
        for (clock, place) in places {
            let part = min(1, max(0, (clock - .hours(7)) / .hours(2)))
            #expect(place.distance(to: home.along(part, to: work)).inMetres < 0.01, "\(clock)")
        }
    }

    @Test(
        "HEALTH-R34: the first batch follows the link of the device within a batch interval, its length and the delay")
    func link() throws {
        let (_, notes) = try run(Self.ambulances + Self.one(""))
        let linked = try #require(notes.times("deviceConnected").first)
        let first = try #require(notes.times("batchReceived").first)
        #expect(first > linked && first <= linked + 3 + 3 + 0.5)
    }

    @Test(
        "HEALTH-DEVICE-EXC: with failure probability 1 there is DeviceConnectFailed, the help line, and no BatchReceived"
    )
    func neverLinked() throws {
        let (result, notes) = try run(Self.ambulances + Self.one("      link-failure: 100%\n", people: 5))
        #expect(notes.count("deviceConnectFailed") > 50 && notes.count("helpLineCalled") > 10)
        #expect(notes.count("batchReceived") == 0 && result.violations.isEmpty)
    }

    @Test("HEALTH-APP: what a phone keeps while it has no link comes afterwards, in order and complete")
    func kept() throws {
        let (_, notes) = try run(Self.ambulances + Self.one("      lost-links: 30\n      lost-for: 60 s\n"))
        let batches = notes.facts.compactMap { entry -> (start: Double, isDelayed: Bool)? in
            if case .batchReceived(_, _, let start, _, _, _, let isDelayed) = entry.event {
                (start.inSeconds, isDelayed)
            } else {
                nil
            }
        }
        let losses = notes.wearing.count { $0.event.name == "linkLost" }
        // Each loss of 60 s keeps 20 batches of 3 s; while those are sent, some more follow behind them.
        #expect(losses >= 3 && batches.count(where: \.isDelayed) >= losses * 20)
        #expect(zip(batches, batches.dropFirst()).allSatisfy { abs($1.start - $0.start - 3) < 1e-9 })
    }

    @Test("SEC-10: nothing is read of people who refuse permission")
    func permission() throws {
        let (_, notes) = try run(Self.ambulances + Self.one("      permits: 0%\n", people: 5))
        #expect(notes.count("permissionAsked") == 5 && notes.count("permissionRefused") == 5)
        #expect(notes.count("deviceConnected") == 0 && notes.count("batchReceived") == 0)
    }

    @Test(
        "HEALTH-SOS-AMBULANCE, INV-AtMostOneAmbulance: a danger sends one ambulance to the person; repeated ones none")
    func ambulance() throws {
        let episodes = """
                  episodes: [{parameter: heart-rate, per-day: 40, length: 5 min, change: 60}]

            """
        let (result, notes) = try run(Self.ambulances + Self.one(episodes, every: "10 s"))
        #expect(result.violations.isEmpty)
        let sos = notes.count("sosSent")
        let values = try values(result)
        let taken = values["health.answers.taken"] ?? 0
        #expect(sos > 50 && taken >= 2 && taken + (values["health.answers.alreadyOpen"] ?? 0) == Double(sos))
        #expect(Double(notes.called("sosSuppressed")) == values["health.answers.alreadyOpen"])
        let calls = notes.calls.compactMap { entry -> Place? in
            if case .callReceived(_, let place, _, PatientID(1)) = entry.event { place } else { nil }
        }
        #expect(Double(calls.count) == taken && Set(calls).count == 1)
    }

    @Test("A city without ambulances says so, and each SOS is noted as sent to nobody")
    func nobody() throws {
        let text = Self.one("      episodes: [{parameter: heart-rate, per-day: 40, change: 60}]\n")
        let (result, notes) = try run(text)
        #expect(notes.count("sosSent") > 0)
        #expect(try values(result)["health.answers.nobody"] == Double(notes.count("sosSent")))
        let problems = try town.plan(text).warnings.map(\.message)
        #expect(problems.contains { $0.contains("the city has no `ambulances`") }, "\(problems)")
    }

    @Test("AVAIL-08: from the crash to the restart nothing is accepted, and dangers in between are counted")
    func outage() throws {
        let text = Self.one(
            "      episodes: [{parameter: heart-rate, per-day: 1000, length: 1 h, change: 60}]\n  failures: {at: [\"08:00\"], repair: 900 s}\n",
            people: 20)
        let (result, notes) = try run(Self.ambulances + text)
        let down = try #require(notes.times("serviceDown").first)
        #expect(notes.times("serviceUp") == [down + 900])
        #expect(!notes.times("batchReceived").contains { $0 >= down && $0 < down + 900 })
        #expect(notes.times("batchReceived").contains { $0 >= down + 900 && $0 < down + 903.5 })
        // Each dangerous batch of the outage counts: those that came too late, and what the workers had in hand.
        let late = notes.facts.count {
            guard case .batchReceived(_, _, _, let end, _, true, true) = $0.event else { return false }
            return end.inSeconds >= down - 1 && $0.time.inSeconds >= down + 900 && end.inSeconds < down + 900
        }
        let lost = notes.facts.reduce(0) { sum, fact in
            if case .serviceDown(let lost) = fact.event { sum + Int(lost) } else { sum }
        }
        let missed = try values(result)["health.missedSos"]
        #expect(late > 4000 && missed == Double(late + lost))
        #expect(result.violations.isEmpty)
        #expect(verdict(result, "AVAIL-08")?.outcome == .pass)
        #expect(verdict(result, "AVAIL-08")?.text.contains("missed, whose SOS came late or never: ") == true)
    }

    @Test("AVAIL-08: a danger that begins in an outage is counted, also of a phone that keeps other batches already")
    func missed() throws {
        let text = Self.one(
            "      episodes: [{parameter: heart-rate, per-day: 20, length: 2 min, change: 60}]\n  failures: {at: [\"08:00\"], repair: 60 min}\n",
            people: 20, every: "10 s")
        let (result, notes) = try run(Self.ambulances + text)
        let down = try #require(notes.times("serviceDown").first)
        let began = notes.wearing.compactMap { entry -> WearerID? in
            guard case .episodeBegan(let wearer, _, _) = entry.event, entry.time.inSeconds > down + 20,
                entry.time.inSeconds < down + 3560
            else { return nil }
            return wearer
        }
        let missed = Set(
            notes.facts.compactMap { entry -> WearerID? in
                if case .dangerMissed(let wearer, _) = entry.event { wearer } else { nil }
            })
        #expect(Set(began).count > 5 && Set(began).isSubset(of: missed) && result.violations.isEmpty)
    }

    @Test("SEC-09: no social security number is in any table")
    func noNumbers() throws {
        let (result, notes) = try run(Self.ambulances + Self.health)
        #expect(!notes.facts.contains { "\($0.event)".contains("SSN1") })
        #expect(!"\(result.context)".contains("SSN1"))
    }

    @Test(
        "SIM-06, HEALTH-R27: a replay without people gives the same events, also those of the data side, number by number"
    )
    func replay() throws {
        let text =
            Self.ambulances
            + Self.health.replacing("people: 60", with: "people: 8").replacing(
                "health:\n", with: "health:\n  keeps-data: true\n")
        let plan = try town.plan(text + "record: {messages: true}\n")
        let fingerprint = Fingerprint(ofService: true)
        let stored = StoredBatches()
        var simulation = Simulation(plan)
        simulation.observers = { _ in [fingerprint, stored] }
        let result = try simulation.run()
        #expect(result.messages.count > 1_000 && stored.count > 1_000)
        #expect(try Replay.fingerprint(result.messages, plan: plan, key: simulation.key) == fingerprint.hex)
        // SEC-09: what is recorded holds no social security number.
        #expect(!result.messages.contains { "\($0.message)".contains("SSN1") })
    }

    @Test("PERF-14: no batch of many users is dropped, and nothing waits for a worker when the load is looked at")
    func load() throws {
        let notes = HealthNotes()
        let many = SliceRuns(
            AmbulancesSlice(), HealthSlice(), head: Self.head.replacing("length: 6 h", with: "length: 10 min"))
        let result = try many.run(Self.ambulances + Self.one("", people: 1000), notes)
        let values = try values(result)
        // A batch each 3 s of each from its link on, which takes 10 s, but for those under way at the end.
        let batches = values["health.batches"] ?? 0
        #expect((1000 * 193...1000 * 197).contains(Int(batches)))
        #expect(notes.count("batchRejected") == 0 && (values["health.backlog.max"] ?? 99) <= 10)
        #expect(result.violations.isEmpty)
    }

    @Test("Theory: the share of dangerous batches is the tail of the normal distribution, whatever the memory")
    func tail() throws {
        let text = """
            health:
              rules: {heart-rate: {low: 60, high: none}}
              wearers:
                - name: many
                  people: 200
                  every: 30 s
                  worn-for: 24 h
                  sos-on: 0%
                  values: [{parameter: heart-rate, mean: 72, between: 0, within: 8, swing: 0, memory: 1 min}]

            """
        let (result, _) = try run(text)
        let values = try values(result)
        let share = (values["health.batches.dangerous"] ?? 0) / (values["health.batches"] ?? 1)
        // P(Z < -12 / 8) = 0.066807; values are rounded to hundredths, which is 0.00008 at this density.
        // 200 people with 6 h / (2 * 1 min / (1 - e^-1)) independent values each, or so: a standard error of 0.0010.
        #expect(abs(share - 0.066807) < 0.004, "\(share)")
    }
}
