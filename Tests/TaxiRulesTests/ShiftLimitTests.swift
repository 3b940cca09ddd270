// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// The legal limit of a shift.
struct ShiftLimitTests {
    private let hour = 3600.0

    /// A is in service from t = 0 s, with a limit of 10 h.
    private func city() -> RuleCity {
        var parameters = TaxiParameters()
        parameters.shiftLimit = .hours(10)
        var city = RuleCity(parameters: parameters)
        city.queueUp(.a)
        return city
    }

    /// A picks P up shortly before the limit and drives from 9 h 59 min on.
    private func ridingCity() -> RuleCity {
        var city = city()
        city.at(35_900, .calls(.p))
        city.at(35_910, .accepts(.a))
        city.at(35_930, .isAt(.a, Strips.middle(of: .z1)))
        city.at(35_940, .boards(.a))
        city.at(37_000, .endsRide(.a, at: .kilometres(7)))
        return city
    }

    @Test("OPS-05: with a limit of 10 h an available driver is off shift at 10 h")
    func available() {
        var city = city()
        city.run()
        #expect(city.times(.shiftLimitReached(driver: .a)) == [10 * hour])
        #expect(city.statuses(.a) == "0 available, 36000 offShift")
        #expect(city.queue().isEmpty)
    }

    @Test("OPS-05: a driver with a ride in progress at 10 h is off shift when it ends")
    func riding() {
        var city = ridingCity()
        city.run()
        #expect(city.times(.shiftLimitReached(driver: .a)) == [10 * hour])
        #expect(city.statuses(.a) == "0 available, 35910 busy, 37000 offShift")
    }

    @Test("OPS-05: no wish, log out or log in during the ride takes the limit back")
    func wishes() {
        let stories: [[Step]] = [
            [.goesInService(.a)],
            [.goesOffShift(.a), .goesInService(.a)],
            [.logsOut(.a), .logsIn(.a), .goesInService(.a)],
        ]
        for steps in stories {
            var city = ridingCity()
            for step in steps { city.at(36_500, step) }
            city.run()
            #expect(city.times(.shiftLimitReached(driver: .a)) == [10 * hour])
            #expect(city.times(.statusRefused(driver: .a, reason: .shiftLimit)) == [36_500])
            #expect(city.statuses(.a) == "0 available, 35910 busy, 37000 offShift")
        }
    }

    @Test("OPS-05: a short break neither resets the time in service nor counts in it")
    func shortBreak() {
        var city = city()
        city.at(4 * hour, .goesOffShift(.a))
        city.at(5 * hour, .goesInService(.a))
        city.run()
        #expect(city.times(.shiftLimitReached(driver: .a)) == [11 * hour])
        #expect(city.statuses(.a) == "0 available, 14400 offShift, 18000 available, 39600 offShift")
    }

    @Test("OPS-05: off and on again within one instant leaves one limit, noted once, also on a ride")
    func offAndOn() {
        var city = ridingCity()
        city.at(hour, .goesOffShift(.a), .goesInService(.a))
        city.run()
        #expect(city.times(.shiftLimitReached(driver: .a)) == [10 * hour])
        #expect(city.statuses(.a).hasSuffix("35910 busy, 37000 offShift"))
    }

    @Test("At the limit a driver may not come back before a rest of 6 h; after it the time counts from zero")
    func rest() {
        var city = city()
        city.at(15.99 * hour, .goesInService(.a))
        city.at(16 * hour, .goesInService(.a))
        city.run()
        #expect(city.times(.statusRefused(driver: .a, reason: .shiftLimit)) == [15.99 * hour])
        #expect(city.statuses(.a) == "0 available, 36000 offShift, 57600 available, 93600 offShift")
    }

    @Test("A pending offer at the limit counts as refused")
    func pendingAtLimit() {
        var city = city()
        city.at(35_970, .calls(.p))
        city.run()
        #expect(city.aborts == "36000 R1 allRefused")
        let withdrawn = TaxiEvent.offerWithdrawn(offer: OfferID(1), request: .r1, driver: .a, reason: .offShift)
        #expect(city.times(withdrawn) == [36_000])
    }

    @Test("Without a limit nobody is sent home")
    func noLimit() {
        var city = RuleCity()
        city.queueUp(.a)
        city.run(until: 100 * hour)
        #expect(city.statuses(.a) == "0 available")
    }
}
