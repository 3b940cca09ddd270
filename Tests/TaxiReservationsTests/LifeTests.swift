// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import EventTestKit
import Testing

@testable import TaxiReservations

/// How a reservation becomes a request, waits, is cancelled and ends.
@Suite struct LifeTests {
    /// A desk at 05:00 with a reservation of passenger P for 08:00, or as told.
    private func desk(_ pickUp: CityTime = at(8), isShared: Bool = false, at now: CityTime = at(5)) -> RuleDesk {
        var desk = RuleDesk(at: now)
        #expect(desk.reserve(.form(pickUp, travelers: 2, isShared: isShared)) == nil)
        return desk
    }

    // MARK: Activation

    @Test("A reservation becomes a request 10 minutes before the pick-up, not a nanosecond earlier")
    func activation() {
        var desk = desk()
        desk.advance(to: at(7, 50) + -1)
        #expect(desk.placed.isEmpty)
        desk.advance(to: at(7, 50))
        #expect(desk.activations.map(\.time) == [at(7, 50)])
        #expect(desk.placed.map(\.reservation.pickUp) == [at(8)])
        #expect(desk.placed.first?.reservation.members == [Rider(passenger: .p, travelers: 2)])
        #expect(desk.told.last?.notice == .activated(.r1, RequestID(1)))
        desk.advance(to: at(12))
        #expect(desk.placed.count == 1)
    }

    @Test("The fate of the request is noted, and boarding fulfils the reservation")
    func fulfilled() {
        var desk = desk()
        desk.advance(to: at(7, 50))
        let request = RequestID(1)
        desk.waiting(request, .noDriver)
        desk.retried(request, 1)
        desk.waiting(request, .allRefused)
        desk.retried(request, 2)
        desk.accepted(request)
        desk.advance(to: at(8))
        desk.aboard(request)
        desk.aboard(request)
        desk.released(request)
        #expect(
            desk.notes.suffix(5).map(\.event) == [
                .reservationWaiting(reservation: .r1, request: request, reason: .noDriver),
                .reservationRetry(reservation: .r1, request: request, count: 1),
                .reservationWaiting(reservation: .r1, request: request, reason: .allRefused),
                .reservationRetry(reservation: .r1, request: request, count: 2),
                .reservationEnded(reservation: .r1, outcome: .fulfilled),
            ])
        #expect(desk.store.load().open.isEmpty)
        desk.advance(to: at(9))
        #expect(desk.isBlank)
    }

    @Test("Requests of others change nothing")
    func otherRequests() {
        var desk = desk()
        desk.advance(to: at(7, 50))
        let before = desk.notes.count
        desk.waiting(RequestID(7), .noDriver)
        desk.aboard(RequestID(7))
        desk.aborted(RequestID(7), .noDriver)
        desk.left(RequestID(7), .p)
        #expect(desk.notes.count == before && desk.rules.openCount == 1)
    }

    // MARK: Held

    @Test("TAXI-RESV-22: a passenger whose ride ends at 11:58 is activated then, for 12:00")
    func heldThenActivated() {
        var desk = desk(at(12), at: at(8))
        desk.callTaxi(.p)
        desk.advance(to: at(11, 58))
        #expect(desk.notes.suffix(1).map(\.event) == [.reservationHeld(reservation: .r1, passenger: .p)])
        #expect(desk.told.last?.notice == .held(.r1) && desk.told.last?.time == at(11, 50))
        desk.free(.p)
        #expect(desk.activations.map(\.time) == [at(11, 58)])
        desk.advance(to: at(13))
        #expect(desk.endings.isEmpty && desk.placed.count == 1)
    }

    @Test("TAXI-RESV-22: a passenger whose ride ends at 12:30 has the reservation for 12:00 dropped at 12:20")
    func dropped() {
        var desk = desk(at(12), at: at(8))
        desk.callTaxi(.p)
        desk.advance(to: at(12, 20) + -1)
        #expect(desk.endings.isEmpty)
        desk.advance(to: at(12, 30))
        desk.free(.p)
        let drops = desk.found { if case .reservationDropped(_, let passenger) = $0 { passenger } else { nil } }
        #expect(drops.map(\.time) == [at(12, 20)] && drops.map(\.found) == [.p])
        #expect(desk.endings.map(\.found) == [.dropped] && desk.placed.isEmpty && desk.isBlank)
        #expect(desk.told.last?.notice == .ended(.r1, .dropped))
    }

    @Test("TAXI-RESV-22: a shared ride with a free joiner is activated at 11:50 with the joiner as owner")
    func freeJoiner() {
        var desk = desk(at(12), isShared: true, at: at(8))
        desk.join(.q, .r1)
        desk.join(.r, .r1)
        desk.callTaxi(.p)
        desk.callTaxi(.r)
        desk.advance(to: at(11, 50))
        #expect(desk.activations.map(\.time) == [at(11, 50)])
        #expect(desk.activations.map(\.found) == [.q])
        #expect(desk.placed.first?.reservation.members.map(\.passenger) == [.q])
        // Joiners first, the owner last.
        #expect(desk.takenOff.map(\.passenger) == [.r, .p])
        #expect(desk.takenOff.map(\.reason) == [.busy, .busy])
        #expect(desk.rules.list(of: .p, at: desk.now).isEmpty)
        desk.free(.p)
        #expect(desk.placed.count == 1)
    }

    @Test("TAXI-RESV-22: when everybody is busy the joiners are taken off and the owner's ride is held")
    func allBusy() {
        var desk = desk(at(12), isShared: true, at: at(8))
        desk.join(.q, .r1)
        desk.callTaxi(.p)
        desk.callTaxi(.q)
        desk.advance(to: at(11, 50))
        #expect(desk.takenOff.map(\.passenger) == [.q])
        #expect(desk.notes.last?.event == .reservationHeld(reservation: .r1, passenger: .p))
        desk.advance(to: at(12, 20))
        #expect(desk.endings.map(\.found) == [.dropped] && desk.removed == [.dropped])
    }

    @Test("A free joiner of a held shared ride gets it going; one who is busy does not")
    func lateJoiner() {
        var desk = desk(at(12), isShared: true, at: at(8))
        desk.callTaxi(.p)
        desk.callTaxi(.q)
        desk.advance(to: at(11, 55))
        desk.join(.q, .r1)
        desk.advance(to: at(11, 56))
        #expect(desk.takenOff.map(\.passenger) == [.q] && desk.placed.isEmpty)
        desk.join(.r, .r1)
        desk.advance(to: at(11, 57))
        #expect(desk.activations.map(\.time) == [at(11, 56)] && desk.activations.map(\.found) == [.r])
        let held = desk.found { if case .reservationHeld = $0 { true } else { nil } }
        #expect(held.count == 1)
    }

    // MARK: Cancelling

    @Test("TAXI-RESV-17: for 12:00, a cancel at 10:00:00 succeeds and nothing is activated; at 10:00:01 it is refused")
    func cancelLimit() {
        var early = desk(at(12), at: at(8))
        early.advance(to: at(10))
        #expect(early.cancel(.r1) == nil)
        #expect(early.endings.map(\.found) == [.cancelled] && early.isBlank)
        #expect(early.told.last?.notice == .ended(.r1, .cancelled))
        early.advance(to: at(13))
        #expect(early.placed.isEmpty)
        var late = desk(at(12), at: at(8))
        late.advance(to: at(10) + 1)
        #expect(late.cancel(.r1) == .tooLate)
        late.advance(to: at(10, 0, 1))
        #expect(late.cancel(.r1) == .tooLate)
        #expect(late.told.last?.notice == .cancelRefused(.r1, .tooLate))
        late.advance(to: at(13))
        #expect(late.placed.count == 1)
    }

    @Test("TAXI-RESV-17: with no acceptance, a withdrawal at 11:59:59 is refused and one at 12:00:00 ends the request")
    func withdrawal() {
        var desk = desk(at(12), at: at(8))
        desk.advance(to: at(11, 59, 59))
        #expect(desk.cancel(.r1) == .tooLate)
        desk.advance(to: at(12) + -1)
        #expect(desk.cancel(.r1) == .tooLate)
        desk.advance(to: at(12))
        #expect(desk.cancel(.r1) == nil)
        #expect(desk.withdrawn == [RequestID(1)])
        #expect(desk.endings.map(\.found) == [.cancelled] && desk.isBlank)
        // The core says so too; the reservation has ended before.
        desk.aborted(RequestID(1), .abandoned)
        #expect(desk.endings.count == 1)
    }

    @Test("TAXI-RESV-17: once a driver has accepted, nothing can be withdrawn")
    func acceptedStays() {
        var desk = desk(at(12), at: at(8))
        desk.advance(to: at(11, 55))
        desk.accepted(RequestID(1))
        desk.advance(to: at(12, 5))
        #expect(desk.cancel(.r1) == .tooLate)
        #expect(desk.withdrawn.isEmpty)
        desk.released(RequestID(1))
        #expect(desk.endings.map(\.found) == [.released])
        #expect(desk.cancel(.r1) == .unknown)
    }

    @Test("A held reservation can be withdrawn from its pick-up time on")
    func heldWithdrawal() {
        var desk = desk(at(12), at: at(8))
        desk.callTaxi(.p)
        desk.advance(to: at(12) + -1)
        #expect(desk.cancel(.r1) == .tooLate)
        desk.advance(to: at(12))
        #expect(desk.cancel(.r1) == nil)
        #expect(desk.isBlank && desk.withdrawn.isEmpty && desk.endings.map(\.found) == [.cancelled])
    }

    @Test("Only an own reservation can be cancelled, and only with a session")
    func strangers() {
        var desk = desk()
        #expect(desk.cancel(.r1, by: .q) == .unknown)
        #expect(desk.cancel(.r2) == .unknown)
        #expect(desk.cancel(ReservationID(0)) == .unknown && desk.cancel(ReservationID(-3)) == .unknown)
        desk.loggedOut = [.p]
        #expect(desk.cancel(.r1) == .notLoggedIn)
        #expect(desk.rules.openCount == 1)
    }

    @Test("An owner who cancels leaves a shared reservation to the earliest joiner; the last one ends it")
    func ownerLeaves() {
        var desk = desk(at(12), isShared: true, at: at(8))
        desk.join(.q, .r1)
        desk.join(.r, .r1)
        #expect(desk.cancel(.r1) == nil)
        #expect(desk.rules.reservation(.r1)?.owner == .q && desk.endings.isEmpty)
        #expect(desk.rules.admits(.p, pickUp: at(12)) && !desk.rules.admits(.q, pickUp: at(12)))
        #expect(desk.cancel(.r1, by: .r) == nil)
        #expect(desk.store.load().open.first?.members.map(\.passenger) == [.q])
        #expect(desk.cancel(.r1, by: .q) == nil)
        #expect(desk.takenOff.map(\.passenger) == [.p, .r, .q])
        #expect(desk.endings.map(\.found) == [.cancelled] && desk.isBlank)
    }

    @Test("Who withdraws from a shared request is detached while others stay; the last one ends it")
    func sharedWithdrawal() {
        var desk = desk(at(12), isShared: true, at: at(8))
        desk.join(.q, .r1)
        desk.advance(to: at(12))
        #expect(desk.cancel(.r1) == nil)
        #expect(desk.detached == [.p] && desk.withdrawn.isEmpty && desk.rules.openCount == 1)
        #expect(desk.cancel(.r1, by: .q) == nil)
        #expect(desk.detached == [.p] && desk.withdrawn == [RequestID(1)])
        #expect(desk.endings.map(\.found) == [.cancelled])
    }

    // MARK: The list

    @Test("TAXI-RESV-18: with pick-ups in 1 h and in 5 h the list has two rows, of which one can be cancelled")
    func list() {
        var desk = RuleDesk(at: at(8))
        desk.reserve(.form(at(15)))
        desk.reserve(.form(at(11)))
        desk.reserve(.form(at(11)), by: .q)
        desk.advance(to: at(10))
        desk.view()
        #expect(desk.notes.last?.event == .reservationsViewed(passenger: .p, count: 2, cancellable: 1))
        #expect(
            desk.told.last?.notice
                == .list([
                    ReservationRow(reservation: .r2, pickUp: at(11), isCancellable: false),
                    ReservationRow(reservation: .r1, pickUp: at(15), isCancellable: true),
                ]))
        let before = desk.notes.count
        desk.loggedOut = [.p]
        desk.view()
        #expect(desk.notes.count == before)
    }

    // MARK: The end of a run

    @Test("At the end of a run each open reservation ends once: unserved without a driver, else by the end of the run")
    func runEnd() {
        var desk = RuleDesk(at: at(8))
        for number in 1...4 { desk.reserve(.form(at(12)), by: PassengerID(number)) }
        desk.reserve(.form(at(15)), by: PassengerID(5))
        desk.callTaxi(PassengerID(3))
        desk.advance(to: at(12))
        // Requests 2, 3 and 4 are those of passengers 1, 2 and 4.
        desk.accepted(RequestID(3))
        desk.aborted(RequestID(2), .runEnded)
        desk.close()
        #expect(desk.endings.map(\.found) == [.unserved, .runEnded, .runEnded, .unserved, .runEnded])
        let unserved = desk.found { if case .reservationUnserved(let id, _) = $0 { id.number } else { nil } }
        #expect(unserved.map(\.found) == [1, 4])
        #expect(desk.isBlank)
        // The end of a run is not the end of the service: what was open can be taken up again.
        #expect(desk.store.load().open.map(\.id.number) == [1, 2, 3, 4, 5])
    }
}
