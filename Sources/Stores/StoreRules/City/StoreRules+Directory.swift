// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreRules {
    /// Stores near a place (STORE-R2, STORE-R3, STORE-SELECT-EXC): open ones to queue at, all with a fitting free slot to book.
    mutating func list(
        near place: Place, _ radius: Distance, _ purpose: ListPurpose, _ filter: SlotFilter?,
        for shopper: ShopperID, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        guard holding(of: shopper) == nil else { return refuse(shopper, nil, .alreadyPending, &out) }
        var rows: [StoreRow] = []
        var isAnyFitting = false
        for (store, distance) in map.near(place, radius) {
            guard let index = index(of: store) else { continue }
            if let filter, !hasFreeSlot(floors[index], filter, at: now) { continue }
            isAnyFitting = true
            let isOpen = floors[index].isOpen
            if purpose == .booking || isOpen { rows.append(StoreRow(store: store, distance: distance, isOpen: isOpen)) }
        }
        let empty: EmptyList? = rows.isEmpty ? (isAnyFitting ? .closed : EmptyList.none) : nil
        out.append(
            .note(.storesListed(shopper: shopper, purpose: purpose, count: Int32(rows.count), empty: empty)))
        out.append(.notify(shopper, .stores(rows, empty: empty)))
    }

    /// Stores near a typed address (STORE-R2): first the maps say where it is.
    func lookUp(_ query: AddressQuery, _ out: inout [StoreDirective]) {
        guard holding(of: query.shopper) == nil else { return refuse(query.shopper, nil, .alreadyPending, &out) }
        guard query.isPlausible else { return refuse(query.shopper, nil, .unknownAddress, &out) }
        out.append(.lookUp(query))
    }

    /// The maps have answered.
    mutating func take(_ answer: AddressAnswer, to query: AddressQuery, at now: CityTime, _ out: inout [StoreDirective])
    {
        switch answer {
        case .found(let place):
            list(near: place, query.radius, query.purpose, query.filter, for: query.shopper, at: now, &out)
        case .unknown: refuse(query.shopper, nil, .unknownAddress, &out)
        case .failed: refuse(query.shopper, nil, .mapsFailed, &out)
        }
    }

    /// Whether a slot of the next seven days fits; further ahead the same weekdays come again.
    private func hasFreeSlot(_ floor: StoreFloor, _ filter: SlotFilter, at now: CityTime) -> Bool {
        (0...7).contains { day in
            let midnight = now.midnight + .hours(24 * day)
            guard filter.weekdays.contains(midnight.weekday), filter.from <= filter.to else { return false }
            let range = midnight + filter.from..<midnight + filter.to + TimeSpan(nanoseconds: 1)
            return !floor.freeSlots(in: range, at: now).isEmpty
        }
    }

    /// Opens a store's page (STORE-R6), from a list or as a favourite (STORE-FAVOURITE).
    func select(
        _ store: StoreID, _ path: SelectionPath, by shopper: ShopperID, at now: CityTime,
        _ out: inout [StoreDirective]
    ) {
        guard let index = index(of: store) else { return refuse(shopper, store, .unknownStore, &out) }
        guard path == .list || shoppers.record(of: shopper).favourites.contains(store) else {
            return refuse(shopper, store, .notAFavourite, &out)
        }
        let page = floors[index].page(at: now)
        out.append(.note(.storeSelected(shopper: shopper, store: store, path: path)))
        out.append(
            .note(.estimateShown(shopper: shopper, store: store, queued: page.queued, wait: page.wait)))
        out.append(.notify(shopper, .page(page)))
    }

    /// Suggests other stores or times for one that is not available, by extra distance, then by difference in time
    /// (STORE-ALTERNATIVE). Without a slot, open stores to queue at.
    func propose(
        insteadOf store: StoreID, slot: CityTime?, to shopper: ShopperID, at now: CityTime,
        _ out: inout [StoreDirective]
    ) {
        guard let wanted = known(store) else { return }
        var found: [Alternative] = []
        for near in map.near(floors[wanted].record.place, parameters.alternativeRadius) {
            guard found.count < parameters.mostAlternatives, let index = index(of: near.store) else { continue }
            if let slot {
                let range =
                    slot - parameters.alternativeSpan..<slot + parameters.alternativeSpan
                    + TimeSpan(nanoseconds: 1)
                let slots = floors[index].freeSlots(in: range, at: now)
                    .sorted { (($0 - slot).magnitude, $0) < (($1 - slot).magnitude, $1) }
                found += slots.prefix(parameters.alternativesPerStore).map {
                    Alternative(store: near.store, slot: $0, distance: near.distance)
                }
            } else if near.store != store, floors[index].isOpen, floors[index].settings.quotas.normal > 0 {
                found.append(Alternative(store: near.store, slot: nil, distance: near.distance))
            }
        }
        found = Array(found.prefix(parameters.mostAlternatives))
        guard !found.isEmpty else { return }
        out.append(
            .note(.alternativesProposed(shopper: shopper, store: store, count: Int32(found.count))))
        out.append(.notify(shopper, .alternatives(found)))
    }

    // MARK: Favourites and wishes

    mutating func setFavourite(
        _ store: StoreID, _ isOn: Bool, by shopper: ShopperID, _ out: inout [StoreDirective]
    ) {
        guard index(of: store) != nil || !isOn else { return refuse(shopper, store, .unknownStore, &out) }
        var record = shoppers.record(of: shopper)
        if isOn != record.favourites.contains(store) {
            if isOn, record.favourites.count >= parameters.mostFavourites {
                return refuse(shopper, store, .tooManyFavourites, &out)
            }
            if isOn { record.favourites.append(store) } else { record.favourites.removeAll { $0 == store } }
            shoppers.keep(record)
            out.append(.saveShopper(shopper))
            out.append(.note(.favouriteChanged(shopper: shopper, store: store, isAdded: isOn)))
        }
        out.append(.notify(shopper, .favourites(record.favourites)))
    }

    mutating func addWish(_ wish: SlotWish, by shopper: ShopperID, _ out: inout [StoreDirective]) {
        guard !wish.isEmpty else { return refuse(shopper, nil, .emptyWish, &out) }
        if let unknown = wish.stores.first(where: { index(of: $0) == nil }) {
            return refuse(shopper, unknown, .unknownStore, &out)
        }
        var record = shoppers.record(of: shopper)
        guard record.wishes.count < parameters.mostWishes else { return refuse(shopper, nil, .tooManyWishes, &out) }
        let id = shoppers.nextWish()
        record.wishes.append(ShopperRecord.Wish(id: id, wish: wish))
        shoppers.keep(record)
        out.append(.saveShopper(shopper))
        out.append(.note(.wishStored(shopper: shopper, wish: id)))
        out.append(.notify(shopper, .wishStored(id)))
    }

    mutating func removeWish(_ wish: WishID, by shopper: ShopperID, _ out: inout [StoreDirective]) {
        var record = shoppers.record(of: shopper)
        guard let index = record.wishes.firstIndex(where: { $0.id == wish }) else {
            return refuse(shopper, nil, .unknownWish, &out)
        }
        record.wishes.remove(at: index)
        shoppers.keep(record)
        out.append(.saveShopper(shopper))
        out.append(.note(.wishRemoved(shopper: shopper, wish: wish)))
        out.append(.notify(shopper, .wishRemoved(wish)))
    }
}
