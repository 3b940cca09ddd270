// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension StoreRules {
    /// Takes over what the stores of records hold, after a restart of the service.
    public mutating func restore(
        stores: StoredRecords<StoreRecord>, passes: StoredRecords<Pass>, shoppers: [ShopperRecord], at now: CityTime
    ) -> [StoreDirective] {
        var out: [StoreDirective] = []
        precondition(floors.isEmpty, "stores are restored before any is added")
        let kept = Dictionary(stores.open.map { ($0.id, $0) }) { first, _ in first }
        for number in stride(from: 1, through: stores.lastNumber, by: 1) {
            // A number that is not given again keeps a place, for a removed store without people.
            let record =
                kept[StoreID(number)]
                ?? StoreRecord(goneWith: StoreID(number))
            floors.append(StoreFloor(record, parameters, at: now))
            if !record.isRemoved { map.add(record.id, at: record.place) }
        }
        lastPass = passes.lastNumber
        for record in shoppers {
            self.shoppers.keep(record)
            self.shoppers.restore(record.request, of: record.id)
        }
        var byStore: [[Pass]] = Array(repeating: [], count: floors.count)
        for pass in passes.open {
            guard let index = known(pass.store) else { continue }
            byStore[index].append(pass)
            if let shopper = pass.shopper {
                self.shoppers.hold(pass.id, pass.store, by: shopper)
                self.shoppers.restore(pass.request, of: shopper)
            }
        }
        for index in floors.indices {
            floors[index].restore(byStore[index], at: now, &out)
            floors[index].askToBeWoken(at: now, &out)
        }
        finish(&out)
        return out
    }

    /// The store of records did not take a pass: nobody was told of it (AVAIL-07).
    public mutating func notStored(_ pass: PassID, of store: StoreID, at now: CityTime) -> [StoreDirective] {
        var out: [StoreDirective] = []
        guard let index = known(store), let lost = floors[index].notStored(pass, at: now) else { return out }
        if lost.queue != nil {
            refuseJoin(store, lost.shopper, lost.channel, .notStored, &out)
        } else if let shopper = lost.shopper {
            refuseBooking(store, shopper, lost.start, .notStored, &out)
        }
        return out
    }

    /// A shopper's account is gone: the ticket or booking ends, and nothing is kept of the person (DEC-ACCOUNT-DELETE). Who is
    /// inside leaves as usual.
    mutating func forget(_ shopper: ShopperID, at now: CityTime, _ out: inout [StoreDirective]) {
        if let (index, pass) = holding(of: shopper) {
            if floors[index].record(of: pass)?.phase == .booked {
                floors[index].cancel(pass, .user, at: now, &out)
            } else {
                floors[index].leaveQueue(pass, at: now, &out)
            }
            floors[index].askToBeWoken(at: now, &out)
        }
        shoppers.forget(shopper)
        out.append(.eraseShopper(shopper))
    }
}

extension StoreRecord {
    fileprivate init(goneWith id: StoreID) {
        self.init(
            id: id, name: "", place: .origin, settings: StoreSettings(limit: 1, quotas: ClassCounts(normal: 1)))
        isRemoved = true
    }
}
