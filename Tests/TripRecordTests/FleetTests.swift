// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Testing

@testable import TripRecords

/// What taxis did between their rides, how long rides take, and what a synthetic record must give.
@Suite struct FleetTests {
    private static let columns = Records.columns + ",taxi=taxi"

    /// Rides of a taxi of ten minutes at these minutes after 8:00.
    private func rides(_ taxi: Int, _ minutes: [Int], from: [String]? = nil, silence: [Int]? = nil) -> String {
        minutes.enumerated().map { index, minute in
            func time(_ minute: Int) -> String {
                "2026-03-02 \(String(8 + minute / 60, digits: 2)):\(String(minute % 60, digits: 2)):00"
            }
            return "\(time(minute)),\(time(minute + 10)),\(from?[index] ?? "1"),2,\(taxi),\(silence?[index] ?? 0)\n"
        }.joined()
    }

    @Test("At work is riding and searching; a pause ends a search, and what it hides is put back")
    func atWork() throws {
        // Twelve taxis ride at 0, 20 and 40 min: 30 min of rides and 20 of searches each. One rides at 0 and, after a pause, at 50.
        var text = "start,end,a,b,taxi,silence\n"
        for taxi in 0..<12 { text += rides(taxi, [0, 20, 40]) }
        text += rides(12, [0, 50])
        let made = try Records.imported(text, Self.columns) { $0.pause = 1800 }
        let work = try #require(made.work)
        #expect(work.between == 25 && work.pauses == 1 && made.record.taxis == 13)
        let hour = work.hours[8]
        #expect(hour.riding == (12 * 30 + 20) * 60 && hour.searching == 12 * 20 * 60)
        #expect(hour.searches == 24 && hour.trips == 38 && hour.seen == 13)
        // 380 min of rides and, for each of 38 rides, the 10 min of a search that was seen.
        let row = made.observed.kinds[0]
        let recorded = made.days.hours[8]
        let atWork = try #require(row.atWork)
        #expect(abs(atWork * recorded - (380 + 380) / 60.0) < 1e-9)
        #expect(row.occupied == 0.5 && row.vacant[3] == 600)
        // Of taxis that rest for longer than a pause nothing is heard.
        #expect(abs((row.heard ?? 0) * recorded - (380 + 240) / 60.0) < 1e-9)
        // A silence within a search is a pause too, where the record tells it.
        let heard = try Records.imported(
            text.replacing("2,3,0", with: "2,3,900"), Self.columns + ",silence=silence")
        #expect(heard.work?.pauses == 2, "of the three rides of that taxi two are not the first")
        #expect(heard.work?.toldBySilence == 25)
    }

    @Test("Told vacant times are the searches; a ride that is not in the record ends none, and teaches no move")
    func toldVacant() throws {
        // Ten taxis ride at 0, 20 and 50 min; before the second ride they were vacant for 9 of the 10 min, before the third for 5 of 20.
        var text = "start,end,a,b,taxi,silence,vacant\n"
        for taxi in 0..<10 {
            let told = ["0", "540", "300"]
            for (row, vacant) in zip(rides(taxi, [0, 20, 50]).split(separator: "\n"), told) {
                text += "\(row),\(vacant)\n"
            }
        }
        let columns = Self.columns + ",silence=silence,vacant=vacant"
        let made = try Records.imported(text, columns)
        let hour = try #require(made.work).hours[8]
        #expect(hour.searches == 20 && hour.searching == 10 * 840 && made.work?.pauses == 0)
        #expect(made.observed.laws.kinds.first?.values.first == 300)
        #expect(made.rows("moves.csv").map { $0.last } == ["10"])
        #expect(hour.heard == 10 * Double(1800 + 840))
        // Without the column the ride that is missing is a search of 20 min.
        let plain = try Records.imported(text, Self.columns + ",silence=silence")
        #expect(try #require(plain.work).hours[8].searching == 18_000)
        // A silence of a pause hides its search, and what is left of the vacant time is heard of.
        let silent = try Records.imported(
            text.replacing(",0,540", with: ",700,540").replacing(",0,300", with: ",100,300"), columns
        ) { $0.pause = 600 }
        let quiet = try #require(silent.work)
        #expect(quiet.pauses == 10 && quiet.hours[8].heard == 21_000)
    }

    @Test("Searches beside rides that the scenario does not have are not counted, and those rides are no work of it")
    func outside() throws {
        var text = "start,end,a,b,taxi,silence\n"
        for taxi in 0..<12 { text += rides(taxi, [0, 20, 40], from: ["1", "9", "1"]) }
        let made = try Records.imported(text, Self.columns) { $0.clips = true }
        #expect(made.rides == 24 && made.work?.besideOutside == 24 && made.work?.hours[8].searches == 0)
        #expect(made.work?.hours[8].riding == 24 * 600 && made.work?.moves.isEmpty == true)
        #expect(!made.files(version: "test").map(\.name).contains("moves.csv"))
    }

    @Test(
        "Taxis that work all the time are as many at work, and as many seen, in an hour that clocks show twice, beside one that they skip, and in a part of one",
        arguments: ["2026-10-24", "2026-03-28"])
    func clockChange(saturday: String) throws {
        // Thirty taxis ride for ten minutes and search for five, from Saturday at 20:00 universal time to Sunday at 7:15.
        let start = try #require(TripDate.day(saturday)) * 86_400 + 72_000
        var text = "start,end,a,b,taxi\n"
        for round in 0..<45 {
            for taxi in 0..<30 {
                let begin = start + Int64(round) * 900 + Int64(taxi) * 30
                text += "\(begin),\(begin + 600),1,2,\(taxi)\n"
            }
        }
        let made = try Records.imported(text, Self.columns)
        let sunday = made.observed.dates.filter { $0.days != saturday }
        // The last hour is a quarter of one.
        let isAutumn = saturday == "2026-10-24"
        #expect(sunday.map(\.hour) == (isAutumn ? Array(0...8) : [0, 1] + Array(3...9)))
        for row in sunday {
            #expect(row.seen == 30, "\(row.hour)")
            let atWork = try #require(row.atWork)
            // The last searches are not seen to their end.
            #expect(abs(atWork - 30) < (row.hour == sunday.last?.hour ? 6 : 1e-6), "\(row.hour): \(atWork)")
        }
        #expect(sunday[2].recorded == (isAutumn ? 2 : 1))
        #expect(abs((sunday.last?.recorded ?? 0) - 0.25) < 0.01)
        #expect(made.onDuty[0][3..<8] == [30, 30, 30, 30, 30])
    }

    @Test("A kind of day without searches has the moves of the others and their share of riding, and says so")
    func weekendWithoutSearches() throws {
        // Monday to Friday a ride of 15 min every 30 min from 8:00, on Saturday and Sunday every 150 min; ten taxis.
        var text = "start,end,a,b,taxi\n"
        for day in 2...8 {
            for taxi in 0..<10 {
                for round in 0..<(day < 7 ? 20 : 4) {
                    let minute = 480 + taxi + round * (day < 7 ? 30 : 150)
                    func time(_ minute: Int) -> String {
                        "2026-03-0\(day) \(String(minute / 60, digits: 2)):\(String(minute % 60, digits: 2)):00"
                    }
                    text += "\(time(minute)),\(time(minute + 15)),\(round % 2 + 1),3,\(taxi)\n"
                }
            }
        }
        let made = try Records.imported(text, Self.columns)
        let moves = made.rows("moves.csv").filter { $0[0] == "mon-fri" }.map { Array($0.dropFirst()) }
        #expect(moves.count == 6, "from zone 3 to two zones in three periods")
        #expect(made.rows("moves.csv").filter { $0[0] == "sat-sun" }.map { Array($0.dropFirst()) } == moves)
        // Half of a taxi's work on other days is riding; ten rides of a quarter of an hour are two and a half taxis.
        #expect(made.onDuty[0][9] == 10)
        #expect([8, 10, 13].map { made.onDuty[1][$0] } == [5, 5, 5])
        #expect(made.observed.kinds.filter { $0.days == "sat-sun" }.allSatisfy { $0.atWork == nil })
        #expect(
            made.doubts.filter { $0.contains("seen on sat-sun") } == [
                "too few searches are seen on sat-sun to tell how many taxis are at work (--pause 60 min): there the number in on-duty.csv is an assumption, that they have a passenger for 50 % of their time, as on the other days",
                "no search between two rides is seen on sat-sun: there moves.csv has those of the other days",
            ])
    }

    @Test("Taxis without any search are as many as --occupied says, not one")
    func withoutSearches() throws {
        // Twelve taxis, each with a ride of half an hour every two hours: six rides begin in an hour.
        var text = "start,end,a,b,taxi\n"
        let midnight = try #require(TripDate.day("2026-03-02")) * 86_400
        for taxi in 0..<12 {
            for round in 0..<12 {
                let start = midnight + Int64(round * 7200 + taxi * 600 + 7)
                text += "\(start),\(start + 1800),1,2,\(taxi)\n"
            }
        }
        let made = try Records.imported(text, Self.columns, zone: "UTC") { $0.occupied = 0.25 }
        #expect(made.onDuty == [[Int](repeating: 12, count: 24)])
        #expect(made.doubts.contains { $0.hasSuffix("a passenger for 25 % of their time (--occupied)") })
    }

    @Test("Moves lead from the end of a ride to the start of the next, by period of the day")
    func moves() throws {
        var text = "start,end,a,b,taxi,silence\n"
        for taxi in 0..<3 { text += rides(taxi, [0, 20], from: ["1", taxi == 0 ? "3" : "1"]) }
        text += rides(9, [600, 620])
        let made = try Records.imported(text, Self.columns)
        #expect(
            made.text("moves.csv") == """
                days,from_hour,to_hour,from_zone,to_zone,weight
                mon-fri,6,10,002,1,2
                mon-fri,6,10,002,3,1
                mon-fri,16,20,002,1,1

                """)
    }

    @Test("A synthetic record gives back its taxis, its share of riding and its searches")
    func synthetic() throws {
        // 60 taxis from Monday 2026-03-02 00:00, searches of mean 601 s; cut after a day.
        var trips = SyntheticTrips(Records.layout, taxis: 60, start: 1_772_409_600, seed: 9)
        let text = SyntheticTrips.header + trips.rows(60 * 120)
        let made = try Records.imported(
            text,
            "pickup=pickup,dropoff=dropoff,from=from_lon/from_lat,to=to_lon/to_lat,taxi=taxi,distance=metres,people=people",
            zone: "UTC"
        ) {
            $0.pause = 14_400
            $0.days = (try? DayChoice("2026-03-02")) ?? .all
        }
        #expect(made.record.dropped.faults == 0)
        let hours = made.observed.kinds.dropFirst(2)
        let atWork = hours.compactMap(\.atWork)
        let mean = atWork.reduce(0, +) / Double(atWork.count)
        #expect(abs(mean - 60) < 1.2, "\(mean)")
        let share = hours.compactMap(\.occupied).reduce(0, +) / Double(hours.count)
        let ride = Self.meanRide(text)
        #expect(abs(share - ride / (600.5 + ride)) < 0.02, "\(share) of rides of \(ride) s")
        let vacant = try #require(made.work).groupVacant
        let all = (2..<24).flatMap { hour in vacant.values(in: hour).mean.map { [$0] } ?? [] }
        #expect(abs(all.reduce(0, +) / Double(all.count) - 600.5) < 25)
        #expect(made.onDuty[0].dropFirst(2).allSatisfy { (55...65).contains($0) })
        // The zones of the columns with zones are those of the positions, of which none of this seed lies within a centimetre of a border.
        let byZone = try Records.imported(
            text, "pickup=pickup,dropoff=dropoff,from=from_zone,to=to_zone,taxi=taxi", zone: "UTC"
        ) {
            $0.pause = 14_400
            $0.days = (try? DayChoice("2026-03-02")) ?? .all
        }
        #expect(byZone.text("demand.csv") == made.text("demand.csv"))
        #expect(byZone.text("moves.csv") == made.text("moves.csv"))
    }

    /// In seconds, of a record with pickup and dropoff in the second and the third column.
    private static func meanRide(_ text: String) -> Double {
        let rides = text.split(separator: "\n").dropFirst().map { row in
            let times = row.split(separator: ",")[1...2].map { time in
                time.suffix(8).split(separator: ":").reduce(0) { 60 * $0 + (Int($1) ?? 0) }
            }
            return (times[1] - times[0] + 86_400) % 86_400
        }
        return Double(rides.reduce(0, +)) / Double(rides.count)
    }
}
