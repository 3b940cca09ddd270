// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

@Suite("Which batches are stored") struct BatchTests {
    private static func city() -> HealthCity {
        var city = HealthCity()
        city.addWearer()
        return city
    }

    @Test("HEALTH-R3: a linked device for 60 s with a batch every 3 s gives 20 BatchReceived")
    func twenty() {
        var city = Self.city()
        for number in 0..<20 {
            let start = Double(number) * 3
            #expect(city.send(HealthCity.batch(start, start + 3), at: start + 3) == .stored(isDangerous: false))
        }
        city.end(at: 60)
        #expect(city.count("batchReceived") == 20 && city.violations.isEmpty)
    }

    @Test(
        "INV-DataBatchShape: 0 or 6 values, more than 3 s, or an end that is no later are refused; 1 and 5 values of 3 s are not"
    )
    func shape() {
        var city = Self.city()
        let rejected = BatchOutcome.rejected(.shape)
        #expect(city.send(HealthCity.batch(0, 3, []), at: 10) == rejected)
        #expect(city.send(HealthCity.batch(0, 3, [70, 70, 70, 70, 70, 70]), at: 10) == rejected)
        #expect(city.send(HealthCity.batch(0, 3.001), at: 10) == rejected)
        #expect(city.send(HealthCity.batch(3, 3), at: 10) == rejected)
        #expect(city.send(HealthCity.batch(3, 2), at: 10) == rejected)
        #expect(city.count("batchRejected") == 5 && city.count("batchReceived") == 0)
        #expect(city.send(HealthCity.batch(0, 3), at: 10) == .stored(isDangerous: false))
        #expect(city.send(HealthCity.batch(3, 6, [70, 71, 72, 73, 74]), at: 10) == .stored(isDangerous: false))
        #expect(city.violations.isEmpty)
    }

    @Test("INV-DataNoOverlap, DEC-INTERVALS: of 0 to 3 s and 2 to 5 s the second is refused; one that touches is not")
    func overlap() {
        var city = Self.city()
        city.send(HealthCity.batch(0, 3), at: 3)
        #expect(city.send(HealthCity.batch(2, 5), at: 5) == .rejected(.overlap))
        #expect(city.send(HealthCity.batch(0, 3), at: 5) == .rejected(.overlap))
        #expect(city.send(HealthCity.batch(3, 6), at: 6) == .stored(isDangerous: false))
        #expect(city.count("batchReceived") == 2)
    }

    @Test("INV-DataOneIndividual: only the one person counts to whose phone the device is linked")
    func owner() {
        var city = Self.city()
        city.addWearer(2)
        #expect(city.send(HealthCity.batch(0, 3, of: 1, by: 2), at: 3) == .rejected(.notLinked))
        #expect(city.send(HealthCity.batch(0, 3, of: 3, by: 3), at: 3) == .rejected(.unknownPerson))
        #expect(city.send(HealthCity.batch(0, 3, of: 0, by: 0), at: 3) == .rejected(.unknownPerson))
        city.take(.link(DeviceID(1), isFound: true), of: 2, at: 4)
        #expect(city.has(.wearerRefused(wearer: WearerID(2), reason: .deviceTaken)))
        #expect(city.count("batchReceived") == 0 && city.violations.isEmpty)
    }

    @Test("A batch of the future is refused")
    func early() {
        var city = Self.city()
        #expect(city.send(HealthCity.batch(1, 3), at: 2) == .rejected(.early))
        #expect(city.send(HealthCity.batch(1, 3), at: 3) == .stored(isDangerous: false))
    }

    @Test("SEC-09: a batch that was changed on the way gives TamperDetected, and nothing of it is stored")
    func tampered() {
        var city = Self.city()
        let sent = HealthCity.batch(0, 3, [70])
        for changed in [
            HealthCity.batch(0, 3, [39]), HealthCity.batch(0, 2, [70]), HealthCity.batch(1, 3, [70]),
            HealthCity.batch(0, 3, [70, 70]), HealthCity.batch(0, 3, [70], at: Place(east: 1, north: 0)),
        ] {
            #expect(city.send(changed, at: 3, seal: sent.seal(HealthCity.key)) == .rejected(.tampered))
        }
        #expect(city.send(sent, at: 3, seal: sent.seal(HealthCity.key + 1)) == .rejected(.tampered))
        #expect(city.count("tamperDetected") == 6 && city.count("batchReceived") == 0 && city.texts.isEmpty)
        // The true one is still taken.
        #expect(city.send(sent, at: 3) == .stored(isDangerous: false))
    }

    @Test("HEALTH-BACKGROUND: only a logged-in user's batches are taken")
    func login() {
        var city = Self.city()
        city.take(.logOut, at: 1)
        #expect(city.send(HealthCity.batch(0, 3), at: 3) == .rejected(.notLoggedIn))
        city.take(.link(DeviceID(1), isFound: true), at: 4)
        #expect(city.has(.wearerRefused(wearer: WearerID(1), reason: .notLoggedIn)))
        city.take(.logIn(seal: HealthCity.key), at: 5)
        #expect(city.send(HealthCity.batch(3, 6), at: 6) == .stored(isDangerous: false))
    }

    @Test("SEC-10: without permission for health data and position nothing is linked and nothing taken")
    func permission() {
        var city = HealthCity()
        city.take(.register(HealthCity.data(), client: .ios), at: 0)
        city.take(.logIn(seal: HealthCity.key), at: 0)
        city.take(.permit(false), at: 0)
        city.take(.link(DeviceID(1), isFound: true), at: 1)
        #expect(city.send(HealthCity.batch(0, 3, [20]), at: 3) == .rejected(.notPermitted))
        #expect(city.count("permissionAsked") == 1 && city.count("permissionRefused") == 1)
        #expect(city.count("deviceConnected") == 0 && city.texts.isEmpty)
        city.take(.permit(true), at: 4)
        city.take(.link(DeviceID(1), isFound: true), at: 4)
        #expect(city.send(HealthCity.batch(3, 6, [70]), at: 6) == .stored(isDangerous: false))
    }

    @Test("HEALTH-DEVICE-EXC: a link that fails tells what to do, and no batch is taken")
    func linkFails() {
        var city = HealthCity()
        city.take(.register(HealthCity.data(), client: .ios), at: 0)
        city.take(.logIn(seal: HealthCity.key), at: 0)
        city.take(.permit(true), at: 0)
        city.take(.link(DeviceID(1), isFound: false), at: 1)
        city.take(.callHelpLine, at: 2)
        #expect(city.has(.deviceConnectFailed(wearer: WearerID(1), device: DeviceID(1))))
        #expect(city.notices.contains(.followInstructions(WearerID(1))) && city.count("helpLineCalled") == 1)
        #expect(city.send(HealthCity.batch(0, 3), at: 3) == .rejected(.notLinked))
        #expect(city.count("batchReceived") == 0)
    }

    @Test("A batch is read back from its text as it was, a faulty one too")
    func coding() throws {
        for rates in [[70], [70, 71, 72, 73, 74], [], [70, 70, 70, 70, 70, 70]] as [[Int32]] {
            let batch = HealthCity.batch(1.5, 3, rates, at: Place(east: -3, north: 4))
            let sent = SentBatch(batch, seal: .max, keptUntil: rates.isEmpty ? nil : .origin)
            let message = HealthMessage.batch(sent)
            let text = try JSONCoding.text(message)
            #expect(try JSONCoding.read(HealthMessage.self, text) == message)
        }
    }
}
