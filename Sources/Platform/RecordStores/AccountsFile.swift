// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import Foundation

/// The accounts of a live city as a text file between two builds of its program: one writes it from its log, the other begins a log with it.
///
/// The first line says what the file is: the version of the format, how many accounts follow, a check of the key, and a hash of all lines
/// below under the key. Each further line is one account as JSON, sealed with the key of the logs (SEC-06) for its place in the file. So
/// names, telephone numbers and the hashes of passwords do not stand in clear, and a line that was changed, moved or dropped is found
/// out.
///
/// A build that adds a field to `Account`, `PhoneAccount` or `DeviceAccount` raises the version, and says what the field is in a file of
/// before.
public enum AccountsFile {
    /// The version that is written, and the only one that is read.
    public static let version = 1
    private static let begin = "cabrankd-accounts"

    /// The file with these accounts.
    ///
    /// - Throws: `EncodingError`, which never happens to an account that a store holds.
    public static func text(of accounts: [CarriedAccount], key: RecordKey) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = ""
        for (index, account) in accounts.enumerated() {
            lines += key.seal(try encoder.encode(account), of: name(index)).base64EncodedString() + "\n"
        }
        return "\(begin) \(version) \(accounts.count) \(check(of: key)) \(hash(of: lines, key))\n" + lines
    }

    /// The accounts of a file; the one at place n stands in line n + 2.
    ///
    /// - Throws: the first line that is wrong, and why.
    public static func accounts(in text: String, key: RecordKey) throws(AccountsFileFault) -> [CarriedAccount] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == begin, let found = Int(words[1]) else {
            throw AccountsFileFault(1, "this is no file of accounts that `cabrankd accounts` has written")
        }
        guard found == version else {
            throw AccountsFileFault(1, "the file has version \(found), and this program reads version \(version)")
        }
        guard words.count == 5, let count = Int(words[2]), count >= 0 else {
            throw AccountsFileFault(1, "the first line was changed")
        }
        guard words[3] == check(of: key) else {
            throw AccountsFileFault(
                1, "the file was written under another key: `log-key` must be that of the log it is from")
        }
        var accounts: [CarriedAccount] = []
        // The last line has an end too, behind which nothing stands.
        for (index, line) in lines.dropFirst().prefix(max(0, lines.count - 2)).enumerated() {
            guard let sealed = Data(base64Encoded: String(line)), let plain = key.open(sealed, of: name(index)) else {
                throw AccountsFileFault(index + 2, "the line was changed or moved")
            }
            do {
                accounts.append(try JSONDecoder().decode(CarriedAccount.self, from: plain))
            } catch {
                throw AccountsFileFault(index + 2, "the account cannot be read: \(error)")
            }
        }
        guard accounts.count == count, lines.count >= 2, lines[lines.count - 1].isEmpty else {
            throw AccountsFileFault(
                max(1, lines.count - 1),
                "the file has \(accounts.count) whole lines of accounts, and is to have \(count)")
        }
        guard words[4] == hash(of: lines.dropFirst().joined(separator: "\n"), key) else {
            throw AccountsFileFault(1, "the hash of the file is another than this line says")
        }
        return accounts
    }

    /// What a line is sealed for.
    private static func name(_ index: Int) -> String { "account \(index + 1) of version \(version)" }

    /// Tells another key from a damaged file.
    private static func check(of key: RecordKey) -> String { hex(key.keyed("key of a file of accounts", count: 16)) }

    private static func hash(of lines: String, _ key: RecordKey) -> String {
        hex(key.keyed("lines of a file of accounts\n" + lines, count: 32))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// What is wrong with a file of accounts.
public struct AccountsFileFault: Error, Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// What is wrong.
    public let message: String

    init(_ line: Int, _ message: String) { (self.line, self.message) = (line, message) }
}
