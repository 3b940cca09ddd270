// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import ArgumentParser
import CityHost
import CityModel
import Foundation
import Glibc
import RecordStores

/// Writes the accounts of a log to a file, for the new log of another build.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Write the accounts of a city's log to a file, for the new log of another build.",
        discussion: """
            The city is taken up from the log and runs to its last input. The file has every account as it is then, without its \
            sessions, and is sealed with the key of the log; `cabrankd begin` of the other build begins a log with it. The log stays \
            as it is. End the server before: what happens later is not in the file.
            """)

    @Argument(help: "The server's file.")
    var config: String

    @Option(help: "The file that is made.", completion: .file())
    var out: String

    func run() throws {
        do {
            try write()
        } catch {
            Cabrankd.complain(error.description)
            throw ExitCode(2)
        }
    }

    private func write() throws(InputErrors) {
        let config = try ServerConfig.read(config)
        let (plan, origin) = try Cabrankd.read(config)
        let key = try LogFolder.key(config)
        guard !FileManager.default.fileExists(atPath: out) else { throw fault("the file is there already") }
        let copy = try LogCopy(of: config)
        defer { copy.remove() }
        let store = LogInputs(try copy.store(), isReadOnly: true)
        let accounts: [CarriedAccount]
        let text: String
        do {
            guard try !store.load().open.isEmpty else { throw config.fault("log", "the log holds nothing yet") }
            let city = try UnservedCity(config, plan, origin, store, now: LiveTown.now)
            defer { city.end() }
            accounts = try city.access.accountsToCarry()
            text = try AccountsFile.text(of: accounts, key: key)
        } catch {
            throw config.fault(of: error)
        }
        do {
            try Self.write(text, to: out)
        } catch {
            throw fault("it cannot be written: \(error.localizedDescription)")
        }
        Cabrankd.say("\(out) has \(accounts.counted)")
    }

    private func fault(_ says: String) -> InputErrors {
        InputErrors(problems: [InputProblem(.error, at: InputLocation(file: out), says)])
    }

    /// Makes a file that only its owner may read, and has it on the disk. One that cannot be written to its end is taken away.
    ///
    /// - Throws: what the system says.
    private static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
            try file.close()
        } catch {
            unlink(path)
            throw error
        }
    }
}

extension [CarriedAccount] {
    /// How many there are of each kind.
    var counted: String {
        let counts = Dictionary(grouping: self, by: \.kind).mapValues(\.count).sorted { $0.key < $1.key }
        let kinds = counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return "\(count) account\(count == 1 ? "" : "s")" + (isEmpty ? "" : ": \(kinds)")
    }
}
