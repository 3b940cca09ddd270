// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import RuleTestKit
import Testing

@Suite("The machines that handle batches") struct PoolTests {
    private static func parameters(_ least: Int32, _ most: Int32, perBatch: TimeSpan) -> HealthParameters {
        var parameters = HealthParameters()
        (parameters.pool.least, parameters.pool.most, parameters.pool.perBatch) = (least, most, perBatch)
        return parameters
    }

    @Test("The wait is that of the work before it, shared by all workers; one batch takes what one worker needs")
    func wait() {
        var city = HealthCity(Self.parameters(2, 2, perBatch: .milliseconds(100)))
        for number in 1...8 { city.addWearer(number) }
        for number in 1...8 { city.send(HealthCity.batch(0, 3, [39], of: number), at: 3) }
        city.end(at: 10)
        #expect(city.times("sosSent") == [3.1, 3.1, 3.15, 3.2, 3.25, 3.3, 3.35, 3.4])
    }

    @Test("What phones had to keep does not delay what is new")
    func priority() {
        var city = HealthCity(Self.parameters(1, 1, perBatch: .milliseconds(100)))
        for number in 1...21 { city.addWearer(number) }
        for number in 1...20 { city.send(HealthCity.batch(0, 3, [39], of: number), at: 8, keptUntil: .origin) }
        city.send(HealthCity.batch(5, 8, [39], of: 21), at: 8)
        city.run(to: 8.15)
        #expect(city.events.contains { $0.event.name == "sosSent" && $0.time == .seconds(8.1) })
        city.end(at: 20)
        #expect(city.times("sosSent").last == 10 && city.violations.isEmpty)
    }

    @Test("HEALTH-R18: under load a danger comes before all that waits and is none, also of its own person")
    func dangerFirst() {
        var city = HealthCity(Self.parameters(1, 1, perBatch: .milliseconds(200)))
        for number in 1...100 { city.addWearer(number) }
        // 20 s of work for one machine, then two dangers: one new, one kept.
        for number in 1...100 { city.send(HealthCity.batch(0, 3, of: number), at: 3) }
        city.send(HealthCity.batch(3, 6, [39], of: 8), at: 6)
        city.send(HealthCity.batch(3, 6, [39], of: 7), at: 6, keptUntil: .origin)
        city.end(at: 60)
        #expect(city.times("sosSent") == [6.2, 6.4])
        #expect(city.violations.isEmpty)
    }

    @Test("HEALTH-R11: what is received waits for a worker before it is stored, and nothing of one person overtakes")
    func storage() {
        var city = HealthCity(Self.parameters(1, 1, perBatch: .milliseconds(100)), isStoring: true)
        for number in 1...12 { city.addWearer(number) }
        // One second of work; then a danger of person 10, which is the last, and a kept batch and a new one of person 11.
        for number in 1...10 { city.send(HealthCity.batch(0, 3, of: number), at: 3) }
        city.send(HealthCity.batch(3, 6, [39], of: 10), at: 6)
        for number in 1...10 { city.send(HealthCity.batch(6, 9, of: number), at: 9) }
        city.send(HealthCity.batch(3, 6, of: 11), at: 9, keptUntil: .origin)
        city.send(HealthCity.batch(6, 9, of: 11), at: 9)
        city.send(HealthCity.batch(6, 9, of: 12), at: 9)
        city.send(HealthCity.batch(9, 9.05, [39], of: 10), at: 9.05)
        city.end(at: 60)
        // The SOS overtakes the ten that wait, its batch does not: it comes after its person's other one.
        #expect(city.times("sosSent") == [6.1, 9.15] && city.violations.isEmpty)
        #expect(city.stored.count == city.count("batchReceived") && city.handled.last == .never)
        let first = city.stored.prefix(10).map(\.time.inSeconds)
        #expect(zip(first, 1...10).allSatisfy { abs($0 - 3 - 0.1 * Double($1)) < 1e-6 }, "\(first)")
        var ends: [WearerID: CityTime] = [:]
        for (_, batch) in city.stored {
            #expect(batch.start >= ends[batch.wearer] ?? .epoch, "\(batch.wearer)")
            ends[batch.wearer] = batch.end
        }
        // Whoever has a kept one waits with it, behind all that came at once before.
        let last = city.stored.suffix(4).map(\.batch.wearer.number)
        #expect(last == [11, 11, 12, 10], "\(last)")
    }

    @Test("AVAIL-08: what waits for a worker at a crash was received, and is stored after the restart")
    func storageOverCrash() {
        var city = HealthCity(Self.parameters(1, 1, perBatch: .milliseconds(100)), isStoring: true)
        for number in 1...10 { city.addWearer(number) }
        for number in 1...10 { city.send(HealthCity.batch(0, 3, of: number), at: 3) }
        city.take(.crash, at: 3.55)
        city.take(.leave, of: 9, at: 4)
        city.take(.restart, at: 20)
        city.take(.leave, of: 10, at: 20.2)
        city.end(at: 60)
        let times = city.stored.map(\.time.inSeconds)
        #expect(city.stored.map(\.batch.wearer.number) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(times.filter { $0 < 4 }.count == 5 && times.allSatisfy { $0 < 3.55 || $0 > 20 })
        #expect(city.handled.last == .never && city.violations.isEmpty)
    }

    @Test("PERF-15: with users growing from 2,000 to 6,000 in 600 s the workers follow, and every SOS keeps its limit")
    func growth() {
        var parameters = Self.parameters(2, 64, perBatch: .milliseconds(2))
        parameters.pool.look = .seconds(10)
        var city = HealthCity(parameters)
        city.checksRules = false
        for number in 1...6000 { city.addWearer(number) }
        var numbers = SplitMix64(seed: 3)
        var last = [Int](repeating: -3, count: 6001)
        for second in 3..<900 {
            let users = 2000 + min(4000, max(0, second - 100) * 4000 / 600)
            for number in stride(from: 1 + second % 3, through: users, by: 3) {
                last[number] = second
                let rate: Int32 = numbers.once(in: 5000) ? 39 : 70
                city.send(HealthCity.batch(Double(second - 3), Double(second), [rate], of: number), at: Double(second))
            }
        }
        city.end(at: 910)
        #expect(city.count("sosSent") > 100 && city.violations.isEmpty)
        // 2,000 batches a second take four workers' whole time; at 60 % of it seven are needed.
        #expect(city.rules.workers <= 7 && city.count("scaleChanged") >= 4)
        let most = city.events.compactMap { entry -> Int32? in
            if case .scaleChanged(let workers, _) = entry.event { workers } else { nil }
        }.max()
        #expect(most.map { (7...8).contains($0) } ?? false)
        // The load is gone when nothing comes any more.
        city.run(to: 960)
        #expect(city.rules.workers == 2)
        guard case .loadMeasured(_, let backlog)? = city.events.last(where: { $0.event.name == "loadMeasured" })?.event
        else { return }
        #expect(backlog == 0)
    }
}
