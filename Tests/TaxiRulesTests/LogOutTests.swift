// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// People who log out.
struct LogOutTests {
    private func city() -> RuleCity {
        var city = RuleCity()
        city.queueUp(.a, .b)
        city.at(0, .calls(.p))
        return city
    }

    private func ridingCity() -> RuleCity {
        var city = city()
        city.at(10, .accepts(.a))
        city.at(20, .isAt(.a, Strips.middle(of: .z1)))
        city.at(30, .boards(.a))
        city.at(300, .endsRide(.a, at: .kilometres(7)))
        return city
    }

    @Test("TAXI-OFFER-08: logged out from 0 to 100 s and accepted at 50 s, the notice is delivered at 100 s")
    func passenger() {
        var city = city()
        city.at(0, .passengerLogsOut(.p))
        city.at(50, .accepts(.a))
        city.at(100, .passengerLogsIn(.p))
        city.run(until: 99)
        #expect(city.times(.noticeHeld(passenger: .p, request: .r1, kind: .accepted)) == [50])
        #expect(city.reported.map(\.notice) == [.stored(.r1)])
        city.run(until: 100)
        let delivered = TaxiEvent.noticeDelivered(
            passenger: .p, request: .r1, kind: .accepted, delay: .seconds(50))
        #expect(city.times(delivered) == [100])
        #expect(
            city.reported.last?.notice == .accepted(.r1, taxi: .a, arrival: .seconds(50), at: Strips.middle(of: .z1)))
    }

    @Test("TAXI-OFFER-08: aboard, the end of the ride and a report wait for the login too, in their order")
    func wholeRide() {
        var city = city()
        city.at(0, .passengerLogsOut(.p))
        city.at(10, .accepts(.a))
        city.at(20, .isAt(.a, Strips.middle(of: .z1)))
        city.at(30, .boards(.a))
        city.at(300, .endsRide(.a, at: .kilometres(7), badCustomer: true))
        city.at(500, .passengerLogsIn(.p))
        city.run(until: 499)
        #expect(city.times(.noticeHeld(passenger: .p, request: .r1, kind: .aboard)) == [30])
        #expect(city.times(.noticeHeld(passenger: .p, request: .r1, kind: .rideEnded)) == [300])
        #expect(city.reported.map(\.notice) == [.stored(.r1)])
        city.run(until: 500)
        #expect(
            city.reported.dropFirst().map(\.notice) == [
                .accepted(.r1, taxi: .a, arrival: .seconds(10), at: Strips.middle(of: .z1)), .aboard(.r1),
                .reported(total: 1), .rideEnded(.r1),
            ])
        #expect(city.reported.dropFirst().map(\.time.inSeconds) == [500, 500, 500, 500])
        let delays = city.notes.compactMap { note -> Double? in
            guard case .noticeDelivered(.p, .r1, _, let delay) = note.event else { return nil }
            return delay.inSeconds
        }
        #expect(delays == [490, 470, 200, 200])
    }

    @Test("TAXI-OFFER-08: notices of modules wait between those of the core; answers do not wait")
    func modules() throws {
        var calls = CallRules(parameters: TaxiParameters())
        _ = calls.logIn(.p, .mobile, at: .epoch)
        let ended = PassengerNotice.reservation(.ended(ReservationID(1), .dropped))
        let missed = PassengerNotice.sharing(.missed(SharedRideID(1)))
        #expect(calls.keep(ended, for: .p, at: .epoch) == [])
        _ = calls.logOut(.p, at: .epoch)
        #expect(
            calls.keep(ended, for: .p, at: .seconds(10)) == [
                .note(.noticeHeld(passenger: .p, request: nil, kind: .reservation))
            ])
        _ = calls.report(.p, by: .a, at: .seconds(20))
        #expect(
            calls.keep(missed, for: .p, at: .seconds(30)) == [
                .note(.noticeHeld(passenger: .p, request: nil, kind: .sharing))
            ])
        for answer: PassengerNotice in [
            .reservation(.rejected(.notLoggedIn)), .sharing(.joinRefused(SharedRideID(1), .notSearched)),
            .moduleOff(.sharing),
        ] {
            #expect(calls.keep(answer, for: .p, at: .seconds(40)) == [])
        }
        #expect(calls.keptCount(of: .p) == 4)
        let reported = calls.logIn(.p, .mobile, at: .seconds(100)).filter { if case .note = $0 { false } else { true } }
        #expect(reported == [.notifyKept(.p), .notify(.p, .reported(total: 1)), .notifyKept(.p)])
        #expect(calls.takeKept() == ended && calls.takeKept() == missed && calls.takeKept() == nil)
    }

    @Test("Kept notices come once, in the order in which they were raised")
    func severalNotices() {
        var city = RuleCity()
        city.queueUp(.a)
        city.at(0, .calls(.q), .calls(.p), .passengerLogsOut(.p))
        city.at(30, .accepts(.a))
        city.at(100, .passengerLogsIn(.p), .passengerLogsOut(.p), .passengerLogsIn(.p))
        city.run()
        // R1 is Q's. P's R2 waits while logged in, then aborts while logged out.
        let notices = city.reported.filter { $0.passenger == .p }
        #expect(notices.map(\.notice) == [.stored(.r2), .waiting(.r2), .aborted(.r2, .noDriver)])
        #expect(notices.map(\.time.inSeconds) == [0, 0, 100])
    }

    @Test("An available driver who logs out is off shift at once; a pending offer counts as refused")
    func availableDriver() {
        var city = city()
        city.at(15, .logsOut(.a))
        city.at(16, .logsIn(.a))
        city.run(until: 16)
        #expect(city.statuses(.a) == "0 available, 15 offShift")
        #expect(city.offers == "0 A:R1, 15 B:R1")
        #expect(city.queue() == "B")
        #expect(city.times(.driverSession(driver: .a, loggedIn: false)) == [15])
        #expect(city.times(.driverSession(driver: .a, loggedIn: true)) == [0, 16])
    }

    @Test("A busy driver who logs out is off shift and logged out when the ride ends")
    func busyDriver() {
        var city = ridingCity()
        city.at(100, .logsOut(.a))
        city.run()
        #expect(city.statuses(.a) == "0 available, 10 busy, 300 offShift")
        #expect(city.times(.driverSession(driver: .a, loggedIn: false)) == [300])
        #expect(!city.taxi(.a).isLoggedIn)
    }

    @Test("Logging in again during the ride keeps the session; the driver still goes off shift")
    func backInSession() {
        var city = ridingCity()
        city.at(100, .logsOut(.a))
        city.at(200, .logsIn(.a))
        city.run()
        #expect(city.statuses(.a) == "0 available, 10 busy, 300 offShift")
        #expect(city.times(.driverSession(driver: .a, loggedIn: false)).isEmpty)
    }

    @Test("Going in service again during the ride takes the log out back, for later rides too")
    func takenBack() {
        var city = ridingCity()
        city.at(100, .logsOut(.a))
        city.at(200, .goesInService(.a))
        city.at(400, .goesOffShift(.b), .calls(.q))
        city.at(410, .accepts(.a))
        city.at(420, .goesOffShift(.a), .isAt(.a, Strips.middle(of: .z1)))
        city.at(430, .boards(.a))
        city.at(500, .endsRide(.a, at: .kilometres(7)))
        city.run()
        #expect(city.statuses(.a).hasSuffix("300 available, 410 busy, 500 offShift"))
        #expect(city.times(.driverSession(driver: .a, loggedIn: false)).isEmpty)
    }

    @Test("A logged-out driver cannot go in service")
    func inServiceLoggedOut() {
        var taxi = TaxiDuty(driver: .a, seats: 4, parameters: TaxiParameters())
        let directives = taxi.goInService(at: .origin, zone: .z1, now: .epoch)
        #expect(directives == [.note(.statusRefused(driver: .a, reason: .notLoggedIn)), .refuse(.notLoggedIn)])
        #expect(taxi.status == .offShift)
    }
}
