// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import CitySimulation
import CitySlices
import Testing

@testable import WebPopulation

/// Which services of a scenario a load sends to a live server, and that it says which it does not.
@Suite struct LoadedServicesTests {
    private static let town = """
        cabrank: 1
        name: town
        length: 1 h
        city: {grid: {rows: 1, columns: 3, cell: 1 km}}
        server: {}

        """
    private static let taxis = """
        drivers: [{name: cabs, count: 2}]
        passengers: [{name: people, population: {people: 3, thinking: {exponential: 1 min}}}]

        """
    private static let stores = """
        stores:
          groups: [{name: corner, chain: Corner, count: 1, zones: {1: 1}, limit: 5}]
          shoppers: [{name: neighbours, population: {people: 5, pause: {exponential: 1 min}}}]

        """

    private static let health = """
        health: {wearers: [{name: some, people: 3, every: 5 min, values: [{parameter: heart-rate, mean: 72}]}]}

        """

    private func plan(_ parts: String...) throws -> CityPlan {
        try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(
                text: Self.town + parts.joined(), named: "town.yaml", folder: ""))
    }

    @Test("A load names each service of the scenario that it does not send, and is not refused because of one")
    func unsent() throws {
        #expect(LiveLoad.unsent(try plan(Self.taxis), devices: nil).isEmpty)
        let plan = try plan(Self.taxis, Self.stores, Self.health)
        #expect(LiveLoad.unsent(plan, devices: nil) == ["stores", "health"])
        #expect(LiveLoad.problems(plan, devices: nil).isEmpty)
    }

    @Test("A load of which nobody would be sent is refused")
    func nobody() throws {
        let problems = LiveLoad.problems(try plan(Self.health), devices: nil)
        #expect(problems.map(\.severity) == [.error])
        #expect(problems.first?.message.contains("nobody is sent") == true)
    }
}
