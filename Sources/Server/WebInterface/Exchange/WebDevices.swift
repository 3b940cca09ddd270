// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityModel
package import StoreRules

/// The devices that a server knows, such as the totem of a store. They have no account (ACCOUNT-SMS-03), so each has a key of its
/// own: over a network anybody could say to be a totem.
///
/// A request of a device has the header `Authorization: Device KEY`. Of keys only hashes are kept.
package struct WebDevices: Hashable, Sendable {
    /// What a device is.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The totem of a store: it wakes, issues tickets, takes them back, and shows what the monitor shows.
        case totem
        /// The code reader at the gate, which also hears when somebody who waited there may enter.
        case gate
        /// The code reader at the exit.
        case exit
        /// The dispatcher's screen: it shows how the taxis of the city are, and stands in no store.
        case dispatcher
        /// Whoever sends ambulances, and says what came of an SOS (HEALTH-SOS-AMBULANCE); it stands in no store.
        case rescue
        /// Whoever brings text messages, and says which could not be brought (ACCOUNT-SMS-02); it stands in no store.
        case carrier

        /// Whether it stands in a store.
        package var isOfStore: Bool {
            switch self {
            case .totem, .gate, .exit: true
            case .dispatcher, .rescue, .carrier: false
            }
        }
    }

    /// A device.
    package struct Device: Hashable, Sendable {
        /// What its owner calls it.
        package let name: String
        /// What it is.
        package let kind: Kind
        /// The store that it stands in; nil for a dispatcher's, and for whoever sends ambulances or brings texts.
        package let store: StoreID?

        /// States all.
        package init(_ name: String, _ kind: Kind, of store: StoreID?) {
            (self.name, self.kind, self.store) = (name, kind, store)
        }
    }

    /// Of a request without the key of a device.
    static let unknown = Problem(
        401, "noDevice", rule: "ACCOUNT-SMS-03", "The request needs the key of a device.",
        headers: [.init("www-authenticate", "Device")])
    private static let scheme = "Device "
    private var devices: [Token: Device] = [:]
    /// The first totem of each store, which prints what employees issue.
    private var printers: [StoreID: Device] = [:]

    /// None.
    package init() {}

    /// Adds a device by its key, which nobody can guess.
    ///
    /// - Returns: the device that has this key already; nil when it was added.
    package mutating func add(_ device: Device, key: String) -> Device? { add(device, RecordedSecrets.token(of: key)) }

    /// Adds a device by the SHA-256 of its key: 64 hexadecimal digits, of which the first half is compared, as with sessions.
    ///
    /// - Throws: `BadHash` for any other text.
    /// - Returns: the device that has this key already; nil when it was added.
    package mutating func add(_ device: Device, sha256: String) throws(BadHash) -> Device? {
        let digits = sha256.utf8.count == 64 && sha256.allSatisfy(\.isHexDigit) ? sha256 : ""
        guard let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.dropFirst(16).prefix(16), radix: 16)
        else { throw BadHash() }
        return add(device, Token(high: high, low: low))
    }

    /// A text is no SHA-256.
    package struct BadHash: Error, Hashable {}

    private mutating func add(_ device: Device, _ key: Token) -> Device? {
        if let other = devices[key] { return other }
        devices[key] = device
        if device.kind == .totem, let store = device.store { printers[store] = printers[store] ?? device }
        return nil
    }

    /// Whether a device prints the tickets that the employees of its store issue: of several totems the one that was added first, so that each
    /// ticket is printed once (STORE-PRIORITY).
    func printsIssued(_ device: Device) -> Bool { device.store.flatMap { printers[$0] } == device }

    /// The device whose key a request has; nil without one.
    func device(of request: WebRequest) -> Device? {
        guard let sent = request.header("authorization"), sent.hasPrefix(Self.scheme) else { return nil }
        return devices[RecordedSecrets.token(of: String(sent.dropFirst(Self.scheme.count)))]
    }

    /// Checks that a request is one of a device of a store, before anything else of it is looked at.
    ///
    /// - Throws: 401 without the key of a device; 403 when it is another kind of device, or of another store.
    /// - Returns: the device.
    @discardableResult
    func admit(_ request: WebRequest, as kinds: Set<Kind>, of store: StoreID?) throws(Problem) -> Device {
        guard let device = device(of: request) else { throw Self.unknown }
        guard device.store == store else {
            throw Problem(403, "otherStore", "The device stands in another store.")
        }
        guard kinds.contains(device.kind) else {
            throw Problem(403, "otherDevice", "A device of this kind does not do that.")
        }
        return device
    }
}
