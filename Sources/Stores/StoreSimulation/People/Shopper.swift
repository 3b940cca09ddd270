// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import StoreRules

/// The role of somebody who shops: wishes for a visit, gets a ticket or a booking, goes there, stays inside for a while.
///
/// Knows what a person knows: what the phone or the monitor tells. What is told is answered in a turn of its own, since the
/// service is in the midst of one then.
final actor Shopper: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    nonisolated let id: ShopperID
    nonisolated let person: Person
    nonisolated let habits: ShopperHabits
    nonisolated let city: StorePopulation
    /// Where the person goes back to; nil for somebody who lives elsewhere in the city.
    nonisolated let home: Place?
    let hasPhone: Bool
    /// The visit that is under way.
    var visit: Visit?
    var streams: ShopperStreams
    /// The last ticket or booking that the person heard of: a receipt that is repeated brings nothing new.
    var lastPass = PassID(0)
    let extras: ShopperExtras?
    /// The errands of who shops when the day has time; nil for who has no such day.
    let day: ShopperDay?
    private var wishTimer = TimerHandle.none
    private var isLeaving = false
    private(set) var hasShopped = false

    enum Timer: TimerTag {
        case wish, look, choose, find, setOut, arrive, ticket, scan, goOut, impatient, answer, retry, tooLong, askCode,
            giveCode, lookAtApp
    }

    init(_ id: ShopperID, _ person: Person, home: Place?, habits: ShopperHabits, city: StorePopulation) {
        self.id = id
        self.person = person
        self.home = home
        self.habits = habits
        self.city = city
        loop = person.loop
        var traits = person.stream(for: .shopperTraits)
        hasPhone = !traits.chance(habits.group.withoutPhone)
        streams = ShopperStreams(
            shopping: person.stream(for: .shopping), visiting: person.stream(for: .visiting),
            patience: person.stream(for: .queuePatience), booking: person.stream(for: .booking),
            settingOut: person.stream(for: .settingOut))
        let group = habits.group
        let isPlain =
            group.favourites == 0 && group.wishes == 0 && group.withoutPosition == 0 && city.section.accounts == nil
            && city.section.notices.lost == 0
        extras = isPlain ? nil : ShopperExtras(person, group)
        day = person.uses[.stores] == nil ? nil : ShopperDay()
    }

    // MARK: Wishing

    /// Begins to pause before the first visit, or again after having left the city.
    func begin() {
        isLeaving = false
        if visit == nil { pause() }
    }

    /// Leaves the city, after the visit that is under way.
    func leave() {
        isLeaving = true
        loop.cancel(wishTimer)
    }

    private func pause(after way: TimeSpan = .zero) {
        guard let distribution = habits.pause else { return }
        let pause = max(ShopperHabits.shortestPause, streams.shopping.time(distribution))
        wishTimer = loop.schedule(self, Timer.wish.rawValue, at: loop.now + way + pause, as: .arrival)
    }

    /// Wants to shop now, or as soon as no other service has hold of the person. Somebody who has a visit under way drops
    /// the wish.
    func wish() {
        guard !isLeaving else { return }
        guard visit == nil else { return city.note(.wishDropped(person: person.id)) }
        guard person.onLoop({ $0.isFree(for: .stores) }) else {
            person.onLoop { $0.whenFree { [weak self] in self?.onLoop { $0.wish() } } }
            return
        }
        if beginsVisit() { look() }
    }

    /// Begins a visit; false for who cannot now.
    func beginsVisit() -> Bool {
        guard visit == nil, !isLeaving, person.onLoop({ $0.isFree(for: .stores) }) else { return false }
        if let home { person.onLoop { $0.place = home } }
        beginsVisit(habits.plan(hasPhone: hasPhone, &streams))
        return true
    }

    /// Begins a visit that goes as drawn.
    func beginsVisit(_ plan: VisitPlan) {
        loop.cancel(wishTimer)
        hasShopped = true
        visit = Visit(plan)
        city.note(
            .wished(
                person: person.id, shopper: id, place: place, group: Int32(habits.number), ready: plan.setOut,
                time: plan.way == .booking ? loop.now + plan.booking.ahead : nil))
    }

    /// Comes for one visit and is never seen again.
    nonisolated var comesOnce: Bool {
        if case .arrivals(_, _, nil) = habits.group.demand { home != nil } else { false }
    }

    /// Where the person is.
    var place: Place { person.onLoop { $0.place } }

    /// The time to a store from where the person is, on foot or as the person moves about.
    func walk(to store: StoreID) -> TimeSpan {
        if let mobility { return mobility.time(of: person.id, to: city.place(of: store)) }
        return visit?.plan.walk ?? city.walk(from: place, to: store, leaving: loop.now)
    }

    // MARK: On the way

    /// When it is time to set out: for a booked time, or for the expected entry; nil for the holder of a ticket or booking who
    /// never does, and learns of its end.
    private var departure: CityTime? {
        guard let visit, visit.step == .home, !visit.plan.isNoShow || visit.pass == nil else { return nil }
        let booking = visit.plan.booking
        let wanted =
            visit.slot.map { $0 - visit.walk - booking.early + booking.late }
            ?? (visit.isCalled ? loop.now : visit.expected - visit.walk - visit.plan.early)
        return max(visit.ready, wanted)
    }

    /// Plans it anew, as what is expected has changed.
    func planSetOut() {
        guard !isEngaged, let departure else { return }
        loop.cancel(visit?.next ?? .none)
        visit?.next = plan(.setOut, at: departure)
    }

    /// Sets out, unless what is expected has moved meanwhile or another service has hold of the person.
    private func setOut() {
        guard let visit, let departure else { return }
        guard departure <= loop.now else { return planSetOut() }
        // Without a ticket nothing ends that the person would be told of.
        guard !visit.plan.isNoShow else { return giveUp(.noShow) }
        guard person.onLoop({ $0.isFree(for: .stores) }) else {
            person.onLoop { $0.whenFree { [weak self] in self?.onLoop { $0.setOut() } } }
            return
        }
        if let mobility { return goes(by: mobility) }
        // Who lives elsewhere may have gone somewhere meanwhile.
        let walk = home == nil ? walk(to: visit.store) : visit.walk
        person.onLoop { $0.begin(.stores) }
        city.note(.setOut(person: person.id, store: visit.store, walk: walk))
        self.visit?.step = .walking
        self.visit?.walk = walk
        self.visit?.next = plan(.arrive, at: loop.now + walk)
    }

    func arrive() {
        guard let visit else { return }
        self.visit?.step = .outside
        let here = city.place(of: visit.store)
        person.onLoop { person in
            if person.holder != .stores { person.begin(.stores) }
            person.place = here
        }
        city.note(.arrived(person: person.id, store: visit.store, pass: visit.pass))
        guard city.hasService else {
            if let patience = visit.plan.patience { self.visit?.end = plan(.impatient, at: loop.now + patience) }
            return city.onLoop { $0.comesToLine(self, visit.store, longest: visit.plan.longestLine) }
        }
        if visit.plan.losesCode, let pass = visit.pass {
            // The phone is dead: nothing it is told reaches its owner, who begins anew at the totem (STORE-LOSTCODE).
            city.onLoop { $0.forget(pass) }
            loop.cancel(visit.end)
            loop.cancel(visit.glance)
            self.visit?.loseCode()
        }
        guard self.visit?.pass == nil else {
            // Who has missed something looks before anything else.
            if self.visit?.glance != TimerHandle.none { looksAtApp() }
            return tryToEnter()
        }
        if self.visit?.way == .totem { city.onLoop { $0.wakesTotem(self, visit.store) } } else { takeTicket() }
    }

    // MARK: At the store

    func takeTicket() {
        guard let visit else { return }
        city.onLoop { $0.takesTicket(self, visit.store, fromEmployee: visit.way == .employee) }
    }

    /// Shows the code, unless it is a ticket whose turn has not come.
    func tryToEnter() {
        guard let visit, visit.step == .outside, visit.isCalled || visit.slot != nil else { return }
        loop.cancel(visit.next)
        self.visit?.next = plan(.scan, at: loop.now)
    }

    private func scan() {
        guard let visit, let code = visit.code else { return }
        self.visit?.isScanning = city.lines != nil
        city.onLoop { $0.scans(self, visit.store, code) }
    }

    /// The door is open.
    func goesIn() {
        guard let visit, visit.step == .outside else { return }
        loop.cancel(visit.next)
        loop.cancel(visit.end)
        city.note(.wentIn(person: person.id, store: visit.store, pass: visit.pass))
        let least = city.section.rules.leastVisit
        let stay = max(habits.stay(visit.plan, from: loop.now), least)
        // Everybody leaves by closing (STORE-CLOSING).
        let closing = city.onLoop { $0.hours(of: visit.store).closing(after: loop.now) }
        tellsBegun()
        self.visit?.step = .inside
        self.visit?.next = plan(.goOut, at: min(loop.now + stay, max(closing, loop.now + least)))
    }

    private func goOut() {
        guard let visit else { return }
        // First, since others may come in with the message.
        city.note(.wentOut(person: person.id, store: visit.store, pass: visit.pass))
        if let code = visit.code {
            city.send(.totem(visit.store, .scanOut(code)))
        } else {
            city.onLoop { $0.comesOut(of: visit.store) }
        }
        likes(visit.store)
        finish()
    }

    // MARK: The end

    /// Stays away from all stores, without having set out.
    func giveUp(_ reason: GiveUpReason) {
        if reason == .noSlot { wishForSlot() }
        city.note(.gaveUp(person: person.id, reason: reason))
        finish()
    }

    /// Goes home from the way, or from before the store.
    func turnBack(_ reason: TurnBackReason) {
        guard let visit else { return }
        city.note(.turnedBack(person: person.id, store: visit.store, reason: reason))
        finish()
    }

    /// Ends the visit, wherever the person is in it.
    func end(_ reason: TurnBackReason) {
        switch visit?.step {
        case .walking, .outside: turnBack(reason)
        case .looking, .home: giveUp(visit?.plan.isNoShow == true ? .noShow : .ended)
        case .inside, nil: break
        }
    }

    private func finish() {
        guard let visit else { return }
        loop.cancel(visit.next)
        loop.cancel(visit.end)
        loop.cancel(visit.glance)
        if let pass = visit.pass { city.onLoop { $0.forget(pass) } }
        let hasGone = visit.step == .walking || visit.step == .outside || visit.step == .inside
        self.visit = nil
        if hasGone {
            // Who turns back on the way is where the way began.
            person.onLoop { person in
                if person.holder == .stores { person.end(.stores, at: person.place) }
            }
        }
        guard day == nil else { return tellsEnd(wasInside: visit.step == .inside) }
        if isLeaving || habits.pause == nil {
            city.onLoop { $0.isDone(self) }
        } else {
            pause(after: hasGone && home != nil ? visit.walk : .zero)
        }
    }

    // MARK: Timers

    func plan(_ timer: Timer, at time: CityTime) -> TimerHandle {
        loop.schedule(self, timer.rawValue, at: time, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        switch Timer(rawValue: tag) {
        case .wish: wish()
        case .look: look()
        case .choose: choose()
        case .find: find()
        case .setOut: setOut()
        case .arrive: arrive()
        case .ticket: takeTicket()
        case .scan: scan()
        case .goOut: goOut()
        case .impatient: loseHeart()
        case .answer: answer()
        case .retry: retry()
        case .tooLong: goAway(.longLine)
        case .askCode: askCode()
        case .giveCode: giveCode()
        case .lookAtApp: looksAtApp()
        case nil: break
        }
    }
}
