// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RuleTestKit
import TaxiRules
import TaxiSimulation
import Testing

/// Drivers by a number on duty over the day.
@Suite struct OnDutyTests {
    /// The mean number of drivers in service in each hour of a run.
    private func inService(_ run: TestRun, hours: Int) -> [Double] {
        var (sums, count, last) = ([Double](repeating: 0, count: hours), 0, 0.0)
        func add(until end: Double) {
            while last < end {
                let hour = Int(last / 3600)
                let next = min(end, Double(hour + 1) * 3600)
                sums[hour] += Double(count) * (next - last) / 3600
                last = next
            }
        }
        for record in run.records {
            guard case .statusChanged(_, let from, let to, _) = record.taxi else { continue }
            add(until: min(record.time.inSeconds, Double(hours) * 3600))
            count += (from == .offShift ? 1 : 0) - (to == .offShift ? 1 : 0)
        }
        add(until: Double(hours) * 3600)
        return sums
    }

    private static let curve = (0..<24).map { 60 + Int((40 * sin(Double($0) * .pi / 12)).rounded()) }

    private static func list(_ values: [Int]) -> String { "[\(values.map { "\($0)" }.joined(separator: ", "))]" }

    @Test(
        "The mean number in service follows the curve within 2 % in every hour, with and without a time that drivers stay",
        arguments: ["", "\nstint: {normal: {mean: 3 h, sd: 1 h, min: 30 min}}"])
    func follows(stint: String) throws {
        // Wednesday by its curve, Thursday the same number all day.
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, drivers: 100, perDay: 9000, length: "48 h",
                driver: "answer: {reaction: 1 s}\non-duty: {wed: \(Self.list(Self.curve)), mon-sun: 50}\(stint)",
                more: "travel: {approach: 10 s, ride: 50 s}")
        ).run()
        #expect(run.result.violations.isEmpty && run["rides.ended"] > 15_000)
        let wanted = Self.curve.map(Double.init) + [Double](repeating: 50, count: 24)
        for (hour, (mean, wanted)) in zip(inService(run, hours: 48), wanted).enumerated() {
            #expect(abs(mean - wanted) <= 0.02 * wanted, "\(hour) h: \(mean) of \(wanted)")
        }
        let goings = run.records.times { if case .statusChanged(_, _, .offShift, .byHand) = $0 { true } else { false } }
        // Those who leave by the curve alone, and those whose time is over: 100 h of some 58 on duty in turns of 3 h.
        #expect(stint.isEmpty ? goings.count < 400 : goings.count > 800, "\(goings.count)")
    }

    @Test(
        "Where all drivers are wanted, who has been on duty long enough goes and comes again, and each stint is as long as drawn",
        arguments: [19, 20])
    func allWanted(count: Int) throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 2, drivers: 20, perDay: 24, length: "48 h",
                driver: "on-duty: \(count)\nstint: {uniform: {from: 10 min, to: 50 min}}")
        ).run()
        #expect(run.result.violations.isEmpty)
        var came: [DriverID: CityTime] = [:]
        var stints: [Double] = []
        for record in run.records {
            guard case .statusChanged(let driver, let from, let to, _) = record.taxi else { continue }
            if from == .offShift { came[driver] = record.time }
            // Those who ride when their time is over stay a ride longer.
            if to == .offShift, from == .available, let since = came[driver] {
                stints.append((record.time - since).inSeconds / 60)
            }
        }
        let mean = stints.reduce(0, +) / Double(max(1, stints.count))
        #expect(
            stints.count > 1500 && stints.allSatisfy { 9.99 < $0 && $0 < 70 },
            "\(stints.min() ?? 0), \(stints.max() ?? 0)")
        #expect(abs(mean - 30) < 1.5, "\(mean) min")
    }

    @Test("A busy driver who is not wanted any more goes after the ride; tens of minutes count")
    func busy() throws {
        let numbers = (0..<144).map { $0 < 3 ? 1 : 0 }
        let run = try TestCity(
            Towns.oneCall("", driver: "on-duty: \(Self.list(numbers))").replacing("00:00:10", with: "00:29:00")
        ).run()
        // The call at 00:29:00 becomes a ride of 10 min; half past nobody is wanted.
        let off = run.records.times {
            if case .statusChanged(_, .busy, .offShift, .byHand) = $0 { true } else { false }
        }
        let ended = run.records.times { if case .rideEnded = $0 { true } else { false } }
        #expect(off == ended && off.count == 1 && off[0] > 1800 + 400)
    }

    @Test("A table has a row for each hour, and is what the same numbers in the scenario are")
    func table() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("duty-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let rows = Self.curve.enumerated().reversed().map { "mon-sun,\($0),\($1)\n" }
        try ("days,hour,taxis\n" + rows.joined()).write(
            to: folder.appendingPathComponent("on-duty.csv"), atomically: true, encoding: .utf8)
        func scenario(_ value: String) -> String { Towns.town(drivers: 100, driver: "on-duty: \(value)") }
        let table = try TestCity(scenario("{table: on-duty.csv}"), folder: folder.path).scenario.drivers[0].onDuty
        let plain = try TestCity(scenario("{mon-sun: \(Self.list(Self.curve))}")).scenario.drivers[0].onDuty
        #expect(table == plain && table != nil)
    }

    @Test(
        "What cannot be right is refused",
        arguments: [
            ("on-duty: 30", "`on-duty`: up to 30 taxis, but the group has 20; allowed: at most `count`"),
            ("stint: 3 h", "`stint` says how long a driver stays on duty, and needs `on-duty`"),
            (
                "on-duty: 3\nshift: {start: 08:00, length: 3 h}",
                "`on-duty` and `shift` exclude each other in a group of drivers"
            ),
            ("on-duty: [1, 2]", "`on-duty`: the list has 2 entries; allowed: 24 or 144 numbers"),
            ("on-duty: {mon-fri: 3}", "no values for 2026-03-07, a day of the run (sat)"),
            ("on-duty: {tabel: x.csv}", "`tabel`"),
        ])
    func refused(_ driver: String, _ says: String) {
        #expect {
            try TestCity(Towns.town(length: "5 d", driver: driver))
        } throws: { error in
            ((error as? InputErrors)?.problems ?? []).contains { $0.message.contains(says) }
        }
    }
}
