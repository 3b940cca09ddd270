// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import ScenarioLanguage

/// How much a command may take of the machine: the same for every command that runs a scenario.
struct LoadArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most memory that the command may take, such as \"4 GiB\" (default: the free memory of the machine).",
            valueName: "amount"))
    var memoryLimit: String?

    @Option(
        help: ArgumentHelp(
            "The most processor time that a command may take by its estimate, such as \"90 d\" (default 24 h).",
            valueName: "time"))
    var timeLimit: String?

    func validate() throws { _ = try limits() }

    /// What may be taken.
    func limits() throws -> LoadLimits {
        let memory = try Self.amount(memoryLimit, of: "--memory-limit", .memory, example: "4 GiB")
        let time = try Self.amount(timeLimit, of: "--time-limit", .time, example: "48 h")
        return LoadLimits(statedMemory: memory, seconds: time)
    }

    private static func amount(
        _ text: String?, of option: String, _ dimension: Amount.Dimension, example: String
    ) throws -> Double? {
        guard let text else { return nil }
        guard let amount = try? Amount(text: text), amount.dimension == dimension, amount.value > 0 else {
            throw ValidationError("\(option) \(text): an amount above 0 with its unit is needed, such as `\(example)`")
        }
        return amount.value
    }
}
