// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Foundation
import RecordStores
import Testing

/// The file in which accounts go from one build to another.
@Suite struct AccountsFileTests {
    private static let accounts: [CarriedAccount] = [
        CarriedAccount(ServiceID("taxis"), .form(.passenger(1))),
        CarriedAccount(ServiceID("taxis"), .form(.driver(2))),
        CarriedAccount(
            ServiceID("phones"),
            .phone(PhoneAccount(id: AccountID(3), phone: number, created: .seconds(7)))),
        CarriedAccount(
            ServiceID("devices"),
            .device(
                DeviceAccount(id: AccountID(4), hash: IdentifierHash(bytes: [1, 2, 255]), created: .seconds(8)))),
    ]
    private static var number: PhoneNumber {
        guard let number = PhoneNumber("+39 333 1234567") else { preconditionFailure("a number of Italy") }
        return number
    }

    private func key(_ digit: String = "a") throws -> RecordKey {
        try #require(RecordKey(digits: String(repeating: digit, count: 64)))
    }

    private func fault(_ text: String, _ key: RecordKey) -> AccountsFileFault? {
        do {
            _ = try AccountsFile.accounts(in: text, key: key)
            return nil
        } catch {
            return error
        }
    }

    @Test("Every account is given back as it was, with all of its fields", arguments: [0, 1, 4])
    func roundTrip(_ count: Int) throws {
        let accounts = Array(Self.accounts.prefix(count))
        let text = try AccountsFile.text(of: accounts, key: try key())
        #expect(try AccountsFile.accounts(in: text, key: try key()) == accounts)
        #expect(text.split(separator: "\n").count == 1 + count && text.hasSuffix("\n"))
        #expect(text.hasPrefix("cabrankd-accounts 1 \(count) "))
    }

    @Test("SEC-06: no name, number or hash of a password stands in the file in clear")
    func sealed() throws {
        let text = try AccountsFile.text(of: Self.accounts, key: try key())
        let lines = text.split(separator: "\n").dropFirst().compactMap { Data(base64Encoded: String($0)) }
        #expect(lines.count == Self.accounts.count)
        for word in ["user1", "argon2id", "Byron", "example.org", "3331234567"] {
            #expect(!text.contains(word))
            for line in lines { #expect(line.range(of: Data(word.utf8)) == nil, "\(word)") }
        }
    }

    @Test(
        "A file of another version or key, and one that was changed, cut or put in another order, is refused at its line"
    )
    func refused() throws {
        let key = try key()
        let text = try AccountsFile.text(of: Self.accounts, key: key)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(fault(text, key) == nil && lines.count == 6)

        func changed(_ change: (inout [String]) -> Void) -> AccountsFileFault? {
            var lines = lines
            change(&lines)
            return fault(lines.joined(separator: "\n"), key)
        }
        for text in ["", "\n", "{}", "cabrankd-accounts", "cabrankd-accounts x", "cabrank: 1\nname: small\n"] {
            #expect(fault(text, key)?.message.hasPrefix("this is no file of accounts") == true, "\(text)")
        }
        let newer = text.replacing("cabrankd-accounts 1 ", with: "cabrankd-accounts 2 ", maxReplacements: 1)
        #expect(fault(newer, key)?.message == "the file has version 2, and this program reads version 1")
        #expect(fault(text, try self.key("b"))?.message.contains("under another key") == true)
        #expect(changed { $0[0] += " more" }?.line == 1)
        // A byte of an account, two lines that changed places, a line twice.
        #expect(changed { $0[2] = "B" + $0[2].dropFirst() }?.line == 3 || lines[2].hasPrefix("B"))
        #expect(changed { $0.swapAt(1, 3) }?.line == 2)
        #expect(changed { $0[4] = $0[3] }?.line == 5)
        #expect(changed { $0[3] = "" }?.line == 4)
        // Lines that are missing, and an end that was cut.
        #expect(changed { $0.remove(at: 4) }?.message.contains("3 whole lines") == true)
        #expect(changed { $0.removeSubrange(1...) }?.message.contains("whole lines") == true)
        #expect(fault(String(text.dropLast()), key) != nil && fault(String(text.dropLast(9)), key) != nil)
        #expect(changed { $0[5] = "x" } != nil)
        // Whoever has the key's check but not the key cannot say that there are fewer.
        let fewer = changed {
            $0.remove(at: 4)
            $0[0] = $0[0].replacing(" 4 ", with: " 3 ", maxReplacements: 1)
        }
        #expect(fewer?.message.contains("hash") == true && fewer?.line == 1)
    }

    @Test("Whoever adds a field to an account raises the version of the file")
    func fields() throws {
        func names(_ value: some Encodable) throws -> [String] {
            let content = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value))
            return try #require(content as? [String: Any]).keys.sorted()
        }
        #expect(AccountsFile.version == 1)
        #expect(
            try names(Account.driver(1)) == [
                "address", "consent", "details", "email", "id", "isConfirmed", "links", "mustChangePassword", "name",
                "nextAttempt", "password", "pendingEmail", "person", "phone", "registered", "remindedFor", "surname",
                "temporaryPassword", "type", "username",
            ])
        #expect(
            try names(PhoneAccount(id: AccountID(1), phone: Self.number, created: .epoch)) == [
                "created", "id", "phone",
            ])
        #expect(
            try names(DeviceAccount(id: AccountID(1), hash: IdentifierHash(bytes: []), created: .epoch)) == [
                "created", "hash", "id",
            ])
    }
}
