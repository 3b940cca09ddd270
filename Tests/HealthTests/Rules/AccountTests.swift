// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

@Suite("Users of the health service") struct WearerTests {
    @Test("ACCOUNT-TRACK-R12: a form without a social security number is refused, with one it is taken")
    func number() {
        var city = HealthCity()
        city.take(.register(HealthCity.data(""), client: .ios), at: 0)
        #expect(city.notices == [.signUpRefused(.missingNumber)] && city.count("wearerRegistered") == 0)
        city.take(.register(HealthCity.data("X"), client: .ios), at: 1)
        #expect(city.notices.last == .registered(WearerID(1)))
    }

    @Test(
        "ACCOUNT-TRACK-EXC: a number that is registered already is refused, and free again when its account is deleted")
    func twice() {
        var city = HealthCity()
        city.take(.register(HealthCity.data("X"), client: .ios), at: 0)
        city.take(.register(HealthCity.data("X"), client: .android), at: 1)
        #expect(city.notices.last == .signUpRefused(.alreadyRegistered))
        city.take(.logIn(seal: 1), at: 2)
        city.take(.leave, at: 2)
        city.take(.register(HealthCity.data("X"), client: .android), at: 3)
        #expect(city.notices.last == .registered(WearerID(2)))
        #expect(city.rules.person(WearerID(1)) == nil && city.rules.wearer(of: "X") == WearerID(2))
    }

    @Test("A day of birth that is no date or to come is refused")
    func birth() {
        for birth in [CivilDate(1990, 2, 30), CivilDate(1970, 1, 2)] {
            var city = HealthCity()
            var data = HealthCity.data()
            data.birth = birth
            city.take(.register(data, client: .ios), at: 0)
            #expect(city.notices == [.signUpRefused(.wrongBirth)])
        }
    }

    @Test("ACCOUNT-TRACK-R31: a user changes residence and birth at any time, and stays who that is")
    func change() {
        var city = HealthCity()
        city.addWearer()
        let data = PersonalData(number: "other", birth: CivilDate(1946, 5, 5), residence: Place(east: 5, north: 6))
        city.take(.change(data), at: 3600)
        let known = city.rules.person(WearerID(1))
        #expect(known?.birth == data.birth && known?.residence == data.residence && known?.number == "N1")
        #expect(city.times("personalDataChanged") == [3600])
    }

    @Test(
        "ACCOUNT-TRACK-EXC: a change with a birth to come, or of no date, is refused with its reason, and changes nothing"
    )
    func wrongChange() {
        for birth in [CivilDate(1990, 2, 30), CivilDate(1970, 1, 2)] {
            var city = HealthCity()
            city.addWearer()
            let data = PersonalData(number: "N1", birth: birth, residence: Place(east: 5, north: 6))
            city.take(.change(data), at: 3600)
            #expect(city.notices.last == .refused(WearerID(1), .wrongBirth))
            #expect(city.has(.wearerRefused(wearer: WearerID(1), reason: .wrongBirth)))
            #expect(city.rules.person(WearerID(1)) == HealthCity.data("N1"))
        }
    }

    @Test("HEALTH-CLIENT: each user has the label of the system that the app runs on")
    func label() {
        var city = HealthCity()
        city.take(.register(HealthCity.data(), client: .firefox), at: 0)
        #expect(city.has(.wearerRegistered(wearer: WearerID(1), client: .firefox)))
    }

    @Test("HEALTH-R34: only a logged-in user links a device; the first batch follows at once")
    func link() {
        var city = HealthCity()
        city.take(.register(HealthCity.data(), client: .ios), at: 0)
        city.take(.link(DeviceID(1), isFound: true), at: 1)
        #expect(city.count("deviceConnected") == 0)
        city.take(.logIn(seal: HealthCity.key), at: 5)
        city.take(.permit(true), at: 5)
        city.take(.link(DeviceID(1), isFound: true), at: 10)
        city.send(HealthCity.batch(10, 13), at: 13)
        #expect(city.times("deviceConnected") == [10] && city.times("batchReceived") == [13])
    }
}
