// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import RuleTestKit
import Synchronization

/// A stand-in for a real hash: quick, salted with a count, and good for nothing but tests.
final class CountedHash: PasswordHash {
    private let salt = Mutex<UInt64>(0)

    func hash(_ password: String) -> String {
        let salt = salt.withLock { salt in
            salt += 1
            return salt
        }
        return "\(salt)$\(mix(password, salt))"
    }

    func verify(_ password: String, against hash: String) -> Bool {
        let parts = hash.split(separator: "$")
        guard parts.count == 2, let salt = UInt64(parts[0]) else { return false }
        return parts[1] == "\(mix(password, salt))"
    }

    private func mix(_ password: String, _ salt: UInt64) -> UInt64 {
        password.utf8.reduce(salt &* 0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// Tokens from a seed.
struct SeededTokens: TokenSource {
    var generator: SplitMix64

    init(seed: Int = 1) {
        generator = SplitMix64(seed: seed)
    }

    mutating func next() -> Token {
        Token(high: generator.next(), low: generator.next())
    }
}
