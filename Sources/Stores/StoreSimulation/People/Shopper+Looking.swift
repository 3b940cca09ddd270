// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import StoreRules

/// How a store, a ticket or a slot is found.
extension Shopper {
    /// Begins: asks the phone for stores, or walks to the nearest.
    func look() {
        guard let visit else { return }
        if !city.hasService { return headForNearest(in: visit.way == .booking ? visit.plan.booking.ahead : .zero) }
        switch visit.way {
        case .totem, .employee: headForNearest()
        case .phone, .booking:
            if city.needsLogin(self) { return askCode() }
            if looksAtFavourite() { return }
            let (radius, purpose): (Distance, ListPurpose) = (
                habits.group.radius, visit.way == .phone ? .queue : .booking
            )
            city.send(
                .shopper(
                    id, request: 0,
                    extras?.typesAddress == true
                        ? .listAt(address: city.address(at: place), radius: radius, purpose: purpose)
                        : .list(near: place, radius: radius, purpose: purpose)))
        }
    }

    /// Walks to the nearest store that is open on arrival, so as to be there after this time at the earliest.
    private func headForNearest(in span: TimeSpan = .zero) {
        guard let visit else { return }
        let (here, ready) = (place, loop.now + visit.plan.setOut)
        let wanted = max(ready, loop.now + span)
        guard let found = city.onLoop({ $0.nearest(to: here, at: wanted) }) else {
            return giveUp(city.onLoop { $0.hasStores } ? .closed : .noStore)
        }
        let walk = walk(to: found)
        self.visit?.go(to: found, walk: walk)
        self.visit?.step = .home
        // There when the person wants to, at the earliest.
        self.visit?.ready = max(ready, loop.now + span - walk)
        planSetOut()
    }

    /// The phone shows stores, the nearest first.
    func take(_ rows: [StoreRow], empty: EmptyList?) {
        guard visit?.step == .looking, visit?.choices.isEmpty == true else { return }
        guard !rows.isEmpty else { return giveUp(empty == .closed ? .closed : .noStore) }
        let choices = rows.prefix(habits.group.compares).map {
            Visit.Choice(store: $0.store, walk: walk(to: $0.store))
        }
        visit?.choices = choices
        let next: Timer = visit?.way == .booking ? .find : .choose
        visit?.next = plan(next, at: loop.now)
    }

    /// Opens the pages of the stores, and then chooses the one with the shortest way and wait.
    func choose() {
        guard let visit else { return }
        if let unseen = visit.choices.first(where: { !$0.isSeen }) {
            return city.send(.shopper(id, request: 0, .select(store: unseen.store)))
        }
        let open = visit.choices.filter { $0.wait != nil }
        let best = open.min { left, right in
            (max(left.wait ?? .zero, left.walk), left.walk, left.store)
                < (max(right.wait ?? .zero, right.walk), right.walk, right.store)
        }
        guard let best, let wait = best.wait else {
            // The favourite is not open: there are others.
            guard visit.choices.count == 1, visit.choices[0].store == extras?.favourite else { return giveUp(.closed) }
            self.visit?.choices = []
            return look()
        }
        if let longest = visit.plan.longestLine, wait > longest { return giveUp(.longLine) }
        join(best.store, walk: best.walk)
    }

    /// A page is open.
    func take(_ page: StorePage) {
        guard let index = visit?.choices.firstIndex(where: { $0.store == page.store }) else { return }
        visit?.choices[index].isSeen = true
        visit?.choices[index].wait = page.isOpen ? page.wait : nil
        visit?.next = plan(.choose, at: loop.now)
    }

    private func join(_ store: StoreID, walk: TimeSpan) {
        visit?.go(to: store, walk: walk)
        // In whole minutes, as the store wants it.
        let minutes = (walk.nanoseconds + 59_999_999_999) / 60_000_000_000
        let longest = city.section.rules.longestTravel
        let travel = min(TimeSpan.minutes(Int(minutes)), TimeSpan.minutes(Int(longest / .minutes(1))))
        city.send(
            .shopper(
                id, request: 0, .join(store: store, channel: visit?.plan.isWeb == true ? .web : .app, travel: travel)))
    }

    // MARK: Slots

    /// Asks for a slot: the least crowded near the wanted time, or the half hour after it.
    func find() {
        guard let visit, let choice = visit.choices.first else { return giveUp(.noSlot) }
        self.visit?.go(to: choice.store, walk: choice.walk)
        let wanted = loop.now + visit.plan.booking.ahead
        guard visit.plan.booking.picksTime else {
            let span = habits.group.booking.flexible
            let range = errandWindow ?? max(loop.now, wanted - span)..<wanted + span + TimeSpan(nanoseconds: 1)
            return city.send(
                .shopper(
                    id, request: 0,
                    .findSlot(store: choice.store, from: range.lowerBound, to: range.upperBound)))
        }
        let halfHour = TimeSpan.minutes(30).nanoseconds
        let rest = wanted.sinceMidnight.nanoseconds % halfHour
        book(choice.store, wanted + TimeSpan(nanoseconds: rest == 0 ? 0 : halfHour - rest))
    }

    func take(slot: CityTime?) {
        guard visit?.step == .looking else { return }
        guard let slot else {
            // The next store, if there is another one.
            visit?.choices.removeFirst()
            visit?.next = plan(.find, at: loop.now)
            return
        }
        visit?.slot = slot
        visit?.next = plan(.retry, at: loop.now)
    }

    private func book(_ store: StoreID, _ slot: CityTime) {
        let channel: TicketChannel = visit?.plan.isWeb == true ? .web : .app
        city.send(.shopper(id, request: 0, .book(store: store, channel: channel, slot: slot)))
    }

    // MARK: Answers

    /// A ticket or booking.
    func take(_ receipt: Receipt) {
        guard let visit, visit.step == .looking || visit.step == .outside, receipt.pass > lastPass
        else { return }
        lastPass = receipt.pass
        let isOutside = visit.step == .outside
        self.visit?.pass = receipt.pass
        self.visit?.code = receipt.code
        self.visit?.expected = receipt.time
        self.visit?.ready = loop.now + visit.plan.setOut
        let shown = city.onLoop { $0.hold(receipt.pass, self) }
        if visit.way == .booking, !isOutside {
            self.visit?.slot = receipt.time
            if let share = visit.plan.booking.cancelledAt {
                let span = TimeSpan.seconds((receipt.time - loop.now).inSeconds * share).roundedToMilliseconds
                self.visit?.end = plan(.impatient, at: loop.now + span)
            }
        } else {
            self.visit?.slot = nil
            if isOutside, let longest = visit.plan.longestLine, receipt.time - loop.now > longest {
                // The paper says how long it takes: too long.
                self.visit?.next = plan(.tooLong, at: loop.now)
                return
            }
            if let patience = visit.plan.patience, isOutside || !visit.plan.isNoShow {
                self.visit?.end = plan(.impatient, at: loop.now + patience)
            }
        }
        guard !isOutside else {
            // On paper, and called before it was printed.
            if let shown { take(shown, receipt.pass) }
            return
        }
        self.visit?.step = .home
        tellsSlot(isNew: true)
        planSetOut()
    }

    /// No ticket or booking; alternatives may follow in the same turn.
    func refused() {
        guard let visit else { return }
        if visit.step == .outside {
            // An employee who issues none sends the person to the totem.
            guard visit.way == .employee else { return turnBack(.refused) }
            self.visit?.way = .totem
            self.visit?.next = plan(.ticket, at: loop.now)
        } else if visit.step == .looking {
            self.visit?.slot = nil
            self.visit?.next = plan(.retry, at: loop.now)
        }
    }

    /// Books the slot that was proposed, or takes what is offered in place of what was refused.
    func retry() {
        guard let visit else { return }
        if let slot = visit.slot { return book(visit.store, slot) }
        guard visit.plan.takesAlternative, !visit.isSecondTry, let other = visit.alternative else {
            return giveUp(visit.way == .booking ? .noSlot : .refused)
        }
        self.visit?.isSecondTry = true
        let walk = walk(to: other.store)
        self.visit?.go(to: other.store, walk: walk)
        if let slot = other.slot { book(other.store, slot) } else { join(other.store, walk: walk) }
    }
}
