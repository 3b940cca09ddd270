// SPDX-License-Identifier: GPL-3.0-or-later

/// What a map service says of an address.
public enum AddressAnswer: Hashable, Codable, Sendable {
    /// The address is there.
    case found(Place)
    /// The maps know no such address.
    case unknown
    /// The map service did not answer, or not in time.
    case failed
}

/// Looks typed addresses up: a digital map service outside the city's own (STORE-R2, STORE-ASSUME-EXT).
public protocol AddressFinder: AnyObject, Sendable {
    /// Looks an address up. Called on the loop; returns at once. `answer` is called once, on the loop, now or later.
    func find(_ address: String, _ answer: @escaping @Sendable (AddressAnswer) -> Void)
}
