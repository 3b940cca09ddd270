// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

/// Who gets into which taxi on the street, and what the service makes of it.
@Suite struct StreetRuleTests {
    private static func taxi(_ number: Int, seats: Int32 = 4) -> QueuedDriver {
        QueuedDriver(driver: DriverID(number), seats: seats, position: .origin)
    }

    private static func person(_ number: Int, _ manner: StreetManner = .hail, travelers: Int32 = 1) -> StreetPerson {
        StreetPerson(passenger: PassengerID(number), manner: manner, travelers: travelers)
    }

    @Test("A hail takes any free taxi with enough seats, as drawn; a rank the first of the queue")
    func choice() {
        var street = StreetZone()
        let free = [Self.taxi(1, seats: 2), Self.taxi(2), Self.taxi(3), Self.taxi(4)]
        func driver(_ person: StreetPerson, _ lot: UInt32) -> Int32? {
            street.ask(person, free: free, lot: lot, at: .epoch)?.driver.number
        }
        let quarter: UInt32 = 1 << 30
        let lots = [0, quarter - 1, quarter, 2 * quarter, 3 * quarter, .max]
        #expect(lots.map { driver(Self.person(9), $0) } == [1, 1, 2, 3, 4, 4])
        #expect([0, 2 * quarter, .max].map { driver(Self.person(9, travelers: 3), $0) } == [2, 3, 4])
        #expect([0, .max].map { driver(Self.person(9, .rank), $0) } == [1, 1])
        #expect(driver(Self.person(9, .rank, travelers: 4), .max) == 2)
        #expect(street.standing.isEmpty)
    }

    @Test(
        "Who finds no taxi stands; the next that becomes free stops for the one who has stood longest and whom it can seat"
    )
    func standing() {
        var street = StreetZone()
        for person in [Self.person(1, travelers: 4), Self.person(2, .rank), Self.person(3)] {
            #expect(street.ask(person, free: [], lot: 1, at: .epoch) == nil)
        }
        street.checkInvariants()
        #expect(street.freed(DriverID(7), seats: 3, at: .epoch)?.passenger == PassengerID(2))
        #expect(street.leave(PassengerID(1), at: .epoch) && !street.leave(PassengerID(1), at: .epoch))
        #expect(street.freed(DriverID(8), seats: 3, at: .epoch)?.passenger == PassengerID(3))
        #expect(street.freed(DriverID(9), seats: 3, at: .epoch) == nil && street.standing.isEmpty)
    }

    @Test("DEC-STATUS-NAMES: a driver who takes somebody from the street leaves the queue as one who goes off shift")
    func duty() {
        var duty = TaxiDuty(driver: DriverID(1), seats: 4, parameters: TaxiParameters())
        _ = duty.logIn(at: .epoch)
        _ = duty.goInService(at: .origin, zone: ZoneID(1), now: .epoch)
        let directives = duty.takeStreetRide(at: .origin, odometer: .metres(5), now: .seconds(60))
        duty.checkInvariants()
        #expect(
            directives == [
                .note(.positionReported(driver: DriverID(1), place: .origin, odometer: .metres(5))),
                .leave(ZoneID(1), .offShift),
                .note(.statusChanged(driver: DriverID(1), from: .available, to: .offShift, cause: .streetRide)),
                .notify(.offShift, .streetRide),
            ])
        #expect(duty.status == .offShift && duty.zone == nil)
        // A second person, or one in a taxi off shift, changes nothing.
        #expect(duty.takeStreetRide(at: .origin, odometer: .metres(5), now: .seconds(61)).isEmpty)
        _ = duty.goInService(at: .origin, zone: ZoneID(1), now: .seconds(600))
        duty.checkInvariants()
        #expect(duty.status == .available && duty.zone == ZoneID(1))
    }

    @Test("OPS-05: a ride from the street counts towards the shift limit")
    func limit() {
        var parameters = TaxiParameters()
        parameters.shiftLimit = .hours(1)
        var duty = TaxiDuty(driver: DriverID(1), seats: 4, parameters: parameters)
        _ = duty.logIn(at: .epoch)
        _ = duty.goInService(at: .origin, zone: ZoneID(1), now: .epoch)
        _ = duty.takeStreetRide(at: .origin, odometer: .zero, now: .seconds(60))
        let late = duty.goInService(at: .origin, zone: ZoneID(1), now: .seconds(3600))
        #expect(late.contains(.refuse(.shiftLimit)) && duty.status == .offShift)
        duty.checkInvariants()
    }
}
