// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RuleTestKit
import ScenarioLanguage
import TaxiRules
import Testing

/// Whole cities on the streets of the shipped city.
@Suite("Cities on streets")
struct StreetCityTests {
    private func city(_ set: String...) throws -> TestCity {
        try TestCity(file: "Scenarios/city-streets.yaml", set: ["length=2 h"] + set)
    }

    @Test(
        "TAXI-CALL-16, D-19: what is announced is what is driven: nobody waits longer than the streets say, and less by the last 20 m alone"
    )
    func announced() throws {
        let run = try city("travel.variability=none", "start=2026-03-04 08:00").run()
        #expect(run.result.violations.isEmpty)
        // The last 20 m at walking pace, as in a living street at the busiest hour.
        #expect(run["etaError.count"] > 500 && run["etaError.max"] <= 25)
        #expect(run["etaError.bias"] < 0)
    }

    @Test(
        "positions and odometers go along the streets: as far as the line on the map from one report to the next, or farther"
    )
    func odometers() throws {
        let run = try city("travel.variability=none").run()
        var last: [DriverID: (place: Place, odometer: Distance)] = [:]
        var (moved, bent) = (0, 0)
        for record in run.records {
            guard case .positionReported(let driver, let place, let odometer) = record.taxi else { continue }
            if let before = last.updateValue((place, odometer), forKey: driver) {
                let driven = odometer.inMetres - before.odometer.inMetres
                let line = before.place.distance(to: place).inMetres
                // Lengths are those on the globe, places lie in a plane.
                #expect(driven >= line * 0.999 - 0.1, "\(driver): \(driven) m for a line of \(line) m")
                if driven > 50 { moved += 1 }
                if driven > line + 20 { bent += 1 }
            }
        }
        #expect(moved > 1000 && bent * 5 > moved, "\(bent) of \(moved)")
    }

    @Test("the middle of the city is closed: drives are held up, and every rule holds")
    func closed() throws {
        let closed =
            "changes=[{from: \"05:00\", until: \"09:00\", closure: {zones: [1, 2, 3, 4, 5], factor: 2}}]"
        let (open, run) = (try city().run(), try city(closed).run())
        #expect(run.result.violations.isEmpty && run.result.fingerprint != open.result.fingerprint)
        #expect(run["drives.heldUp"] > 100 && open["drives.heldUp"] == 0)
    }

    @Test("a scenario names what is wrong with its streets, and the folder of a run says which they were")
    func faults() throws {
        let plan = try city().plan
        let hash = try #require(plan.scenario.travel.roads?.hash)
        #expect(plan.read.source.contains("hash: \"\(hash)\""))
        #expect(try city("travel.roads.hash=\(hash)").plan.scenario.travel.roads?.hash == hash)
        func said(_ set: String...) -> [String] {
            do {
                _ = try TestCity(file: "Scenarios/city-streets.yaml", set: set)
                return []
            } catch let error as InputErrors {
                return error.problems.map(\.message)
            } catch {
                return ["\(error)"]
            }
        }
        #expect(
            said("travel.roads.hash=0123456789abcdef").first?.hasSuffix(
                "is another network than the one that is wanted: its hash is \(hash), not 0123456789abcdef") == true)
        let wrong = "`hash`: `12` is no hash of a network; allowed: sixteen hexadecimal digits"
        #expect(said("travel.roads.hash=12") == [wrong])
        #expect(said("travel.roads.file=city/zones.csv").first?.contains("the file is no network of streets") == true)
        #expect(said("travel.roads.file=city/none.roads").first?.contains("there is no file") == true)
        #expect(
            said("travel.table=city/zones.csv").contains(
                "`table` and `roads` exclude each other: both say how long drives take"))
        #expect(
            said("city={grid: {rows: 2, columns: 2, cell: 1 km, anchor: {longitude: 2, latitude: 48}}}").contains {
                $0.contains("no street of the network that a licensed may use lies in a zone of this layout")
            })
    }

    @Test("the same streets in other threads: replications in any number of threads give the same fingerprints")
    func threads() throws {
        let city = try city("length=1 h")
        let first = try city.run(seed: 3).result.fingerprint
        let (again, other) = (try city.run(seed: 3).result.fingerprint, try city.run(seed: 4).result.fingerprint)
        #expect(first == again && first != other)
    }
}
