// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules

/// Stores without a service: everybody stands in a line, and whoever comes first goes in first (STORE-GOAL-TIME).
extension StorePopulation {
    /// Somebody comes to a store that has no service: goes in, or stands in the line.
    func comesToLine(_ shopper: Shopper, _ store: StoreID, longest: TimeSpan?) {
        let index = store.index - 1
        guard !stores[index].isRemoved, stores[index].hours.isOpen(at: loop.now) else {
            return shopper.onLoop { $0.end(.closed) }
        }
        if let longest, stores[index].expectedWait > longest { return shopper.onLoop { $0.turnBack(.longLine) } }
        stores[index].line.append(shopper)
        let closing = stores[index].hours.closing(after: loop.now)
        if stores[index].closesAt != closing, closing != .never {
            stores[index].closesAt = closing
            loop.schedule(at: closing, as: .deadline) { self.onLoop { $0.close(store) } }
        }
        admitFromLine(store)
    }

    /// Somebody goes away from the line.
    func leavesLine(_ shopper: Shopper, _ store: StoreID) {
        stores[store.index - 1].line.removeAll { $0 === shopper }
    }

    /// Somebody comes out, and the next one goes in.
    func comesOut(of store: StoreID) {
        stores[store.index - 1].inside -= 1
        admitFromLine(store)
    }

    func admitFromLine(_ store: StoreID) {
        let index = store.index - 1
        while stores[index].inside < stores[index].limit, !stores[index].line.isEmpty {
            stores[index].inside += 1
            let next = stores[index].line.removeFirst()
            next.onLoop { $0.goesIn() }
        }
    }

    private func close(_ store: StoreID) {
        guard !stores[store.index - 1].hours.isOpen(at: loop.now) else { return }
        let line = stores[store.index - 1].line
        stores[store.index - 1].line = []
        for shopper in line { shopper.onLoop { $0.end(.closed) } }
    }
}
