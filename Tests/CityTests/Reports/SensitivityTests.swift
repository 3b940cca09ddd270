// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting

/// The re-queueing of a run's arrivals and service times.
@Suite struct SensitivityTests {
    private func cells(_ workers: Int, _ records: [EventRecord]) throws -> [SensitivityResult.Cell] {
        let result = try EventScript(records: records).metrics(serverCity(workers: workers))
        return try #require(result.server).sensitivity.cells
    }

    @Test("The run's own case gives exactly the measured processing times", arguments: [1, 2, 3, 4, 7])
    func own(workers: Int) throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let gap: Int64 = 200_000_000
            let (records, times) = servedLog(
                count: 1500, workers: workers, gap: gap, service: gap * Int64(workers) * 19 / 20, seed: seed)
            let result = try EventScript(records: records).metrics(serverCity(workers: workers))
            let server = try #require(result.server)
            let own = try #require(server.sensitivity.cells.first { $0.isRun })
            #expect(own.workers == workers && own.scale == 1)
            #expect(own.processing == server.processing)
            #expect(own.processing.time?.mean == server.processing.time?.mean)
            #expect(own.processing.count == times.count)
            #expect(own.utilisation == result["server.utilisation"])
            #expect(server.sensitivity.leftOut == 0)
        }
    }

    @Test("Another case gives what a server with its workers and speed measures", arguments: [1, 2, 4])
    func other(workers: Int) throws {
        // The same draws served by three workers at single, and by others at two, five and ten times the service time.
        let (records, _) = servedLog(count: 2000, workers: 3, gap: 400_000_000, service: 300_000_000, seed: 11)
        let found = try cells(3, records)
        #expect(found.count == 16 && found.map(\.workers) == [1, 2, 3, 4].flatMap { Array(repeating: $0, count: 4) })
        var messages: [(arrived: Int64, service: Int64)] = Array(repeating: (0, 0), count: 2000)
        for record in records {
            guard case .server(.messageAnswered(let message, _, _, _, _, let arrived, let started, _)) = record.event
            else { continue }
            messages[message.index - 1] = (arrived.nanoseconds, (record.time - started).nanoseconds)
        }
        for scale in [1, 2, 5, 10] as [Int64] {
            var free = Array(repeating: Int64.min, count: workers)
            let times = messages.map { message -> Int64 in
                let worker = free.indices.min { free[$0] < free[$1] } ?? 0
                free[worker] = max(free[worker], message.arrived) + message.service * scale
                return free[worker] - message.arrived
            }.sorted()
            let cell = try #require(found.first { $0.workers == workers && $0.scale == Int(scale) })
            #expect(cell.processing.underFive == times.count { $0 < 5_000_000_000 })
            #expect(cell.processing.underTen == times.count { $0 < 10_000_000_000 })
            #expect(cell.processing.time?.p95 == tidy(Double(times[1899]) * 1e-9))
            #expect(cell.processing.time?.max == tidy(Double(times[1999]) * 1e-9))
        }
    }

    @Test("Which cases keep the target: 95 % overall and of calls under 5 s, all under 10 s")
    func keeps() throws {
        // One message of 1.5 s every 4 s: alone it keeps at 1x and 2x, with two workers at 5x it takes 7.5 s each.
        var script = EventScript()
        for number in 1...100 as ClosedRange<Int32> {
            let arrived = Double(4 * number)
            script.turn(arrived + 1.5, answered(number, .call, arrived: arrived))
        }
        let found = try cells(1, script.records)
        func cell(_ workers: Int, _ scale: Int) throws -> SensitivityResult.Cell {
            try #require(found.first { $0.workers == workers && $0.scale == scale })
        }
        #expect(try cell(1, 1).keepsTarget && cell(1, 2).keepsTarget && !cell(1, 5).keepsTarget)
        let seven = try cell(2, 5)
        #expect(!seven.keepsTarget && seven.processing.underFive == 0 && seven.processing.underTen == 100)
        #expect(seven.processing.time?.max == 7.5)
        #expect(try cell(1, 1).utilisation == tidy(150.0 / 3600) && cell(2, 2).utilisation == tidy(150.0 / 3600))
        #expect(try cell(1, 10).utilisation == tidy(1500.0 / 3600) && !cell(4, 10).keepsTarget)
    }

    @Test("Refused messages are not served, but keep their place in the order")
    func refused() throws {
        var script = EventScript()
        script.turn(10.5, turnedAway(2, .timedOut, arrived: 10.1))
        script.turn(12, answered(1, arrived: 10))
        script.turn(13, answered(3, arrived: 10.2, started: 12))
        let result = try script.metrics(serverCity())
        let sensitivity = try #require(result.server).sensitivity
        #expect(sensitivity.refused == 1 && sensitivity.leftOut == 0)
        #expect(sensitivity.cells.first?.processing.time?.max == 2.8)
    }

    @Test("The order of arrival is restored in a bounded window; what comes later is left out and counted")
    func order() {
        func restored(_ numbers: [Int32], limit: Int) -> (order: [Int64], late: Int, missing: Int) {
            var order = ArrivalOrder(limit: limit)
            var found: [Int64] = []
            for number in numbers {
                order.reach(number)
                while let message = order.next() { found.append(message.arrived) }
                order.put(number, QueuedMessage(arrived: Int64(number), service: 0, isJudged: false))
                while let message = order.next() { found.append(message.arrived) }
            }
            order.close()
            while let message = order.next() { found.append(message.arrived) }
            return (found, order.late, order.missing)
        }
        #expect(restored([2, 1, 3], limit: 4) == ([1, 2, 3], 0, 0))
        #expect(restored([4, 3, 2, 1], limit: 4) == ([1, 2, 3, 4], 0, 0))
        // 1 is waited for until 5 comes.
        #expect(restored([2, 3, 4, 5, 1], limit: 4) == ([2, 3, 4, 5], 1, 0))
        #expect(restored([2, 3, 7], limit: 4) == ([2, 3, 7], 0, 4))
        for seed in 1...50 as ClosedRange<UInt64> {
            var random = TestRandom(state: seed)
            var numbers = (1...500).map { Int32($0) }
            // Nobody is overtaken by more than 60.
            for index in numbers.indices.dropLast(60) {
                let other = index + Int(random.below(30))
                numbers.swapAt(index, other)
            }
            let (order, late, missing) = restored(numbers, limit: 512)
            #expect(order == (1...500).map { Int64($0) } && late == 0 && missing == 0)
        }
    }
}

private func == (left: (order: [Int64], late: Int, missing: Int), right: ([Int64], Int, Int)) -> Bool {
    left.order == right.0 && left.late == right.1 && left.missing == right.2
}
