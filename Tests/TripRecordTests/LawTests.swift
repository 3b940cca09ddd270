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
        for factors in made.law.hourFactors {
            #expect(abs(factors.reduce(0, +) / 20 - 1) < 1e-9)
            #expect(abs(factors[2] - 0.8) < 0.01 && abs(factors[17] - 1.2) < 0.01)
        }
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

    @Test("An hour with few rides has the line of its kind of day at its own pace, as far as its rides tell it")
    func pace() throws {
        // Sixty rides of 600 s from one zone to another in each hour from 8:00 to 20:00, and twenty of 300 s at 3:00.
        var text = "start,s,a,b,n\n"
        for index in 0..<740 {
            let (hour, minute) = index < 720 ? (8 + index / 60, index % 60) : (3, index % 60)
            let time = "\(String(hour, digits: 2)):\(String(minute, digits: 2)):07"
            text += "2026-03-02 \(time),\(index < 720 ? 600 : 300),1,Airport,\(index)\n"
        }
        let lines = try Records.imported(text, "pickup=start,duration=s,from=a,to=b").law.lines
        let mean = (720 * 600 + 20 * 300) / 740.0
        #expect(lines[3].isBorrowed && lines[3].rides == 20 && lines[4].isBorrowed && !lines[8].isBorrowed)
        // Its twenty rides, and five as long as those of the day.
        let pace = lines[3].seconds(1000) / lines[4].seconds(1000)
        #expect(abs(pace - (20 * 300 + 5 * mean) / (25 * mean)) < 1e-3, "\(pace)")
    }

    private func rides(_ count: Int, _ cells: (Int) -> String) -> String {
        (0..<count).map { index in
            let time = "2026-03-02 \(String(8 + index / 50, digits: 2)):\(String(index % 50, digits: 2)):07"
            return "\(time),\(cells(index)),1,Airport,\(index)\n"
        }.joined()
    }

    @Test("A length in minutes is refused: by the speed between zones, by the ends of the rides, by rides of seconds")
    func minutes() throws {
        // 4.6 km in 10 to 29 minutes.
        let text = "start,s,a,b,n\n" + rides(60) { "\(10 + $0 % 20)" }
        #expect(
            try Records.refused(text, "pickup=start,duration=s,from=a,to=b") == [
                "trips.csv:1:1: error: 60 of 60 rides between two zones are faster than 200 km/h from middle to middle; is the column `s` in minutes? allowed: seconds"
            ])
        // The same as seconds are good.
        let seconds = "start,s,a,b,n\n" + rides(60) { "\(600 + $0 % 20 * 60)" }
        #expect(try Records.refused(seconds, "pickup=start,duration=s,from=a,to=b") == [])
        let near = text.replacing("Airport", with: "1")
        #expect(
            try Records.refused(near, "pickup=start,duration=s,from=a,to=b") == [
                "trips.csv:1:1: error: 60 of 60 rides take less than a minute; is the column `s` in minutes? allowed: seconds"
            ])
        let both =
            "start,end,s,a,b,n\n" + rides(60) { "2026-03-02 \(String(8 + $0 / 50, digits: 2)):59:07,\(30 + $0 % 2)" }
        let said = try Records.refused(both, "pickup=start,dropoff=end,duration=s,from=a,to=b")
        #expect(
            said.count == 1
                && said[0].hasPrefix("trips.csv:1:1: error: by the column `s` rides take 0.0")
                && said[0].hasSuffix(
                    "times as long as from their pickups to their ends; is the column `s` in minutes? allowed: seconds"),
            "\(said)")
        // Ends in the column of seconds that are not those of the zones: no column is to blame.
        let racing =
            "start,end,a,b,n\n"
            + rides(60) { "2026-03-02 \(String(8 + $0 / 50, digits: 2)):\(String($0 % 50, digits: 2)):37" }
        #expect(
            try Records.refused(racing) == [
                "trips.csv:1:1: error: 60 of 60 rides between two zones are faster than 200 km/h from middle to middle; look at the columns of times and zones"
            ])
    }

    @Test("Distances in another unit than --distance-unit are refused, with the unit that fits")
    func distances() throws {
        let columns = "pickup=start,duration=s,distance=d,from=a,to=b"
        let text = "start,s,d,a,b,n\n" + rides(60) { "1200,\(3.4 + Double($0 % 5) / 10)" }
        let miles = try Records.refused(text, columns)
        #expect(
            miles == [
                "trips.csv:1:1: error: the distances are 0.0008 times the straight line in the middle ride; allowed: 0.3 to 3 times; with --distance-unit miles they would be 1.22 times it"
            ])
        #expect(try Records.refused(text, columns) { $0.metresOfUnit = 1609.344 } == [])
        // Between zones miles that are taken for kilometres may be short rides between large zones; between positions they cannot be.
        let doubts = try Records.imported(text, columns) { $0.metresOfUnit = 1000 }.doubts
        #expect(
            doubts[0].hasPrefix("the distances are 0.76 times the straight line between places of their zones"),
            "\(doubts)")
        let points =
            "start,s,d,x,y,u,v,n\n"
            + rides(60) { _ in "1200,3.4" }.replacing("1,Airport", with: "11.01,46.01,11.07,46.01")
        let pointColumns = "pickup=start,duration=s,distance=d,from=x/y,to=u/v"
        #expect(
            try Records.refused(points, pointColumns) { $0.metresOfUnit = 1000 } == [
                "trips.csv:1:1: error: the distances are 0.73 times the straight line in the middle ride; allowed: 0.9 to 3 times; with --distance-unit miles they would be 1.18 times it"
            ])
        // Metres that are taken for kilometres are faster than any car.
        let metres = "start,s,d,a,b,n\n" + rides(60) { "1200,\(5600 + $0)" }
        let said = try Records.refused(metres, columns) { $0.metresOfUnit = 1000 }
        #expect(
            said.first
                == "trips.csv:1:1: error: 60 of 60 rides are faster than 200 km/h; is --distance-unit that of the record?",
            "\(said)")
        #expect(try Records.refused(metres, columns) == [])
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
