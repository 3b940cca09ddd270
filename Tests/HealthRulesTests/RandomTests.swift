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
}
