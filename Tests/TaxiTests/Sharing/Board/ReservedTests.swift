// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// Shared reservations: both modules together.
@Suite struct ReservedTests {
    private let pickUp = CivilTime(.seconds(5 * 3600))

    /// A reserves a shared ride for 05:00 at 0 s, B and C join.
    private func city(joiners: [Int32]) throws -> BoardCity {
        let city = try BoardCity(reservations: true)
        city.search(0, 1, from: east(1), to: east(5), pickUp: pickUp)
        for (index, joiner) in joiners.enumerated() {
            city.search(1 + Double(index), joiner, from: east(1.2), to: east(5), pickUp: pickUp)
            city.join(1 + Double(index), joiner, 1)
        }
        return city
    }

    @Test("TAXI-RESV-14, TAXI-RESV-15: a shared reservation stored at 0 s is proposed and joined at 1 s")
    func joined() throws {
        let city = try city(joiners: [2])
        try city.run(until: 1)
        #expect(
            city.shared.contains {
                $0.time == 0
                    && $0.fact
                        == .rideCreated(
                            ride: SharedRideID(1), owner: PassengerID(1), zone: ZoneID(1), travelers: 1,
                            reservation: ReservationID(1))
            })
        #expect(city.proposed(to: 2).map(\.time) == [.seconds(5 * 3600)])
        #expect(
            city.shared.contains {
                $0.fact == .shareJoined(ride: SharedRideID(1), passenger: PassengerID(2), travelers: 1)
            })
        #expect(
            city.people.reported(2).contains(
                .sharing(
                    .joined(
                        SharedRideID(1), meeting: east(1), time: .seconds(5 * 3600), reservation: ReservationID(1)))))
        // DEC-ONE-PER-HOUR: the join counts.
        city.search(10, 2, from: east(11), to: east(15), pickUp: CivilTime(.seconds(5 * 3600 + 1800)))
        try city.run(until: 10)
        #expect(city.people.reported(2).last == .reservation(.rejected(.onePerHour)))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-SHARE-24: A cancels 3 h before: B owns the ride, and the meeting point is unchanged")
    func ownerCancels() throws {
        let city = try city(joiners: [2, 3])
        city.send(2 * 3600, .passenger(PassengerID(1), .cancelReservation(id: ReservationID(1))))
        try city.run(until: 2 * 3600)
        #expect(city.shared.contains { $0.fact == .ownerChanged(ride: SharedRideID(1), owner: PassengerID(2)) })
        let ride = try #require(city.board?.onLoop { $0.rides.ride(SharedRideID(1)) })
        #expect(ride.place == east(1) && ride.riders.map(\.passenger) == [PassengerID(2), PassengerID(3)])
        // At 04:50 it becomes a request of those two.
        try city.run(until: 4 * 3600 + 50 * 60)
        #expect(
            city.shared.contains {
                $0.time == 17_400 && $0.fact == .rideRequested(ride: SharedRideID(1), request: RequestID(1))
            })
        #expect(
            city.core.contains {
                $0.fact == .passengerAttached(request: RequestID(1), passenger: PassengerID(3), travelers: 1)
            })
        #expect(city.violations.isEmpty)
    }

    @Test("DEC-SHARE-LATE: a reserved ride boards not before 05:00, and without its owner not before 05:05")
    func boardingTimes() throws {
        let city = try city(joiners: [2])
        city.drivers[0].always(.accept(after: .zero))
        let (driver, request) = (DriverID(1), RequestID(1))
        func board(_ seconds: Double, owner: Int32) {
            let counts = BoardCounts([
                Rider(passenger: PassengerID(1), travelers: owner), Rider(passenger: PassengerID(2), travelers: 1),
            ])
            city.send(
                seconds, as: .stateChange,
                .driver(driver, .boardedEach(request: request, counts: counts, odometer: .km(9))))
        }
        city.send(17_900, as: .stateChange, .driver(driver, .position(place: east(1), odometer: .km(9))))
        board(17_999.999, owner: 1)
        board(18_299.999, owner: 0)
        board(18_300, owner: 0)
        try city.run(until: 18_300)
        let refusals = city.core.filter { $0.fact == .requestRefused(driver: driver, reason: .tooEarly) }
        #expect(refusals.map(\.time) == [17_999.999, 18_299.999])
        let closed = city.shared.filter { if case .shareClosed = $0.fact { true } else { false } }
        #expect(closed.map(\.time) == [18_300])
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-SHARE-24: with no joiner the ride is removed")
    func aloneCancels() throws {
        let city = try city(joiners: [])
        city.send(2 * 3600, .passenger(PassengerID(1), .cancelReservation(id: ReservationID(1))))
        try city.run(until: 2 * 3600)
        #expect(city.shared.last?.fact == .rideRemoved(ride: SharedRideID(1), reason: .cancelled))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-RESV-22: the owner is busy and a joiner free at the activation: on time, with the joiner as owner")
    func ownerBusy() throws {
        let city = try city(joiners: [2])
        city.search(4 * 3600 + 49 * 60 + 30, 1, from: east(1), to: east(0.1))
        city.send(4 * 3600 + 49 * 60 + 31, .passenger(PassengerID(1), .declineRides))
        try city.run(until: 4 * 3600 + 50 * 60)
        #expect(
            city.shared.filter { $0.time == 17_400 }.map(\.fact).contains(
                .ownerChanged(ride: SharedRideID(1), owner: PassengerID(2))))
        #expect(city.people.reported(1).contains(.sharing(.takenOff(SharedRideID(1), .busy))))
        #expect(city.board?.onLoop { $0.rides.ride(SharedRideID(1))?.owner } == PassengerID(2))
        #expect(city.violations.isEmpty)
    }

    @Test("a wish for later that breaks a rule of reservations is rejected by them, without a search")
    func rejected() throws {
        let city = try BoardCity(reservations: true)
        city.search(0, 1, from: east(1), to: east(5), pickUp: CivilTime(.seconds(3600)))
        city.search(1, 2, from: east(1), to: nil, pickUp: pickUp)
        try city.run(until: 1)
        #expect(city.people.reported(1).last == .reservation(.rejected(.leadTime)))
        #expect(city.people.reported(2).last == .reservation(.rejected(.missingDestination)))
        #expect(city.shared.isEmpty)
    }

    @Test("TAXI-RESV-16: the same passengers as a reserved and as an immediate shared ride have the same fee shares")
    func sameShares() throws {
        func shares(isReserved: Bool) throws -> [FeeShare] {
            let city = try BoardCity(seats: [4], reservations: true)
            city.drivers[0].always(.accept(after: .zero))
            let begin = isReserved ? 0.0 : 17_990
            city.search(begin, 1, travelers: 2, from: east(1), to: east(5), pickUp: isReserved ? pickUp : nil)
            city.search(begin + 1, 2, from: east(1), to: east(6), pickUp: isReserved ? pickUp : nil)
            city.join(begin + 2, 2, 1)
            let counts = BoardCounts([
                Rider(passenger: PassengerID(1), travelers: 2), Rider(passenger: PassengerID(2), travelers: 1),
            ])
            city.send(17_995, as: .stateChange, .driver(DriverID(1), .position(place: east(1), odometer: .km(9))))
            city.send(
                18_010, as: .stateChange,
                .driver(DriverID(1), .boardedEach(request: RequestID(1), counts: counts, odometer: .km(9))))
            city.send(
                18_500, as: .stateChange,
                .driver(
                    DriverID(1),
                    .droppedOff(request: RequestID(1), passenger: PassengerID(1), place: east(5), odometer: .km(13))))
            city.send(
                18_700, as: .stateChange,
                .driver(
                    DriverID(1),
                    .rideComplete(request: RequestID(1), place: east(6), odometer: .km(14), badCustomer: false)))
            try city.run(until: 18_700)
            #expect(city.violations.isEmpty)
            return try #require(city.drivers[0].feeShares)
        }
        let reserved = try shares(isReserved: true)
        #expect(try reserved == shares(isReserved: false) && reserved.map(\.hundredths) == [6154, 3846])
    }
}
