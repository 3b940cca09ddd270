// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySimulation
package import CitySlices
import TaxiRules
import TaxiSimulation

/// Whole cities with some services, from texts: for tests of a slice.
package struct SliceRuns {
    private let services: [any ServiceSlice]
    private let head: String

    /// Cities with these services, whose texts begin with `head`.
    package init(_ services: any ServiceSlice..., head: String) {
        self.services = services
        self.head = head
    }

    /// The plan of a text; the file is `city.yaml`.
    package func plan(_ text: String) throws -> CityPlan {
        let services = TaxiMetrics.slices + services
        return try CityPlan(
            ScenarioReader(services: services.keys).read(text: head + text, named: "city.yaml", folder: ""),
            services: services)
    }

    /// Runs a text with all invariants checked.
    package func run(_ text: String, seed: UInt64? = nil, _ observers: any EventObserver...) throws -> RunResult {
        var simulation = Simulation(try plan(text), seed: seed)
        simulation.observers = { _ in observers }
        simulation.checksInvariants = true
        return try simulation.run()
    }
}

/// Writes down what happens to taxis, and which services have hold of whom.
package final class CityNotes: EventObserver {
    /// Every event of the taxi service with its time.
    package private(set) var taxi: [String] = []
    /// Whom each service took hold of, each time.
    package private(set) var held: [ServiceID: [PersonID]] = [:]
    /// Who was taken while another service had hold of them.
    package private(set) var clashes: [PersonID] = []
    private var holders: [PersonID: ServiceID] = [:]

    package init() {}

    /// Reads the events of taxis and persons.
    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [self] records in
            for index in records.indices { taxi.append("\(records[index].time) \(records[index].event)") }
        }
        feed.on(PersonEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .held(let person, let service, _):
                    if holders[person] != nil { clashes.append(person) }
                    holders[person] = service
                    held[service, default: []].append(person)
                case .released(let person, _, _): holders[person] = nil
                }
            }
        }
    }
}
