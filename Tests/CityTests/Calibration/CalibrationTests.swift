// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting
import TaxiRules
import TaxiSimulation
import Testing

@Suite("Measuring service times")
struct MeasuringTests {
    private static var small: CalibrationSize {
        var size = CalibrationSize()
        size.zones = 4
        size.drivers = 60
        size.passengers = 150
        size.accounts = 300
        size.repetitions = 20
        size.hashRepetitions = 2
        return size
    }

    @Test("A clock that steps 7 ns at each look gives 7 ns for every message, and every kind is measured often enough")
    func steppingClock() throws {
        var now: Int64 = 0
        var works: [String] = []
        var calibration = try Calibration(Self.small)
        calibration.progress = { progress in
            if works.last != progress.work { works.append(progress.work) }
            return true
        }
        let measured = try calibration.measure {
            now += 7
            return now
        }
        #expect(calibration.kinds.count == MessageType.allOfTaxi.count + 16)
        for kind in calibration.kinds {
            let times = try #require(measured.distribution(kind), "\(kind.word)")
            #expect(times.quantiles.allSatisfy { $0 == 7 } && times.mean == 7)
            #expect(times.count >= 2)
        }
        #expect(measured.count(.shareChoice) >= 20 && measured.count(.abandon) >= 20)
        #expect(works.first == "simulating the city" && works.contains("taxi messages"))
        #expect(works.contains("stores messages") && measured.count(.phoneLogin) >= 20)
    }

    @Test("Of one service alone only its own messages are measured, those that it shares with others included")
    func oneService() throws {
        var now: Int64 = 0
        let calibration = try Calibration(Self.small, only: ServiceID("stores"))
        let measured = try calibration.measure {
            now += 7
            return now
        }
        #expect(calibration.kinds.count == 8 && calibration.kinds.contains(.phoneLogin))
        for kind in calibration.kinds { #expect(measured.count(kind) >= 20, "\(kind.word)") }
        #expect(MessageType.allOfTaxi.allSatisfy { measured.count($0) == 0 })
    }

    @Test("A service without messages cannot be measured", arguments: ["races", "shops"])
    func noService(_ name: String) {
        do throws(CalibrationProblem) {
            _ = try Calibration(Self.small, only: ServiceID(name))
            Issue.record("the service was taken")
        } catch {
            #expect(error.description == "--service \(name); allowed: stores, health, trips")
        }
    }

    @Test("A measuring that is stopped ends with a problem of its own")
    func stopped() throws {
        var calibration = try Calibration(Self.small)
        calibration.progress = { _ in false }
        #expect(throws: CalibrationProblem.self) { try calibration.measure { 0 } }
    }

    @Test(
        "Sizes out of range are refused with what is allowed",
        arguments: [
            (\CalibrationSize.zones, 0, "--zones 0; allowed: 1 to 10000"),
            (\CalibrationSize.drivers, 0, "--drivers 0; allowed: 1 to 100000"),
            (\CalibrationSize.passengers, 9, "--passengers 9; allowed: 10 to 1000000"),
            (\CalibrationSize.accounts, 99, "--accounts 99; allowed: 100 to 10000000"),
            (\CalibrationSize.accounts, 1499, "--accounts 1499; every driver and passenger has one: at least 1500"),
            (\CalibrationSize.repetitions, 9, "--repetitions 9; allowed: 10 to 10000000"),
            (\CalibrationSize.hashRepetitions, 0, "--hash-repetitions 0; allowed: 1 to 100000"),
        ] as [(any WritableKeyPath<CalibrationSize, Int> & Sendable, Int, String)])
    func sizes(_ path: any WritableKeyPath<CalibrationSize, Int> & Sendable, _ value: Int, _ says: String) {
        var size = CalibrationSize()
        size[keyPath: path] = value
        #expect(size.problem == says)
        do throws(CalibrationProblem) {
            _ = try Calibration(size)
            Issue.record("the size was taken")
        } catch {
            #expect(error.description == says)
        }
    }

    @Test("The default size is the reference load and is in range")
    func defaultSize() {
        let size = CalibrationSize()
        #expect(size.problem == nil)
        #expect(size.drivers == 500 && size.passengers == 1000 && size.zones == 20)
    }

    @Test("A city in which a kind of message never comes is refused by that kind's name")
    func tooSmall() throws {
        var size = Self.small
        size.drivers = 1
        size.passengers = 10
        size.accounts = 100
        let calibration = try Calibration(size)
        #expect(throws: CalibrationProblem.self) { try calibration.measure { 0 } }
        do {
            _ = try calibration.measure { 0 }
        } catch let problem as CalibrationProblem {
            #expect(problem.description.hasSuffix("was sent in this city; use more drivers and passengers"))
        }
    }

    @Test("No time is dropped, and the table shows microseconds")
    func table() throws {
        var measured = Measurements()
        for kind in MessageType.allOfTaxi {
            for value in 1...1000 { measured.add(kind, Int64(value) * 1000 * (Int64(kind.number) + 1)) }
        }
        measured.add(.call, 50_000_000)
        #expect(measured.count(.call) == 1001)
        let table = try #require(
            CalibrationTable(
                build: CalibrationTable.Build(version: "1", swift: "x"), date: "2026-03-04",
                machine: CalibrationTable.Machine(processor: "p", cores: 1),
                city: CalibrationTable.City(zones: 1, drivers: 2, passengers: 3, accounts: 4),
                password: CalibrationTable.PasswordCost(algorithm: "a", operations: 1, memory: 1),
                kinds: MessageType.allOfTaxi, times: measured.distribution))
        #expect(table[.call].quantiles.last == 50_000_000)
        let lines = CalibrationText.table(table).split(separator: "\n")
        #expect(lines.count == 1 + MessageType.allOfTaxi.count)
        #expect(
            lines[0].split(separator: " ").joined(separator: " ")
                == "service time in us count mean p50 p95 p99 p99.9 max")
        #expect(
            lines[1].split(separator: " ").joined(separator: " ")
                == "registration 1000 500.5 500.5 950.1 990.0 999.0 1000.0")
        #expect(CalibrationText.size(table) == "1 zones, 2 drivers, 3 passengers, 4 accounts")
    }

    @Test(
        "The shipped calibrations are of this version, with a live service's hash; the first lacks the planner's messages",
        arguments: [("epyc-2-cores", ["stores", "health"], false), ("xeon-2-cores", [], true)])
    func shipped(_ name: String, added: [String], hasPlanner: Bool) throws {
        let services = Slices.all.keys
        let reader = CalibrationReader(version: cabrankVersion, services: services)
        let table = try reader.read(file: Self.shippedFile(name))
        #expect(table.city == CalibrationTable.City(zones: 20, drivers: 500, passengers: 1000, accounts: 20_000))
        #expect(table.password.operations == 2 && table.password.memory == 64 << 20)
        // Hashing is what costs: ten thousand times as much as a call.
        #expect(table[.login].mean > 10_000 * table[.call].mean)
        #expect(MessageType.allOfTaxi.allSatisfy { table[$0].count >= 300 })
        let kinds = services.filter { hasPlanner || $0.service != ServiceID("trips") }.kinds
        #expect(table.additions.map(\.service) == added && Set(table.kinds) == Set(kinds))
        #expect(kinds.allSatisfy { table[$0].count >= 300 })
    }

    private static func shippedFile(_ name: String = "epyc-2-cores") -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Scenarios/calibration/\(name).yaml"
            ).path
    }

    @Test("People whose day is a plan are served with the shipped calibration that has their messages alone")
    func shippedForPlanners() throws {
        func text(_ name: String) -> String {
            """
            cabrank: 1
            name: served
            start: 2026-03-04 00:00
            length: 24 h
            warm-up: 0 s
            seed: 1
            city: {grid: {rows: 2, columns: 2, cell: 500 m}}
            server: {workers: 2, service: {calibration: \(Self.shippedFile(name))}}
            people:
              - name: folk
                count: 20
                home: equal
                transit: 0%
                taxi: 0%
                bicycle: 100%
                planner: 100%
                days:
                  - activities:
                      - name: lunch
                        place: equal
                        start: {uniform: {from: "12:00", to: "12:20"}}
                        length: 20 min

            """
        }
        func read(_ name: String) throws -> ReadScenario {
            try ScenarioReader(services: Slices.all.keys).read(text: text(name), named: "served.yaml", folder: "")
        }
        let result = try Simulation(try CityPlan(try read("xeon-2-cores"), services: Slices.all)).run()
        #expect(try #require(result.metrics["trips.notices"]) > 10)
        let error = try #require(throws: InputErrors.self) {
            _ = try CityPlan(try read("epyc-2-cores"), services: Slices.all)
        }
        #expect(error.description.contains("a message of `trips`"), "\(error)")
    }

    @Test(
        "A scenario of stores runs with the shipped calibration, and its report says when their messages were measured")
    func shippedForStores() throws {
        let text = """
            cabrank: 1
            name: served
            start: 2026-03-07 08:00
            length: 2 h
            warm-up: 0 s
            seed: 1
            city: {grid: {rows: 2, columns: 2, cell: 1 km}}
            server: {workers: 2, service: {calibration: \(Self.shippedFile())}}
            stores:
              groups: [{name: markets, count: 2, limit: 20, hours: always}]
              accounts: {}
              shoppers: [{name: folk, population: {people: 60, pause: {exponential: 10 min}}}]

            """
        let read = try ScenarioReader(services: Slices.all.keys).read(text: text, named: "served.yaml", folder: "")
        let run = Simulation(try CityPlan(read, services: Slices.all))
        let result = try run.run()
        #expect(try #require(result.metrics["stores.visits"]) > 30)
        #expect(run.context.server?.calibration?.date.contains(", stores on 2026-") == true)
    }
}
