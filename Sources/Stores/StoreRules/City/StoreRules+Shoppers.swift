// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreRules {
    mutating func take(
        _ message: ShopperMessage, from shopper: ShopperID, _ fresh: FreshPass, at now: CityTime,
        _ out: inout [StoreDirective]
    ) {
        switch message {
        case .list(let place, let radius, let purpose, let filter):
            list(near: place, radius, purpose, filter, for: shopper, at: now, &out)
        case .listAt(let address, let radius, let purpose, let filter):
            lookUp(
                AddressQuery(shopper: shopper, address: address, radius: radius, purpose: purpose, filter: filter), &out
            )
        case .select(let store, let path): select(store, path, by: shopper, at: now, &out)
        case .join(let store, let channel, let travel):
            join(store, channel, travel: travel, by: shopper, fresh, at: now, &out)
        case .leaveQueue(let isConfirmed):
            guard let (index, pass) = own(.waiting, of: shopper, isConfirmed, orSay: .notQueued, &out) else { break }
            floors[index].leaveQueue(pass, at: now, &out)
            floors[index].askToBeWoken(at: now, &out)
        case .findSlot(let store, let from, let to):
            guard let index = index(of: store) else { return refuse(shopper, store, .unknownStore, &out) }
            let slot = from < to ? floors[index].leastCrowdedSlot(in: from..<to, at: now) : nil
            out.append(.notify(shopper, .slotProposed(store, slot)))
        case .book(let store, let channel, let slot):
            book(store, slot, by: shopper, channel, fresh, at: now, &out)
        case .showOwn: show(to: shopper, &out)
        case .cancelBooking(let isConfirmed):
            guard let (index, pass) = own(.booked, of: shopper, isConfirmed, orSay: .noBooking, &out) else { break }
            floors[index].cancel(pass, .user, at: now, &out)
            floors[index].askToBeWoken(at: now, &out)
        case .answerPostponement(let accept):
            guard let (index, pass) = holding(of: shopper),
                floors[index].answer(pass, accept: accept, at: now, &out)
            else { return refuse(shopper, nil, .noProposal, &out) }
            floors[index].askToBeWoken(at: now, &out)
        case .setFavourite(let store, let isOn): setFavourite(store, isOn, by: shopper, &out)
        case .addWish(let wish): addWish(wish, by: shopper, &out)
        case .removeWish(let wish): removeWish(wish, by: shopper, &out)
        }
    }

    func refuse(
        _ shopper: ShopperID, _ store: StoreID?, _ reason: ShopperRefusal, _ out: inout [StoreDirective]
    ) {
        out.append(.note(.wishRefused(shopper: shopper, store: store, reason: reason)))
        out.append(.notify(shopper, .refused(reason)))
    }

    /// The own ticket or booking that the shopper wants to give up, once that is confirmed (STORE-R8, STORE-R9).
    private func own(
        _ phase: Pass.Phase, of shopper: ShopperID, _ isConfirmed: Bool, orSay refusal: ShopperRefusal,
        _ out: inout [StoreDirective]
    ) -> (index: Int, pass: PassID)? {
        let holding = holding(of: shopper)
        let isBooking = holding.map { floors[$0.index].record(of: $0.pass)?.queue == nil }
        guard let holding, isBooking == (phase == .booked) else {
            refuse(shopper, nil, refusal, &out)
            return nil
        }
        guard isConfirmed else {
            refuse(shopper, floors[holding.index].id, .notConfirmed, &out)
            return nil
        }
        return holding
    }

    private mutating func join(
        _ store: StoreID, _ channel: TicketChannel, travel: TimeSpan, by shopper: ShopperID, _ fresh: FreshPass,
        at now: CityTime, _ out: inout [StoreDirective]
    ) {
        guard let index = index(of: store) else {
            return refuseJoin(store, shopper, channel, .unknownStore, &out)
        }
        guard holding(of: shopper) == nil else {
            return refuseJoin(store, shopper, channel, .alreadyPending, &out)
        }
        // A client is an app or a browser, whatever it says: totem tickets come from the totem.
        let channel = channel == .totem ? .web : channel
        if let refusal = floors[index].join(
            .walkIn, by: shopper, channel, travel: travel, fresh, at: now, &out)
        {
            refuseJoin(store, shopper, channel, refusal, &out)
            if refusal != .codeTaken, refusal != .badTravelTime {
                propose(insteadOf: store, slot: nil, to: shopper, at: now, &out)
            }
            return
        }
        lastPass = fresh.id.number
        shoppers.hold(fresh.id, store, by: shopper)
        floors[index].askToBeWoken(at: now, &out)
    }

    private mutating func book(
        _ store: StoreID, _ slot: CityTime, by shopper: ShopperID, _ channel: TicketChannel, _ fresh: FreshPass,
        at now: CityTime, _ out: inout [StoreDirective]
    ) {
        guard let index = index(of: store) else {
            return refuseBooking(store, shopper, slot, .unknownStore, &out)
        }
        guard holding(of: shopper) == nil else {
            return refuseBooking(store, shopper, slot, .alreadyPending, &out)
        }
        let channel = channel == .totem ? .web : channel
        if let refusal = floors[index].book(slot, by: shopper, channel, fresh, at: now, &out) {
            refuseBooking(store, shopper, slot, refusal, &out)
            if refusal != .codeTaken, refusal != .past {
                propose(insteadOf: store, slot: slot, to: shopper, at: now, &out)
            }
            return
        }
        lastPass = fresh.id.number
        shoppers.hold(fresh.id, store, by: shopper)
        floors[index].askToBeWoken(at: now, &out)
    }
}
