// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import ScenarioLanguage
import TaxiReservations
import TaxiRules
import TaxiSimulation
import Testing

@Suite("Shipped scenarios")
struct ShippedTests {
    @Test("Every scenario file of the project is listed here, and every listed one is there")
    func listed() throws {
        let folder = Support.root.appendingPathComponent("Scenarios")
        let found = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".yaml") && !$0.hasPrefix("calibration/")
        }
        #expect(found.sorted() == Shipped.names.sorted())
    }

    @Test("Each reads without a warning, and its written-out text reads back to itself", arguments: Shipped.names)
    func reads(_ name: String) throws {
        try Shipped.withCopies { folder in
            let path = "\(folder)/\(name)"
            let reader = ScenarioReader(services: Slices.all.keys)
            let read = try reader.read(file: path)
            #expect(read.warnings.map(\.description).isEmpty)
            let inside = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let again = try reader.read(text: read.source, named: "again", folder: inside)
            #expect(again.source == read.source)
        }
    }

    @Test("The benchmark scenarios are one model at three sizes")
    func benchmark() throws {
        for (size, name) in [(1, "taxi-x1"), (10, "taxi-x10"), (100, "taxi-x100")] {
            let scenario = try ScenarioReader(services: [.taxi]).read(
                file: Support.root.appendingPathComponent("Scenarios/benchmark/\(name).yaml").path
            ).scenario
            guard case .grid(let rows, let columns, _, _) = scenario.city.layout,
                case .population(let people, .exponential(mean: 4800)) = scenario.passengers[0].demand
            else {
                Issue.record("\(name) is of another kind")
                return
            }
            #expect(rows * columns == 20 * size && people == 1000 * size)
            #expect(scenario.drivers.reduce(0) { $0 + $1.count } == 500 * size)
            #expect(scenario.drivers.last?.seats == [SeatShare(seats: 6, weight: 1)])
            #expect(scenario.drivers.last?.count == 100 * size)
            #expect(scenario.passengers[0].travelers.map(\.weight) == [0.6, 0.2, 0.1, 0.06, 0.02, 0.02])
            #expect(scenario.travel.approach == .gamma(shape: 4, mean: 300))
            #expect(scenario.travel.ride == .gamma(shape: 4, mean: 900))
            #expect(scenario.length == .hours(24) && scenario.warmUp == .zero)
        }
    }

    @Test("DEC-PERF-LOAD: the reference load has more than 1000 people and 500 drivers, and an hour after 30 min")
    func referenceLoad() throws {
        for name in ["reference-load", "stress", "flood"] {
            let scenario = try shipped(name).scenario
            guard case .population(let people, _) = scenario.passengers[0].demand, let server = scenario.server else {
                Issue.record("\(name) is of another kind")
                return
            }
            #expect(people >= 1000 && scenario.drivers.reduce(0) { $0 + $1.count } >= 500)
            #expect(scenario.warmUp == .minutes(30) && scenario.drivers.allSatisfy { $0.positionInterval != nil })
            #expect(scenario.dispatch.arrivalPoll == .seconds(90))
            #expect(server.serviceScale == 1 && (people > 10_000) == (name == "stress"))
            #expect((server.rateLimit != nil) == (name == "flood"))
        }
        let load = try shipped("reference-load").scenario
        #expect(load.length - load.warmUp >= .hours(1) && load.modules == [.reservations])
        let flood = try shipped("flood").scenario
        let floods = flood.server?.floods ?? []
        #expect(floods.reduce(0) { $0 + $1.perSecond } == 2000 && floods.reduce(0) { $0 + $1.senders } == 1005)
        for one in floods { #expect(one.until - one.from == .seconds(60) && one.from > flood.start + flood.warmUp) }
    }

    @Test("The reference load states its budgets: 60 s of wall time and 512 MiB; `scripts/check budget` judges them")
    func referenceBudgets() throws {
        let budgets = try shipped("reference-load").scenario.budgets
        func limits(_ metric: String) -> [Budget.Limit] { budgets.filter { $0.metric == metric }.map(\.limit) }
        #expect(limits("run.wall-time") == [.amount(Amount(60, .time))])
        #expect(limits("run.memory") == [.amount(Amount(512 * 1024 * 1024, .memory))])
    }

    @Test("The quarter year of accounts makes every mistake that a form can have")
    func accountsQuarter() throws {
        let scenario = try shipped("accounts-quarter").scenario
        let registrants = try #require(scenario.accounts?.registrants)
        for reason in RegistrationMistakes.reasons { #expect(registrants.mistakes[reason] > 0, "\(reason)") }
        #expect(scenario.length == .hours(24 * 90) && scenario.accounts?.lifetime != nil)
    }

    /// A shipped scenario with its own maps and tables.
    private func shipped(_ name: String) throws -> ReadScenario {
        try ScenarioReader(services: [.taxi]).read(
            file: Support.root.appendingPathComponent("Scenarios/\(name).yaml").path)
    }

    @Test("The scenarios of the modules switch them on, and keep what they build on")
    func modules() throws {
        let mornings = try shipped("city-reservations").scenario
        #expect(mornings.modules == [.reservations, .sharing])
        #expect(mornings.start + mornings.warmUp == mornings.end - .hours(48) && mornings.end.hourOfDay == 12)
        #expect(mornings.drivers.map(\.name) == ["early", "day", "afternoon", "evening", "night", "hotel-ranks"])
        #expect(mornings.passengers.map(\.name) == ["callers", "residents", "guests"])
        #expect(mornings.passengers.map(\.reserving.share) == [0, 0.3, 0.3])
        #expect(mornings.passengers.map(\.sharing.willing) == [0, 0.3, 0.3])
        let weekday = try shipped("city-weekday").scenario
        guard case .arrivals(13_000, let hourly, nil) = mornings.passengers[0].demand,
            case .arrivals(17_000, let before, nil) = weekday.passengers[0].demand,
            case .zones(.listed(let hubs)) = mornings.passengers[2].destination
        else {
            Issue.record("\(mornings.passengers)")
            return
        }
        #expect(hourly == before, "the hours are those of the file built on")
        #expect(hubs.count == 7 && abs(hubs.values.reduce(0, +) - 1) < 1e-9)

        let alone = try shipped("city-recorded-day").scenario
        let shared = try shipped("city-sharing").scenario
        #expect(shared.modules == [.sharing] && alone.modules.isEmpty)
        #expect(shared.passengers.map(\.sharing.willing) == [0.5])
        guard case .trace(let calls) = alone.passengers[0].demand,
            case .trace(let sharers) = shared.passengers[0].demand
        else {
            Issue.record("\(shared.passengers)")
            return
        }
        #expect(calls == sharers && sharers.count > 2000)
        #expect(shared.drivers.map(\.count) == alone.drivers.map(\.count) && shared.length == alone.length)
    }

    @Test("Leads of the reservations of the mornings lie in the window of the rules")
    func leads() throws {
        let scenario = try shipped("city-reservations").scenario
        let window = scenario.reservations.shortestLead.inSeconds...scenario.reservations.longestLead.inSeconds
        for group in scenario.passengers where group.reserving.share > 0 {
            guard case .mixture(let distributions, let weights) = group.reserving.lead else {
                Issue.record("\(group.reserving.lead)")
                continue
            }
            #expect(distributions.count == 3 && abs(weights.reduce(0, +) - 1) < 1e-9)
            for distribution in distributions {
                switch distribution {
                case .uniform(let low, let high): #expect(window.contains(low) && window.contains(high))
                case .normal(_, _, let low, let high):
                    #expect(low.map(window.contains) == true && high.map(window.contains) == true)
                default: Issue.record("\(distribution)")
                }
            }
        }
    }

    @Test(
        "With its map and tables each names only zones that are there",
        arguments: ["city-weekday", "city-reservations", "city-recorded-day", "city-sharing"])
    func zones(_ name: String) throws {
        let read = try shipped(name)
        guard case .geoJSON(let path, let number, _) = read.scenario.city.layout else {
            Issue.record("\(name) has no map")
            return
        }
        let map = try JSONSerialization.jsonObject(with: Foundation.Data(contentsOf: URL(fileURLWithPath: path)))
        let features = try #require((map as? [String: Any])?["features"] as? [[String: Any]])
        let zones = features.compactMap { ($0["properties"] as? [String: Any])?[number] as? Int }.map {
            ZoneRecord(id: ZoneID($0), name: "\($0)", inside: .origin, area: 1, outline: [])
        }
        #expect(zones.count > 80 && read.warnings.isEmpty)
        #expect(read.layoutProblems(zones: zones).filter { $0.severity == .error }.map(\.description).isEmpty)
    }

    @Test("The shifts of the working day bring about 1000 drivers in the evening, and fewer at night")
    func shifts() throws {
        try Shipped.withCopies { folder in
            let scenario = try ScenarioReader(services: [.taxi]).read(file: folder + "/city-weekday.yaml").scenario
            func inService(_ hour: Double) -> Int {
                scenario.drivers.reduce(0) { sum, group in
                    guard let shift = group.shift else { return sum + group.count }
                    let start = shift.start.mean / 3600
                    let end = start + shift.length.mean / 3600
                    let works = start <= hour && hour < end || start <= hour + 24 && hour + 24 < end
                    return sum + (works ? group.count : 0)
                }
            }
            #expect(inService(11) == 870 && inService(16) == 940 && inService(19) == 1000 && inService(3) == 280)
        }
    }
}
