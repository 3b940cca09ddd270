// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import StoreRules
package import WebInterface

/// A device of a store.
package struct StoreDevice: Hashable, Sendable {
    /// What it is.
    package let kind: WebDevices.Kind
    /// Where it stands.
    package let store: StoreID

    /// A device of this store.
    package init(_ kind: WebDevices.Kind, of store: StoreID) { (self.kind, self.store) = (kind, store) }
}

/// The keys that the devices of stores show a server, since they have no account (ACCOUNT-SMS-03).
package struct StoreDevices: Sendable {
    private var keys: [StoreDevice: String] = [:]

    /// None.
    package init() {}

    /// Has the key of a device; of several of a kind in a store, the first's is shown.
    package mutating func add(_ device: StoreDevice, key: String) {
        if keys[device] == nil { keys[device] = key }
    }

    /// The key of a device; nil for one that is not known.
    func key(of device: StoreDevice) -> String? { keys[device] }

    /// What is missing of the devices of so many stores, such as `store 3 has no gate`.
    func missing(ofStores count: Int) -> [String] {
        (0..<count).flatMap { index in
            [WebDevices.Kind.totem, .gate, .exit].compactMap { kind in
                let device = StoreDevice(kind, of: StoreID(index + 1))
                return keys[device] == nil ? "store \(index + 1) has no \(kind.rawValue)" : nil
            }
        }
    }
}
