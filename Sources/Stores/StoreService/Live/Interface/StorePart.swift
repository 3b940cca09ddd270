// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import StoreRules

/// What the client keeps of the devices of stores.
final class StorePart: ClientPart {
    /// What stores whose devices ask here have to show.
    let displays = NewsBoxes<StoreID, StoreDisplay>()
    /// The way of a carrier's reports; nil where there is none.
    var texts: TextLine?

    func close() { displays.close() }
}

extension CityClient {
    var storePart: StorePart { part(StorePart.self) }
}

extension Session {
    /// The shopper; for anybody else the number as a shopper's, which the server refuses as the wrong role.
    var shopper: ShopperID { ShopperID(role.number) }
}
