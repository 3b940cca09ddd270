// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import Testing

@testable import Experiments

/// Services beside the taxis are compared as taxis are: in sentences, by zone, hour and station, and call by call.
@Suite struct ComparedDemandsTests {
    private static let town = """
        length: 12 h
        warm-up: 1 h
        city: {grid: {rows: 3, columns: 3, cell: 2 km}}
        ambulances:
          stations:
            - {name: west, zone: 4, units: 1}
            - {name: east, zone: 6, units: 1}
          hospitals: [{name: general, zone: 5}]
          calls: {per-day: 48}
          priorities: [{name: high, share: 40%}, {name: low, share: 60%}]
        """

    /// The base and a variant with more ambulances in the west.
    private func comparison(_ replications: Int = 8, more: Int = 4) throws -> Comparison {
        try Comparison(
            [1, more].map { units in
                let text = Self.town.replacing("zone: 4, units: 1", with: "zone: 4, units: \(units)")
                let plan = try TestCity(text).plan
                var experiment = try Replications(plan, rule: .count(replications), threads: 2)
                experiment.keepsWishes = true
                return Comparison.Variant(name: "units \(units)", plan: plan, set: try experiment.run())
            })
    }

    @Test("SIM-05: the same calls are made in both variants, and each is followed from one to the other")
    func followed() throws {
        let found = try comparison()
        #expect(found.demands.map(\.words.name) == ["ambulances.calls"])
        let demand = found.demands[0]
        let change = try #require(demand.change(of: 1))
        #expect(demand.areSamePeople(1) && change.same > 90)
        // More ambulances: hardly anybody loses, and many are reached sooner.
        #expect(change.sooner > 3 * change.later && change.lost <= change.gained)
        // No measure of the taxis is left over, and the finding is about calls.
        let text = found.finding(of: 1)
        #expect(text.contains("calls in 11 h are reached than with units 1") || text.contains("calls are reached"))
        #expect(text.contains("those that were reached already wait") && text.contains("less ("))
        #expect(text.contains("of the calls are not reached in 20 min") && text.contains("the service is better"))
        #expect(!text.contains("taxi"))
        #expect(found.findingParts(of: 1)[0].verdict == .better)
    }

    @Test("Zones, hours, stations and priorities of a replication add up to all calls, and to its metrics")
    func sums() throws {
        let found = try comparison(2)
        for row in found.variants.flatMap(\.set.replications) {
            let demand = try #require(row.demands.first)
            #expect(Double(demand.all.stored) == row["ambulances.calls"])
            func sums(_ count: KeyPath<ReplicationPart, Int>) -> [Int] {
                [demand.zones, demand.hours, demand.groups].map { $0.reduce(0) { $0 + $1[keyPath: count] } }
            }
            for count in [\ReplicationPart.stored, \.fulfilled, \.wishes, \.notInTime] {
                #expect(sums(count).allSatisfy { $0 == demand.all[keyPath: count] })
            }
            // Stations are those of the ambulances that were sent: calls that wait for one at the end have none.
            let open = demand.all.stored - demand.all.fulfilled
            let atStations = demand.sites.reduce(0) { $0 + $1.stored }
            #expect(demand.sites.count == 2 && (demand.all.stored - open...demand.all.stored).contains(atStations))
            let share = try #require(demand.all.notInTimeShare)
            #expect(abs(1 - share - (try #require(row["ambulances.response.in20"]))) < 1e-5)
            #expect(Double(demand.all.wishes) == row["ambulances.response.judged20"])
        }
    }

    @Test("A replication in a journal is read as it was written, with the demands of all services")
    func stored() throws {
        let row = try #require(try comparison(1).variants[0].set.replications.first)
        let read = try JSONDecoder().decode(Replication.self, from: try JSONEncoder().encode(row))
        #expect(read == row && read.demands[0].wishes?.wishes.isEmpty == false)
    }

    @Test("The page has the maps, the hours, the stations, the people and the evenness of ambulances")
    func page() throws {
        let found = try comparison()
        let page = ComparisonPage(found).html
        for heading in [
            "<h2 id=\"where\">Where it is better", "<h2 id=\"hours\">By hour of the day",
            "<h2 id=\"by-station\">By station",
            "<h2 id=\"by-priority\">By priority", "<h2 id=\"people\">Who gains, who loses",
            "<h2 id=\"evenness\">How evenly",
        ] {
            #expect(page.contains(heading), "\(heading)")
        }
        #expect(page.contains("Not reached in 20 min, difference in percentage points"))
        #expect(page.contains("Calls not reached in 20 min, by zone"))
        // Nobody gives up a call: what is never lost has no map. And nothing is said of taxis.
        #expect(!page.contains(">Lost") && !page.contains("taxi") && !page.contains("aboard"))
        #expect(page.contains("<title>5: ") || page.contains("<title>Zone 5"))
        // On paper nobody points at a zone: each map has the names, which the screen does not show.
        let maps = page.components(separatedBy: "<svg class=\"differences\"").dropFirst()
            .map { $0.components(separatedBy: "</svg>")[0] }
        #expect(!maps.isEmpty && maps.allSatisfy { $0.contains("<use href=\"#names\" class=\"paper names\"/>") })
        let names = try #require(
            page.components(separatedBy: "<g id=\"names\">").last?.components(separatedBy: "</g>").first)
        #expect(names.components(separatedBy: "<text ").count - 1 == 9 && names.contains(">5</text>"))
        // The axis is that of the run, from 0:00 to 12:00.
        #expect(page.contains(">10:00</text>") && !page.contains(">12:00</text>") && !page.contains(">16:00</text>"))
    }

    @Test("compare.json has the demands of each service, zone by zone, hour by hour and by station")
    func file() throws {
        let object = try JSONSerialization.jsonObject(with: try comparison().encoded()) as? [String: Any]
        let pairs = try #require(object?["pairs"] as? [[String: Any]])
        let demand = try #require((pairs[0]["demands"] as? [[String: Any]])?.first)
        #expect(demand["name"] as? String == "ambulances.calls")
        #expect((demand["zones"] as? [Any])?.count == 9 && ((demand["hours"] as? [Any])?.count ?? 0) >= 11)
        let divisions = try #require(demand["divisions"] as? [[String: Any]])
        #expect(divisions.compactMap { $0["by"] as? String } == ["priority", "station"])
        #expect(object?["compareVersion"] as? Int == 3)
    }

    @Test("A variant with other zones is compared without zones, and the others all the same")
    func otherZones() throws {
        let texts = [
            Self.town, Self.town.replacing("zone: 4, units: 1", with: "zone: 4, units: 3"),
            Self.town.replacing("rows: 3, columns: 3", with: "rows: 2, columns: 3"),
        ]
        let found = Comparison(
            try texts.enumerated().map { index, text in
                let plan = try TestCity(text).plan
                let experiment = try Replications(plan, rule: .count(2), threads: 2)
                return Comparison.Variant(name: "\(index)", plan: plan, set: try experiment.run())
            })
        let demand = try #require(found.demands.first)
        #expect(demand.zones[1]?.count == 9 && demand.zones[2] == nil && demand.evenness[2] == nil)
        #expect(demand.hours[2]?.isEmpty == false)
        let page = ComparisonPage(found).html
        #expect(page.contains("<strong>1</strong> against 0") && !page.contains("<strong>2</strong> against 0"))
        #expect(found.text.contains("The two have different zones"))
    }

    @Test(
        "Demands without a place, such as the starts of a race, are compared without zones; so is a city that has none of them"
    )
    func withoutZones() throws {
        let variants = try ["without", "day"].map { name in
            let plan = try TestCity(file: "Scenarios/race-\(name == "day" ? "day" : "day-without").yaml").plan
            var experiment = try Replications(plan, rule: .count(2), threads: 2)
            experiment.keepsWishes = true
            return Comparison.Variant(name: name, plan: plan, set: try experiment.run())
        }
        for pair in [variants, Array(variants.reversed())] {
            let found = Comparison(pair)
            let starts = try #require(found.demands.first { $0.words.name == "races.starts" })
            #expect(!starts.hasZones && starts.zones.isEmpty && starts.evenness.isEmpty)
            let page = ComparisonPage(found).html
            #expect(
                page.contains("Races, participants: by hour of the day")
                    || page.contains("Races, participants: who gains"))
            #expect(!page.contains("Races, participants: where it is better"))
            #expect(try !found.encoded().isEmpty && found.text.contains("compared with"))
        }
        let pooled = try #require(PooledDemands(variants[1].set, of: variants[1].plan).part)
        #expect(pooled.html.contains("Races, participants") && !pooled.html.contains("participants lost, by zone"))
    }
}
