// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import CityReports
import EventLog
import Reporting
import StoreRules

/// Folds what happens at stores to totals, and to the numbers of each store.
final class StoreFold: EventObserver {
    private(set) var totals: StoreTotals
    /// By number.
    private(set) var sites: [SiteTotals] = []
    private var passes = OpenTable(blank: CountedPass())
    /// Since when somebody stands before which store.
    private var standing: [PersonID: (since: CityTime, store: StoreID)] = [:]
    /// The promises of the service, as its events keep or break them.
    private(set) var promises: StorePromises
    /// Since when somebody is inside one.
    private var inside: [PersonID: CityTime] = [:]
    private let part: CountedPart?
    private let measured: MeasuredTime
    let hasService: Bool
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
    }

    init(_ section: StoresSection, _ frame: CaseFrame) {
        (part, measured, start, end) = (frame.part, frame.measured, frame.start, frame.end)
        // Some hundred points whatever the length, in whole minutes.
        step = .minutes(max(1, Int((end - start) / .minutes(1) / 200)))
        totals = StoreTotals(frame, step: step)
        hasService = section.hasService
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
        countOpen(at: end)
        totals.unusedPlaces = sites.enumerated().reduce(0) { sum, site in
            sum
                + (part.holds(site: Int32(site.offset + 1))
                    ? max(0, Int(site.element.limit) - site.element.placesUsed) : 0)
        }
    }

    /// What is not over at the end: who still stands before a store has waited until then, and tickets and bookings that are
    /// open are in no share of those that led inside.
    private func countOpen(at end: CityTime) {
        for (_, stood) in standing.sorted(by: { $0.key < $1.key }) where counts(stood.store, at: stood.since) {
            totals.standingAtEnd += 1
            totals.physicalWait.add((end - stood.since).nanoseconds)
            site(stood.store) { $0.stood(for: (end - stood.since).nanoseconds) }
        }
        standing = [:]
        for number in passes.openNumbers {
            guard let pass = passes.close(number), pass.isCounted else { continue }
            if pass.queue == nil { totals.bookingsOpen += 1 } else { totals.ticketsOpen += 1 }
        }
    }

    private func site(_ store: StoreID, _ body: (inout SiteTotals) -> Void) {
        while sites.count < store.index { sites.append(SiteTotals()) }
        body(&sites[store.index - 1])
    }

    /// Changes the places of a store, which count while it is open.
    private func change(_ store: StoreID, at now: CityTime, _ body: (inout SiteTotals) -> Void) {
        site(store) { site in
            let before = site.openPlaces
            body(&site)
            if part.holds(site: store.number) {
                totals.places.change(by: Int64(site.openPlaces - before), at: now)
            }
        }
    }

    // MARK: The service

    private func take(_ event: StoreEvent, at now: CityTime) {
        switch event {
        case .storeAdded(let store, _, _, let limit, _, _, _, _, _): change(store, at: now) { $0.limit = limit }
        case .limitChanged(let store, let limit): change(store, at: now) { $0.limit = limit }
        case .doorChanged(let store, let state, _): change(store, at: now) { $0.isOpen = state == .open }
        case .storeRemoved(let store, _, _): change(store, at: now) { $0.isOpen = false }
        case .ticketIssued(let store, let pass, _, let queue, let channel, _, let ready, let expected):
            let isCounted = counts(store, at: now)
            passes.open(
                pass.number,
                CountedPass(
                    time: now, expected: expected, ready: ready, queue: queue, channel: channel, isCounted: isCounted))
            if isCounted {
                totals.tickets.issued += 1
                totals.byClass[Int(queue.number)].issued += 1
                totals.byChannel[Int(channel.number)].issued += 1
                site(store) { $0.tickets += 1 }
            }
        case .joinRefused(let store, _, _, let reason):
            if counts(store, at: now) { totals.joinRefused[Int(reason.number)] += 1 }
        case .ticketCalled(_, let pass, _):
            guard let seen = passes.value(of: pass.number), seen.isCounted else { break }
            totals.called += 1
            totals.turnWait.add((now - seen.ready).nanoseconds)
        case .queueLeft(_, let pass): if close(pass) { totals.left += 1 }
        case .ticketRemoved(_, let pass, let reason): if close(pass) { totals.removed[Int(reason.number)] += 1 }
        case .bookingMade(let store, let pass, _, _, let slot, _):
            let (isCounted, isOfPart) = (counts(store, at: now), part.holds(site: store.number))
            passes.open(
                pass.number, CountedPass(time: slot, expected: slot, isCounted: isCounted, isOfPart: isOfPart))
            if isCounted {
                totals.booked += 1
                site(store) { $0.bookings += 1 }
            }
            if isOfPart, measured.holds(slot), slot < end { totals.slotsTaken += 1 }
        case .bookingRefused(let store, _, _, let reason):
            if counts(store, at: now) { totals.bookingRefused[Int(reason.number)] += 1 }
        case .bookingCancelled(_, let pass, let cause, _):
            freeSlot(of: pass)
            if close(pass) { totals.cancelled[Int(cause.number)] += 1 }
        case .bookingLapsed(_, let pass):
            freeSlot(of: pass)
            if close(pass) { totals.lapsed += 1 }
        case .bookingPostponed(_, let pass, _, _): if isCounted(pass) { totals.postponed += 1 }
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

    /// A booking was not kept.
    private func freeSlot(of pass: PassID) {
        guard let seen = passes.value(of: pass.number), seen.isOfPart, measured.holds(seen.time), seen.time < end
        else { return }
        totals.slotsTaken -= 1
    }

    /// Whether what happens at a store counts.
    private func counts(_ store: StoreID, at now: CityTime) -> Bool {
        measured.holds(now) && part.holds(site: store.number)
    }

    private func isCounted(_ pass: PassID) -> Bool { passes.value(of: pass.number)?.isCounted ?? false }
    private func close(_ pass: PassID) -> Bool { passes.close(pass.number)?.isCounted ?? false }

    private func entered(_ store: StoreID, _ pass: PassID, _ number: Int32, at now: CityTime) {
        site(store) { $0.use(number) }
        guard let seen = passes.close(pass.number), seen.isCounted else { return }
        let wait = (now - seen.time).nanoseconds
        site(store) { $0.entered(after: wait) }
        guard let queue = seen.queue else {
            totals.bookingsEntered += 1
            return totals.bookingWait.add(wait)
        }
        totals.tickets.enter(after: wait)
        totals.byClass[Int(queue.number)].enter(after: wait)
        totals.byChannel[Int(seen.channel.number)].enter(after: wait)
        let error = (now - seen.expected).nanoseconds
        totals.estimateError.add(abs(error))
        totals.estimateBias.add(error)
    }

    // MARK: People

    private func take(_ event: ShoppingEvent, at now: CityTime) {
        switch event {
        case .gaveUp(_, let reason): if measured.holds(now) { totals.gaveUp[Int(reason.number)] += 1 }
        case .setOut: break
        case .mapsFailed: fails(.maps, at: now)
        case .noticeLost: fails(.notices, at: now)
        case .wishDropped: if measured.holds(now) { totals.wishesDropped += 1 }
        case .notified(_, let delay): if measured.holds(now) { totals.notificationDelay.add(delay.nanoseconds) }
        case .arrived(let person, let store, _):
            standing[person] = (now, store)
            if part.holds(site: store.number) { totals.outside.change(by: 1, at: now) }
            site(store) { $0.outside += 1 }
            if counts(store, at: now) {
                totals.largestCrowd = max(totals.largestCrowd, sites[store.index - 1].outside)
            }
        case .wentIn(let person, let store, _):
            if let wait = stopStanding(person, store, at: now) { totals.standingBeforeEntry.add(wait) }
            inside[person] = now
            if part.holds(site: store.number) { totals.inside.change(by: 1, at: now) }
        case .wentOut(let person, let store, _):
            if part.holds(site: store.number) { totals.inside.change(by: -1, at: now) }
            guard let since = inside.removeValue(forKey: person), counts(store, at: now) else { return }
            totals.visit.add((now - since).nanoseconds)
            site(store) { $0.visits += 1 }
        case .turnedBack(let person, let store, let reason):
            let stood = stopStanding(person, store, at: now)
            if stood != nil { totals.stoodInVain[Int(reason.number)] += 1 }
            if counts(store, at: now) { totals.turnedBack[Int(reason.number)] += 1 }
        }
    }

    /// Somebody goes in or away; for how long the person stood, in nanoseconds, when that counts.
    private func stopStanding(_ person: PersonID, _ store: StoreID, at now: CityTime) -> Int64? {
        guard let since = standing.removeValue(forKey: person)?.since else { return nil }
        if part.holds(site: store.number) { totals.outside.change(by: -1, at: now) }
        site(store) { $0.outside -= 1 }
        guard counts(store, at: since) else { return nil }
        let wait = (now - since).nanoseconds
        totals.physicalWait.add(wait)
        site(store) { $0.stood(for: wait) }
        return wait
    }
}

extension StoreTotals.Tickets {
    mutating func enter(after wait: Int64) {
        entered += 1
        self.wait.add(wait)
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
