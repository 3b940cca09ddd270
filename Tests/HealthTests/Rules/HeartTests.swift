// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import HealthRules
import Testing

/// Heart beats of healthy people, which lie beside the project and not in it: see the tests of real cities.
private enum Hearts {
    private static let environment = ProcessInfo.processInfo.environment
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder =
        environment["CABRANK_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")

    static let areThere =
        environment["CABRANK_DATA_REQUIRED"] != nil || FileManager.default.fileExists(atPath: folder.path)

    struct Beat {
        let end: Double
        let milliseconds: Double
    }

    private static func rows(_ text: String) -> [[Substring]] {
        text.split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    /// The beats of one device, or of the record of a clinic.
    static func beats(of device: String) throws -> [Beat] {
        guard device != "mitbih" else {
            let file = folder.appending(path: "heart/mitbih-100-beats.csv")
            return rows(try String(contentsOf: file, encoding: .utf8)).compactMap { cells in
                Double(cells[2]).flatMap { interval in Double(cells[0]).map { Beat(end: $0, milliseconds: interval) } }
            }
        }
        let unpacking = Process()
        let output = Pipe()
        unpacking.executableURL = URL(filePath: "/usr/bin/env")
        unpacking.arguments = ["gzip", "-dc", folder.appending(path: "heart/wearable-rr.csv.gz").path]
        unpacking.standardOutput = output
        try unpacking.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        unpacking.waitUntilExit()
        return rows(text).compactMap { cells in
            guard cells[0] == device, let end = Double(cells[1]), let interval = Double(cells[2]) else { return nil }
            return Beat(end: end, milliseconds: interval)
        }
    }
}

/// How often healthy people would be taken for people in danger: each momentary rate is a value of a batch.
@Suite(.enabled(if: Hearts.areThere, "no CABRANK_DATA and no ../shared/data"))
struct HeartTests {
    /// Dangers found in 40 to 130, 40 to 150 and 40 to 180 beats a minute.
    private static let found: [(device: String, batches: Int, dangers: [Int])] = [
        ("ecg", 1195, [1, 1, 1]), ("mitbih", 739, [0, 0, 0]), ("empatica", 1664, [71, 60, 54]),
        ("heartmath", 1031, [24, 12, 1]), ("kyto", 1178, [7, 4, 3]), ("rhythm", 1135, [12, 10, 9]),
    ]

    @Test("real city: false alarms of six recordings of hearts, by the safe range", arguments: found)
    func falseAlarms(device: String, batches: Int, dangers: [Int]) throws {
        let beats = try Hearts.beats(of: device)
        let seen = try [130, 150, 180].map { try Self.sent(beats, highest: $0) }
        #expect(seen.map(\.stored) == [batches, batches, batches])
        #expect(seen.map(\.dangerous) == dangers)
    }

    @Test("real city: the rate of false alarms of the ECG and of a wrist sensor, with exact intervals")
    func rates() throws {
        func rate(_ device: String) throws -> [Double] {
            let beats = try Hearts.beats(of: device)
            let hours = beats.reduce(0) { $0 + $1.milliseconds } / 3_600_000
            let (low, high) = Self.interval(try Self.sent(beats, highest: 180).dangerous)
            return [low / hours, high / hours].map { ($0 * 10).rounded() / 10 }
        }
        #expect(try rate("ecg") == [0.0, 6.9])
        #expect(try rate("empatica") == [35.4, 61.4])
    }

    @Test("The exact interval of a Poisson count is that of the tables")
    func interval() {
        // Garwood (1936), 95 %: 0 to 3.6889, 0.0253 to 5.5716, 4.7954 to 18.3904.
        for (count, low, high) in [(0, 0, 3.6889), (1, 0.0253, 5.5716), (10, 4.7954, 18.3904)] {
            let found = Self.interval(count)
            #expect(abs(found.low - low) < 1e-4 && abs(found.high - high) < 1e-4, "\(count)")
        }
    }

    /// Hands beats to the service in batches of up to five, as long as they fit into its longest.
    private static func sent(_ beats: [Hearts.Beat], highest: Int32) throws -> (stored: Int, dangerous: Int) {
        var parameters = HealthParameters()
        parameters[.heartRate] = SafeRange(4000, highest * 100)
        var rules = HealthRules(parameters, at: .epoch)
        let (wearer, device) = (WearerID(1), DeviceID(1))
        let data = PersonalData(number: "1", birth: CivilDate(1960, 1, 1), residence: .origin)
        _ = rules.take(.register(data, client: .android), at: .epoch)
        for wish in [WearerWish.logIn(seal: 1), .permit(true), .link(device, isFound: true)] {
            _ = rules.take(.wearer(wearer, wish), at: .epoch)
        }
        var (stored, dangerous, last) = (0, 0, CityTime.epoch)
        var group: [Hearts.Beat] = []
        func send() {
            guard let first = group.first, let end = group.last?.end else { return }
            let values = group.map {
                HealthValue(.heartRate, hundredths: Int32((6_000_000 / $0.milliseconds).rounded()))
            }
            let start = max(last, .epoch + .seconds(first.end - first.milliseconds / 1000))
            last = .epoch + .seconds(end)
            let batch = HealthBatch(wearer, device, from: start, to: last, at: .origin, values)
            if case .stored(let isDangerous) = rules.receive(SentBatch(batch, seal: batch.seal(1)), at: last).outcome {
                stored += 1
                if isDangerous { dangerous += 1 }
            }
            group = []
        }
        for beat in beats {
            let start = group.first.map { $0.end - $0.milliseconds / 1000 } ?? 0
            if !group.isEmpty, group.count == HealthBatch.mostValues || beat.end - start > 3 { send() }
            group.append(beat)
        }
        send()
        return (stored, dangerous)
    }

    /// The 95 % interval of the mean of a Poisson count: those means for which neither tail is below 2.5 %.
    private static func interval(_ count: Int) -> (low: Double, high: Double) {
        /// The chance of at most so many.
        func below(_ count: Int, _ mean: Double) -> Double {
            (0...max(0, count)).reduce(0) { $0 + exp(-mean + Double($1) * log(mean) - lgamma(Double($1 + 1))) }
        }
        /// Where a falling function is a fortieth.
        func root(_ value: (Double) -> Double) -> Double {
            var (low, high) = (1e-9, 1000.0)
            for _ in 0..<100 {
                let middle = (low + high) / 2
                if value(middle) > 0.025 { low = middle } else { high = middle }
            }
            return low
        }
        // The chance of at least `count` rises with the mean, so the lower end is sought from the other side.
        let low = count == 0 ? 0 : root { 0.05 - (1 - below(count - 1, $0)) }
        return (low, root { below(count, $0) })
    }
}
