// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiReservations
import TaxiRules
import TaxiService
import Testing

/// The reservation module in a city of the real actors.
@Suite struct BookTests {
    /// A right form from the middle of zone 1, with a destination in zone 2.
    private func form(_ pickUp: CityTime, travelers: Int32 = 1, isShared: Bool = false) -> ReservationForm {
        .form(
            pickUp, origin: EnteredPlace(place: middle),
            destination: EnteredPlace(place: Place(metresEast: 1500, north: 500)), travelers: travelers,
            isShared: isShared)
    }

    @Test("TAXI-RESV-01: with the module off a reservation is refused as such; with it on it is processed")
    func moduleOff() throws {
        let off = try BookCity(hasBook: false)
        off.reserve(at(3), .p, form(at(6)))
        off.send(at(3), .passenger(.p, .cancelReservation(id: .r1)), .passenger(.p, .viewReservations))
        try off.run(until: at(7))
        let refused = off.found { event -> Bool? in
            if case .moduleRefused(.p, .reservations) = event { true } else { nil }
        }
        #expect(refused.map(\.time) == [at(3), at(3), at(3)])
        #expect(
            off.notices(to: .p).map(\.notice) == [
                .moduleOff(.reservations), .moduleOff(.reservations), .moduleOff(.reservations),
            ])
        #expect(off.reservations.isEmpty)

        let on = try BookCity()
        on.reserve(at(3), .p, form(at(6), travelers: 3))
        try on.run(until: at(3))
        #expect(
            on.reservations.map(\.event) == [
                .reservationStored(
                    reservation: .r1, passenger: .p, zone: ZoneID(1), travelers: 3, pickUp: at(6), shared: false)
            ])
        #expect(on.bookNotices(to: .p) == [.stored(.r1, pickUp: at(6))])
    }

    @Test("TAXI-RESV-01: nobody reserves, cancels or looks without a session")
    func session() throws {
        let city = try BookCity()
        city.send(
            at(3), .passenger(.p, .reserve(form: form(at(6)))), .passenger(.p, .cancelReservation(id: .r1)),
            .passenger(.p, .viewReservations))
        try city.run(until: at(3))
        #expect(
            city.reservations.map(\.event) == [
                .reservationRejected(passenger: .p, reason: .notLoggedIn),
                .cancelRefused(reservation: .r1, passenger: .p, reason: .notLoggedIn),
            ])
    }

    @Test("API-07: a lead time of 1 h is answered with the reason, one of 3 h with the reservation's number")
    func answers() throws {
        let city = try BookCity()
        city.reserve(at(3), .p, form(at(4)))
        city.reserve(at(3, 1), .p, form(at(6, 1)))
        try city.run(until: at(4))
        #expect(city.bookNotices(to: .p) == [.rejected(.leadTime), .stored(.r1, pickUp: at(6, 1))])
    }

    @Test(
        "TAXI-ZONE-01, TAXI-RESV-03: a destination 200 m outside all zones, and 5 travelers for 4 seats, are rejected")
    func zonesAndSeats() throws {
        let city = try BookCity()
        let beyond = EnteredPlace(source: .gps, radius: .metres(5), place: Place(metresEast: 2200, north: 500))
        city.reserve(at(3), .p, .form(at(6), origin: EnteredPlace(place: middle), destination: beyond))
        city.reserve(at(3), .p, form(at(6), travelers: 5))
        city.reserve(at(3), .p, form(at(6), travelers: 4))
        try city.run(until: at(3))
        #expect(
            city.bookNotices(to: .p) == [
                .rejected(.outsideZones), .rejected(.badTravelerCount), .stored(.r1, pickUp: at(6)),
            ])
        #expect(
            city.reservations.first?.event
                == .fieldChosen(passenger: .p, field: .destination, source: .gps, radius: .metres(5)))
    }

    @Test("TAXI-RESV-10: for 06:00:00 the first offer goes out at 05:50:00")
    func activation() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.reserve(at(3), .p, form(at(6)))
        try city.run(until: at(5, 50, 30))
        #expect(city.activations == [at(5, 50)])
        #expect(city.offers.map(\.time) == [at(5, 50)])
        let stored = city.found { if case .requestStored(_, let passenger, _, _, _, _) = $0 { passenger } else { nil } }
        #expect(stored.map(\.time) == [at(5, 50)] && stored.map(\.found) == [.p])
    }

    @Test("TAXI-RESV-10: a call at 05:49:59 has first claim over the reservation of 05:50:00")
    func firstClaim() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.inService(at(1, 1), 2)
        city.reserve(at(3), .p, form(at(6)))
        city.call(at(5, 49, 59), .q)
        try city.run(until: at(5, 50, 30))
        #expect(city.offers.map(\.time) == [at(5, 49, 59), at(5, 50)])
        // Request 1 is the call: it got the driver on top of the queue.
        #expect(city.offers.map(\.found) == [[1, 1], [2, 2]])

        let busy = try BookCity(seats: [4])
        busy.reserve(at(3), .p, form(at(6)))
        busy.inService(at(1), 1)
        busy.answers(1, after: .seconds(10), accepting: false)
        busy.call(at(5, 49, 59), .q)
        try busy.run(until: at(5, 50, 30))
        #expect(busy.offers.map(\.time) == [at(5, 49, 59), at(5, 50, 9)])
        #expect(busy.offers.map(\.found) == [[1, 1], [2, 1]])
    }

    @Test(
        "TAXI-RESV-11: with an empty zone at 05:50, a driver who joins at 05:57:30 is asked then, and nothing is aborted"
    )
    func emptyZone() throws {
        let city = try BookCity()
        city.reserve(at(3), .p, form(at(6)))
        city.inService(at(5, 57, 30), 1)
        try city.run(until: at(5, 58))
        #expect(city.offers.map(\.time) == [at(5, 57, 30)])
        #expect(city.aborts.isEmpty)
        #expect(
            city.reservations.dropFirst(2).map(\.event) == [
                .reservationWaiting(reservation: .r1, request: RequestID(1), reason: .noDriver),
                .reservationRetry(reservation: .r1, request: RequestID(1), count: 1),
            ])
        #expect(city.reservations.dropFirst(2).map(\.time) == [at(5, 50), at(5, 57, 30)])
    }

    @Test(
        "TAXI-RESV-12: at the acceptance at 05:52:00 the passenger gets the taxi's code, its arrival and its position")
    func acceptance() throws {
        let city = try BookCity()
        city.send(
            at(5, 51), .driver(DriverID(2), .login),
            .driver(
                DriverID(2), .setStatus(inService: true, place: Place(metresEast: 200, north: 500), odometer: .zero)))
        city.answers(2, after: .seconds(60), accepting: true)
        city.reserve(at(3), .p, form(at(6)))
        city.send(at(5, 52), as: .report, .passenger(.p, .pollArrival(request: RequestID(1))))
        try city.run(until: at(5, 53))
        let position = Place(metresEast: 200, north: 500)
        let notified = city.found { event -> [CityTime?]? in
            guard case .passengerNotified(.p, _, .accepted, _, let taxi, let eta, position) = event else { return nil }
            #expect(taxi == DriverID(2))
            return [eta]
        }
        #expect(notified.map(\.time) == [at(5, 52)])
        #expect(notified.map(\.found) == [[at(5, 52, 30)]])
        let accepted = CallNotice.accepted(RequestID(1), taxi: DriverID(2), arrival: at(5, 52, 30), at: position)
        #expect(city.notices(to: .p).contains { $0.notice == .call(accepted) && $0.time == at(5, 52) })
        let shown = city.found { if case .taxiPositionSent(_, .p, _, let place) = $0 { place } else { nil } }
        #expect(shown.map(\.time) == [at(5, 52)])
        #expect(shown.map(\.found) == [Place(metresEast: 200, north: 500)])
    }

    @Test("TAXI-RESV-21: A and B refuse at 05:50:10 and 05:50:20: it waits from then, and A is asked again at 05:51:20")
    func rounds() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.inService(at(1, 1), 2)
        city.answers(1, after: .seconds(10), accepting: false)
        city.answers(2, after: .seconds(10), accepting: false)
        city.reserve(at(3), .p, form(at(6)))
        try city.run(until: at(5, 51, 25))
        #expect(city.offers.map(\.time) == [at(5, 50), at(5, 50, 10), at(5, 51, 20)])
        #expect(city.offers.map(\.found) == [[1, 1], [1, 2], [1, 1]])
        #expect(city.aborts.isEmpty)
        #expect(
            city.reservations.dropFirst(2).map(\.event) == [
                .reservationWaiting(reservation: .r1, request: RequestID(1), reason: .allRefused),
                .reservationRetry(reservation: .r1, request: RequestID(1), count: 1),
            ])
        #expect(city.reservations.dropFirst(2).map(\.time) == [at(5, 50, 20), at(5, 51, 20)])
    }

    @Test(
        "TAXI-RESV-21: the driver's word that the passenger is aboard fulfils the reservation; both are free after it")
    func wholeRide() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.answers(1, after: .seconds(5), accepting: true)
        city.reserve(at(3), .p, form(at(6)))
        city.ride(1, of: 1, from: at(6), to: at(6, 10))
        city.call(at(6, 11), .p)
        try city.run(until: at(6, 11))
        #expect(
            city.reservations.dropFirst().map(\.event) == [
                .reservationActivated(
                    reservation: .r1, request: RequestID(1), passenger: .p, zone: ZoneID(1)),
                .reservationEnded(reservation: .r1, outcome: .fulfilled),
            ])
        #expect(city.reservations.last?.time == at(6))
        #expect(city.offers.map(\.found) == [[1, 1], [2, 1]])
        #expect(try city.store.load() == StoredRecords<Reservation>(lastNumber: 1))
        #expect(city.book?.onLoop { $0.openCount } == 0)
    }

    @Test("TAXI-RESV-17: cancelled at 10:00:00 for 12:00, nothing is activated; at 10:00:01 it is refused")
    func cancel() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.reserve(at(8), .p, form(at(12)))
        city.reserve(at(8), .q, form(at(12)))
        city.send(at(10), .passenger(.p, .cancelReservation(id: .r1)))
        city.send(at(10, 0, 1), .passenger(.q, .cancelReservation(id: .r2)))
        try city.run(until: at(11, 55))
        #expect(city.bookNotices(to: .p) == [.stored(.r1, pickUp: at(12)), .ended(.r1, .cancelled)])
        #expect(
            city.bookNotices(to: .q) == [
                .stored(.r2, pickUp: at(12)), .cancelRefused(.r2, .tooLate), .activated(.r2, RequestID(1)),
            ])
        #expect(city.activations == [at(11, 50)])
        #expect(try city.store.load().open.map(\.id) == [.r2])
    }

    @Test("TAXI-RESV-17: a withdrawal at 11:59:59 is refused, one at 12:00:00 ends the request and its pending offer")
    func withdrawal() throws {
        let city = try BookCity()
        city.inService(at(11, 59, 30), 1)
        city.reserve(at(8), .p, form(at(12)))
        city.send(at(11, 59, 59), .passenger(.p, .cancelReservation(id: .r1)))
        city.send(at(12), .passenger(.p, .cancelReservation(id: .r1)))
        city.call(at(12, 1), .p)
        try city.run(until: at(12, 5))
        #expect(
            city.reservations.suffix(3).map(\.event) == [
                .cancelRefused(reservation: .r1, passenger: .p, reason: .tooLate),
                .reservationCancelled(reservation: .r1, passenger: .p),
                .reservationEnded(reservation: .r1, outcome: .cancelled),
            ])
        let withdrawn = city.found { if case .offerWithdrawn = $0 { true } else { nil } }
        #expect(withdrawn.map(\.time) == [at(12)])
        // The next offer is for the call that the passenger is free to make.
        #expect(city.offers.map(\.time) == [at(11, 59, 30), at(12, 1)])
        #expect(city.offers.map(\.found) == [[1, 1], [2, 1]])
    }

    @Test("TAXI-RESV-22: with a ride that ends at 11:58, the reservation for 12:00 is activated at 11:58")
    func heldUntilFree() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.inService(at(1, 1), 2)
        city.answers(1, after: .seconds(5), accepting: true)
        city.reserve(at(8), .p, form(at(12)))
        city.call(at(11, 30), .p)
        city.ride(1, of: 1, from: at(11, 32), to: at(11, 58))
        try city.run(until: at(11, 58, 30))
        #expect(city.activations == [at(11, 58)])
        #expect(
            city.reservations.dropFirst().map(\.event).first == .reservationHeld(reservation: .r1, passenger: .p))
        #expect(city.offers.map(\.time) == [at(11, 30), at(11, 58)])
    }

    @Test("TAXI-RESV-22: a call that is aborted frees its passenger too")
    func heldUntilAborted() throws {
        let city = try BookCity(seats: [4])
        city.inService(at(1), 1)
        city.answers(1, after: .seconds(50), accepting: false)
        city.reserve(at(8), .p, form(at(12)))
        city.call(at(11, 49, 30), .p)
        try city.run(until: at(11, 55))
        #expect(city.aborts == [at(11, 50, 20)])
        #expect(city.activations == [at(11, 50, 20)])
    }

    @Test("TAXI-RESV-22: with a ride that ends at 12:30, the reservation for 12:00 is dropped at 12:20, with a notice")
    func dropped() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.answers(1, after: .seconds(5), accepting: true)
        city.reserve(at(8), .p, form(at(12)))
        city.call(at(11, 30), .p)
        city.ride(1, of: 1, from: at(11, 32), to: at(12, 30))
        try city.run(until: at(13))
        #expect(city.activations.isEmpty)
        #expect(
            city.reservations.suffix(2).map(\.event) == [
                .reservationDropped(reservation: .r1, passenger: .p),
                .reservationEnded(reservation: .r1, outcome: .dropped),
            ])
        #expect(city.reservations.last?.time == at(12, 20))
        #expect(city.bookNotices(to: .p).suffix(2) == [.held(.r1), .ended(.r1, .dropped)])
    }

    @Test("TAXI-RESV-20: stored at 08:00 for 11:00; the service is down from 09:00 to 09:05; activated at 10:50")
    func restart() throws {
        let before = try BookCity(start: at(6))
        before.reserve(at(8), .p, form(at(11), travelers: 2))
        try before.run(until: at(9))
        before.book?.onLoop { $0.stop() }
        #expect(before.loop.tearDown().isEmpty)

        let after = try BookCity(start: at(9, 5), store: before.store)
        try after.book?.onLoop { try $0.restore() }
        after.inService(at(10), 1)
        after.reserve(at(10), .q, form(at(12)))
        after.send(at(10), .passenger(.p, .login(client: .mobile)))
        // The log of the new service does not hold the old one's facts.
        try after.run(until: at(10, 51), isLawful: false)
        #expect(after.activations == [at(10, 50)])
        #expect(after.offers.map(\.time) == [at(10, 50)])
        #expect(after.bookNotices(to: .q) == [.stored(.r2, pickUp: at(12))])
        #expect(after.bookNotices(to: .p) == [.activated(.r1, RequestID(1))])
    }

    @Test("A book that is stopped does nothing at its times")
    func stopped() throws {
        let city = try BookCity()
        city.reserve(at(3), .p, form(at(6)))
        try city.run(until: at(4))
        city.book?.onLoop { $0.stop() }
        try city.run(until: at(7))
        #expect(city.activations.isEmpty && city.endings.isEmpty)
        #expect(try city.store.load().open.map(\.id) == [.r1])
    }

    @Test("At the end of a run who still looks for a driver is unserved, and the others end with the run")
    func runEnd() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.answers(1, after: .seconds(5), accepting: true)
        city.reserve(at(8), .p, form(at(12)))
        city.reserve(at(8, 1), .q, form(at(12)))
        city.reserve(at(8, 2), .r, form(at(15)))
        try city.run(until: at(12, 5))
        city.close()
        #expect(city.endings.sorted { $0.rawValue < $1.rawValue } == [.unserved, .runEnded, .runEnded])
        let unserved = city.reservations.filter { if case .reservationUnserved = $0.event { true } else { false } }
        #expect(unserved.map(\.event) == [.reservationUnserved(reservation: .r2, passenger: .q)])
    }

    @Test("A shared reservation is refused as such when the sharing module is off")
    func sharingOff() throws {
        let city = try BookCity()
        city.reserve(at(3), .p, form(at(6), isShared: true))
        try city.run(until: at(7))
        #expect(city.notices(to: .p).map(\.notice) == [.moduleOff(.sharing)])
        #expect(city.reservations.isEmpty)
        let refused = city.found { if case .moduleRefused(.p, .sharing) = $0 { true } else { nil } }
        #expect(refused.count == 1)
    }

    @Test("The count of disabled buttons and the list go through the module")
    func buttonAndList() throws {
        let city = try BookCity()
        city.reserve(at(3), .p, form(at(6)))
        city.send(at(4, 30), .passenger(.p, .reserveButtonDisabled), .passenger(.p, .viewReservations))
        try city.run(until: at(4, 30))
        #expect(
            city.reservations.dropFirst().map(\.event) == [
                .reserveButtonDisabled(passenger: .p),
                .reservationsViewed(passenger: .p, count: 1, cancellable: 0),
            ])
    }

    @Test("A reservation that is held when the run ends becomes no request: nobody would serve it")
    func heldAtTheEnd() throws {
        let city = try BookCity()
        city.inService(at(1), 1)
        city.answers(1, accepting: nil)
        city.reserve(at(3), .p, form(at(6)))
        // The driver is silent: the passenger's own call is open from half a minute before the activation on.
        city.call(at(5, 49, 30), .p)
        try city.run(until: at(5, 50, 10))
        #expect(city.reservations.last?.event == .reservationHeld(reservation: .r1, passenger: .p))
        city.close()
        #expect(city.reservations.last?.event == .reservationEnded(reservation: .r1, outcome: .runEnded))
        #expect(city.activations.isEmpty && city.endings == [.runEnded])
        #expect(city.aborts == [at(5, 50, 10)])
    }

    @Test("SEC-05: the book gets no further than its declaration")
    func declaration() throws {
        let city = try BookCity(hasBook: false)
        let short = ModuleManifest(
            name: .reservations, reads: [.map, .sessions], writes: [.requests, .notices, .events])
        #expect(throws: ModuleAccessDenied.self) {
            try city.dispatcher.onLoop { dispatcher in
                try dispatcher.install(short) { context throws(ModuleAccessDenied) in
                    try ReservationBook(context: context)
                }
            }
        }
        let denied = city.found { if case .moduleAccessDenied(_, let data) = $0 { data } else { nil } }
        #expect(denied.map(\.found) == [.taxis])
    }
}
