// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import StoreRules

/// What the stores of records hold: it goes through its written form, as in a file.
struct Shelf: Sendable {
    struct Written: Codable {
        var stores: [StoreRecord]
        var passes: [Pass]
        var shoppers: [ShopperRecord]
    }

    var stores: [StoreID: StoreRecord] = [:]
    var passes: [PassID: Pass] = [:]
    var shoppers: [ShopperID: ShopperRecord] = [:]

    mutating func take(_ directive: StoreDirective, _ rules: StoreRules) {
        switch directive {
        case .store(let store, let pass), .save(let store, let pass):
            if let record = rules[store]?.record(of: pass) { passes[pass] = record }
        case .saveStore(let store): stores[store] = rules[store]?.record
        case .saveShopper(let shopper): shoppers[shopper] = rules.record(of: shopper)
        case .erase, .eraseStore, .eraseShopper, .note, .notify, .answer, .show, .reply, .lookUp, .wake: break
        }
    }

    func written() throws -> Written {
        let written = Written(
            stores: stores.values.sorted { $0.id < $1.id }, passes: passes.values.sorted { $0.id < $1.id },
            shoppers: shoppers.values.sorted { $0.id < $1.id })
        return try JSONDecoder().decode(Written.self, from: JSONEncoder().encode(written))
    }
}
