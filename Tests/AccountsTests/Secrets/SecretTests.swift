// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CSodium
import CityModel
import Foundation
import RuleTestKit
import Testing

/// Passwords are stored as salted hashes of a stated cost.
@Suite struct SecretTests {
    private let reduced = Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [1]))

    @Test("SEC-03: 1,000 users, two with one password: no stored value is a password, the two hashes differ")
    func thousandUsers() throws {
        let folder = try Folder()
        let store = try StoreKind.sealed.open(in: folder)
        let passwords = (1...1_000).map { $0 == 500 ? "Passw0rd1" : "Passw0rd\($0)" }
        for (place, password) in passwords.enumerated() {
            var account = Account.passenger(Int32(place + 1))
            account.password = reduced.hash(password)
            try store.save(account)
        }
        let stored = (Int32(1)...1_000).compactMap { store.account(AccountID($0))?.password }
        #expect(stored.count == 1_000 && Set(stored).count == 1_000)
        #expect(stored[0] != stored[499])
        #expect(reduced.verify("Passw0rd1", against: stored[0]) && reduced.verify("Passw0rd1", against: stored[499]))
        #expect(!stored.contains { text in passwords.contains { text.contains($0) } })
        #expect(try !folder.holds("Passw0rd"))
    }

    @Test("A hash fits its own password only", arguments: [PasswordCost.reduced, .interactive])
    func verification(_ cost: PasswordCost) {
        let hash = Argon2Hash(cost: cost, secrets: SystemSecrets())
        let text = hash.hash("Passw0rd")
        #expect(hash.verify("Passw0rd", against: text))
        for other in ["passw0rd", "Passw0rd ", "", "Passw0r", "Passw0rd\0"] {
            #expect(!hash.verify(other, against: text), "\(other)")
        }
        #expect(hash.hash("Passw0rd") != text)
    }

    @Test("The text says its own cost, and each cost reads the other's texts")
    func statedCost() {
        let interactive = Argon2Hash(cost: .interactive, secrets: KeyedSecrets(key: [2]))
        let dear = interactive.hash("Passw0rd")
        let cheap = reduced.hash("Passw0rd")
        #expect(dear.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(cheap.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(reduced.verify("Passw0rd", against: dear) && interactive.verify("Passw0rd", against: cheap))
        #expect(!PasswordCost.interactive.isReduced && PasswordCost.reduced.isReduced)
        #expect(PasswordCost.reduced.description == "Argon2id, 1 pass over 8 KiB")
    }

    @Test("libsodium's own text of the same cost fits, and a known text of it")
    func foreignText() {
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        #expect(crypto_pwhash_str(&text, "Passw0rd", 8, 1, 8_192) == 0)
        let own = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #expect(reduced.verify("Passw0rd", against: own) && !reduced.verify("Passw0re", against: own))
    }

    @Test("A text of another form fits no password, and does not crash")
    func badTexts() {
        let good = reduced.hash("Passw0rd")
        let texts =
            ["", "!", "Passw0rd", String(good.dropLast()), good + "A", good.replacing("argon2id", with: "argon2x")]
            + [
                String(repeating: "x", count: 5_000), "$argon2id$v=19$m=8,t=1,p=1$$",
                "$argon2id$v=19$m=0,t=0,p=0$AA$AA",
            ]
        for text in texts { #expect(!reduced.verify("Passw0rd", against: text), "\(text)") }
    }

    @Test("Both ways of writing an accent are one password")
    func accents() {
        #expect(reduced.verify("Citt\u{E0}2026", against: reduced.hash("Citta\u{300}2026")))
        #expect(!reduced.verify("Citta2026", against: reduced.hash("Citta\u{300}2026")))
    }

    @Test("Costs outside of what Argon2id takes are none")
    func costs() {
        #expect(PasswordCost(passes: 0, kibibytes: 8) == nil && PasswordCost(passes: 1, kibibytes: 7) == nil)
        #expect(PasswordCost(passes: 1, kibibytes: 8) == .reduced)
        #expect(PasswordCost(passes: 1_001, kibibytes: 8) == nil)
    }

    // MARK: Sources

    @Test("Equal keys give equal salts, tokens and hashes; other keys do not")
    func keyed() {
        func draw(_ key: [UInt64]) -> [String] {
            let secrets = KeyedSecrets(key: key)
            let hash = Argon2Hash(cost: .reduced, secrets: secrets)
            return [hash.hash("Passw0rd"), "\(secrets.token())", "\(secrets.bytes(5))", hash.hash("Passw0rd")]
        }
        #expect(draw([1, 2]) == draw([1, 2]))
        #expect(zip(draw([1, 2]), draw([2, 1])).allSatisfy { $0 != $1 })
        #expect(draw([1, 2])[0] != draw([1, 2])[3])
    }

    @Test("No token of 100,000 comes twice, from both sources")
    func tokens() {
        for secrets in [KeyedSecrets(key: [3]) as any SecretSource, SystemSecrets()] {
            #expect(Set((0..<100_000).map { _ in secrets.token() }).count == 100_000)
        }
    }

    @Test("Bytes of the stream of a key are even: each of 256 values 390.6 times in 100,000, chi-square below 340")
    func even() {
        var counts = [Double](repeating: 0, count: 256)
        let secrets = KeyedSecrets(key: [4])
        for _ in 0..<6_250 { for byte in secrets.bytes(16) { counts[Int(byte)] += 1 } }
        let chiSquare = counts.reduce(0) { $0 + ($1 - 390.625) * ($1 - 390.625) / 390.625 }
        // 255 degrees of freedom: 99.97% lie below.
        #expect(chiSquare < 340)
    }
}
