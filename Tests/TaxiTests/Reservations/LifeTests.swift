// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiReservations

/// How a reservation becomes a request, waits, is cancelled and ends.
@Suite struct LifeTests {
    /// A port at 05:00 with a reservation of passenger P for 08:00, or as told.
    private func port(_ pickUp: CityTime = at(8), isShared: Bool = false, at now: CityTime = at(5)) -> TestRolePort {
        var port = TestRolePort(at: now)
        #expect(port.reserve(.form(pickUp, travelers: 2, isShared: isShared)) == nil)
        return port
    }

    // MARK: Activation

    @Test("A reservation becomes a request 10 minutes before the pick-up, not a nanosecond earlier")
    func activation() {
        var port = port()
        port.advance(to: at(7, 50) + -1)
        #expect(port.placed.isEmpty)
        port.advance(to: at(7, 50))
        #expect(port.activations.map(\.time) == [at(7, 50)])
        #expect(port.placed.map(\.reservation.pickUp) == [at(8)])
        #expect(port.placed.first?.reservation.members == [Rider(passenger: .p, travelers: 2)])
        #expect(port.reported.last?.notice == .activated(.r1, RequestID(1)))
        port.advance(to: at(12))
        #expect(port.placed.count == 1)
    }

    @Test("The fate of the request is noted, and boarding fulfils the reservation")
    func fulfilled() {
        var port = port()
        port.advance(to: at(7, 50))
        let request = RequestID(1)
        port.waiting(request, .noDriver)
        port.retried(request, 1)
        port.waiting(request, .allRefused)
        port.retried(request, 2)
        port.accepted(request)
        port.advance(to: at(8))
        port.aboard(request)
        port.aboard(request)
        port.released(request)
        #expect(
            port.notes.suffix(5).map(\.event) == [
                .reservationWaiting(reservation: .r1, request: request, reason: .noDriver),
                .reservationRetry(reservation: .r1, request: request, count: 1),
                .reservationWaiting(reservation: .r1, request: request, reason: .allRefused),
                .reservationRetry(reservation: .r1, request: request, count: 2),
                .reservationEnded(reservation: .r1, outcome: .fulfilled),
            ])
        #expect(port.store.load().open.isEmpty)
        port.advance(to: at(9))
        #expect(port.isBlank)
    }

    @Test("Requests of others change nothing")
    func otherRequests() {
        var port = port()
        port.advance(to: at(7, 50))
        let before = port.notes.count
        port.waiting(RequestID(7), .noDriver)
        port.aboard(RequestID(7))
        port.aborted(RequestID(7), .noDriver)
        port.left(RequestID(7), .p)
        #expect(port.notes.count == before && port.rules.openCount == 1)
    }

    // MARK: Held

    @Test("TAXI-RESV-22: a passenger whose ride ends at 11:58 is activated then, for 12:00")
    func heldThenActivated() {
        var port = port(at(12), at: at(8))
        port.callTaxi(.p)
        port.advance(to: at(11, 58))
        #expect(port.notes.suffix(1).map(\.event) == [.reservationHeld(reservation: .r1, passenger: .p)])
        #expect(port.reported.last?.notice == .held(.r1) && port.reported.last?.time == at(11, 50))
        port.free(.p)
        #expect(port.activations.map(\.time) == [at(11, 58)])
        port.advance(to: at(13))
        #expect(port.endings.isEmpty && port.placed.count == 1)
    }

    @Test("TAXI-RESV-22: a passenger whose ride ends at 12:30 has the reservation for 12:00 dropped at 12:20")
    func dropped() {
        var port = port(at(12), at: at(8))
        port.callTaxi(.p)
        port.advance(to: at(12, 20) + -1)
        #expect(port.endings.isEmpty)
        port.advance(to: at(12, 30))
        port.free(.p)
        let drops = port.found { if case .reservationDropped(_, let passenger) = $0 { passenger } else { nil } }
        #expect(drops.map(\.time) == [at(12, 20)] && drops.map(\.found) == [.p])
        #expect(port.endings.map(\.found) == [.dropped] && port.placed.isEmpty && port.isBlank)
        #expect(port.reported.last?.notice == .ended(.r1, .dropped))
    }

    @Test("TAXI-RESV-22: a shared ride with a free joiner is activated at 11:50 with the joiner as owner")
    func freeJoiner() {
        var port = port(at(12), isShared: true, at: at(8))
        port.join(.q, .r1)
        port.join(.r, .r1)
        port.callTaxi(.p)
        port.callTaxi(.r)
        port.advance(to: at(11, 50))
        #expect(port.activations.map(\.time) == [at(11, 50)])
        #expect(port.activations.map(\.found) == [.q])
        #expect(port.placed.first?.reservation.members.map(\.passenger) == [.q])
        // Joiners first, the owner last.
        #expect(port.takenOff.map(\.passenger) == [.r, .p])
        #expect(port.takenOff.map(\.reason) == [.busy, .busy])
        #expect(port.rules.list(of: .p, at: port.now).isEmpty)
        port.free(.p)
        #expect(port.placed.count == 1)
    }

    @Test("TAXI-RESV-22: when everybody is busy the joiners are taken off and the owner's ride is held")
    func allBusy() {
        var port = port(at(12), isShared: true, at: at(8))
        port.join(.q, .r1)
        port.callTaxi(.p)
        port.callTaxi(.q)
        port.advance(to: at(11, 50))
        #expect(port.takenOff.map(\.passenger) == [.q])
        #expect(port.notes.last?.event == .reservationHeld(reservation: .r1, passenger: .p))
        port.advance(to: at(12, 20))
        #expect(port.endings.map(\.found) == [.dropped] && port.removed == [.dropped])
    }

    @Test("A free joiner of a held shared ride gets it going; one who is busy does not")
    func lateJoiner() {
        var port = port(at(12), isShared: true, at: at(8))
        port.callTaxi(.p)
        port.callTaxi(.q)
        port.advance(to: at(11, 55))
        port.join(.q, .r1)
        port.advance(to: at(11, 56))
        #expect(port.takenOff.map(\.passenger) == [.q] && port.placed.isEmpty)
        port.join(.r, .r1)
        port.advance(to: at(11, 57))
        #expect(port.activations.map(\.time) == [at(11, 56)] && port.activations.map(\.found) == [.r])
        let held = port.found { if case .reservationHeld = $0 { true } else { nil } }
        #expect(held.count == 1)
    }

    // MARK: Cancelling

    @Test("TAXI-RESV-17: for 12:00, a cancel at 10:00:00 succeeds and nothing is activated; at 10:00:01 it is refused")
    func cancelLimit() {
        var early = port(at(12), at: at(8))
        early.advance(to: at(10))
        #expect(early.cancel(.r1) == nil)
        #expect(early.endings.map(\.found) == [.cancelled] && early.isBlank)
        #expect(early.reported.last?.notice == .ended(.r1, .cancelled))
        early.advance(to: at(13))
        #expect(early.placed.isEmpty)
        var late = port(at(12), at: at(8))
        late.advance(to: at(10) + 1)
        #expect(late.cancel(.r1) == .tooLate)
        late.advance(to: at(10, 0, 1))
        #expect(late.cancel(.r1) == .tooLate)
        #expect(late.reported.last?.notice == .cancelRefused(.r1, .tooLate))
        late.advance(to: at(13))
        #expect(late.placed.count == 1)
    }

    @Test("TAXI-RESV-17: with no acceptance, a withdrawal at 11:59:59 is refused and one at 12:00:00 ends the request")
    func withdrawal() {
        var port = port(at(12), at: at(8))
        port.advance(to: at(11, 59, 59))
        #expect(port.cancel(.r1) == .tooLate)
        port.advance(to: at(12) + -1)
        #expect(port.cancel(.r1) == .tooLate)
        port.advance(to: at(12))
        #expect(port.cancel(.r1) == nil)
        #expect(port.withdrawn == [RequestID(1)])
        #expect(port.endings.map(\.found) == [.cancelled] && port.isBlank)
        // The core says so too; the reservation has ended before.
        port.aborted(RequestID(1), .abandoned)
        #expect(port.endings.count == 1)
    }

    @Test("TAXI-RESV-17: once a driver has accepted, nothing can be withdrawn")
    func acceptedStays() {
        var port = port(at(12), at: at(8))
        port.advance(to: at(11, 55))
        port.accepted(RequestID(1))
        port.advance(to: at(12, 5))
        #expect(port.cancel(.r1) == .tooLate)
        #expect(port.withdrawn.isEmpty)
        port.released(RequestID(1))
        #expect(port.endings.map(\.found) == [.released])
        #expect(port.cancel(.r1) == .unknown)
    }

    @Test("A held reservation can be withdrawn from its pick-up time on")
    func heldWithdrawal() {
        var port = port(at(12), at: at(8))
        port.callTaxi(.p)
        port.advance(to: at(12) + -1)
        #expect(port.cancel(.r1) == .tooLate)
        port.advance(to: at(12))
        #expect(port.cancel(.r1) == nil)
        #expect(port.isBlank && port.withdrawn.isEmpty && port.endings.map(\.found) == [.cancelled])
    }

    @Test("Only an own reservation can be cancelled, and only with a session")
    func anonymous() {
        var port = port()
        #expect(port.cancel(.r1, by: .q) == .unknown)
        #expect(port.cancel(.r2) == .unknown)
        #expect(port.cancel(ReservationID(0)) == .unknown && port.cancel(ReservationID(-3)) == .unknown)
        port.loggedOut = [.p]
        #expect(port.cancel(.r1) == .notLoggedIn)
        #expect(port.rules.openCount == 1)
    }

    @Test("An owner who cancels leaves a shared reservation to the earliest joiner; the last one ends it")
    func ownerLeaves() {
        var port = port(at(12), isShared: true, at: at(8))
        port.join(.q, .r1)
        port.join(.r, .r1)
        #expect(port.cancel(.r1) == nil)
        #expect(port.rules.reservation(.r1)?.owner == .q && port.endings.isEmpty)
        #expect(port.rules.admits(.p, pickUp: at(12)) && !port.rules.admits(.q, pickUp: at(12)))
        #expect(port.cancel(.r1, by: .r) == nil)
        #expect(port.store.load().open.first?.members.map(\.passenger) == [.q])
        #expect(port.cancel(.r1, by: .q) == nil)
        #expect(port.takenOff.map(\.passenger) == [.p, .r, .q])
        #expect(port.endings.map(\.found) == [.cancelled] && port.isBlank)
    }

    @Test("Who withdraws from a shared request is detached while others stay; the last one ends it")
    func sharedWithdrawal() {
        var port = port(at(12), isShared: true, at: at(8))
        port.join(.q, .r1)
        port.advance(to: at(12))
        #expect(port.cancel(.r1) == nil)
        #expect(port.detached == [.p] && port.withdrawn.isEmpty && port.rules.openCount == 1)
        #expect(port.cancel(.r1, by: .q) == nil)
        #expect(port.detached == [.p] && port.withdrawn == [RequestID(1)])
        #expect(port.endings.map(\.found) == [.cancelled])
    }

    // MARK: The list

    @Test("TAXI-RESV-18: with pick-ups in 1 h and in 5 h the list has two rows, of which one can be cancelled")
    func list() {
        var port = TestRolePort(at: at(8))
        port.reserve(.form(at(15)))
        port.reserve(.form(at(11)))
        port.reserve(.form(at(11)), by: .q)
        port.advance(to: at(10))
        port.view()
        #expect(port.notes.last?.event == .reservationsViewed(passenger: .p, count: 2, cancellable: 1))
        #expect(
            port.reported.last?.notice
                == .list([
                    ReservationRow(reservation: .r2, pickUp: at(11), isCancellable: false),
                    ReservationRow(reservation: .r1, pickUp: at(15), isCancellable: true),
                ]))
        let before = port.notes.count
        port.loggedOut = [.p]
        port.view()
        #expect(port.notes.count == before)
    }

    // MARK: The end of a run

    @Test("At the end of a run each open reservation ends once: unserved without a driver, else by the end of the run")
    func runEnd() {
        var port = TestRolePort(at: at(8))
        for number in 1...4 { port.reserve(.form(at(12)), by: PassengerID(number)) }
        port.reserve(.form(at(15)), by: PassengerID(5))
        port.callTaxi(PassengerID(3))
        port.advance(to: at(12))
        // Requests 2, 3 and 4 are those of passengers 1, 2 and 4.
        port.accepted(RequestID(3))
        port.aborted(RequestID(2), .runEnded)
        port.close()
        #expect(port.endings.map(\.found) == [.unserved, .runEnded, .runEnded, .unserved, .runEnded])
        let unserved = port.found { if case .reservationUnserved(let id, _) = $0 { id.number } else { nil } }
        #expect(unserved.map(\.found) == [1, 4])
        #expect(port.isBlank)
        // The end of a run is not the end of the service: what was open can be taken up again.
        #expect(port.store.load().open.map(\.id.number) == [1, 2, 3, 4, 5])
    }
}
