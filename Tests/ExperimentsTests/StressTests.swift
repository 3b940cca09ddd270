// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import Foundation
import Reporting
import RuleTestKit
import TaxiRules
import Testing

@testable import Experiments

@Suite("Stress search")
struct StressTests {
    private static func point(
        _ factor: Double, isKept: Bool? = nil, under5s: Double? = 1, longest: Double = 1, refused: Int = 0,
        utilisation: Double = 0.3, busiest: Double = 0.4, hashing: Double = 0.1, aborted: Double = 0,
        drivers: Double = 0.5
    ) -> StressPoint {
        StressPoint(
            factor: factor, messagesPerSecond: 100 * factor,
            isKept: isKept ?? (longest < 10 && refused == 0), under5s: under5s, callsUnder5s: nil, longest: longest,
            refused: refused, unanswered: 0, utilisation: utilisation, busiestMinute: busiest, hashing: hashing,
            abortRate: aborted, busy: drivers
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

    @Test("PERF-03, PERF-04: the target is 95 % in under 5 s, all in under 10 s, and nobody refused for lack of room")
    func target() throws {
        /// The point of a run with 40 calls and 60 positions, so many of which took 6 s, and with these events.
        func point(slowCalls: Int = 0, slowPositions: Int = 0, answered: Int = 100, _ more: ServerEvent...) throws
            -> StressPoint
        {
            var records: [EventRecord] = []
            func add(_ time: CityTime, _ event: ServerEvent) {
                let number = Int64(records.count + 1)
                records.append(EventRecord(number: number, time: time, turn: number, event: .server(event)))
            }
            for number in 1...max(1, answered) where number <= answered {
                let (arrived, isCall) = (CityTime.seconds(10 * number), number <= 40)
                let isSlow = isCall ? number <= slowCalls : number <= 40 + slowPositions
                add(
                    arrived + .seconds(isSlow ? 6 : 1),
                    .messageAnswered(
                        message: MessageID(number), kind: isCall ? .call : .position, client: .mobile, channel: .tls,
                        account: nil, arrived: arrived, started: arrived, waiting: 0))
            }
            for event in more { add(.seconds(3600), event) }
            var context = RunContext(
                name: "hand-made", title: "", start: .epoch, end: .seconds(3600), warmUp: .zero, seed: 1,
                version: "test", scenarioText: "", scenarioHash: "0")
            context.server = ServerContext(workers: 1)
            let fold = TaxiMetrics(context: context)
            fold.observe(records[...])
            fold.finish(at: .seconds(3600))
            let metrics = try #require(fold.result)
            let work = WorkFold(start: .epoch, from: .epoch, until: .seconds(3600))
            return StressPoint(factor: 1, work: work, workers: 1, metrics: metrics)
        }
        func refusal(_ reason: ServerRefusal) -> ServerEvent {
            .messageRefused(
                message: MessageID(101), kind: .position, client: .mobile, channel: .tls, account: nil,
                arrived: .seconds(3600), started: nil, reason: reason)
        }
        func left(_ second: Double) -> ServerEvent {
            .messageLeft(
                message: MessageID(101), kind: .position, client: .mobile, channel: .tls, account: nil,
                arrived: .seconds(second), started: nil, waiting: 0)
        }
        #expect(try point().isKept && point(slowCalls: 2, slowPositions: 3).isKept)
        #expect(try !point(slowPositions: 6).isKept)
        // 97 % of all, but 92.5 % of the calls.
        #expect(try !point(slowCalls: 3).isKept && point(slowCalls: 3).callsUnder5s == 0.925)
        #expect(try !point(refusal(.serverBusy)).isKept && !point(refusal(.timedOut)).isKept)
        #expect(try point(refusal(.rateLimited)).isKept)
        #expect(try !point(left(3590)).isKept && point(left(3590)).unanswered == 1 && point(left(3599)).isKept)
        // No load at all is no burden; messages without any answer are no success.
        #expect(try point(answered: 0).isKept && !point(answered: 0, left(3599)).isKept)
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
        #expect(Self.point(1, aborted: 0.06).isShort && Self.point(1, drivers: 0.95).isShort)
        #expect(!Self.point(1, aborted: 0.05, drivers: 0.94).isShort)
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
        #expect(result.resource == .hashing && result.short == 2)
        #expect(
            result.sentences == [
                "The target (95 % in under 5 s, all in under 10 s) is met at demand.scale=4 and missed at 4.2.",
                "What broke it: hashing passwords. At demand.scale=4.2 it takes 80.00% of the workers' time, and they are busy up "
                    + "to 100.00% of a minute.",
                "Drivers run out before the server: at demand.scale=2 they are busy 97.00% of their time and 10.00% of the "
                    + "requests are aborted.",
                "Beware: 1.5 misses the target and 2 meets it, so the limit is not sharp.",
                "Beware: 1.5 misses the target and 4 meets it, so the limit is not sharp.",
                "Each load is one run with the same seed.",
            ])
        #expect(result.text.split(separator: "\n").count == 6 + result.sentences.count)
        let again = try JSONDecoder().decode(StressResult.self, from: result.encoded())
        #expect(again == result)
        // At the breaking point itself nothing may seem short; the next larger load shows it.
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
        #expect(calm.resource == .scarce && calm.short == 64)
        #expect(calm.sentences[0] == "The target is met up to demand.scale=64, the largest load tried.")
    }

    @Test("An outage is no work, however long a message lies at a worker in it; what is refused after its service is")
    func outages() throws {
        let fold = WorkFold(start: Self.time(0), from: Self.time(0), until: Self.time(600))
        func record(_ seconds: Double, _ event: ServerEvent) -> EventRecord {
            EventRecord(number: 1, time: Self.time(seconds), turn: 1, event: .server(event))
        }
        func outage(_ from: Double, _ to: Double) -> [EventRecord] {
            [record(from, .serverDown), record(to, .serverUp(waiting: 1))]
        }
        // 20 s before the first outage, 10 s between both, 30 s after them.
        fold.observe((outage(70, 200) + outage(210, 300) + [Self.answered(.login, 50, 330)])[...])
        #expect(abs(try #require(fold.utilisation(workers: 1)) - 60.0 / 600) < 1e-12)
        #expect(abs(try #require(fold.busiestMinute(workers: 1)) - 30.0 / 60) < 1e-12)
        let refused = ServerEvent.messageRefused(
            message: MessageID(2), kind: .call, client: .mobile, channel: .tls, account: nil, arrived: Self.time(400),
            started: Self.time(410), reason: .notLoggedIn)
        // Down until the end.
        let left = ServerEvent.messageLeft(
            message: MessageID(3), kind: .call, client: .mobile, channel: .tls, account: nil, arrived: Self.time(500),
            started: Self.time(500), waiting: 0)
        fold.observe([record(420, refused), record(510, .serverDown), record(600, left)][...])
        #expect(abs(try #require(fold.utilisation(workers: 1)) - 80.0 / 600) < 1e-12)
        #expect(abs(try #require(fold.hashing(workers: 1)) - 60.0 / 80) < 1e-12)
    }

    private static func time(_ seconds: Double) -> CityTime { .seconds(seconds) }

    private static func answered(_ kind: MessageType, _ started: Double, _ ended: Double) -> EventRecord {
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
