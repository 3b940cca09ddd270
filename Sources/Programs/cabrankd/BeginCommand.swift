// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import ArgumentParser
import CityHost
import CityLoop
import CityModel
import CitySimulation
import Foundation
import RecordStores
import ScenarioLanguage

/// Begins a log with the accounts of another one.
///
/// A command and no key of the server's file: a key would stand there at the next start too, beside a log that is not empty any more.
struct BeginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Begin a city's log with the accounts of another one.",
        discussion: """
            The file is one that `cabrankd accounts` has written, of this build or an earlier one, under the same `log-key`. Each account \
            becomes an input of the new log, which is written whole or not at all; `cabrankd serve` goes on from it. The log must \
            be empty: name a new folder, or move the old one away.
            """)

    /// The largest file that is read, in bytes: 2 GiB, some 1.5 million accounts.
    private static let mostBytes = 2 << 30

    @Argument(help: "The server's file.")
    var config: String

    @Option(help: "The file with the accounts.", completion: .file())
    var accounts: String

    func run() throws {
        do {
            try begin()
        } catch {
            Cabrankd.complain(error.description)
            throw ExitCode(2)
        }
    }

    private func begin() throws(InputErrors) {
        let config = try ServerConfig.read(config)
        let (plan, origin) = try Cabrankd.read(config)
        try checkEmpty(config)
        let carried = try read(try LogFolder.key(config))
        // First in memory: of an account that the city cannot have nothing is written.
        let memory = RecordMemory<StoredInput>()
        let left = try Self.takeIn(carried, config, plan, origin, memory, file: accounts)
        let log = try LogFolder(config)
        do {
            guard try log.store.load().open.isEmpty else { throw Self.notEmpty(config) }
            try log.store.write(memory.load().open.map { .save($0) })
        } catch {
            throw config.fault(of: error)
        }
        for index in left {
            guard case .form(let account) = carried[index].body else { continue }
            let person = "\(account.type.word) \(account.person)"
            Cabrankd.complain(
                "\(accounts):\(index + 2): \(person) is left out: the server's file has nobody of this number and username"
            )
        }
        let taken = carried.indices.filter { !left.contains($0) }.map { carried[$0] }
        Cabrankd.say("\(config.log) begins with \(taken.counted)")
    }

    /// Looks whether the log holds nothing, without changing it.
    private func checkEmpty(_ config: ServerConfig) throws(InputErrors) {
        guard FileManager.default.fileExists(atPath: LogFolder.path(config)) else { return }
        let copy = try LogCopy(of: config)
        defer { copy.remove() }
        let store = try copy.store()
        do {
            guard try store.load().open.isEmpty else { throw Self.notEmpty(config) }
        } catch {
            throw config.fault(of: error)
        }
    }

    private static func notEmpty(_ config: ServerConfig) -> InputErrors {
        config.fault(
            "log",
            "the log is not empty, and accounts are taken in at the beginning of one only: name a new folder, or move this one away"
        )
    }

    private func read(_ key: RecordKey) throws(InputErrors) -> [CarriedAccount] {
        let text: String
        do {
            text = try InputFile.text(of: accounts, most: Self.mostBytes)
        } catch {
            throw Self.fault(accounts, 1, error.description)
        }
        do {
            return try AccountsFile.accounts(in: text, key: key)
        } catch {
            throw Self.fault(accounts, error.line, error.message)
        }
    }

    private static func takeIn(
        _ carried: [CarriedAccount], _ config: ServerConfig, _ plan: CityPlan, _ origin: LogOrigin,
        _ memory: RecordMemory<StoredInput>, file: String
    ) throws(InputErrors) -> Set<Int> {
        let city = try UnservedCity(config, plan, origin, memory, now: LiveTown.now)
        defer { city.end() }
        let left: [Int]?
        do {
            left = try city.access.carry(carried)
        } catch {
            // The header is the first line.
            throw fault(file, error.index + 2, "the account cannot be taken in: \(error.refusal)")
        }
        guard let left, city.failure == nil else {
            throw config.fault("log", city.failure?.description ?? "the log cannot be made")
        }
        return Set(left)
    }

    private static func fault(_ file: String, _ line: Int, _ says: String) -> InputErrors {
        InputErrors(problems: [InputProblem(.error, at: InputLocation(file: file, line: line), says)])
    }
}
