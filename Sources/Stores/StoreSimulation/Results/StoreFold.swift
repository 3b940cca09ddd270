// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Reporting
import StoreRules

/// Folds what happens at stores to totals, and to the numbers of each store.
final class StoreFold: EventObserver {
    private(set) var totals: StoreTotals
    private(set) var sites: [SiteTotals] = []
    private var passes = OpenTable(blank: CountedPass())
    /// Everybody who wants to shop.
    private var book: WishBook
    /// What became of their wishes; nil before the end.
    private(set) var wishes: CaseResult?
    /// The promises of the service, as its events keep or break them.
    private(set) var promises: StorePromises
    private let from: CityTime
    private let part: CountedPart?
    private let measured: MeasuredTime
    let section: StoresSection
    let layout: (any ZoneLayout)?
    var hasService: Bool { section.hasService }
    let start: CityTime
    let end: CityTime
    let step: TimeSpan

    /// What is known of a ticket or booking until its end.
    private struct CountedPass {
        var time = CityTime.epoch
        var expected = CityTime.epoch
        /// From when on the holder of a ticket can be there.
        var ready = CityTime.epoch
        var queue: TicketClass?
        var channel = TicketChannel.app
        var isCounted = false
        /// Of the store that is told of, whenever it was made.
        var isOfPart = true
        /// The holder's number; 0 for a ticket from the totem.
        var shopper: Int32 = 0
        /// Since when a place is held for it.
        var calledAt: CityTime?
    }

    init(_ section: StoresSection, _ frame: CaseFrame, layout: (any ZoneLayout)?) {
        (part, measured, start, from, end) = (frame.part, frame.measured, frame.start, frame.from, frame.end)
        (self.section, self.layout) = (section, layout)
        book = WishBook(section, frame)
        sites = section.groups.flatMap { group in
            Array(repeating: SiteTotals(limit: group.base.limit, from: frame.from), count: group.size)
        }
        // Some hundred points whatever the length, in whole minutes.
        step = .minutes(max(1, Int((end - start) / .minutes(1) / 200)))
        totals = StoreTotals(frame, step: step)
        promises = StorePromises(section)
        totals.slotsOffered = section.groups.indices.reduce(0) { sum, group in
            let stores = section.numbers(of: group).count { part.holds(site: Int32($0)) }
            return sum + Double(stores) * section.groups[group].settings.bookable(in: measured, until: end)
        }
    }

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices {
                promises.take(records[index].event, at: records[index].time)
                take(records[index].event, at: records[index].time)
            }
        }
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(PhoneEvent.self) { [self] records in
            for index in records.indices {
                if case .smsLost = records[index].event { fails(.sms, at: records[index].time) }
            }
        }
    }

    /// An outside service failed (STORE-ASSUME-EXT).
    private func fails(_ stub: StubbedService, at now: CityTime) {
        if measured.holds(now) { totals.stubFailures[Int(stub.number)] += 1 }
    }

    func finish(at end: CityTime) {
        totals.inside.advance(to: end)
        totals.places.advance(to: end)
        totals.outside.advance(to: end)
        for index in sites.indices {
            sites[index].inside.change(by: 0, at: end)
            sites[index].places.change(by: 0, at: end)
        }
        countOpen(at: end)
        if hasService {
            totals.unusedPlaces = sites.enumerated().reduce(0) { sum, site in
                sum
                    + (part.holds(site: Int32(site.offset + 1))
                        ? max(0, Int(site.element.limit) - site.element.placesUsed) : 0)
            }
        }
        wishes = book.finish(at: end)
        totals.wishes = wishes?.all ?? CasePart()
    }

    /// What is not over at the end: who still stands before a store has waited until then, and tickets and bookings that are
    /// open are in no share of those that led inside.
    private func countOpen(at end: CityTime) {
        for (since, store) in book.standing where counts(store, at: since) {
            totals.standingAtEnd += 1
            totals.physicalWait.add((end - since).nanoseconds)
        }
        for number in passes.openNumbers {
            guard let pass = passes.close(number), pass.isCounted else { continue }
            if pass.queue == nil { totals.bookingsOpen += 1 } else { totals.ticketsOpen += 1 }
        }
    }

    private func site(_ store: StoreID, _ body: (inout SiteTotals) -> Void) {
        while sites.count < store.index { sites.append(SiteTotals(limit: 0, from: from)) }
        body(&sites[store.index - 1])
    }

    /// Changes the places of a store, which count while it is open.
    private func change(_ store: StoreID, at now: CityTime, _ body: (inout SiteTotals) -> Void) {
        site(store) { site in
            let before = site.openPlaces
            body(&site)
            site.places.change(by: site.openPlaces - before, at: now)
            if part.holds(site: store.number) {
                totals.places.change(by: Int64(site.openPlaces - before), at: now)
            }
        }
    }

    // MARK: The service

    private func take(_ event: StoreEvent, at now: CityTime) {
        switch event {
        case .storeAdded(let store, _, let place, let limit, _, _, _, _, _):
            change(store, at: now) { ($0.place, $0.limit) = (place, limit) }
        case .limitChanged(let store, let limit): change(store, at: now) { $0.limit = limit }
        case .doorChanged(let store, let state, _): change(store, at: now) { $0.isOpen = state == .open }
        case .storeRemoved(let store, _, _): change(store, at: now) { $0.isOpen = false }
        case .estimateShown(let shopper?, let store, _, let wait?): book.shown(shopper, store, wait)
        case .ticketIssued(let store, let pass, let shopper, let queue, let channel, _, let ready, let expected):
            let isCounted = counts(store, at: now)
            passes.open(
                pass.number,
                CountedPass(
                    time: now, expected: expected, ready: ready, queue: queue, channel: channel, isCounted: isCounted,
                    shopper: shopper?.number ?? 0))
            if let shopper { book.queued(shopper, store, at: now) }
            if isCounted {
                totals.tickets.issued += 1
                totals.byClass[Int(queue.number)].issued += 1
                totals.byChannel[Int(channel.number)].issued += 1
                site(store) { $0.tickets += 1 }
            }
        case .joinRefused(let store, let shopper, _, let reason):
            if let shopper { book.refused(shopper, store) }
            if counts(store, at: now) { totals.joinRefused[Int(reason.number)] += 1 }
        case .ticketCalled(_, let pass, _):
            guard let index = passes.index(of: pass.number) else { break }
            passes[index].calledAt = now
            guard passes[index].isCounted else { break }
            totals.called += 1
            totals.turnWait.add((now - passes[index].ready).nanoseconds)
        case .queueLeft(let store, let pass):
            holdsNoMore(pass, of: store, at: now)
            if close(pass, .lost(.impatient)) { totals.left += 1 }
        case .ticketRemoved(let store, let pass, let reason):
            holdsNoMore(pass, of: store, at: now)
            if close(pass, .lost(LossCause(reason))) { totals.removed[Int(reason.number)] += 1 }
        case .bookingMade(let store, let pass, let shopper, _, let slot, _):
            let (isCounted, isOfPart) = (counts(store, at: now), part.holds(site: store.number))
            passes.open(
                pass.number,
                CountedPass(
                    time: slot, expected: slot, isCounted: isCounted, isOfPart: isOfPart, shopper: shopper.number))
            book.booked(shopper, store, slot)
            if isCounted {
                totals.booked += 1
                site(store) { $0.bookings += 1 }
            }
            changeSlots(of: pass, store, by: 1)
        case .bookingRefused(let store, let shopper, _, let reason):
            book.refused(shopper, store)
            if counts(store, at: now) { totals.bookingRefused[Int(reason.number)] += 1 }
        case .bookingCancelled(let store, let pass, let cause, _):
            changeSlots(of: pass, store, by: -1)
            if close(pass, cause.ending) { totals.cancelled[Int(cause.number)] += 1 }
        case .bookingLapsed(let store, let pass):
            if changeSlots(of: pass, store, by: -1) { site(store) { $0.slotsLapsed += 1 } }
            if close(pass, .lost(.lapsed)) { totals.lapsed += 1 }
        case .bookingPostponed(_, let pass, _, _):
            book.postponed(passes.value(of: pass.number)?.shopper ?? 0)
            if isCounted(pass) { totals.postponed += 1 }
        case .entryDelayed(let store, _): if counts(store, at: now) { totals.entriesDelayed += 1 }
        case .entryRefused(let store, _, _): if counts(store, at: now) { totals.entriesRefused += 1 }
        case .entryGranted(let store, let pass, _, _, let number): entered(store, pass, number, at: now)
        case .storeRefused, .quotasChanged, .slotsChanged, .parameterChanged, .staffRefused, .statsViewed,
            .maintenanceScheduled, .storesListed, .storeSelected, .estimateShown, .alternativesProposed,
            .favouriteChanged, .wishStored, .wishRemoved, .slotFreed, .alertSent, .wishRefused, .duplicateIgnored,
            .estimateUpdated, .leaveAdvised, .delayNotified, .postponeProposed, .proposalLapsed, .visitEnded,
            .exitRefused, .totemWoken, .ticketPrinted, .monitorShown:
            break
        }
    }

    /// Whether what happens at a store counts.
    private func counts(_ store: StoreID, at now: CityTime) -> Bool {
        measured.holds(now) && part.holds(site: store.number)
    }

    /// A booking for a slot of the measured time is made, or was not kept; whether it is for one.
    @discardableResult
    private func changeSlots(of pass: PassID, _ store: StoreID, by amount: Int) -> Bool {
        guard let seen = passes.value(of: pass.number), measured.holds(seen.time), seen.time < end else { return false }
        if seen.isOfPart { totals.slotsTaken += amount }
        site(store) { $0.slotsKept += amount }
        return true
    }

    /// A ticket comes to nothing; when it was called, a place was held for it.
    private func holdsNoMore(_ pass: PassID, of store: StoreID, at now: CityTime) {
        guard let since = passes.value(of: pass.number)?.calledAt else { return }
        let held = measured.length(from: since.nanoseconds, to: now.nanoseconds)
        if part.holds(site: store.number) { totals.heldInVain += held }
        site(store) { $0.heldInVain += held }
    }

    private func isCounted(_ pass: PassID) -> Bool { passes.value(of: pass.number)?.isCounted ?? false }

    /// A ticket or booking ends without an entry, as its holder will learn; whether it counts.
    private func close(_ pass: PassID, _ ending: WishBook.Ending) -> Bool {
        guard let seen = passes.close(pass.number) else { return false }
        book.ended(seen.shopper, ending)
        return seen.isCounted
    }

    private func entered(_ store: StoreID, _ pass: PassID, _ number: Int32, at now: CityTime) {
        site(store) { $0.use(number) }
        guard let seen = passes.close(pass.number), seen.isCounted else { return }
        let wait = (now - seen.time).nanoseconds
        site(store) { $0.entered(after: wait) }
        guard let queue = seen.queue else {
            totals.bookingsEntered += 1
            return totals.bookingWait.add(wait)
        }
        let error = (now - seen.expected).nanoseconds
        totals.tickets.enter(after: wait, error)
        totals.byClass[Int(queue.number)].enter(after: wait, error)
        totals.byChannel[Int(seen.channel.number)].enter(after: wait, error)
        totals.estimateError.add(abs(error))
        site(store) { site in
            switch seen.channel {
            case .app, .web: site.byPhone.add(error)
            case .totem: site.atTotem.add(error)
            }
        }
    }

    // MARK: People

    private func take(_ event: ShoppingEvent, at now: CityTime) {
        switch event {
        case .wished(let person, let shopper, let place, let group, let ready, let time):
            book.wished(person, shopper, at: place, group: group, ready: ready, wanted: time, now: now)
        case .gaveUp(let person, let reason): book.gaveUp(person, reason)
        case .setOut(let person, let store, _): book.setOut(person, to: store, at: now)
        case .mapsFailed: fails(.maps, at: now)
        case .noticeLost: fails(.notices, at: now)
        case .wishDropped: if measured.holds(now) { totals.wishesDropped += 1 }
        case .notified(_, let delay): if measured.holds(now) { totals.notificationDelay.add(delay.nanoseconds) }
        case .arrived(let person, let store, _):
            book.arrived(person, at: store, at: now)
            if part.holds(site: store.number) { totals.outside.change(by: 1, at: now) }
            site(store) { $0.outside += 1 }
            if counts(store, at: now) {
                totals.largestCrowd = max(totals.largestCrowd, sites[store.index - 1].outside)
            }
        case .wentIn(let person, let store, _):
            standsNoMore(since: book.wentIn(person, at: now), store, at: now)
            if part.holds(site: store.number) { totals.inside.change(by: 1, at: now) }
            site(store) { $0.inside.change(by: 1, at: now) }
        case .wentOut(let person, let store, _):
            if part.holds(site: store.number) { totals.inside.change(by: -1, at: now) }
            site(store) { $0.inside.change(by: -1, at: now) }
            guard let since = book.wentOut(person), counts(store, at: now) else { return }
            totals.visit.add((now - since).nanoseconds)
            site(store) { $0.visits += 1 }
        case .turnedBack(let person, let store, let reason):
            standsNoMore(since: book.turnedBack(person, reason), store, at: now)
        }
    }

    /// Somebody who stood before a store goes in or away; nil for one who turns back on the way.
    private func standsNoMore(since: CityTime?, _ store: StoreID, at now: CityTime) {
        guard let since else { return }
        if part.holds(site: store.number) { totals.outside.change(by: -1, at: now) }
        site(store) { $0.outside -= 1 }
        if counts(store, at: since) { totals.physicalWait.add((now - since).nanoseconds) }
    }
}

extension StoreTotals.Tickets {
    mutating func enter(after wait: Int64, _ error: Int64) {
        entered += 1
        self.wait.add(wait)
        estimates.add(error)
    }
}

extension StoreSettings {
    /// How many bookings of one store the slots of a range of time take: their size, and what the booking places can hold.
    fileprivate func bookable(in measured: MeasuredTime, until end: CityTime) -> Double {
        let held = Double(quotas.booking) * (slots.every / holding)
        let slots = slots.slots(in: measured.from..<max(measured.from, end), hours)
        return Double(slots.count(where: measured.holds)) * min(Double(self.slots.size), held)
    }
}
