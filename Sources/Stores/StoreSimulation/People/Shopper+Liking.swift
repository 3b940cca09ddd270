// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import StoreRules

/// Favourites and wishes for slots.
extension Shopper {
    /// Goes for the favourite store without a list (STORE-FAVOURITE); false when there is none, or it is not open.
    func looksAtFavourite() -> Bool {
        guard let visit, !visit.isPastFavourite, let store = extras?.favourite else { return false }
        let walk = walk(to: store)
        self.visit?.isPastFavourite = true
        self.visit?.choices = [Visit.Choice(store: store, walk: walk)]
        if visit.way == .booking {
            self.visit?.next = plan(.find, at: loop.now)
        } else {
            city.send(.shopper(id, request: 0, .select(store: store, path: .favourite)))
        }
        return true
    }

    /// A visit is over: who is loyal marks the first store as a favourite.
    func likes(_ store: StoreID) {
        guard city.hasService, hasPhone, let extras, extras.isLoyal, extras.favourite == nil else { return }
        extras.favourite = store
        city.send(.shopper(id, request: 0, .setFavourite(store: store, isOn: true)))
    }

    /// No slot is free: some want to be told of one on that day, an hour earlier or later (STORE-ALERT).
    func wishForSlot() {
        guard let visit, visit.way == .booking, visit.store.number > 0, let extras, habits.group.wishes > 0,
            extras.liking.chance(habits.group.wishes)
        else { return }
        let wanted = loop.now + visit.plan.booking.ahead
        let time = wanted.sinceMidnight
        let filter = SlotFilter(
            weekdays: [wanted.weekday], from: max(.zero, time - .hours(1)), to: min(time + .hours(1), .hours(24)))
        city.send(.shopper(id, request: 0, .addWish(SlotWish(stores: [visit.store], filter: filter))))
    }

    /// A slot of a wish is free: who has nothing else to do books it, and wishes no more. Whose day is a plan has no time for it.
    func freed(_ wish: WishID, _ store: StoreID, _ slot: CityTime) {
        guard slot > loop.now, day == nil, beginsVisit() else { return }
        city.send(.shopper(id, request: 0, .removeWish(wish)))
        let walk = walk(to: store)
        visit?.way = .booking
        visit?.isPastFavourite = true
        visit?.slot = slot
        visit?.go(to: store, walk: walk)
        visit?.next = plan(.retry, at: loop.now)
    }
}
