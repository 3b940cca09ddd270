// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import RuleTestKit
import Testing

@Suite("When an SOS goes out") struct SOSTests {
    private static let wearer = WearerID(1)

    private static func city() -> HealthCity {
        var city = HealthCity()
        city.addWearer()
        return city
    }

    @Test("HEALTH-R18, DEC-HEALTH-5S: heart rate 39 with lower bound 40, evaluated at 100 s, gives SosSent by 105 s")
    func sos() {
        var city = Self.city()
        #expect(city.send(HealthCity.batch(97, 100, [39]), at: 100) == .stored(isDangerous: true))
        city.end(at: 110)
        #expect(city.times("sosSent") == [100.001] && city.violations.isEmpty)
    }

    @Test("HEALTH-R18: one SOS at 105.1 s fails the checks, one at 105.0 s does not")
    func late() {
        for (time, isBroken) in [(105.0, false), (105.1, true)] {
            var invariants = HealthInvariants(HealthParameters())
            var found: [HealthViolation] = []
            func take(_ event: HealthEvent, _ second: Double) {
                found += invariants.take(event, at: .seconds(second))
            }
            take(.wearerRegistered(wearer: Self.wearer, client: .ios), 0)
            take(.sosEnabled(wearer: Self.wearer), 0)
            take(.wearerLoggedIn(wearer: Self.wearer), 0)
            take(.deviceConnected(wearer: Self.wearer, device: DeviceID(1)), 0)
            let (start, end, received) = (CityTime.seconds(40), CityTime.seconds(43), CityTime.seconds(100))
            take(
                .batchReceived(
                    wearer: Self.wearer, device: DeviceID(1), start: start, end: end, values: 1, isDangerous: true,
                    isDelayed: true), 100)
            take(
                .sosSent(
                    wearer: Self.wearer, place: .origin, start: start, end: end, received: received, isDelayed: true),
                time)
            #expect(found.map(\.rule) == (isBroken ? ["HEALTH-R18"] : []))
        }
    }

    @Test(
        "DEC-HEALTH-THRESHOLD: both bounds are safe, beyond them is danger, and either may be absent",
        arguments: [
            (39, true), (40, false), (180, false), (181, true),
        ] as [(Int32, Bool)])
    func threshold(_ rate: Int32, _ isDangerous: Bool) {
        var city = Self.city()
        #expect(city.send(HealthCity.batch(0, 3, [rate]), at: 3) == .stored(isDangerous: isDangerous))
        var parameters = HealthParameters()
        parameters[.heartRate] = SafeRange(nil, nil)
        var calm = HealthCity(parameters)
        calm.addWearer()
        #expect(calm.send(HealthCity.batch(0, 3, [rate]), at: 3) == .stored(isDangerous: false))
    }

    @Test("INV-DataBatchShape: a batch is dangerous if and only if a value of any parameter is outside its range")
    func everyParameter() {
        var numbers = SplitMix64(seed: 5)
        var city = Self.city()
        let ranges = city.rules.parameters
        for step in 0..<2_000 {
            let values = (0..<numbers.number(1...5)).map { _ in
                let parameter = numbers.pick(HealthParameter.allCases)
                let range = ranges[parameter]
                let near = numbers.once(in: 2) ? range.low ?? 0 : range.high ?? 10_000
                return HealthValue(parameter, hundredths: near + Int32(numbers.number(-2...2)))
            }
            let batch = HealthBatch(
                Self.wearer, DeviceID(1), from: .seconds(step * 3), to: .seconds(step * 3 + 3), at: .origin, values)
            let isDangerous = values.contains { value in
                let range = ranges[value.parameter]
                return range.low.map { value.hundredths < $0 } ?? false
                    || range.high.map { value.hundredths > $0 } ?? false
            }
            #expect(city.send(batch, at: Double(step * 3 + 3)) == .stored(isDangerous: isDangerous))
        }
        #expect(city.violations.isEmpty)
    }

    @Test("HEALTH-RELIABLE: one dangerous value among 5 is enough")
    func oneOfFive() {
        var city = Self.city()
        city.send(HealthCity.batch(0, 3, [70, 70, 39, 70, 70]), at: 3)
        city.end(at: 10)
        #expect(city.count("sosSent") == 1)
    }

    @Test("HEALTH-R25: with the flag off a dangerous value gives one DangerIgnored and no SosSent")
    func disabled() {
        var city = Self.city()
        city.take(.setSOS(false), at: 1)
        city.send(HealthCity.batch(0, 3, [39]), at: 3)
        city.end(at: 10)
        #expect(city.count("sosSent") == 0 && city.count("dangerIgnored") == 1 && city.violations.isEmpty)
    }

    @Test("HEALTH-R26, DEC-HEALTH-DEFAULT: on for a new user; off at 10 s, on at 20 s; dangers at 11 s and 21 s")
    func switching() {
        var city = Self.city()
        #expect(city.times("sosEnabled") == [0] && city.rules.isSOSOn(Self.wearer))
        city.take(.setSOS(false), at: 10)
        city.send(HealthCity.batch(8, 11, [39]), at: 11)
        city.take(.setSOS(true), at: 20)
        city.send(HealthCity.batch(18, 21, [39]), at: 21)
        city.end(at: 30)
        #expect(city.times("sosDisabled") == [10] && city.times("sosEnabled") == [0, 20])
        #expect(city.times("dangerIgnored") == [11] && city.times("sosSent") == [21.001])
    }

    @Test("HEALTH-SOS-SMS, HEALTH-POSITION: the SOS carries the person's data and the place of the phone")
    func text() {
        var city = Self.city()
        let place = Place(metresEast: 5000, north: -300)
        city.send(HealthCity.batch(0, 3, [39], at: place), at: 3, watch: Place(metresEast: -800, north: 70))
        city.end(at: 10)
        #expect(city.texts == [SOSText(wearer: Self.wearer, person: HealthCity.data("N1"), place: place)])
        #expect(
            city.has(
                .sosSent(
                    wearer: Self.wearer, place: place, start: .epoch, end: .seconds(3), received: .seconds(3),
                    isDelayed: false)))
    }

    @Test("DEC-HEALTH-5S: a batch that the phone kept is evaluated on receipt, and its SOS has the latest position")
    func kept() {
        var city = Self.city()
        let (then, now) = (Place(metresEast: 1, north: 1), Place(metresEast: 900, north: 1))
        city.send(HealthCity.batch(0, 3, [39], at: then), at: 200, keptUntil: now)
        city.end(at: 300)
        #expect(city.texts.map(\.place) == [now] && city.times("sosSent") == [200.001])
        #expect(city.violations.isEmpty)
    }

    @Test("INV-FastAmbulanceCall, INV-AmbulanceIffDanger: a batch of 100 to 103 s has its SOS in (103, 105] s")
    func fast() {
        var city = Self.city()
        city.send(HealthCity.batch(100, 103, [39]), at: 103.5)
        city.end(at: 200)
        let time = city.times("sosSent")[0]
        #expect(time > 103 && time <= 105 && city.violations.isEmpty)
        // A phone that is slow, and does not say so, is found out.
        var slow = Self.city()
        slow.send(HealthCity.batch(100, 103, [39]), at: 105.5)
        slow.end(at: 200)
        #expect(Set(slow.violations.map(\.rule)) == ["INV-FastAmbulanceCall", "INV-AmbulanceIffDanger"])
    }

    @Test("INV-AmbulanceIffDanger: an SOS without a danger, and a danger without an SOS, are found out")
    func pairs() {
        var city = Self.city()
        city.send(HealthCity.batch(0, 3), at: 3)
        var invariants = HealthInvariants(HealthParameters())
        for (time, event) in city.events { _ = invariants.take(event, at: time) }
        var other = invariants
        let stray = HealthEvent.sosSent(
            wearer: Self.wearer, place: .origin, start: .epoch, end: .seconds(3), received: .seconds(3),
            isDelayed: false)
        #expect(other.take(stray, at: .seconds(4)).map(\.rule) == ["INV-AmbulanceIffDanger"])
        let danger = HealthEvent.batchReceived(
            wearer: Self.wearer, device: DeviceID(1), start: .seconds(3), end: .seconds(6), values: 1,
            isDangerous: true, isDelayed: false)
        #expect(invariants.take(danger, at: .seconds(6)).isEmpty)
        #expect(invariants.finish(at: .seconds(12)).map(\.rule) == ["INV-AmbulanceIffDanger"])
    }

    @Test(
        "AVAIL-08: a crash at 0 s and a restart at 900 s; data are accepted again from then on, and dangers are counted"
    )
    func outage() {
        var city = HealthCity()
        for number in 1...3 { city.addWearer(number) }
        city.take(.crash, at: 0)
        for second in [3, 300] {
            let start = Double(second) - 3
            #expect(city.send(HealthCity.batch(start, start + 3, [39], of: 1), at: Double(second)) == .unheard)
        }
        #expect(city.send(HealthCity.batch(0, 3, [70], of: 2), at: 500) == .unheard)
        city.take(.setSOS(false), of: 2, at: 600)
        #expect(city.has(.wearerRefused(wearer: WearerID(2), reason: .down)))
        city.take(.register(HealthCity.data("late"), client: .ios), at: 700)
        #expect(city.notices.last == .signUpRefused(.down))
        city.take(.restart, at: 900)
        #expect(
            city.send(HealthCity.batch(0, 3, [39], of: 1), at: 900, keptUntil: .origin) == .stored(isDangerous: true))
        city.end(at: 1000)
        #expect(city.times("serviceDown") == [0] && city.times("serviceUp") == [900])
        // Two dangers of one person: the SOS of the first came late, that of the second not yet.
        #expect(city.times("dangerMissed") == [3, 300] && city.times("sosSent") == [900.001])
        #expect(city.violations.isEmpty)
    }

    @Test("A danger that a phone kept for longer than the limit is stored, and nobody is sent for it")
    func tooOld() {
        for (end, isTooOld) in [(100.0, false), (99.9, true)] {
            var city = Self.city()
            let batch = HealthCity.batch(end - 3, end, [39])
            #expect(city.send(batch, at: 3700, keptUntil: .origin) == .stored(isDangerous: true))
            city.end(at: 3800)
            #expect(city.has(.dangerTooOld(wearer: Self.wearer, start: batch.start)) == isTooOld)
            #expect(city.times("sosSent") == (isTooOld ? [] : [3700.001]) && city.texts.count == (isTooOld ? 0 : 1))
            #expect(city.violations.isEmpty)
        }
        // Whoever has the SOS service off is not told of that either.
        var off = Self.city()
        off.take(.setSOS(false), at: 1)
        off.send(HealthCity.batch(2, 3, [39]), at: 9000, keptUntil: .origin)
        off.end(at: 9100)
        #expect(off.count("dangerIgnored") == 1 && off.count("dangerTooOld") == 0 && off.violations.isEmpty)
    }

    @Test("INV-AmbulanceIffDanger: an SOS for what is too old, and none for what is not, are found out")
    func wrongAge() {
        for (age, isTold) in [(3601, true), (3600, false)] {
            var invariants = HealthInvariants(HealthParameters())
            var found: [HealthViolation] = []
            func take(_ event: HealthEvent, _ second: Int) {
                found += invariants.take(event, at: .seconds(Double(second)))
            }
            take(.wearerRegistered(wearer: Self.wearer, client: .ios), 0)
            take(.sosEnabled(wearer: Self.wearer), 0)
            take(.wearerLoggedIn(wearer: Self.wearer), 0)
            take(.deviceConnected(wearer: Self.wearer, device: DeviceID(1)), 0)
            let (start, end, received) = (CityTime.seconds(7), CityTime.seconds(10), CityTime.seconds(Double(10 + age)))
            take(
                .batchReceived(
                    wearer: Self.wearer, device: DeviceID(1), start: start, end: end, values: 1, isDangerous: true,
                    isDelayed: true), 10 + age)
            if isTold {
                take(
                    .sosSent(
                        wearer: Self.wearer, place: .origin, start: start, end: end, received: received,
                        isDelayed: true), 11 + age)
            } else {
                take(.dangerTooOld(wearer: Self.wearer, start: start), 10 + age)
            }
            #expect(found.map(\.rule) == ["INV-AmbulanceIffDanger"])
        }
    }

    @Test("AVAIL-08: each dangerous batch of an outage counts once, however often the phone tries it")
    func missedBatches() {
        var city = Self.city()
        city.take(.crash, at: 10)
        let kept = HealthCity.batch(8, 11, [39])
        #expect(city.send(kept, at: 11) == .unheard)
        for second in stride(from: 14, through: 38, by: 3) {
            // The oldest of those that the phone keeps is tried again, then the new one, which is a danger each second time.
            city.send(kept, at: Double(second), keptUntil: .origin)
            city.send(
                HealthCity.batch(Double(second - 3), Double(second), [second % 2 == 0 ? 39 : 70]), at: Double(second))
        }
        // 11 s, and 14, 20, 26, 32, 38 s.
        #expect(city.count("dangerMissed") == 6)
        city.take(.restart, at: 40)
        #expect(city.send(kept, at: 41, keptUntil: .origin) == .stored(isDangerous: true))
        city.end(at: 50)
        #expect(city.count("dangerMissed") == 6 && city.times("sosSent") == [41.001] && city.violations.isEmpty)
    }

    @Test("AVAIL-08: an SOS in a worker's hands is lost with the crash, and counted")
    func lost() {
        var city = Self.city()
        city.send(HealthCity.batch(0, 3, [39]), at: 3)
        city.take(.crash, at: 3)
        city.take(.restart, at: 9)
        city.end(at: 100)
        #expect(city.has(.serviceDown(lost: 1)) && city.count("dangerMissed") == 1 && city.count("sosSent") == 0)
        #expect(city.violations.isEmpty)
    }
}
