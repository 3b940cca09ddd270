// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import RuleTestKit
import TaxiRules
import TaxiSimulation
import Testing

@Suite struct DealtPlacesTests {
    /// Remembers in which zone each driver was queued first and each passenger called first.
    private final class FirstZones: RecordObserver {
        var drivers: [DriverID: ZoneID] = [:]
        var passengers: [PassengerID: ZoneID] = [:]

        func observe(_ records: ArraySlice<EventRecord>) {
            for record in records {
                switch record.event {
                case .taxi(.driverEnqueued(let driver, let zone, _, _)):
                    if drivers[driver] == nil { drivers[driver] = zone }
                case .taxi(.requestStored(_, let passenger, let zone, _, _, _)):
                    if passengers[passenger] == nil { passengers[passenger] = zone }
                default: break
                }
            }
        }
    }

    private func firstZones(start: String, seed: UInt64) throws -> FirstZones {
        let text = """
            cabrank: 1
            name: dealt
            length: 10 min
            city: {grid: {rows: 1, columns: 3, cell: 1 km}}
            drivers:
              - {name: a, count: 7, start: \(start)}
              - {name: b, count: 5, start: \(start)}
            passengers:
              - name: people
                population: {people: 8, thinking: 60 s}
                origin: \(start)
            """
        let plan = try CityPlan(ScenarioReader(services: [.taxi]).read(text: text, named: "dealt.yaml", folder: ""))
        let zones = FirstZones()
        var simulation = Simulation(plan, seed: seed)
        simulation.observers = { _ in [zones] }
        _ = try simulation.run()
        return zones
    }

    @Test("`equal` deals each group over the zones in turn, in every run", arguments: 1...20 as ClosedRange<UInt64>)
    func dealt(seed: UInt64) throws {
        let zones = try firstZones(start: "equal", seed: seed)
        for number in 1...12 {
            let member = number <= 7 ? number - 1 : number - 8
            #expect(zones.drivers[DriverID(number)] == ZoneID(member % 3 + 1))
        }
        for number in 1...8 { #expect(zones.passengers[PassengerID(number)] == ZoneID((number - 1) % 3 + 1)) }
    }

    @Test("other weights draw the zone of each")
    func drawn() throws {
        let runs = try (1...20).map { try firstZones(start: "{1: 1, 2: 1, 3: 1}", seed: $0) }
        #expect(Set(runs.map { $0.drivers[DriverID(1)] }).count == 3)
        #expect(Set(runs.map { $0.passengers[PassengerID(1)] }).count == 3)
    }
}
