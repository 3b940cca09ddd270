// SPDX-License-Identifier: GPL-3.0-or-later

import CSodium

/// What one hash of a password costs: the time and memory that an attacker pays for every guess.
public struct PasswordCost: Hashable, Sendable, Codable {
    /// Passes over the memory, 1 or more.
    public let passes: Int
    /// Memory in KiB, 8 or more.
    public let kibibytes: Int

    /// Makes a cost.
    ///
    /// - Parameters:
    ///   - passes: 1 to 1,000.
    ///   - kibibytes: 8 to 4,194,304.
    /// - Returns: nil outside of these ranges.
    public init?(passes: Int, kibibytes: Int) {
        guard 1...1_000 ~= passes, 8...4_194_304 ~= kibibytes else { return nil }
        self.init(checkedPasses: passes, kibibytes: kibibytes)
    }

    private init(checkedPasses passes: Int, kibibytes: Int) {
        self.passes = passes
        self.kibibytes = kibibytes
    }

    /// libsodium's cost for a person who waits for a login: 2 passes over 64 MiB. What a live service uses.
    public static let interactive = PasswordCost(
        checkedPasses: Int(crypto_pwhash_opslimit_interactive()),
        kibibytes: Int(crypto_pwhash_memlimit_interactive()) / 1024)

    /// libsodium's cost for what is worth a second of waiting: 3 passes over 256 MiB.
    public static let moderate = PasswordCost(
        checkedPasses: Int(crypto_pwhash_opslimit_moderate()),
        kibibytes: Int(crypto_pwhash_memlimit_moderate()) / 1024)

    /// The least that Argon2id takes: 1 pass over 8 KiB, for synthetic people only. About 2,000 times cheaper than
    /// `interactive`, so that 1,000,000 accounts are hashed in under a minute. A report says when it was used.
    public static let reduced = PasswordCost(checkedPasses: 1, kibibytes: 8)

    /// Cheaper than what protects the passwords of real people.
    public var isReduced: Bool { passes < Self.interactive.passes || kibibytes < Self.interactive.kibibytes }
}

extension PasswordCost: CustomStringConvertible {
    /// Such as `Argon2id, 2 passes over 65536 KiB`.
    public var description: String { "Argon2id, \(passes) pass\(passes == 1 ? "" : "es") over \(kibibytes) KiB" }
}
