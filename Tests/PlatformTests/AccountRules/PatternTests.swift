// SPDX-License-Identifier: GPL-3.0-or-later

import RuleTestKit
import Testing

@testable import AccountRules

@Suite("Patterns")
struct PatternTests {
    /// Texts of few letters, so that near misses are common.
    private func texts(_ alphabet: [Character], longest: Int) -> [String] {
        var generator = SplitMix64(seed: 7)
        return (0..<20_000).map { _ in
            String((0..<generator.number(0...longest)).map { _ in generator.pick(alphabet) })
        }
    }

    @Test("DEC-USERNAME-REGEX: the bytes say what the regular expression says, for 20 000 texts")
    func usernames() throws {
        let expression = try Regex("[a-zA-Z][a-zA-Z0-9]{2,20}").asciiOnlyCharacterClasses()
        let texts = texts(["a", "Z", "0", "9", "q", "B", "_", " ", "é", "@", "[", "`", "{", "/", ":"], longest: 6)
        let long = (15...25).map { "a" + String(repeating: "9", count: $0) }
        var good = 0
        for text in texts + long {
            let expected = try expression.wholeMatch(in: text) != nil
            #expect(Patterns.isUsername(text) == expected, "\(text)")
            if expected { good += 1 }
        }
        #expect(good > 100)
    }

    @Test("DEC-EMAIL-REGEX: the bytes say what the regular expression says, for 20 000 texts")
    func emails() throws {
        let expression = try Regex(#"[^@\s]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}"#).asciiOnlyCharacterClasses()
        let texts = texts(["a", "B", "@", ".", "-", "7", " ", "é", "\t"], longest: 9)
        let made = texts.map { "x\($0.prefix(2))@\($0.dropFirst(2))it" }
        var good = 0
        for text in texts + made + ["name@mail.polimi.it", "name@polimi", "é@b.it", "a@b.museum", "a@b.i7"] {
            let expected = try expression.wholeMatch(in: text) != nil
            #expect(Patterns.isEmail(text) == expected, "\(text)")
            if expected { good += 1 }
        }
        #expect(good > 100)
    }

    @Test("DEC-EMAIL-REGEX: name@mail.polimi.it passes, name@polimi fails")
    func namedEmails() {
        #expect(Patterns.isEmail("name@mail.polimi.it"))
        #expect(!Patterns.isEmail("name@polimi"))
        #expect(!Patterns.isEmail("a@b.it\n") && !Patterns.isEmail("a b@b.it") && !Patterns.isEmail("a@.it"))
        #expect(!Patterns.isEmail("") && !Patterns.isEmail("@") && !Patterns.isEmail("a@b..it"))
    }

    @Test("DEC-PASSWORD-RULE: eight characters count as characters, capitals and digits as those of ASCII")
    func passwords() {
        #expect(Patterns.isStrong("Passw0rd") && !Patterns.isStrong("Passw0r") && !Patterns.isStrong("Éassw0rd"))
        #expect(!Patterns.isStrong("Password") && !Patterns.isStrong("") && Patterns.isStrong("èèèèèèA1"))
    }

    @Test("A password that is made is strong by the rule, and another one for each token")
    func madePasswords() {
        var tokens = SeededTokens()
        let made = (0..<1000).map { _ in tokens.next().password }
        #expect(made.allSatisfy { Patterns.isStrong($0) && $0.count == 28 })
        #expect(Set(made).count == 1000)
    }
}
