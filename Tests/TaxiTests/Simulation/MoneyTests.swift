// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiSimulation

/// What rides cost and drivers earn.
@Suite struct MoneyTests {
    /// One zone, one driver, and people of the street whose rides take 10 min over 5 km.
    private func street(_ rows: [String], money: String, more: String = "") -> String {
        """
        length: 2 h
        \(money)
        city: {grid: {rows: 1, columns: 1, cell: 2 km}}
        drivers:
          - {name: cabs, count: 1, answer: {reaction: 20 s, accept: 100%}}
        passengers:
          - {name: street, by: hail, trace: [\(rows.map { "\"\($0),1,1,1,600,5000\"" }.joined(separator: ", "))]\(more)}
        """
    }

    private static let fares =
        "fares: {start: 3.10, per-km: 1.40, per-minute: 0.45, zones: {1: 2}, minimum-hourly: 7.68}"

    @Test(
        "One ride to the cent: start, 5 km, 10 min and its zone; income is less 5 km of costs, over 2 hours in service")
    func oneRide() throws {
        let run = try TestCity(street(["00:01:00"], money: Self.fares + "\ncosts: {per-km: 0.25}")).run()
        #expect(run.result.violations.isEmpty && run["rides.ended"] == 1)
        // 3.10 + 7.00 + 4.50 + 2.00
        #expect(run["money.fares"] == 16.6 && run["money.farePerRide"] == 16.6)
        #expect(run["money.costs"] == 1.25 && run["money.net"] == 15.35)
        #expect(run["money.perServiceHour"] == 7.675 && run["money.driverHour.mean"] == 7.675)
        #expect(run["money.driver.p50"] == 15.35 && run["money.gini"] == 0)
        #expect(run["money.belowMinimum"] == 1 && run["money.lost"] == 0 && run["money.lostShare"] == 0)
        let enough = Self.fares.replacing("7.68", with: "7.67")
        #expect(
            try TestCity(street(["00:01:00"], money: enough + "\ncosts: {per-km: 0.25}")).run()["money.belowMinimum"]
                == 0)
        // Without costs all of it is left.
        #expect(try TestCity(street(["00:01:00"], money: Self.fares)).run()["money.net"] == 16.6)
    }

    @Test("A called ride is paid from boarding to its end")
    func called() throws {
        let run = try TestCity(Towns.oneCall("fares: {start: 1, per-minute: 0.30}")).run()
        let times = run.records.compactMap { record -> Double? in
            switch record.taxi {
            case .passengerAboard, .rideEnded: record.time.inSeconds
            default: nil
            }
        }
        #expect(times.count == 2 && times[1] - times[0] == 600)
        #expect(run["money.fares"] == 4 && run["rides.ended"] == 1)
    }

    @Test("Rates are those of the day and hour in which the ride begins, and the zone is that of the pick-up")
    func byDayAndZone() throws {
        let text = """
            length: 5 d
            fares:
              start: {mon-fri: 3.10, sat-sun: 4.20}
              per-km: {mon-fri: 1.40, sat-sun: [1.5, 2, \(Array(repeating: "1.5", count: 22).joined(separator: ", "))]}
              per-minute: 0.45
              zones: {2: 2.35}
            city: {grid: {rows: 1, columns: 2, cell: 2 km}}
            drivers: [{name: cabs, count: 1}]
            passengers: [{name: callers, arrivals: {per-day: 1}}]
            """
        let city = try TestCity(text)
        let tariff = Tariff(try #require(city.scenario.fares))
        func fare(_ time: TimeSpan, _ zone: Int32) -> Int64 {
            tariff.fare(
                from: ZoneID(zone), at: city.scenario.start + time, lasting: .seconds(760), millimetres: 7_345_000)
        }
        // Wednesday: 3.10 + 10.283 + 5.70, from zone 2 with 2.35 more.
        #expect(fare(.hours(8), 1) == 1908 && fare(.hours(8), 2) == 2143)
        // Saturday from 1 to 2: 4.20 + 14.69 + 5.70 + 2.35; from 2 on: 4.20 + 11.0175 + 5.70.
        #expect(fare(.hours(73) + .minutes(59), 2) == 2694 && fare(.hours(74), 1) == 2092)
        // Friday a minute before midnight is Friday to the end.
        #expect(fare(.hours(72) - .minutes(1), 1) == 1908)
        // What is written is what was read.
        #expect(try TestCity(city.plan.read.source).scenario.fares == city.scenario.fares)
    }

    /// Called, shared and street rides with a warm-up.
    private static func town(_ money: String, drivers: Int = 14, perDay: Int = 900) throws -> TestCity {
        try TestCity(
            Towns.town(
                drivers: drivers, perDay: perDay, length: "5 h",
                passenger: "patience: 4 min\nsharing: {willing: 100%, accept: 100%}\ndestination: {zones: {4: 100%}}",
                more: "warm-up: 1 h\n\(Towns.manyShare)\n\(money)")
                + "\n  - {name: street, by: hail, arrivals: {per-day: 700}, patience: 3 min}\n")
    }

    private static let money =
        "fares: {start: 3.10, per-km: {mon-sun: 1.40}, per-minute: 0.45, zones: {2: 2, 3: 0.7}, minimum-hourly: 9}\n"
        + "costs: {per-km: 0.31}"

    @Test("Sums over drivers, hours and rides are one", arguments: [1, 2] as [UInt64])
    func sums(_ seed: UInt64) throws {
        let city = try Self.town(Self.money, drivers: 120, perDay: 5000)
        let run = try city.run(seed: seed)
        #expect(run.result.violations.isEmpty && run["streets.rides"] > 20 && run["sharing.together"] > 5)
        let tariff = Tariff(try #require(city.scenario.fares), costs: try #require(city.scenario.costs))
        let (rides, sum) = Self.fares(of: run, tariff)
        #expect(rides == Int(run["rides.ended"]))
        #expect(tidy(Double(sum) / 100) == run["money.fares"])
        let taxis = run.result.metrics.taxi
        #expect(taxis.drivers.reduce(0) { $0 + ($1.money?.fares ?? 0) } == sum)
        #expect(taxis.hours.reduce(0) { $0 + ($1.money?.fares ?? 0) } == sum)
        #expect(taxis.hours.reduce(0) { $0 + ($1.money?.rides ?? 0) } == rides && taxis.hours[0].money?.rides == 0)
        // Each driver's costs are rounded on their own.
        let ways = run["distance.toPickUp"] + run["distance.withPassenger"] + run["distance.other"]
        #expect(abs(run["money.costs"] - ways * 0.31) < 0.005 * Double(taxis.drivers.count) + 1e-6)
        #expect(abs(run["money.net"] - (run["money.fares"] - run["money.costs"])) < 1e-9 * run["money.fares"])
    }

    /// The rides that end after the first hour, and their fares in hundredths, from the events alone.
    private static func fares(of run: TestRun, _ tariff: Tariff) -> (rides: Int, sum: Int64) {
        typealias Begin = (zone: ZoneID, time: CityTime, odometer: Distance)
        var zones: [RequestID: ZoneID] = [:]
        var called: [RequestID: Begin] = [:], hailed: [PassengerID: Begin] = [:]
        var (rides, sum) = (0, Int64(0))
        func end(_ begin: Begin?, _ record: EventRecord, _ odometer: Distance) {
            guard let begin, record.time >= .epoch + .hours(1) else { return }
            rides += 1
            sum += tariff.fare(
                from: begin.zone, at: begin.time, lasting: record.time - begin.time,
                millimetres: odometer.millimetres - begin.odometer.millimetres)
        }
        for record in run.records {
            switch record.taxi {
            case .requestStored(let request, _, let zone, _, _, _): zones[request] = zone
            case .passengerAboard(let request, _, _, _, let odometer):
                called[request] = (zones[request] ?? ZoneID(0), record.time, odometer)
            case .rideEnded(let request, _, _, _, let odometer): end(called[request], record, odometer)
            default: break
            }
            switch record.street {
            case .streetBoarded(let passenger, _, let zone, let odometer):
                hailed[passenger] = (zone, record.time, odometer)
            case .streetRideEnded(let passenger, _, _, let odometer): end(hailed[passenger], record, odometer)
            default: break
            }
        }
        return (rides, sum)
    }

    @Test("Gini is half the mean difference of all pairs by the mean; quartiles are those of the drivers' rows")
    func distribution() throws {
        let run = try Self.town(Self.money).run(seed: 3)
        let values = run.result.metrics.taxi.drivers.compactMap { $0.money?.hourly }.sorted()
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let differences = values.reduce(0.0) { sum, one in values.reduce(sum) { $0 + abs(one - $1) } }
        #expect(values.count == 14)
        #expect(abs(run["money.gini"] - differences / (2 * count * count * mean)) < 1e-5)
        #expect(abs(run["money.driverHour.mean"] - mean) < 1e-5)
        // A quarter of 14 is 3.5: the fourth is the first that a quarter does not exceed.
        #expect(
            abs(run["money.driverHour.p25"] - values[3]) < 1e-5 && abs(run["money.driverHour.p50"] - values[6]) < 1e-5)
        #expect(abs(run["money.driverHour.p75"] - values[10]) < 1e-5)
        #expect(abs(run["money.belowMinimum"] - Double(values.count { $0 < 9 }) / count) < 1e-5)
    }

    @Test("The shipped city with fares is the shipped working day, event by event, and tells what drivers earn")
    func shipped() throws {
        let hours = ["start=2026-03-04 07:00", "length=2 h"]
        let with = try TestCity(file: "Scenarios/city-fares.yaml", set: hours).run()
        let without = try TestCity(file: "Scenarios/city-weekday.yaml", set: hours).run()
        #expect(with.result.fingerprint == without.result.fingerprint && with["rides.ended"] > 500)
        #expect(without.result.metrics["money.fares"] == nil)
        // Of a start of 4, some kilometres at 1.30 and some minutes at 0.45.
        #expect((8.0...40).contains(with["money.farePerRide"]), "\(with["money.farePerRide"])")
        #expect((0.0...1).contains(with["money.belowMinimum"]) && with["money.costs"] > 0)
        #expect(with["money.driverHour.p25"] < with["money.driverHour.p75"])
    }

    @Test("A driver whose shift ends half a minute after the warm-up has an income, and none by hour")
    func shortService() throws {
        let city = """
            length: 10 h
            warm-up: 4 h
            fares: {start: 3.10, per-km: 1.40, minimum-hourly: 20}
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers:
              - {name: day, count: 3}
              - {name: early, count: 3, shift: {start: 00:00, length: 4.01 h}}
            passengers:
              - {name: street, by: hail, arrivals: {per-day: 600}, patience: {exponential: 10 min}}
            """
        let run = try TestCity(city).run(seed: 1)
        let money = run.result.metrics.taxi.drivers.compactMap(\.money)
        let (long, short) = (money.filter { $0.hours >= 1 }, money.filter { $0.hours > 0 && $0.hours < 1 })
        #expect(
            long.count == 3 && short.contains { $0.fares > 0 }, "a ride ended in the little that was measured: \(money)"
        )
        let values = long.compactMap(\.hourly).sorted()
        #expect(abs(run["money.driverHour.mean"] - values.reduce(0, +) / 3) < 1e-5)
        #expect(abs(run["money.driverHour.p75"] - values[2]) < 1e-5)
        #expect(abs(run["money.belowMinimum"] - Double(values.count { $0 < 20 }) / 3) < 1e-5)
    }

    @Test("Surcharges by zone are refused beside other zones of the service, where they would be lost or moved")
    func otherZones() throws {
        let town = Towns.town(more: "fares: {start: 1, zones: {1: 100}}")
        let plan = try TestCity(town).plan
        let making = try MadeLayout(.scenario, for: plan)
        #expect {
            _ = try CityPlan(plan, trying: making)
        } throws: { error in
            let problems = (error as? InputErrors)?.problems ?? []
            return problems.count == 1 && problems[0].description.contains("`zones`: surcharges are by the zones")
        }
    }

    @Test("Who left without a ride would have paid the mean of the zone")
    func lost() throws {
        // The second stands for 5 min while the only taxi is away.
        let run = try TestCity(
            street(["00:01:00", "00:02:00"], money: Self.fares, more: ", patience: 5 min")
        ).run()
        #expect(run["streets.left"] == 1 && run["money.fares"] == 16.6)
        #expect(run["money.lost"] == 16.6 && run["money.lostShare"] == 0.5)
        // Without any ride nobody can say.
        let none = try TestCity(
            street([], money: Self.fares).replacing("trace: []", with: "arrivals: {per-day: 0.001}")
        )
        .run()
        #expect(none["money.lost"].isNaN && none["money.fares"] == 0)
    }

    @Test(
        "The row of a ride that ended has its fare, the page and the summary tell of income, with a minimum where there is one"
    )
    func told() throws {
        let city = try TestCity(street(["00:01:00"], money: Self.fares))
        let tariff = Tariff(try #require(city.scenario.fares))
        var row = RequestRow(call: 1, zone: 1)
        (row.aboardAt, row.aboardOdometer, row.endedAt) = (60_000_000_000, 1_000_000, 660_000_000_000)
        func fare(_ tariff: Tariff?) -> Double? { PlacedRequest(row, on: nil, measuredFrom: 0, tariff).fare }
        #expect(fare(tariff) == nil)
        row.endOdometer = 6_000_000
        #expect(fare(tariff) == 16.6 && fare(nil) == nil)
        let with = try Self.texts(city)
        #expect(with.page.contains("<section id=\"money\"") && with.page.contains("minimum of 7.68 an hour"))
        #expect(with.page.contains("Fares by hour") && !with.page.contains("{{"))
        #expect(with.summary.contains("16.60 money fares, 0.00 money costs"), "\(with.summary)")
        #expect(
            with.summary.contains("below the minimum of 7.68 0.0 %") && !with.summary.contains("{{"), "\(with.summary)")
        let open = try Self.texts(TestCity(street(["00:01:00"], money: "fares: {start: 3}")))
        #expect(open.page.contains("<section id=\"money\"") && !open.page.contains("the stated minimum"))
        #expect(!open.summary.contains("minimum") && open.summary.contains("money.lost") == false)
        let none = try Self.texts(TestCity(street(["00:01:00"], money: "")))
        #expect(!none.page.contains("money") && !none.summary.contains("money"))
    }

    private static func texts(_ city: TestCity) throws -> (page: String, summary: String) {
        let result = try city.run().result
        let (context, metrics) = (result.context, result.metrics)
        let page = ReportPage(
            context: context, result: metrics, violations: [], fingerprint: "f", assets: ReportAssets(), intervals: nil)
        let frame = ReportFrame(context, metrics, dash: "-")
        let summary = TaxiReport(context: context.taxiContext, result: metrics.taxi).summary(frame)
        return (page.html.replacing("\u{A0}", with: " "), summary.replacing("\u{A0}", with: " "))
    }

    @Test("Without fares nothing is told of money, and with them nothing else changes")
    func off() throws {
        let (with, without) = (try Self.town(Self.money).run(seed: 4), try Self.town("").run(seed: 4))
        #expect(with.result.fingerprint == without.result.fingerprint)
        let told = Set(with.result.metrics.values.map(\.name)), plain = Set(without.result.metrics.values.map(\.name))
        #expect(told.isSuperset(of: plain))
        #expect(
            told.subtracting(plain) == [
                "money.fares", "money.farePerRide", "money.costs", "money.net", "money.perServiceHour", "money.lost",
                "money.lostShare", "money.driver.mean", "money.driver.p25", "money.driver.p50", "money.driver.p75",
                "money.driverHour.mean", "money.driverHour.p25", "money.driverHour.p50", "money.driverHour.p75",
                "money.gini", "money.belowMinimum",
            ])
        for name in plain { #expect(with.result.metrics[name] == without.result.metrics[name], "\(name)") }
        #expect(without.result.metrics.taxi.drivers.allSatisfy { $0.money == nil })
    }

    @Test(
        "What cannot be right is refused",
        arguments: [
            ("fares: {strat: 3}", "did you mean `start`?"),
            ("fares: {per-km: -1}", "`-1` is out of range"),
            ("fares: {per-km: 1.40 $}", "`1.40 $` is not an amount"),
            ("fares: {zones: {99: 2}}", "99"),
            ("fares: {zones: {}}", "expected zones with amounts"),
            ("fares: {start: [1, 2]}", "the list has 2 entries; allowed: 24 amounts"),
            ("fares: {per-minute: {mon-tue: 1}}", "`per-minute`"),
            ("fares: {start: 1}\ncosts: {per-kn: 1}", "did you mean `per-km`?"),
            ("fare: {start: 1}", "did you mean `fares`?"),
            ("fares: {minimum-hourly: 14}", "`fares`: every ride is for nothing"),
            ("fares: {start: 0.004}", "`fares`: every ride is for nothing"),
            (
                "budgets: [{metric: money.fares, at-least: 3}]",
                "`metric`: `money.fares` needs the section `fares`, which this scenario does not have"
            ),
            ("costs: {per-km: 0.25}", "`costs`: nothing is told of money without `fares`; allowed: with `fares`"),
        ])
    func mistakes(_ money: String, _ says: String) {
        var said: [String] = []
        do {
            let city = try TestCity(Towns.town(more: money))
            Issue.record("\(money) was taken: \(city.plan.read.warnings)")
        } catch { said = ((error as? InputErrors)?.problems ?? []).map(\.description) }
        #expect(said.contains { $0.contains(says) }, "\(said)")
    }
}
