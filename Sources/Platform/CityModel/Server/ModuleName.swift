// SPDX-License-Identifier: GPL-3.0-or-later

/// An optional part of a service (API-10). Every service names its own.
public struct ModuleName: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }
}
