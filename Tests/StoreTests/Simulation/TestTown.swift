// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import RandomStreams
import StoreRules
import StoreService
import TaxiSimulation

@testable import StoreSimulation

/// Stores and shoppers on a loop of their own, from the text of a scenario's `stores` section.
///
/// One zone of 1 km, walks at 1 m/s in a straight line; the run begins at 08:00 of Saturday, 2026-03-07.
final class TestTown {
    let loop: CityLoop
    let log: EventLog
    let world: StoreWorld
    let service: StoreService?
    let population: StorePopulation
    let people: People
    let inputs = InputLog()
    let facts = Facts()

    static let layout = GridLayout(
        rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 0, latitude: 0))
    static let start = CityTime(nanoseconds: 1_772_841_600_000_000_000) + .hours(8)

    /// The section of a text, read as the scenario reader reads it.
    static func section(_ text: String) throws -> StoresSection {
        try scenario(text).services[.stores] as? StoresSection ?? StoresSection()
    }

    /// The scenario with that section, in which there may be taxis.
    private static func scenario(_ text: String) throws -> Scenario {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
        let whole = """
            cabrank: 1
            name: town
            start: 2026-03-07 08:00
            city: {grid: {rows: 1, columns: 1, cell: 1 km}}
            stores:
            \(lines.joined(separator: "\n"))
            """
        let read = try ScenarioReader(services: [.taxi, ServiceKey(.stores, StoresSection.section)])
            .read(text: whole, named: "town.yaml", folder: "")
        var scenario = read.scenario
        scenario.taxi = TaxiSections()
        return scenario
    }

    init(
        _ text: String, seed: UInt64 = 1, hours: Int = 14, hasPeople: Bool = true,
        observers: [any EventObserver] = []
    ) throws {
        loop = CityLoop(start: Self.start)
        log = EventLog(loop, batchSize: 1)
        log.add(facts)
        for observer in observers { log.add(observer) }
        world = StoreWorld(
            section: try Self.section(text), loop: loop, log: log,
            layout: Self.layout,
            travel: StraightRouter(
                freeSpeed: 10, trafficFactors: .even(1), circuity: 1, walkingSpeed: 1),
            key: StreamKey(seed: seed, replication: 0), start: Self.start, end: Self.start + .hours(hours))
        let forms = world.forms
        service = world.openService(forms, inputs: inputs)
        population = StorePopulation(
            world, forms: forms, service: service,
            guests: world.section.guests.habits(in: try Self.scenario(text)))
        people = People(loop: loop, log: log, key: world.key, roles: [population])
        facts.begin(world.section)
        if hasPeople { population.begin(among: people) }
    }

    /// Runs until so many minutes after the start, or to the end.
    func run(_ minutes: Int? = nil) throws {
        let end = minutes.map { Self.start + .minutes($0) } ?? world.end
        try loop.run(until: end)
        log.flush()
        facts.finish(at: end)
    }

    /// Ends the run; what does not end with it, by name.
    func finish() -> [String] {
        loop.runTurn(at: loop.now) { service?.end() }
        log.finish(at: loop.now)
        people.end()
        return loop.tearDown()
    }
}

/// Writes down what happens, and judges it.
final class Facts: EventObserver {
    private(set) var story: [String] = []
    private(set) var store: [StoreEvent] = []
    private(set) var shopping: [(time: CityTime, event: ShoppingEvent)] = []
    private(set) var violations: [StoreViolation] = []
    private(set) var persons: [PersonEvent] = []
    private var audit = StoreInvariants()

    func begin(_ section: StoresSection) { audit = StoreInvariants(leastVisit: section.rules.leastVisit) }

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices {
                let record = records[index]
                store.append(record.event)
                story.append("\(Self.clock(record.time)) \(record.event.name)")
                violations += audit.take(record.event, at: record.time)
            }
        }
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices {
                let record = records[index]
                shopping.append((record.time, record.event))
                story.append("\(Self.clock(record.time)) \(record.event.name)")
            }
        }
        feed.on(PersonEvent.self) { [self] records in
            for index in records.indices { persons.append(records[index].event) }
        }
    }

    /// The story without what is told about stores and lists.
    func story(_ names: String...) -> [String] { story.filter { line in names.contains { line.hasSuffix(" \($0)") } } }

    func count(_ name: String) -> Int { story.count { $0.hasSuffix(" \(name)") } }

    private static func clock(_ time: CityTime) -> String {
        let seconds = time.sinceMidnight.nanoseconds / 1_000_000_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
        return seconds % 60 == 0 ? clock : clock + ":" + two(seconds % 60)
    }
}
