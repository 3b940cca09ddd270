// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// Every number of a rule comes from the scenario.
@Suite struct ConfigurationTests {
    @Test("OPS-01: with the offer deadline changed from 60 to 45 s offers time out after 45 s", arguments: [60, 45])
    func deadline(seconds: Int) throws {
        let run = try TestCity(
            file: "Scenarios/quickstart.yaml",
            set: ["dispatch.offer-deadline=\(seconds) s", "drivers.cabs.answer.accept=50%"]
        ).run()
        var sent: [OfferID: CityTime] = [:]
        var spans: [TimeSpan] = []
        for record in run.records {
            switch record.taxi {
            case .offerSent(let offer, _, _, _, _, _, _, _, _): sent[offer] = record.time
            case .offerTimedOut(let offer, _, _): if let time = sent[offer] { spans.append(record.time - time) }
            default: break
            }
        }
        #expect(spans.count > 3)
        #expect(spans.allSatisfy { $0 == .seconds(seconds) })
    }

    @Test("A hash that costs more than the one that logins were measured with is doubted")
    func passwordCost() throws {
        func doubts(_ cost: String) throws -> [String] {
            try TestCity(file: "Scenarios/reference-load.yaml", set: ["accounts.password-cost=\(cost)"]).plan.warnings
                .map(\.description).filter { $0.contains("password-cost") }
        }
        #expect(try doubts("reduced") == [] && doubts("interactive") == [])
        let doubt = try doubts("moderate")
        #expect(doubt.count == 1)
        #expect(doubt.first?.contains("argon2id13, 2 passes over 65536 KiB") == true)
    }

    @Test("OPS-02: every message that reaches the service is told to the reader, in order")
    func messages() throws {
        let city = try TestCity(Cities.troubled)
        var reported: [InputRecord] = []
        var simulation = Simulation(city.plan)
        simulation.onMessage = { reported.append($0) }
        let run = try simulation.run()
        #expect(reported == run.messages)
        #expect(reported.count > 1000)
    }

    @Test("INV-DriverMandatoryData: a scenario whose drivers have 0 seats is rejected, and the message says seats")
    func seats() throws {
        do {
            _ = try TestCity(file: "Scenarios/quickstart.yaml", set: ["drivers.cabs.seats=0"])
            Issue.record("accepted")
        } catch let error as InputErrors {
            #expect(error.problems.count == 1)
            #expect(error.problems.first.map { "\($0)".contains("seats") } == true)
        }
    }

    @Test(
        "TAXI-CALL-05: over a full run no offer crosses zones, and every ride begins and ends in a zone")
    func zones() throws {
        let run = try TestCity(Cities.troubled, set: ["length=6 h"]).run()
        #expect(run["offers.zoneCrossing"] == 0)
        #expect(run["drivers.endedOutsideZones"] == 0)
        #expect(run.result.violations.isEmpty)
        let plan = try TestCity(Cities.troubled).plan
        var rides = 0
        for record in run.records {
            switch record.taxi {
            case .requestStored(_, _, let zone, _, _, let place): #expect(plan.layout.zone(at: place) == zone)
            case .rideEnded(_, _, _, let place, _):
                rides += 1
                #expect(plan.layout.zone(at: place) != nil)
            default: break
            }
        }
        #expect(rides > 100)
    }
}
