// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules

/// What the phone, the monitor and the devices of a store say.
extension Shopper {
    func take(_ notice: StoreNotice) {
        switch notice {
        case .stores(let rows, let empty): take(rows, empty: empty)
        case .page(let page): take(page)
        case .queued(let receipt), .booked(let receipt): if visit?.step == .looking { take(receipt) }
        case .joinRefused, .bookingRefused: refused()
        case .slotProposed(_, let slot): take(slot: slot)
        case .alternatives(let list): visit?.alternative = list.first
        case .called(let pass, _): called(pass)
        case .estimate(let pass, _, let expected): expect(pass, expected)
        case .postponed(let pass, let time): postponed(pass, to: time)
        case .postponeProposed(let pass, _, _):
            guard isOwn(pass), let booking = visit?.plan.booking, booking.agrees != nil else { return }
            _ = plan(.answer, at: loop.now + booking.answersAfter)
        case .proposalLapsed(let pass): if isOwn(pass) { tryToEnter() }
        case .left(let pass), .removed(let pass, _), .cancelled(let pass, _), .lapsed(let pass):
            if isOwn(pass) { end(.ended) }
        case .refused: if visit?.step == .looking { giveUp(.refused) }
        // Told by the device that stands before the person.
        case .entered, .entryDelayed, .entryRefused, .visitEnded: break
        // Nothing that moves anybody: they stay, and come by the estimate (DEC-STORE-MAJOR-DELAY).
        case .delayed, .leaveAdvised, .favourites, .wishStored, .wishRemoved: break
        case .own(let receipt): sees(receipt)
        case .slotFreed(let wish, let store, let slot): freed(wish, store, slot)
        }
    }

    /// A line on the store's monitor, seen by who stands before it.
    func take(_ line: MonitorLine, _ pass: PassID) {
        guard visit?.step == .outside else { return }
        switch line {
        case .called: called(pass)
        case .removed: if isOwn(pass) { end(.ended) }
        case .leaveAdvised: break
        }
    }

    /// The gate or the totem.
    func take(_ answer: GateAnswer) {
        visit?.isScanning = false
        switch answer {
        case .page(let page): reads(page)
        case .ticket(let receipt), .issued(let receipt): take(receipt)
        case .joinRefused: refused()
        case .opened: goesIn()
        case .entryRefused(let reason):
            if reason == .tooEarly, let slot = visit?.slot {
                // Waits for the booked time; when that has come, it was moved, and the app knows.
                if slot > loop.now { visit?.next = plan(.scan, at: slot) } else { looksAtApp(at: loop.now) }
            } else if reason != .alreadyScanned {
                turnBack(.refused)
            }
        case .delayed, .exited, .exitRefused, .returned, .returnRefused: break
        }
    }

    /// The totem says how long it may take, before it prints: too long, or a ticket, please (STORE-R6).
    private func reads(_ page: StorePage) {
        guard let visit, visit.step == .outside, visit.way == .totem, visit.pass == nil else { return }
        if page.isOpen, let longest = visit.plan.longestLine, let wait = page.wait, wait > longest {
            return turnBack(.longLine)
        }
        self.visit?.next = plan(.ticket, at: loop.now)
    }

    private func isOwn(_ pass: PassID) -> Bool { visit?.pass == pass }

    func called(_ pass: PassID) {
        guard isOwn(pass), visit?.isCalled == false else { return }
        visit?.isCalled = true
        if visit?.step == .home { planSetOut() } else { tryToEnter() }
    }

    func expect(_ pass: PassID, _ expected: CityTime) {
        guard isOwn(pass), let old = visit?.expected else { return }
        visit?.expected = expected
        // Sooner: out earlier. Later is seen when it is time to go.
        if visit?.step == .home, expected < old { planSetOut() }
    }

    func postponed(_ pass: PassID, to time: CityTime) {
        guard isOwn(pass), visit?.slot != nil else { return }
        visit?.slot = time
        tellsSlot(isNew: false)
        if visit?.step == .home { planSetOut() }
        if visit?.step == .outside {
            loop.cancel(visit?.next ?? .none)
            visit?.next = plan(.scan, at: time)
        }
    }

    /// Patience is at its end, or the booking is cancelled.
    func loseHeart() {
        guard let visit, visit.step != .inside, visit.step != .looking else { return }
        guard !visit.isScanning else {
            // Nobody goes away while the gate reads the code.
            self.visit?.end = plan(.impatient, at: loop.now + .seconds(1))
            return
        }
        guard city.hasService, visit.way != .totem, visit.way != .employee else {
            if !city.hasService { city.onLoop { $0.leavesLine(self, visit.store) } }
            return goAway(.impatient)
        }
        let message: ShopperMessage =
            visit.slot == nil ? .leaveQueue(isConfirmed: true) : .cancelBooking(isConfirmed: true)
        city.send(.shopper(id, request: 0, message))
    }

    /// Goes away from before the store, and gives the paper back (STORE-R9).
    func goAway(_ reason: TurnBackReason) {
        guard let visit else { return }
        if let code = visit.code, visit.way == .totem || visit.way == .employee {
            // The visit is over before the store says so: the person does not wait for that.
            turnBack(reason)
            city.send(.totem(visit.store, .returnTicket(code)))
        } else {
            turnBack(reason)
        }
    }

    func answer() {
        guard visit?.slot != nil, let agrees = visit?.plan.booking.agrees else { return }
        city.send(.shopper(id, request: 0, .answerPostponement(accept: agrees)))
    }
}
