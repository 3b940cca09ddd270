// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import AccountRules

@Suite("Licences")
struct LicenceTests {
    private let dora = AccountID(1)

    private func city(start: CityTime, expiry: CivilDate) -> AccountCity {
        var city = AccountCity(start: start)
        city.settle(start, .driver(expiry: expiry))
        return city
    }

    @Test(
        "ACCOUNT-PROFILE-03: the reminder goes three calendar months before, or on the last day of that month",
        arguments: [
            (CivilDate(2016, 8, 31), CivilDate(2016, 5, 31)), (CivilDate(2016, 5, 31), CivilDate(2016, 2, 29)),
            (CivilDate(2017, 5, 31), CivilDate(2017, 2, 28)), (CivilDate(2017, 1, 15), CivilDate(2016, 10, 15)),
            (CivilDate(2016, 12, 31), CivilDate(2016, 9, 30)), (CivilDate(2017, 3, 31), CivilDate(2016, 12, 31)),
        ])
    func reminder(expiry: CivilDate, expected: CivilDate) {
        var city = city(start: on(2016, 1, 10, 15), expiry: expiry)
        city.run(until: on(2019, 1, 1))
        #expect(city.mailTimes(.licenceReminder) == [expected.midnight])
    }

    @Test("ACCOUNT-PROFILE-03: after a renewal the next mail goes for the new licence")
    func renewed() throws {
        var city = city(start: on(2016, 1, 10), expiry: CivilDate(2016, 8, 31))
        city.run(until: on(2016, 7, 1))
        let session = try city.logIn(on(2016, 7, 1), "dora1")
        #expect(
            city.edit(on(2016, 7, 1), as: session) { $0.licenceExpiry = CivilDate(2018, 8, 31) }
                == .profileChanged(AccountFields([.licenceExpiry])))
        city.run(until: on(2019, 1, 1))
        #expect(city.mailTimes(.licenceReminder) == [on(2016, 5, 31), on(2018, 5, 31)])
    }

    @Test("ACCOUNT-PROFILE-03: with less than three months left the mail goes at once, and once")
    func atOnce() throws {
        var city = city(start: on(2016, 6, 10, 9), expiry: CivilDate(2016, 8, 31))
        city.run(until: on(2016, 6, 10, 9))
        #expect(city.mailTimes(.licenceReminder) == [on(2016, 6, 10, 9)])
        let session = try city.logIn(on(2016, 6, 11), "dora1")
        // Another edit is not another licence.
        city.edit(on(2016, 6, 11), as: session) { $0.phone = "02 3" }
        city.edit(on(2016, 6, 12), as: session) { $0.licenceExpiry = CivilDate(2016, 8, 31) }
        city.run(until: on(2016, 8, 31))
        #expect(city.mailTimes(.licenceReminder).count == 1)
        // A new licence with the same last day is.
        city.edit(on(2016, 8, 31), as: session) { $0.licence = 78 }
        city.run(until: on(2016, 8, 31, 1))
        #expect(city.mailTimes(.licenceReminder).count == 2)
    }

    @Test(
        "The taxi service learns at midnight that the licence is over, and when another is stored")
    func ended() throws {
        var city = city(start: on(2016, 1, 10), expiry: CivilDate(2016, 3, 1))
        city.run(until: CityTime(nanoseconds: on(2016, 3, 2).nanoseconds - 1))
        #expect(city.port.reported == [])
        city.run(until: on(2016, 3, 2))
        #expect(city.facts.last == TaxiAccountEvent.licenceExpired(account: dora, driver: DriverID(1)))
        #expect(city.factNotes.last?.time == on(2016, 3, 2))
        #expect(city.port.reported == ["licence 1 false"])
        let session = try city.logIn(on(2016, 3, 5), "dora1")
        city.edit(on(2016, 3, 5), as: session) { $0.licenceExpiry = CivilDate(2018, 3, 1) }
        #expect(city.facts.last == TaxiAccountEvent.licenceRenewed(account: dora, driver: DriverID(1)))
        #expect(city.port.reported == ["licence 1 false", "licence 1 true"])
        city.run(until: on(2018, 3, 2))
        #expect(city.port.reported.last == "licence 1 false")
    }

    @Test("A reminder that was sent before a restart is not sent again")
    func remindedBefore() {
        var city = city(start: on(2016, 6, 10), expiry: CivilDate(2016, 8, 31))
        city.run(until: on(2016, 6, 11))
        city.timers = []
        for account in city.shelf.accounts { city.carryOut(city.rules.restore(account, at: city.now)) }
        city.run(until: on(2016, 9, 2))
        #expect(city.mailTimes(.licenceReminder) == [on(2016, 6, 10)])
        #expect(city.port.reported == ["licence 1 false"])
    }

    @Test("A licence that ends before the confirmation is reported with it, and no reminder comes for it")
    func endedWhilePending() {
        var city = AccountCity(start: on(2016, 3, 1))
        city.send(on(2016, 3, 1), .register(.driver(expiry: CivilDate(2016, 3, 1))))
        city.send(on(2016, 3, 4), .followLink(city.link(of: dora, .confirmation)))
        city.run(until: on(2016, 3, 4))
        #expect(city.port.reported == ["licence 1 false"])
        #expect(city.mailTimes(.licenceReminder).isEmpty)
    }

    @Test("Three months earlier is the same day number or the last day of that month, for every day of 8 years")
    func months() {
        var time = on(2015, 1, 1)
        while time < on(2023, 1, 1) {
            let date = CivilDate(time)
            let earlier = date.earlier(months: 3)
            #expect(earlier.midnight != nil)
            #expect((date.year * 12 + date.month) - (earlier.year * 12 + earlier.month) == 3)
            let isLast = CivilDate((earlier.midnight ?? .epoch) + .hours(24)).day == 1
            #expect(earlier.day == date.day || (earlier.day < date.day && isLast))
            time = time + .hours(24)
        }
    }
}
