// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import RuleTestKit
import Testing

@Suite("Random worlds of the health service") struct RandomTests {
    @Test(
        "INV-DataOneIndividual, INV-DataNoOverlap, INV-DataBatchShape, INV-AmbulanceIffDanger, INV-FastAmbulanceCall: in 1,000 worlds of phones right and wrong nothing is broken"
    )
    func worlds() {
        var stored = 0
        var sos = 0
        for seed in 0..<1_000 {
            var numbers = SplitMix64(seed: seed)
            var city = HealthCity()
            var last = [Double](repeating: 0, count: 7)
            for number in 1...4 { city.addWearer(number) }
            for _ in 0..<80 {
                let second = city.now.inSeconds + Double(numbers.number(0...3000)) / 1000
                let wearer = numbers.number(1...6)
                switch numbers.number(0...19) {
                case 0: city.take(.crash, at: second)
                case 1, 2: city.take(.restart, at: second)
                case 3: city.take(.setSOS(numbers.once(in: 2)), of: wearer, at: second)
                case 4: city.take(.logOut, of: wearer, at: second)
                case 5: city.take(.logIn(seal: HealthCity.key), of: wearer, at: second)
                case 6:
                    city.take(
                        .link(DeviceID(numbers.number(1...6)), isFound: numbers.once(in: 2)), of: wearer, at: second)
                case 7: city.take(.permit(!numbers.once(in: 4)), of: wearer, at: second)
                case 8: if numbers.once(in: 4) { city.take(.leave, of: wearer, at: second) }
                case 9: city.take(.register(HealthCity.data("N\(numbers.number(1...8))"), client: .ios), at: second)
                default:
                    // Right at most times, too long, of the past or the future at others.
                    let end = second - (numbers.once(in: 5) ? Double(numbers.number(-1000...9000)) / 1000 : 0)
                    let start = max(last[wearer], end - Double(numbers.number(1...3400)) / 1000)
                    let rates = (0..<numbers.number(0...6)).map { _ in Int32(numbers.once(in: 6) ? 39 : 70) }
                    let batch = HealthCity.batch(
                        numbers.once(in: 8) ? end - 2 : start, end, rates, of: wearer,
                        by: numbers.once(in: 9) ? numbers.number(1...6) : wearer)
                    let isKept = second - end > 0.01
                    let outcome = city.send(
                        batch, at: second, keptUntil: isKept ? .origin : nil,
                        seal: numbers.once(in: 12) ? numbers.next() : nil)
                    if case .stored = outcome { (last[wearer], stored) = (end, stored + 1) }
                }
            }
            city.end(at: city.now.inSeconds + 100)
            sos += city.count("sosSent")
            #expect(city.violations.isEmpty, "seed \(seed): \(city.violations)")
        }
        #expect(stored > 5_000 && sos > 1_000)
    }

    @Test(
        "HEALTH-R11, INV-DataNoOverlap: in 300 worlds with slow machines and crashes all that is received is stored, in its person's order"
    )
    func storage() {
        var (waited, received) = (0, 0)
        for seed in 0..<300 {
            var numbers = SplitMix64(seed: seed)
            var parameters = HealthParameters()
            parameters.pool.perBatch = .milliseconds(numbers.number(5...900))
            (parameters.pool.least, parameters.pool.most) = (1, Int32(numbers.number(1...4)))
            parameters.pool.startUp = .seconds(numbers.number(0...9))
            var city = HealthCity(parameters, isStoring: true)
            for number in 1...6 { city.addWearer(number) }
            var last = [Double](repeating: 0, count: 7)
            var isUp = true
            for step in 1...120 {
                let second = 1 + Double(step) * Double(numbers.number(1...6)) / 8 + Double(step)
                guard second >= city.now.inSeconds else { continue }
                if numbers.once(in: 30) {
                    city.take(isUp ? .crash : .restart, at: second)
                    isUp.toggle()
                    continue
                }
                let wearer = numbers.number(1...6)
                let isKept = numbers.once(in: 3)
                let end = max(last[wearer] + 0.2, second - (isKept ? 30 : 0))
                guard end <= second else { continue }
                let batch = HealthCity.batch(
                    max(last[wearer], end - 1), end, [numbers.once(in: 4) ? 39 : 70], of: wearer)
                if case .stored = city.send(batch, at: second, keptUntil: isKept ? .origin : nil) { last[wearer] = end }
            }
            if !isUp { city.take(.restart, at: city.now.inSeconds + 1) }
            city.end(at: city.now.inSeconds + 600)
            #expect(city.stored.count == city.count("batchReceived"), "seed \(seed)")
            received += city.stored.count
            #expect(city.handled.last ?? .never == .never, "seed \(seed)")
            waited += city.handled.count
            var ends: [WearerID: CityTime] = [:]
            for (_, batch) in city.stored {
                #expect(batch.start >= ends[batch.wearer] ?? .epoch, "seed \(seed): \(batch.wearer)")
                ends[batch.wearer] = batch.end
            }
        }
        #expect(waited > 2_000 && received > 5_000, "\(waited), \(received)")
    }
}
