// SPDX-License-Identifier: GPL-3.0-or-later

import CityExperiments
import CityModel
import Foundation
import Testing

@Suite("Stress search")
struct StressTests {
    private static func point(
        _ factor: Double, under5s: Double? = 1, longest: Double? = 1, refused: Int = 0, utilisation: Double = 0.3,
        busiest: Double = 0.4, hashing: Double = 0.1, aborted: Double = 0, drivers: Double = 0.5
    ) -> StressPoint {
        StressPoint(
            factor: factor, messagesPerSecond: 100 * factor, under5s: under5s, longest: longest, refused: refused,
            utilisation: utilisation, busiestMinute: busiest, hashing: hashing, abortRate: aborted, driversBusy: drivers
        )
    }

    @Test(
        "The breaking point is enclosed as closely as asked, wherever it lies, and no factor is tried twice",
        arguments: [0.11, 0.3, 0.999, 1, 1.001, 2, 3.7, 17, 63.9])
    func encloses(_ limit: Double) {
        let search = StressSearch(from: 0.1, to: 64, precision: 0.05)
        var tried: [Double] = []
        let answer = search.run { factor in
            tried.append(factor)
            return factor <= limit
        }
        let kept = answer.kept ?? 0
        let broken = answer.broken ?? 0
        #expect(kept <= limit && limit < broken)
        #expect(broken <= kept * 1.05)
        #expect(Set(tried).count == tried.count && tried.count <= 14)
        // Four significant digits: what is tried can be written down.
        #expect(tried.allSatisfy { Double(String(format: "%.4g", $0)) == $0 })
    }

    @Test("A search that never breaks, and one that is broken from the start, say so")
    func ends() {
        let search = StressSearch(from: 0.5, to: 10, precision: 0.05)
        var tried: [Double] = []
        let never = search.run { factor in
            tried.append(factor)
            return true
        }
        #expect(never == StressSearch.Answer(kept: 10, broken: nil))
        #expect(tried == [1, 2, 4, 8, 10])
        tried = []
        let always = search.run { factor in
            tried.append(factor)
            return false
        }
        #expect(always == StressSearch.Answer(kept: nil, broken: 0.5))
        #expect(tried == [1, 0.5])
    }

    @Test("PERF-03, PERF-04: the target is 95 % in under 5 s, all in under 10 s, and nobody refused for want of room")
    func target() {
        #expect(Self.point(1, under5s: 0.95, longest: 9.999_999_999).isKept)
        #expect(!Self.point(1, under5s: 0.949_999).isKept)
        #expect(!Self.point(1, longest: 10).isKept)
        #expect(!Self.point(1, refused: 1).isKept)
        #expect(Self.point(1, under5s: nil, longest: nil).isKept)
        #expect(!Self.point(1, under5s: nil, longest: nil, refused: 3).isKept)
    }

    @Test("The resource that broke the target is named by what was busy")
    func resources() {
        #expect(Self.point(1, busiest: 1).resource == nil)
        #expect(Self.point(1, longest: 12, busiest: 0.95).resource == .workers)
        #expect(Self.point(1, longest: 12, utilisation: 0.9, busiest: 0.9).resource == .workers)
        #expect(Self.point(1, longest: 12, busiest: 1, hashing: 0.5).resource == .hashing)
        #expect(Self.point(1, longest: 12, refused: 5, busiest: 1, hashing: 0.2).resource == .workers)
        #expect(Self.point(1, refused: 5, busiest: 0.6, hashing: 0.9).resource == .queue)
        #expect(Self.point(1, longest: 12).resource == .service)
        #expect(Self.point(1, aborted: 0.06).areDriversShort && Self.point(1, drivers: 0.95).areDriversShort)
        #expect(!Self.point(1, aborted: 0.05, drivers: 0.94).areDriversShort)
    }

    @Test("The result names bracket, cause and drivers, and beware of a target that comes back")
    func result() throws {
        let answer = StressSearch.Answer(kept: 4, broken: 4.2)
        let points = [
            Self.point(4.2, under5s: 0.9, longest: 30, utilisation: 0.93, busiest: 1, hashing: 0.8, aborted: 0.2),
            Self.point(4, utilisation: 0.8, busiest: 0.9), Self.point(2, aborted: 0.1, drivers: 0.97), Self.point(1),
            Self.point(1.5, longest: 11),
        ]
        let result = StressResult(path: "demand.scale", answer: answer, points: points)
        #expect(result.points.map(\.factor) == [1, 1.5, 2, 4, 4.2])
        #expect(result.resource == .hashing && result.driversShort == 2)
        #expect(
            result.sentences == [
                "The target (95 % in under 5 s, all in under 10 s) breaks between demand.scale=4 and 4.2.",
                "What broke it: hashing passwords. At demand.scale=4.2 it takes 80.00% of the workers' time, and they are busy up "
                    + "to 100.00% of a minute.",
                "Drivers run out before the server: at demand.scale=2 they are busy 97.00% of their time and 10.00% of the "
                    + "requests end without a ride.",
                "Beware: 1.5 breaks the target and 2 keeps it, so the breaking point is not sharp.",
                "Beware: 1.5 breaks the target and 4 keeps it, so the breaking point is not sharp.",
                "Each load is one run with the same seed.",
            ])
        #expect(result.text.split(separator: "\n").count == 6 + result.sentences.count)
        let again = try JSONDecoder().decode(StressResult.self, from: result.encoded())
        #expect(again == result)
        // At the breaking point itself nothing may seem short; the next larger load tells.
        let faint = StressResult(
            path: "demand.scale", answer: answer,
            points: [
                Self.point(4), Self.point(4.2, longest: 11), Self.point(5, longest: 40, busiest: 1, hashing: 0.7),
                Self.point(6, longest: 90, busiest: 1, hashing: 0.1),
            ])
        #expect(faint.resource == .hashing)
        #expect(faint.sentences[1].hasPrefix("What broke it: hashing passwords. At demand.scale=5 it takes 70.00%"))
        let calm = StressResult(
            path: "demand.scale", answer: .init(kept: 64, broken: nil), points: [Self.point(64, aborted: 0.5)])
        #expect(calm.resource == .drivers && calm.driversShort == 64)
        #expect(calm.sentences[0] == "The target is kept up to demand.scale=64, the largest load looked at.")
    }

    private static func time(_ seconds: Double) -> CityTime { .seconds(seconds) }

    private static func answered(_ kind: MessageKind, _ started: Double, _ ended: Double) -> EventRecord {
        EventRecord(
            number: 1, time: time(ended), turn: 1,
            event: .server(
                .messageAnswered(
                    message: MessageID(1), kind: kind, client: .mobile, channel: .tls, account: nil,
                    arrived: time(started), started: time(started), waiting: 0)))
    }

    @Test("Work is added up by minute, and what lies outside the measured time is cut off")
    func work() throws {
        let fold = WorkFold(start: Self.time(0), from: Self.time(60), until: Self.time(250))
        #expect(fold.hashing(workers: 2) == nil)
        let records = [
            Self.answered(.login, 50, 70),  // 10 s in the warm-up, 10 s in the first measured minute
            Self.answered(.call, 110, 130),  // 10 s in the first measured minute, 10 s in the second
            Self.answered(.position, 200, 210), Self.answered(.call, 235, 300), Self.answered(.call, 20, 30),
        ]
        fold.observe(records[...])
        fold.finish(at: Self.time(300))
        // Measured minutes, of which the last is not whole and left out: 20, 10, 15 s.
        #expect(abs(try #require(fold.busiestMinute(workers: 2)) - 20.0 / 120) < 1e-12)
        #expect(abs(try #require(fold.utilisation(workers: 2)) - 45.0 / 360) < 1e-12)
        #expect(abs(try #require(fold.hashing(workers: 2)) - 10.0 / 45) < 1e-12)
        let short = WorkFold(start: Self.time(0), from: Self.time(0), until: Self.time(59))
        #expect(short.busiestMinute(workers: 1) == nil && short.utilisation(workers: 1) == nil)
    }

    @Test("A rush of logins in the warm-up is the cause when its queue reaches into the measured time, else it is not")
    func rush() throws {
        func fold(_ records: [EventRecord]) -> WorkFold {
            let fold = WorkFold(start: Self.time(0), from: Self.time(120), until: Self.time(300))
            fold.observe(records[...])
            return fold
        }
        // Two minutes of logins, then one of positions, one worker always busy, then calm.
        let reaching = fold([
            Self.answered(.login, 0, 120), Self.answered(.position, 120, 180), Self.answered(.call, 200, 201),
        ])
        #expect(abs(try #require(reaching.hashing(workers: 1)) - 120.0 / 180) < 1e-12)
        // The rush ends with the warm-up: its queue is served afterwards.
        let ending = fold([Self.answered(.login, 0, 120), Self.answered(.call, 120, 130)])
        #expect(try #require(ending.hashing(workers: 1)) == 1 && ending.busiestMinute(workers: 1) == 1)
        // A calm minute lies between.
        let apart = fold([
            Self.answered(.login, 0, 60), Self.answered(.position, 120, 180), Self.answered(.call, 200, 201),
        ])
        #expect(try #require(apart.hashing(workers: 1)) == 0)
        // Workers are never short: all of the measured time counts.
        let calm = fold([Self.answered(.login, 130, 140), Self.answered(.call, 200, 230)])
        #expect(abs(try #require(calm.hashing(workers: 1)) - 10.0 / 40) < 1e-12)
    }
}
