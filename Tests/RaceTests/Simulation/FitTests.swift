// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Foundation
import RaceRules
import RandomStreams
import Testing

@testable import RaceSimulation

/// Results of real races, which lie beside the project and not in it: see the tests of real cities.
private enum Results {
    private static let environment = ProcessInfo.processInfo.environment
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder =
        environment["CABRANK_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")

    static let areThere =
        environment["CABRANK_DATA_REQUIRED"] != nil || FileManager.default.fileExists(atPath: folder.path)

    /// The finishers of a year, in file order: own time, time to half of the way and time since the start, in seconds.
    static func finishers(_ year: Int) throws -> [(chip: Double, half: Double?, gun: Double?)] {
        let file = folder.appending(path: "races/loch-ness-marathon-\(year).csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
        let names = try #require(lines.first).split(separator: ",", omittingEmptySubsequences: false)
        func column(_ name: String) throws -> Int { try #require(names.firstIndex { $0 == name }) }
        let (half, gun, chip) = (try column("half_s"), try column("gun_s"), try column("chip_s"))
        return lines.dropFirst().compactMap { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard cells.count > chip, let time = Double(cells[chip]), time > 0 else { return nil }
            return (time, Double(cells[half]), Double(cells[gun]))
        }
    }
}

/// The distance of Kolmogorov and Smirnov between a sample and a distribution.
private func distance(_ sample: [Double], _ distribution: (Double) -> Double) -> Double {
    let sorted = sample.sorted()
    return sorted.enumerated().map { index, value in
        let (below, above) = (Double(index) / Double(sorted.count), Double(index + 1) / Double(sorted.count))
        return max(distribution(value) - below, above - distribution(value))
    }.max() ?? 1
}

/// The same between two samples.
private func distance(_ one: [Double], _ two: [Double]) -> Double {
    let (one, two) = (one.sorted(), two.sorted())
    var (left, right, largest) = (0, 0, 0.0)
    while left < one.count, right < two.count {
        let value = min(one[left], two[right])
        while left < one.count, one[left] <= value { left += 1 }
        while right < two.count, two[right] <= value { right += 1 }
        largest = max(largest, abs(Double(left) / Double(one.count) - Double(right) / Double(two.count)))
    }
    return largest
}

/// How people run, against the record: fitted on 2018, tested on 2019.
@Suite(.enabled(if: Results.areThere, "no CABRANK_DATA and no ../shared/data"))
struct FitTests {
    /// The distribution of finish times that the defaults of a group of runners give over a marathon.
    private static func share(below time: Double, sigma: Double = PaceSpread().sigma) -> Double {
        let (least, median) = (PaceSpread().least * 42.195, PaceSpread().median * 42.195)
        guard time > least else { return 0 }
        return 0.5 * erfc(-(log(time - least) - log(median)) / sigma / 2.0.squareRoot())
    }

    /// 2019 was a slower day: the factor of its odd rows, by the mean of the logarithms.
    private static func dayFactor(_ first: [Double], _ second: [Double]) -> Double {
        func mean(_ times: [Double]) -> Double { times.reduce(0) { $0 + log($1) } / Double(times.count) }
        let odd = stride(from: 0, to: second.count, by: 2).map { second[$0] }
        return exp(mean(odd) - mean(first))
    }

    @Test("real city: finish times of Loch Ness 2018 (fitted) and 2019 (tested): Kolmogorov-Smirnov 0.018 and 0.012")
    func finishTimes() throws {
        let (first, second) = (try Results.finishers(2018).map(\.chip), try Results.finishers(2019).map(\.chip))
        #expect(first.count == 2810 && second.count == 3585)
        let factor = Self.dayFactor(first, second)
        #expect(abs(factor - 1.0284) < 0.0001)
        #expect(abs(distance(first) { Self.share(below: $0) } - 0.0177) < 0.0005)
        #expect(abs(distance(second) { Self.share(below: $0) } - 0.0653) < 0.0005)
        let even = stride(from: 1, to: second.count, by: 2).map { second[$0] / factor }
        #expect(abs(distance(even) { Self.share(below: $0) } - 0.0122) < 0.0005)
        // Another spread is found out.
        #expect(distance(even) { Self.share(below: $0, sigma: 0.1887) } > 0.05)
    }

    @Test("real city: 20,000 simulated runners against Loch Ness: finish, half time and time since the start")
    func simulated() throws {
        let (first, second) = (try Results.finishers(2018), try Results.finishers(2019))
        #expect(distance(try Self.runners(20_000, day: 1).map(\.time), first.map(\.chip)) < 0.03)
        let drawn = try Self.runners(20_000, day: 1.0284)
        #expect(distance(drawn.map(\.time), second.map(\.chip)) < 0.03)
        #expect(distance(drawn.map(\.time), second.map { $0.chip * 1.05 }) > 0.05)
        let halves = second.compactMap { row in
            row.half.flatMap { half in
                half > 0 && (0.8...2).contains((row.chip - half) / half) ? half : nil
            }
        }
        #expect(halves.count == 3575 && distance(drawn.map(\.half), halves) < 0.035)
        // As many as in 2019 stand in line.
        let guns = try Self.runners(3585, day: 1.0284).map { $0.delay + $0.time }
        #expect(distance(guns, second.compactMap(\.gun)) < 0.035)
    }

    /// Runners with the default habits over a marathon; nobody drops out.
    private static func runners(_ count: Int, day: Double) throws -> [(time: Double, half: Double, delay: Double)] {
        let loop = CityLoop(start: .epoch)
        let people = People(loop: loop, log: EventLog(loop), key: StreamKey(seed: 1))
        var group = RunnerGroup()
        (group.dropOuts, group.people) = (0, count)
        let race = PlannedRace.with { $0.dayFactor = day }
        let track = try #require(RaceTrack([.origin, Place(metresEast: 42_195, north: 0)]))
        var members = (0..<count).map { number in
            RaceMember(
                RaceUserID(number + 1),
                Person(.racePerson(group: 0, member: number), as: .raceUser, at: .origin, among: people),
                runners: group, watchers: nil)
        }
        let line = members.indices.sorted { members[$0].ability.line < members[$1].ability.line }
        let lineUp = LineUp(race: race, runners: count)
        return line.enumerated().map { place, index in
            let delay = lineUp.delay(of: place)
            let racer = members[index].racer(in: race, group, track: track, delay: delay)
            return (
                (racer.exits - racer.starts).inSeconds, racer.curve.time(to: 0.5).inSeconds, delay.inSeconds
            )
        }
    }
}
