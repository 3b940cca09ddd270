// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiReservations
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// Reservations that others may join, with the real sharing module.
@Suite struct SharedReservationTests {
    private let near = Place(metresEast: 1500, north: 500)
    private let far = Place(metresEast: 1900, north: 500)

    private func form(
        _ pickUp: CityTime, to destination: Place, travelers: Int32 = 1
    ) -> ReservationForm {
        .form(
            pickUp, origin: EnteredPlace(place: middle), destination: EnteredPlace(place: destination),
            travelers: travelers, isShared: true)
    }

    /// A search from the middle of zone 1, for now or for a pick-up time.
    private func wish(_ pickUp: CityTime?, to destination: Place, travelers: Int32 = 1) -> ShareForm {
        ShareForm(
            call: CallForm(client: .mobile, source: .address, radius: .zero, place: middle, travelers: travelers),
            destination: destination, pickUp: pickUp.map { CivilTime($0) })
    }

    /// P reserves at 08:00 for 12:00, then Q and R join.
    private func joined(_ count: Int, seats: [Int32] = [4, 4]) throws -> BookCity {
        let city = try BookCity(seats: seats, hasSharing: true)
        city.reserve(at(8), .p, form(at(12), to: near))
        for number in 2..<(2 + count) {
            let passenger = PassengerID(number)
            city.send(
                at(8, number), .passenger(passenger, .login(client: .mobile)),
                .passenger(passenger, .shareSearch(form: wish(at(12), to: near))),
                .passenger(passenger, .joinRide(id: SharedRideID(1))))
        }
        return city
    }

    @Test(
        "TAXI-RESV-14: a shared reservation for 07:30 is proposed to who looks for the same area, destination and time")
    func proposed() throws {
        let city = try BookCity(hasSharing: true)
        city.reserve(at(5), .p, form(at(7, 30), to: near))
        city.send(
            at(5, 10), .passenger(.q, .login(client: .mobile)),
            .passenger(.q, .shareSearch(form: wish(at(7, 30), to: near))))
        try city.run(until: at(5, 11))
        let proposed = city.sharings.compactMap { record -> CityTime? in
            guard case .shareProposed(.q, SharedRideID(1), middle, let time, _, _, _) = record.event else { return nil }
            return time
        }
        #expect(proposed == [at(7, 30)])
    }

    @Test("TAXI-RESV-15, TAXI-RESV-04: submitted at 08:00:00, it is on the board at once and is joined at 08:00:01")
    func joinedAtOnce() throws {
        let city = try BookCity(hasSharing: true)
        city.reserve(at(8), .p, form(at(12), to: near))
        city.send(
            at(8), .passenger(.q, .login(client: .mobile)),
            .passenger(.q, .shareSearch(form: wish(at(12), to: near, travelers: 2))))
        city.send(at(8, 0, 1), .passenger(.q, .joinRide(id: SharedRideID(1))))
        city.send(at(8, 0, 2), .passenger(.q, .viewReservations))
        try city.run(until: at(8, 0, 2))
        let created = city.sharings.filter { if case .rideCreated = $0.event { true } else { false } }
        #expect(created.map(\.time) == [at(8)])
        let joined = city.sharings.filter { if case .shareJoined = $0.event { true } else { false } }
        #expect(joined.map(\.time) == [at(8, 0, 1)])
        #expect(joined.map(\.event) == [.shareJoined(ride: SharedRideID(1), passenger: .q, travelers: 2)])
        #expect(city.reservations.last?.event == .reservationsViewed(passenger: .q, count: 1, cancellable: 1))
        #expect(
            try city.store.load().open.first?.members == [
                Rider(passenger: .p, travelers: 1), Rider(passenger: .q, travelers: 2),
            ])
    }

    @Test("TAXI-RESV-16: the same passengers pay the same shares whether they reserved the ride or not")
    func feeShares() throws {
        let reserved = try BookCity(hasSharing: true)
        reserved.reserve(at(8), .p, form(at(12), to: near))
        reserved.send(
            at(8, 1), .passenger(.q, .login(client: .mobile)),
            .passenger(.q, .shareSearch(form: wish(at(12), to: far, travelers: 2))),
            .passenger(.q, .joinRide(id: SharedRideID(1))))
        let immediate = try BookCity(hasSharing: true)
        immediate.send(
            at(11, 50), .passenger(.p, .login(client: .mobile)), .passenger(.p, .prepareCall),
            .passenger(.p, .shareSearch(form: wish(nil, to: near))))
        immediate.send(
            at(11, 51), .passenger(.q, .login(client: .mobile)), .passenger(.q, .prepareCall),
            .passenger(.q, .shareSearch(form: wish(nil, to: far, travelers: 2))),
            .passenger(.q, .joinRide(id: SharedRideID(1))))
        var shares: [[SharingEvent]] = []
        for city in [reserved, immediate] {
            city.inService(at(1), 1)
            city.answers(1, after: .seconds(5), accepting: true)
            let (driver, request) = (DriverID(1), RequestID(1))
            let counts = BoardCounts([Rider(passenger: .p, travelers: 1), Rider(passenger: .q, travelers: 2)])
            city.send(
                at(12), as: .stateChange, .driver(driver, .position(place: middle, odometer: .zero)),
                .driver(driver, .boardedEach(request: request, counts: counts, odometer: .zero)))
            city.send(
                at(12, 5), as: .stateChange,
                .driver(driver, .droppedOff(request: request, passenger: .p, place: near, odometer: .metres(1000))))
            city.send(
                at(12, 6), as: .stateChange,
                .driver(
                    driver, .rideComplete(request: request, place: far, odometer: .metres(1400), badCustomer: false)))
            try city.run(until: at(12, 10))
            shares.append(city.sharings.map(\.event).filter { if case .feeShare = $0 { true } else { false } })
        }
        #expect(shares[0] == shares[1])
        // 1 traveler for 1,000 m and 2 for 1,400 m: 10/38 and 28/38.
        let hundredths = shares[0].compactMap { event -> Int32? in
            guard case .feeShare(_, _, _, _, _, _, let hundredths, _) = event else { return nil }
            return hundredths
        }
        #expect(hundredths == [2632, 7368])
        #expect(reserved.endings == [.fulfilled] && reserved.reservations.last?.time == at(12))
    }

    @Test("TAXI-RESV-22: an owner who rides until 12:30 is taken off; activated at 11:50 with the joiner as owner")
    func busyOwner() throws {
        let city = try joined(1)
        city.inService(at(1), 1)
        city.inService(at(1, 1), 2)
        city.answers(1, after: .seconds(5), accepting: true)
        city.answers(2, after: .seconds(5), accepting: true)
        city.call(at(11, 30), .p)
        city.ride(1, of: 1, from: at(11, 32), to: at(12, 30))
        try city.run(until: at(13))
        #expect(
            city.reservations.map(\.event).contains(
                .reservationActivated(
                    reservation: .r1, request: RequestID(2), passenger: .q, zone: ZoneID(1))))
        #expect(city.activations == [at(11, 50)])
        let due = city.sharings.filter { $0.time == at(11, 50) }.map(\.event)
        #expect(due.contains(.shareLeft(ride: SharedRideID(1), passenger: .p, reason: .busy)))
        #expect(due.contains(.ownerChanged(ride: SharedRideID(1), owner: .q)))
        #expect(city.notices(to: .p).contains { $0.notice == .sharing(.takenOff(SharedRideID(1), .busy)) })
        let stored = city.found {
            if case .requestStored(RequestID(2), let owner, _, _, _, _) = $0 { owner } else { nil }
        }
        #expect(stored.map(\.found) == [.q])
        #expect(!city.reservations.contains { if case .reservationHeld = $0.event { true } else { false } })
    }

    @Test(
        "TAXI-RESV-22: a busy joiner is taken off and the others ride; a ride where everybody is busy is held, then dropped"
    )
    func busyJoiner() throws {
        let one = try joined(2)
        one.inService(at(1), 1)
        one.answers(1, after: .seconds(5), accepting: true)
        one.call(at(11, 30), .q)
        one.ride(1, of: 1, from: at(11, 32), to: at(12, 30))
        try one.run(until: at(11, 51))
        #expect(one.activations == [at(11, 50)])
        let attached = one.found { if case .passengerAttached(_, let id, _) = $0 { id } else { nil } }
        #expect(attached.map(\.found) == [.r])

        let all = try joined(1)
        all.inService(at(1), 1)
        all.inService(at(1, 1), 2)
        all.answers(1, after: .seconds(5), accepting: true)
        all.answers(2, after: .seconds(5), accepting: true)
        all.call(at(11, 30), .p)
        all.call(at(11, 30), .q)
        all.ride(1, of: 1, from: at(11, 32), to: at(12, 30))
        all.ride(2, of: 2, from: at(11, 32), to: at(12, 30))
        try all.run(until: at(13))
        #expect(all.activations.isEmpty && all.endings == [.dropped])
        #expect(all.reservations.last?.time == at(12, 20))
        let left = all.sharings.filter { if case .shareLeft = $0.event { true } else { false } }
        #expect(left.map(\.event) == [.shareLeft(ride: SharedRideID(1), passenger: .q, reason: .busy)])
        #expect(all.sharings.map(\.event).contains(.rideRemoved(ride: SharedRideID(1), reason: .dropped)))
    }

    @Test(
        "TAXI-SHARE-24, TAXI-RESV-17: an owner who cancels 3 h before leaves the ride to the earliest joiner, at the same place"
    )
    func ownerCancels() throws {
        let city = try joined(2)
        city.send(at(9), .passenger(.p, .cancelReservation(id: .r1)))
        city.send(at(9, 1), .passenger(.p, .cancelReservation(id: .r1)))
        try city.run(until: at(11, 51))
        #expect(
            city.reservations.filter { $0.time == at(9) }.map(\.event) == [
                .reservationCancelled(reservation: .r1, passenger: .p)
            ])
        let owners = city.sharings.filter { if case .ownerChanged = $0.event { true } else { false } }
        #expect(owners.map(\.event) == [.ownerChanged(ride: SharedRideID(1), owner: .q)])
        #expect(city.bookNotices(to: .p).last == .cancelRefused(.r1, .unknown))
        let stored = city.found { event -> Place? in
            guard case .requestStored(_, .q, _, 2, _, let place) = event else { return nil }
            return place
        }
        #expect(stored.map(\.time) == [at(11, 50)] && stored.map(\.found) == [middle])
    }

    @Test("When the last member cancels, the ride is removed and nothing is activated")
    func lastCancels() throws {
        let city = try joined(1)
        city.send(at(9), .passenger(.q, .cancelReservation(id: .r1)), .passenger(.p, .cancelReservation(id: .r1)))
        try city.run(until: at(13))
        #expect(city.endings == [.cancelled] && city.activations.isEmpty)
        #expect(city.sharings.last?.event == .rideRemoved(ride: SharedRideID(1), reason: .cancelled))
        #expect(try city.store.load().open.isEmpty)
    }

    @Test("From the pick-up time on the owner may withdraw; the request goes on with the joiner, who may withdraw too")
    func withdrawals() throws {
        let city = try joined(1)
        city.send(at(12), .passenger(.p, .cancelReservation(id: .r1)))
        city.send(at(12, 1), .passenger(.q, .cancelReservation(id: .r1)))
        city.inService(at(12, 2), 1)
        try city.run(until: at(12, 5))
        let detached = city.found { if case .passengerDetached(_, let id) = $0 { id } else { nil } }
        #expect(detached.map(\.found) == [.p] && detached.map(\.time) == [at(12)])
        #expect(city.aborts == [at(12, 1)] && city.offers.isEmpty)
        #expect(city.endings == [.cancelled] && city.reservations.last?.time == at(12, 1))
    }

    @Test("TAXI-RESV-13: a joined reservation counts, for an own one and for another join")
    func joinsCount() throws {
        let city = try joined(1)
        city.reserve(at(9), .q, form(at(12, 30), to: near))
        city.reserve(at(9), .r, form(at(12, 10), to: near))
        city.send(
            at(9, 1), .passenger(.q, .shareSearch(form: wish(at(12, 59), to: near))),
            .passenger(.q, .joinRide(id: SharedRideID(2))))
        city.reserve(at(9, 2), .q, form(at(13), to: near))
        try city.run(until: at(9, 5))
        #expect(
            city.bookNotices(to: .q) == [
                .rejected(.onePerHour), .rejected(.onePerHour), .stored(ReservationID(3), pickUp: at(13)),
            ])
    }

    @Test("TAXI-RESV-11, TAXI-SHARE-19: a shared reservation without a driver is kept open, with everybody on it")
    func keptOpen() throws {
        let city = try joined(2)
        city.inService(at(12, 3), 1)
        try city.run(until: at(12, 4))
        #expect(city.offers.map(\.time) == [at(12, 3)] && city.aborts.isEmpty)
        let travelers = city.found { event -> Int32? in
            guard case .offerSent(_, _, _, _, _, let travelers, _, _, _) = event else { return nil }
            return travelers
        }
        #expect(travelers.map(\.found) == [3])
    }

    @Test(
        "TAXI-RESV-20: after a restart of both modules all members of a shared reservation ride, each to the own destination",
        arguments: [true, false])
    func restart(joinsAgain: Bool) throws {
        let before = try BookCity(hasSharing: true)
        before.reserve(at(8), .p, form(at(12), to: near))
        before.send(
            at(8, 1), .passenger(.q, .login(client: .mobile)),
            .passenger(.q, .shareSearch(form: wish(at(12), to: far, travelers: 2))),
            .passenger(.q, .joinRide(id: SharedRideID(1))))
        try before.run(until: at(9))
        let city = try before.restarted(at: at(9, 5), hasSharing: true)
        if joinsAgain {
            // The ride is on the board as it was: proposed to a newcomer, full with the taxi's seats.
            city.send(
                at(9, 6), .passenger(.r, .login(client: .mobile)),
                .passenger(.r, .shareSearch(form: wish(at(12), to: far))),
                .passenger(.r, .joinRide(id: SharedRideID(1))))
        }
        for passenger in [PassengerID.p, .q] { city.send(at(9, 10), .passenger(passenger, .login(client: .mobile))) }
        city.inService(at(11), 1)
        city.answers(1, after: .seconds(5), accepting: true)
        let (driver, request) = (DriverID(1), RequestID(1))
        var riders = [Rider(passenger: .p, travelers: 1), Rider(passenger: .q, travelers: 2)]
        if joinsAgain { riders.append(Rider(passenger: .r, travelers: 1)) }
        city.send(
            at(12), as: .stateChange, .driver(driver, .position(place: middle, odometer: .zero)),
            .driver(driver, .boardedEach(request: request, counts: BoardCounts(riders), odometer: .zero)))
        city.send(
            at(12, 5), as: .stateChange,
            .driver(driver, .droppedOff(request: request, passenger: .p, place: near, odometer: .metres(1000))))
        if joinsAgain {
            city.send(
                at(12, 6), as: .stateChange,
                .driver(driver, .droppedOff(request: request, passenger: .r, place: far, odometer: .metres(1400))))
        }
        city.send(
            at(12, 7), as: .stateChange,
            .driver(driver, .rideComplete(request: request, place: far, odometer: .metres(1400), badCustomer: false)))
        // The log of the new service does not hold the old one's facts.
        try city.run(until: at(12, 10), isLawful: false)
        #expect(city.activations == [at(11, 50)])
        #expect(city.endings == [.fulfilled])
        let direct = city.sharings.compactMap { record -> String? in
            guard case .travelersDropped(_, let passenger, let travelers, _, let direct, _) = record.event else {
                return nil
            }
            return "\(passenger.number): \(travelers) for \(direct.millimetres / 1000) m alone"
        }
        #expect(
            direct.sorted()
                == (["1: 1 for 1000 m alone", "2: 2 for 1400 m alone"] + (joinsAgain ? ["3: 1 for 1400 m alone"] : [])))
        let ended = city.sharings.compactMap { record -> Int32? in
            if case .sharedRideEnded(_, _, let passengers, _, _, _) = record.event { passengers } else { nil }
        }
        #expect(ended == [joinsAgain ? 3 : 2])
    }

    @Test("Both modules restart while the taxi comes: the ride goes on with all its members")
    func restartOfModules() throws {
        let city = try joined(1)
        city.inService(at(11), 1)
        city.answers(1, after: .seconds(5), accepting: true)
        try city.run(until: at(11, 55))
        try city.restartModules()
        let (driver, request) = (DriverID(1), RequestID(1))
        let counts = BoardCounts([Rider(passenger: .p, travelers: 1), Rider(passenger: .q, travelers: 1)])
        city.send(
            at(12), as: .stateChange, .driver(driver, .position(place: middle, odometer: .zero)),
            .driver(driver, .boardedEach(request: request, counts: counts, odometer: .zero)))
        city.send(
            at(12, 7), as: .stateChange,
            .driver(driver, .rideComplete(request: request, place: near, odometer: .metres(1000), badCustomer: false)))
        // With 3 travelers more the 4 seats of the taxi do not do: the board knows which one comes.
        city.send(
            at(11, 56), .passenger(.r, .login(client: .mobile)),
            .passenger(.r, .shareSearch(form: wish(at(12), to: near, travelers: 3))))
        try city.run(until: at(12, 10))
        #expect(
            city.notices(to: .r).contains { if case .sharing(.proposals) = $0.notice { true } else { false } } == false)
        let ended = city.sharings.compactMap { record -> Int32? in
            if case .sharedRideEnded(_, _, let passengers, _, _, _) = record.event { passengers } else { nil }
        }
        #expect(ended == [2] && city.endings == [.fulfilled])
    }
}
