// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import StoreRules
package import StoreService

/// The stores of a city, to be looked at beside the messages: what is read changes nothing, and stands in no input log.
package struct WebStores: Sendable {
    private let service: StoreService

    /// The stores of this service.
    package init(_ service: StoreService) { self.service = service }

    /// How they are now. On the loop.
    func read<Found: Sendable>(_ read: @Sendable (StoreRules) throws -> Found) rethrows -> Found {
        try service.onLoop { try read($0.rules) }
    }
}

extension StoreRules {
    /// A store that can be looked at.
    ///
    /// - Throws: 404 when there is none, or when it was removed.
    func floor(of store: StoreID) throws(Problem) -> StoreFloor {
        guard let floor = self[store], !floor.record.isRemoved else { throw Refusals.unknownStore }
        return floor
    }
}
