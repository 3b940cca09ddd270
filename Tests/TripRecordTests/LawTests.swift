// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Testing

@testable import TripRecords

/// How long rides take, and the units in which a record says it.
@Suite struct LawTests {
    @Test("A line that rides follow is found exactly, and its factors have a mean of 1")
    func law() throws {
        // 100 s and a second for 5 m of the mean distance of places in the zones, times .8, 1 and 1.2 in turn.
        let zones = ["1", "002", "3", "Airport"]
        let places = Records.layout.zones.map { zone in
            (0..<64).map { index in
                let (east, north) = ((Double(index % 8) + 0.5) / 8, (Double(index / 8) + 0.5) / 8)
                return Records.layout.place(in: zone.id, east, north) ?? zone.inside
            }
        }
        func mean(_ from: Int, _ to: Int) -> Double {
            let all = places[from].flatMap { start in places[to].map { start.distance(to: $0).inMetres } }
            return all.reduce(0, +) / Double(all.count)
        }
        let means = zones.indices.map { from in zones.indices.map { mean(from, $0) } }
        var text = "start,end,a,b,s,n\n"
        for index in 0..<108 * 24 {
            let (hour, round) = (index % 24, index / 24)
            let (from, to) = (round % 4, (round % 4 + 1 + round / 4 % 3) % 4)
            let seconds = (100 + means[from][to] / 5) * [0.8, 1, 1.2][round / 12 % 3]
            let time = "\(String(hour, digits: 2)):\(String(round % 60, digits: 2)):07"
            text += "2026-03-02 \(time),,\(zones[from]),\(zones[to]),\(seconds),\(index)\n"
        }
        let made = try Records.imported(text, "pickup=start,duration=s,from=a,to=b")
        for line in made.law.lines {
            #expect(abs(line.fixed - 100) < 6 && abs(line.slope - 0.2) < 0.002 && !line.isBorrowed, "\(line)")
        }
        #expect(abs(made.law.factors.reduce(0, +) / 20 - 1) < 1e-9)
        #expect(abs(made.law.factors[2] - 0.8) < 0.01 && abs(made.law.factors[17] - 1.2) < 0.01)
        #expect(made.rows("ride-law.csv").count == 24 && made.rows("ride-law.csv")[0].count == 25)
    }

    @Test(
        "Rides of a scenario are as long as those recorded, though it draws their ends evenly and records have them in crowds"
    )
    func crowdedEnds() throws {
        // All ends lie within 80 m of the border between zones 1 and 2, or of a place in zone 3.
        var state: UInt64 = 11
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(UInt64(1) << 31)
        }
        var text = "start,s,x,y,u,v,n\n"
        for index in 0..<24 * 300 {
            let time = "2026-03-02 \(String(index % 24, digits: 2)):\(String(index / 24 % 60, digits: 2)):07"
            let from = (11.019 + 0.002 * next(), 46.01 + 0.001 * next())
            let to = next() < 0.7 ? (11.019 + 0.002 * next(), 46.01 + 0.001 * next()) : (11.05 + 0.001 * next(), 46.005)
            func place(_ end: (Double, Double)) -> Place {
                Records.layout.place(GeographicPoint(longitude: end.0, latitude: end.1))
            }
            let metres = place(from).distance(to: place(to)).inMetres
            let seconds = (60 + metres / 4) * (0.5 + next())
            text += "\(time),\(seconds),\(from.0),\(from.1),\(to.0),\(to.1),\(index)\n"
        }
        let made = try Records.imported(text, "pickup=start,duration=s,from=x/y,to=u/v")
        #expect(made.reasons == [])
        let mean = made.meanRide(drawing: 40)
        #expect(abs(mean.scenario / mean.record - 1) < 0.01, "\(mean)")
    }

    private func rides(_ count: Int, _ cells: (Int) -> String) -> String {
        (0..<count).map { index in
            let time = "2026-03-02 \(String(8 + index / 50, digits: 2)):\(String(index % 50, digits: 2)):07"
            return "\(time),\(cells(index)),1,Airport,\(index)\n"
        }.joined()
    }

    @Test("Rides of most of a day have no law that a scenario can have")
    func longest() throws {
        let text = "start,s,a,b,n\n" + rides(60) { _ in "80000" }
        // 2 h and 4.7 km at 2 km/h are some 15,700 s.
        let said = try Records.refused(text, "pickup=start,duration=s,from=a,to=b") { $0.longest = 86_400 }
        #expect(
            said.count == 1 && said[0].hasPrefix("trips.csv:1:1: error: the rides take 5.09 times")
                && said[0].hasSuffix(
                    " as long as any that a scenario can have: between 200 and 2 km/h beside a fixed part of up to 2 h; look at the columns of times and their units"
                ), "\(said)")
        let hours = "start,s,a,b,n\n" + rides(60) { _ in "9000" }
        let made = try Records.imported(hours, "pickup=start,duration=s,from=a,to=b")
        #expect(made.law.lines.allSatisfy { $0.fixed <= 7200 && $0.slope <= 1.8 })
    }
}
