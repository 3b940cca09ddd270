// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import CitySlices
import ScenarioLanguage
import TaxiSimulation
import Testing

@Suite("Calibration files")
struct CalibrationTests {
    /// A table whose kinds all differ: kind number k has values from 1000 (k + 1) ns up.
    private static func table() throws -> CalibrationTable {
        try #require(
            CalibrationTable(
                build: CalibrationTable.Build(version: "0.1.0", swift: "Swift 6.3"), date: "2026-03-04",
                machine: CalibrationTable.Machine(processor: "Example \"9\"", cores: 2),
                city: CalibrationTable.City(zones: 100, drivers: 500, passengers: 1000, accounts: 20_000),
                password: CalibrationTable.PasswordCost(algorithm: "argon2id13", operations: 2, memory: 67_108_864),
                kinds: [ServiceKey.taxi].kinds
            ) { kind in
                let least = 1000 * (Int64(kind.number) + 1)
                return MeasuredTimes((0...1000).map { least + $0 * $0 })
            })
    }

    private static func outcome(_ text: String, version: String = "0.1.0", accepts: Bool = false) -> [String] {
        do throws(InputErrors) {
            _ = try CalibrationReader(version: version, acceptsOtherBuild: accepts, services: [.taxi]).read(
                text: text, named: "c.yaml")
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("A written table reads back the same, from text and from a file")
    func roundTrip() throws {
        let table = try Self.table()
        let text = table.text(notes: ["Measured for a test.", "", "Second note."])
        #expect(text.hasPrefix("# Measured for a test.\n#\n# Second note.\n\ncalibration: 1\n"))
        let reader = CalibrationReader(version: "0.1.0", services: [.taxi])
        var read = try reader.read(text: text, named: "c.yaml")
        // Quotes cannot stand inside quotes.
        #expect(read.machine.processor == "Example  9 ")
        read.machine = table.machine
        #expect(read == table)
        let again = try Support.withFiles(["c.yaml": text]) { try reader.read(file: $0 + "/c.yaml") }
        #expect(
            again.summary
                == "measured on 2026-03-04 on Example  9  (2 cores) with Cabrank 0.1.0, Swift 6.3, in a city of "
                + "100 zones, 500 drivers, 1000 passengers and 20000 accounts; logins with argon2id13, 2 passes over 64 MiB"
        )
    }

    @Test("The times of a service are added to a file: all others stay, and the file says when each was measured")
    func adding() throws {
        let table = try Self.table()
        func measured(_ date: String, _ longer: Int64) throws -> CalibrationTable {
            try #require(
                CalibrationTable(
                    build: table.build, date: date, machine: table.machine, city: table.city, password: table.password,
                    kinds: [.phoneLogin], times: { _ in MeasuredTimes([longer, longer + 1]) }))
        }
        let first = table.adding("stores", from: try measured("2026-04-05", 5))
        #expect(first.kinds == table.kinds + [.phoneLogin] && table.kinds.allSatisfy { first[$0] == table[$0] })
        #expect(first.date == table.date && first[.phoneLogin].quantiles.first == 5)
        let second = first.adding("stores", from: try measured("2026-04-06", 6))
        #expect(second.additions == [CalibrationTable.Addition(service: "stores", date: "2026-04-06")])
        #expect(
            second[.phoneLogin].quantiles.first == 6 && second.summary.hasSuffix("; messages of stores on 2026-04-06"))
        // The lines of what stays are the same, and the file is read back.
        let (old, new) = (table.text().split(separator: "\n"), second.text().split(separator: "\n"))
        #expect(old.filter { !$0.hasPrefix("checksum") }.allSatisfy { new.contains($0) })
        #expect(new.contains("  - {service: \"stores\", date: 2026-04-06}"))
        let key = ServiceKey(ServiceID("stores"), kinds: [.phoneLogin], Section("stores", "Some.", blank: 0, []))
        var read = try CalibrationReader(version: "0.1.0", services: [.taxi, key]).read(
            text: second.text(), named: "c.yaml")
        read.machine = second.machine
        #expect(read == second)
        #expect(Self.outcome(second.text()).count == 1, "a type that no service has is refused")
    }

    @Test("A calibration in which one value was changed is refused, though every value by itself could be right")
    func checksum() throws {
        let good = try Self.table().text()
        let lines = good.split(separator: "\n", omittingEmptySubsequences: false)
        let last = try #require(lines.lastIndex { $0.hasPrefix("checksum: ") })
        func said(_ old: String, _ new: String) -> [String] {
            Self.outcome(good.replacing(old, with: new, maxReplacements: 1))
        }
        for (old, new) in [
            ("count: 1001", "count: 1002"), ("date: 2026-03-04", "date: 2026-03-05"), ("cores: 2", "cores: 3"),
            ("accounts: 20000", "accounts: 20001"), ("operations: 2", "operations: 1"), ("1001000]", "1001001]"),
        ] {
            let problems = said(old, new)
            #expect(problems.count == 1, "\(old)")
            #expect(
                problems.first?.hasPrefix(
                    "c.yaml:\(last + 1):11: error: the checksum does not match that of the values above")
                    == true,
                "\(old): \(problems)")
        }
        #expect(Self.outcome(lines[..<last].joined(separator: "\n")).contains { $0.contains("checksum") })
        // A comment is no value.
        #expect(Self.outcome("# A note.\n" + good) == [])
    }

    @Test("A damaged or stale calibration is refused with one message at its place")
    func refusals() throws {
        let good = try Self.table().text()
        #expect(Self.outcome(good) == [])
        func with(_ old: String, _ new: String) -> [String] {
            Self.outcome(good.replacing(old, with: new, maxReplacements: 1))
        }
        #expect(Self.outcome("") == ["c.yaml:1:1: error: the file is empty; `cabrank calibrate` makes a calibration"])
        #expect(
            Self.outcome("cabrank: 1\nname: x\n") == [
                "c.yaml:1:1: error: this is not a calibration file: it does not begin with `calibration: 1`; "
                    + "`cabrank calibrate` makes one"
            ])
        #expect(
            Self.outcome("a list, or so") == [
                "c.yaml:1:1: error: expected the keys of a calibration, found a single value"
            ])
        #expect(
            with("calibration: 1", "calibration: 2") == [
                "c.yaml:1:14: error: the calibration has format 2, but this version of Cabrank reads format 1; measure again with "
                    + "`cabrank calibrate`"
            ])
        #expect(
            with("version: \"0.1.0\"", "version: \"0.0.9\"") == [
                "c.yaml:2:18: error: the calibration was measured with Cabrank 0.0.9, but this is 0.1.0; measure again with "
                    + "`cabrank calibrate`, or set `server.accept-other-build: true`"
            ])
        #expect(with("  login:", "  logjn:").map { $0.prefix(11) } == ["c.yaml:10:1", "c.yaml:26:3"])
        #expect(
            with("\n  call:\n", "\n  cal:\n").contains {
                $0.contains("unknown key `cal` in times") && $0.hasSuffix("did you mean `call`?")
            })
        #expect(with("\n  call:\n", "\n  cal:\n").contains("c.yaml:10:1: error: `call` is missing in times"))
        #expect(
            with("date: 2026-03-04", "date: 2026-02-30") == [
                "c.yaml:3:7: error: `date`: `2026-02-30` is not a date; allowed: yyyy-mm-dd, such as `2026-03-04`"
            ])
        #expect(
            with("cores: 2", "cores: 0") == [
                "c.yaml:4:44: error: `cores`: `0` is out of range; allowed: 1 to 100000"
            ])
    }

    @Test("Numbers that cannot be service times are reported at their location")
    func numbers() throws {
        let good = try Self.table().text()
        func with(_ old: String, _ new: String) -> [String] {
            Self.outcome(good.replacing(old, with: new, maxReplacements: 1))
        }
        // Line 15 is the first row of the first kind: 1000, 1100, 1400, 1900, ...
        #expect(
            with("      1000, 1100", "      -1000, 1100") == [
                "c.yaml:15:7: error: `percentiles-ns`: `-1000` is out of range; allowed: 0 to 3600000000000"
            ])
        #expect(
            with("      1000, 1100", "      1000, 999") == [
                "c.yaml:15:13: error: `percentiles-ns`: 999 comes after 1000; quantiles cannot decrease, so the file is damaged"
            ])
        #expect(
            with("      1000, 1100", "      1000, 1.1") == [
                "c.yaml:15:13: error: `percentiles-ns`: `1.1` is not a whole number; allowed: 0 to 3600000000000"
            ])
        #expect(
            with("      1000, 1100", "      1100") == [
                "c.yaml:14:21: error: `percentiles-ns`: the list has 99 entries; allowed: 100 numbers"
            ])
        #expect(
            with("    count: 1001", "    count: 0") == [
                "c.yaml:12:12: error: `count`: `0` is out of range; allowed: 1 to 1000000000000"
            ])
        #expect(
            with("    tail-ns: [991025,", "    tail-ns: [3,") == [
                "c.yaml:11:3: error: `registration`: `tail-ns` begins below the end of `percentiles-ns`; the file is damaged"
            ])
        #expect(
            with("    mean-ns: 334500", "    mean-ns: 3345000") == [
                "c.yaml:11:3: error: `registration`: `mean-ns` is 3345000, but the percentiles have a mean of 334350; the "
                    + "file is damaged"
            ])
    }

    @Test("Another build is taken when that is accepted, another form never")
    func otherBuild() throws {
        let text = try Self.table().text()
        #expect(Self.outcome(text, version: "0.2.0").count == 1)
        #expect(Self.outcome(text, version: "0.2.0", accepts: true) == [])
        let other = text.replacing("calibration: 1", with: "calibration: 2")
        #expect(Self.outcome(other, accepts: true).count == 1)
    }

    @Test("A missing file is reported where the scenario names it")
    func missing() {
        let place = InputLocation(file: "day.yaml", line: 7, column: 16)
        #expect(throws: InputErrors.self) {
            try CalibrationReader(version: "0.1.0", services: [.taxi]).read(file: "/nowhere/c.yaml", namedAt: place)
        }
        do throws(InputErrors) {
            _ = try CalibrationReader(version: "0.1.0", services: [.taxi]).read(file: "/nowhere/c.yaml", namedAt: place)
        } catch {
            #expect(error.description == "day.yaml:7:16: error: there is no file `/nowhere/c.yaml`")
        }
    }

    @Test("No cut and no flipped character of a calibration crashes the reader")
    func damage() throws {
        let text = try Self.table().text()
        var generator = SplitMix(7)
        let bytes = Array(text.utf8)
        for _ in 0..<40 {
            let cut = String(decoding: bytes.prefix(generator.below(bytes.count)), as: UTF8.self)
            #expect(!Self.outcome(cut).isEmpty)
        }
        for _ in 0..<60 {
            var bytes = bytes
            bytes[generator.below(bytes.count)] = UInt8(32 + generator.below(95))
            _ = Self.outcome(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("Quantiles of measured values are exact, and the distribution gives them back")
    func quantiles() throws {
        // 100,001 values: every part but none between them lies on a value.
        let times = try #require(MeasuredTimes((0...100_000).map { $0 * 10 }))
        #expect(times.count == 100_001 && times.mean == 500_000)
        for (part, quantile) in zip(MeasuredTimes.parts, times.quantiles) {
            #expect(quantile == Int64((part * 1_000_000).rounded()))
            #expect(abs(times.nanoseconds(at: part) - Double(quantile)) < 1e-6)
        }
        #expect(abs(times.nanoseconds(at: 0.123_456) - 123_456) < 1e-6)
        #expect(abs(times.nanoseconds(at: 0.999_97) - 999_970) < 1e-6)
        #expect(abs(times.distributionMean - 500_000) < 1e-6)
        #expect(times.nanoseconds(at: -1) == 0 && times.nanoseconds(at: 2) == 1_000_000)
        #expect(MeasuredTimes([]) == nil && MeasuredTimes([-1, 5]) == nil)
        let one = try #require(MeasuredTimes([7]))
        #expect(one.nanoseconds(at: 0) == 7 && one.nanoseconds(at: 0.5) == 7 && one.nanoseconds(at: 1) == 7)
    }

    @Test("One outlier moves the mean of the distribution by no more than itself")
    func outlier() throws {
        let times = try #require(MeasuredTimes(Array(repeating: 1000, count: 99_999) + [10_000_000]))
        #expect(times.quantiles.last == 10_000_000 && times.mean == 1100)
        #expect(times.distributionMean >= 1000 && times.distributionMean <= 1100)
    }
}
