// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import StoreRules

/// What the client keeps of shoppers and of the devices of stores.
final class StorePart: ClientPart {
    /// What shoppers who are logged in here were told beside answers.
    let shoppers = NewsBoxes<ShopperID, StoreNotice>()
    /// What stores whose devices ask here have to show.
    let displays = NewsBoxes<StoreID, StoreDisplay>()

    func began(_ session: Session, at client: CityClient) {
        if session.role.name == .shopper { shoppers.open(for: session.shopper) }
    }

    func left(_ person: Role) {
        if person.name == .shopper { shoppers.remove(ShopperID(person.number)) }
    }

    func close() {
        shoppers.close()
        displays.close()
    }
}

extension CityClient {
    var storePart: StorePart { part(StorePart.self) }
}

extension Session {
    /// The shopper; for anybody else the number as a shopper's, which the server refuses as the wrong role.
    var shopper: ShopperID { ShopperID(role.number) }
}
