// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import StoreRules

/// What somebody means to shop in a day that is planned (SIM-12).
final class ShopperDay {
    /// An errand, and what chance decides of its visit.
    struct Planned {
        let errand: Errand
        let plan: VisitPlan
    }

    /// Those that have not begun.
    var errands: [Planned] = []
    /// The one of the visit that is under way; nil for a visit that the day does not wait for.
    var current: Errand?
}

/// How somebody shops whose day is a plan: books ahead, or comes when the day has time, and goes by all means of the city.
extension Shopper {
    /// What moves the person of a visit that the day waits for; nil for who walks.
    var mobility: (any Mobility)? { day?.current == nil ? nil : person.mobility }

    /// Whether the day of the person says when to leave.
    var isEngaged: Bool { day?.current != nil && visit?.slot != nil }

    /// Will come within a time: what is booked is booked ahead.
    func expect(_ errand: Errand) {
        guard let day else { return }
        day.errands.removeAll { $0.errand.closes <= loop.now }
        var plan = habits.plan(hasPhone: hasPhone, &streams)
        let ahead = plan.booking.ahead
        // As long before the window opens as others book ahead of the time that they want.
        let books = max(loop.now, errand.opens - ahead)
        if plan.way == .booking { plan.booking.ahead = errand.opens - books }
        day.errands.append(ShopperDay.Planned(errand: errand, plan: plan))
        guard plan.way == .booking, city.hasService else { return }
        loop.schedule(at: books, as: .arrival) { [weak self] in self?.onLoop { $0.begin(errand.number) } }
    }

    /// The time for an errand has come: to book, or to shop. One that has begun goes on.
    func begin(_ number: Int32) {
        guard let day, day.current?.number != number,
            let row = day.errands.firstIndex(where: { $0.errand.number == number })
        else { return }
        let planned = day.errands.remove(at: row)
        guard visit == nil else {
            city.note(.wishDropped(person: person.id))
            return drops(planned.errand, wasHeld: false)
        }
        beginsVisit(planned.plan)
        // Who never comes goes on with the day; the ticket or booking lapses by itself.
        if planned.plan.isNoShow { drops(planned.errand, wasHeld: false) } else { day.current = planned.errand }
        look()
    }

    private func drops(_ errand: Errand, wasHeld: Bool) {
        person.agenda?.drop(Int64(errand.number), with: .stores, of: person.id, wasHeld: wasHeld)
    }

    /// What is left of the window of the errand that is under way.
    var errandWindow: Range<CityTime>? {
        guard let errand = day?.current else { return nil }
        let opens = max(loop.now, errand.opens)
        return opens..<max(opens, errand.closes) + TimeSpan(nanoseconds: 1)
    }

    /// A slot is booked, or was moved.
    func tellsSlot(isNew: Bool) {
        guard let errand = day?.current, let visit, let slot = visit.slot else { return }
        let engagement = Engagement(
            "Shop", Int64(errand.number), with: .stores, at: city.place(of: visit.store), from: slot,
            until: slot + max(.minutes(1), visit.plan.stay))
        guard isNew else { person.agenda?.move(engagement, of: person.id); return }
        person.agenda?.enter(engagement, of: person.id) { [weak self] news in
            self?.onLoop { $0.take(news, of: errand.number) }
        }
    }

    private func take(_ news: EngagementNews, of errand: Int32) {
        guard day?.current?.number == errand, let visit else { return }
        switch news {
        case .setsOut(let time): if visit.step == .home { setsOut(time) }
        case .arrived:
            // Who was there already has not set out.
            if visit.step == .home { setsOut(.zero) }
            if self.visit?.step == .walking { arrive() }
        }
    }

    /// Goes by all means of the city, and is taken hold of at the store.
    func goes(by mobility: any Mobility) {
        guard let visit, let errand = day?.current else { return }
        setsOut(visit.walk)
        mobility.go(person.id, to: city.place(of: visit.store)) { [weak self] in
            self?.onLoop { shopper in
                guard shopper.day?.current == errand, shopper.visit?.step == .walking else { return }
                shopper.arrive()
            }
        }
    }

    private func setsOut(_ time: TimeSpan) {
        guard let visit else { return }
        city.note(.setOut(person: person.id, store: visit.store, walk: time))
        self.visit?.step = .walking
        self.visit?.walk = time
    }

    /// The person is in the store.
    func tellsBegun() {
        guard let errand = day?.current else { return }
        person.agenda?.begun(Int64(errand.number), with: .stores, of: person.id)
    }

    /// The visit is over.
    func tellsEnd(wasInside: Bool) {
        guard let errand = day?.current else { return }
        day?.current = nil
        drops(errand, wasHeld: wasInside)
    }
}
