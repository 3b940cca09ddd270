// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams
import Testing

@testable import CitySimulation

@Suite struct UnusedPasswordsTests {
    @Test("Accounts that nobody uses have one password and a hash each, the same ones for the same seed")
    func salts() {
        let hashes = { (seed: UInt64) in
            let passwords = UnusedPasswords(StreamKey(seed: seed))
            return (0..<100).map { _ in passwords.hash("Common-word-1") }
        }
        let first = hashes(1)
        #expect(Set(first).count == 100 && first.allSatisfy { $0.hasPrefix("$argon2id$") })
        #expect(hashes(1) == first && Set(hashes(2)).isDisjoint(with: first))
    }
}
