// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import FleetFitting
import Foundation
import Reporting
import TaxiRules
import TaxiSimulation
import Testing
import TripRecords

/// Fits to records of runs, of which the answer is known, and the agreement of runs and imports.
@Suite struct FleetFitTests {
    /// A Monday of a small city.
    private static func city(calls: Double, scale: String = "1 km") throws -> TestCity {
        let pairs = [(1, 1), (1, 4), (2, 3), (3, 2), (4, 1)]
        let lines = pairs.flatMap { origin, destination in
            [(0, 8, 0.2), (8, 20, 0.6), (20, 24, 0.2)].map { from, to, share in
                "\"mon-fri,\(from),\(to),\(origin),\(destination),\(calls * share / 5)\""
            }
        }
        return try TestCity(
            """
            start: 2026-03-02
            length: 1 d
            city: {grid: {rows: 2, columns: 2, cell: 2 km}}
            drivers:
              - {name: cabs, count: 100, on-duty: {mon-fri: [\([Int](repeating: 42, count: 24).map(String.init).joined(separator: ", "))]},
                 stint: 6 h, idle: {seek: {scale: \(scale), again: 10 min}}}
            passengers:
              - {name: callers, table: [\(lines.joined(separator: ", "))], patience: {exponential: 6 min}}
            """)
    }

    private static let runs = FitRuns(kinds: ["mon-fri"], seed: nil, threads: 2) { true }

    private static func recorded() throws -> ObservedFigures {
        let runs = FitRuns(kinds: ["mon-fri"], seed: 99, threads: 2) { true }
        let found = try runs.run([city(calls: 2400).plan], replications: 0..<6)[0]
        return ObservedFigures.mean(found.map(\.kinds))
    }

    private static func total(_ scenario: Scenario) -> Double {
        (0..<24).reduce(0) { $0 + scenario.calls("mon-fri", $1) }
    }

    @Test("Calls that were too few by two fifths are found again within 3 %, and those served are those recorded")
    func calls() throws {
        let recorded = try Self.recorded()
        var wish = FleetFit.Wish()
        wish.changesCalls = true
        wish.replications = 4
        let start = try Self.city(calls: 1440)
        #expect(FleetFit.faults(start.plan.read, recorded, of: "observed.csv", wish) == [])
        let result = try FleetFit(start.plan.read, to: recorded, wish, runs: Self.runs) { _ in }.run()
        #expect(result.callError < 0.02, "\(result.callError)")
        #expect(abs(Self.total(result.scenario) / 2400 - 1) < 0.03, "\(Self.total(result.scenario))")
        #expect(result.missed.isEmpty && result.ranges.isEmpty && result.shortfalls == [])
        // Some give up, so more call than ride.
        let rides = DaySums(recorded, "mon-fri").rides
        #expect(rides < 2350 && result.lost > 0.02, "\(rides) rides, \(result.lost) lost")
    }

    @Test("A city whose taxis are too slow by a quarter gets the speed of the record again, within 2 %")
    func speed() throws {
        let recorded = try Self.recorded()
        var wish = FleetFit.Wish()
        (wish.changesCalls, wish.changesSpeed, wish.replications) = (true, true, 2)
        let city = try Self.city(calls: 2400)
        let right = city.scenario.travel.freeSpeed
        let result = try FleetFit(
            city.plan.read.with { $0.travel.freeSpeed = right * 0.75 }, to: recorded, wish, runs: Self.runs
        ) { _ in }.run()
        #expect(abs(result.scenario.travel.freeSpeed / right - 1) < 0.02, "\(result.scenario.travel.freeSpeed)")
        #expect(result.errors.ride ?? 1 < 0.02)
    }

    @Test("Patience is not determined: other values fit as well with other calls, and a question has a band of answers")
    func patience() throws {
        let recorded = try Self.recorded()
        var wish = FleetFit.Wish()
        wish.changesCalls = true
        wish.holds = [.patience]
        wish.questions = [try FitQuestion("fleet=-20%")]
        wish.replications = 2
        let result = try FleetFit(Self.city(calls: 2400).plan.read, to: recorded, wish, runs: Self.runs) { _ in }.run()
        let range = try #require(result.ranges.first)
        #expect(range.value == 360 && range.isHeld && range.tried.map(\.value) == [90, 180, 360, 720, 1440])
        #expect(range.good.lowerBound < range.good.upperBound && range.good.contains(360), "\(range.good)")
        // Whoever waits less gives up more often.
        #expect(range.tried[0].lost > range.tried[4].lost)
        let cases = try #require(result.answers.first).cases
        #expect(cases.count == range.tried.count(where: \.isAsGood))
        #expect(cases.allSatisfy { $0.after.rides < $0.before.rides && $0.after.lost > $0.before.lost })
        #expect(result.text.contains("patience") && result.text.contains("6 min (held)"))
    }

    @Test("How far taxis go for rides is looked for, and comes near the value of the record")
    func seeking() throws {
        let recorded = try Self.recorded()
        var wish = FleetFit.Wish()
        wish.changesCalls = true
        wish.changes = [.seekScale]
        wish.replications = 2
        let result = try FleetFit(
            Self.city(calls: 2400, scale: "20 km").plan.read, to: recorded, wish, runs: Self.runs
        ) { _ in }.run()
        let range = try #require(result.ranges.first)
        #expect(range.value < 10_000 && !range.isHeld, "\(range.value) m")
    }

    @Test("A fit that is asked to stop stops, and gives nothing")
    func stopped() throws {
        var wish = FleetFit.Wish()
        wish.changesCalls = true
        let runs = FitRuns(kinds: ["mon-fri"], seed: nil, threads: 2) { false }
        let (read, recorded) = (try Self.city(calls: 2400).plan.read, try Self.recorded())
        #expect(throws: FitRuns.Stopped.self) { try FleetFit(read, to: recorded, wish, runs: runs) { _ in }.run() }
    }

    @Test("A run shows what an import of its rides shows, number by number")
    func sameAsImport() throws {
        let city = try TestCity(
            """
            start: 2026-03-02
            length: 1 d
            city: {grid: {rows: 2, columns: 2, cell: 2 km}}
            drivers: [{name: cabs, count: 20}]
            passengers: [{name: callers, arrivals: {per-day: 1500}, patience: {exponential: 6 min}}]
            """)
        let list = RideList()
        var simulation = Simulation(city.plan)
        simulation.observers = { _ in [list] }
        _ = try simulation.run()
        let rows = "start,end,a,b,taxi,silence\n" + list.rows
        let map = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone_id":1,"name":"all"},"geometry":
            {"type":"Polygon","coordinates":[[[11,46],[11.1,46],[11.1,46.1],[11,46.1],[11,46]]]}}]}
            """
        let layout = try PolygonLayout(
            geoJSON: map, fileName: "map.geojson", numberProperty: "zone_id", nameProperty: "name")
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "rides-\(ProcessInfo.processInfo.processIdentifier).csv")
        try Data(rows.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let options = TripOptions(
            columns: try TripColumns(["pickup=start,dropoff=end,from=a,to=b,taxi=taxi,silence=silence"]), zone: "UTC")
        let made = try TripImport(path.path, map: Array(map.utf8), layout: layout, name: "same", options: options)
        let text = try #require(made.files(version: "test").first { $0.name == "observed.csv" })
        let imported = try ObservedFile.figures(
            (String(decoding: text.bytes, as: UTF8.self), "observed.csv"), laws: nil)
        let told = try Self.runs.run([city.plan], replications: 0..<1)[0][0].kinds
        // The record begins and ends with its first and last rides, and rides that had not ended are not in it.
        for hour in 1...22 {
            let (own, other) = (try #require(told.hour("mon-fri", hour)), try #require(imported.hour("mon-fri", hour)))
            #expect(own.trips == other.trips && own.seen == other.seen, "\(hour):00")
            for (one, two) in zip(own.ride + own.vacant, other.ride + other.vacant) {
                #expect(abs((one ?? 0) - (two ?? 0)) < 0.051, "\(hour):00")
            }
            #expect(abs((own.atWork ?? 0) - (other.atWork ?? 0)) < 0.0051, "\(hour):00")
            #expect(abs((own.occupied ?? 0) - (other.occupied ?? 0)) < 0.00051, "\(hour):00")
            #expect(abs((own.heard ?? 0) - (other.heard ?? 0)) < 0.0051, "\(hour):00")
        }
    }
}

/// Other days.
@Suite struct LittleLineTests {
    /// 40 rides of a quarter of an hour by 40 taxis, and vacant times of 600 s.
    private static let known = {
        let hours =
            "days,hour,recorded_hours,trips,ride_mean_s,ride_q25_s,ride_median_s,ride_q75_s,taxis_seen,taxis_at_work,"
            + "occupied_share,vacant_mean_s,vacant_q10_s,vacant_q25_s,vacant_median_s,vacant_q75_s,vacant_q90_s,taxis_heard\n"
            + "mon-fri,8,1,40,900,900,900,900,40,40,0.25,600,600,600,600,600,600,50\n"
        let laws = (1...VacantLaw.count).map { index in
            "mon-fri,\(Text.short(Double(index) / 200, 3)),600\n"
        }
        do throws(InputErrors) {
            return try ObservedFile.figures(
                (hours, "observed.csv"), laws: ("days,share,vacant_s\n" + laws.joined(), "observed-vacant.csv"))
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    @Test(
        "Twice the rides of a quarter of an hour with the same taxis: the occupied share doubles, the free time goes by Little"
    )
    func line() throws {
        let line = LittleLine.figures(Self.known, "mon-fri", rides: { $0.trips * 2 }, atWork: { $0.atWork })
        let row = try #require(line.hour("mon-fri", 8))
        // 40 taxis: 10 of them ride and 30 are free for 40 rides; then 20 ride and 20 are free for 80.
        #expect(row.occupied == 0.5 && row.trips == 80)
        let vacant = row.vacantMedian ?? 0
        #expect(abs(vacant - 200) < 1e-9)
        #expect(line.law("mon-fri")?.median == row.vacantMedian)
        let errors = FigureErrors(line, "mon-fri", against: Self.known, "mon-fri")
        #expect(errors.occupied == 1 && errors.rides == 1 && errors.law ?? 0 > 0.98)
        // 20 of the 50 that are heard of have a passenger, for 10; of 80 that are heard of it is as large a share as before.
        #expect(abs((errors.occupiedOfHeard ?? 0) - 1) < 1e-9)
        #expect(abs((errors.vacantAlike ?? 0) - 2.0 / 3) < 1e-9 && abs((errors.vacantByHour ?? 0) - 2.0 / 3) < 1e-9)
        let more = LittleLine.figures(
            Self.known, "mon-fri", rides: { $0.trips * 2 }, atWork: { $0.atWork }, heard: { _ in 100 })
        let same = try #require(FigureErrors(more, "mon-fri", against: Self.known, "mon-fri").occupiedOfHeard)
        #expect(abs(same) < 1e-9)
    }

    @Test("Errors by hour have the rides as weights, and those that count hours alike do not")
    func weights() throws {
        func figures(_ medians: [Double]) -> ObservedFigures {
            var figures = Self.known
            figures.hours = medians.enumerated().map { index, median in
                var hour = Self.known.hours[0]
                (hour.hour, hour.trips, hour.vacant[3]) = (index, index == 0 ? 90 : 10, median)
                return hour
            }
            return figures
        }
        let errors = FigureErrors(figures([600, 900]), "mon-fri", against: figures([600, 600]), "mon-fri")
        #expect(errors.vacantByHour == 0.05 && errors.vacantAlike == 0.25)
    }
}

/// The rides of a run as the rows of a table.
private final class RideList: EventObserver {
    private(set) var rows = ""
    private var boarded: [DriverID: CityTime] = [:]

    func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { records in
            for index in records.indices { self.take(records[index].event, records[index].time) }
        }
    }

    private func take(_ event: TaxiEvent, _ now: CityTime) {
        if case .passengerAboard(_, _, let driver, _, _) = event { boarded[driver] = now }
        if case .rideEnded(_, _, let driver, _, _) = event, let from = boarded[driver] {
            rows += "\(from.nanoseconds / 1_000_000_000),\(now.nanoseconds / 1_000_000_000),1,1,\(driver.number),0\n"
        }
    }
}
