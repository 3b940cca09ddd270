// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel

/// The words of a command line before they are parsed: commands that do not exist, and numbers that look like options.
enum CommandWords {
    /// What is wrong with the name of a command, with the nearest one; nil when it exists or none is given.
    static func unknownCommand(_ arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command = root
        for (index, word) in arguments.enumerated() {
            let names = command.configuration.subcommands.map(name)
            guard !names.isEmpty, !word.hasPrefix("-"), index > 0 || word != "help" else { return nil }
            guard let next = command.configuration.subcommands.first(where: { name($0) == word }) else {
                // `layout help` is as good as `help layout`.
                if word == "help" { return nil }
                let before = arguments[..<index].map { $0 + " " }.joined()
                let near = nearestName(to: word, among: names).map { "; did you mean `\(before)\($0)`?" }
                return "error: unknown command `\(before)\(word)`"
                    + (near ?? "; known: \(names.joined(separator: ", "))")
            }
            command = next
        }
        return nil
    }

    private static func name(_ command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }

    /// The arguments with each negative number joined to the option before it: on its own it would be taken for an option,
    /// and the one before it would lack its value.
    static func joined(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        for argument in arguments {
            let isNumber = argument.first == "-" && argument.dropFirst().first?.isNumber == true
            if isNumber, let option = joined.last, option.hasPrefix("--"), option.count > 2, !option.contains("=") {
                joined[joined.count - 1] = option + "=" + argument
            } else {
                joined.append(argument)
            }
        }
        return joined
    }

    /// What is said of a value that an option does not take: what would be right, where the parser does not say.
    static func reported(_ message: String) -> String {
        let pattern = /The value '(.*)' is invalid for '(--[a-z-]+) <[^>]*>'/
        guard let found = message.firstMatch(of: pattern), !message.contains("Please provide") else { return message }
        let (value, option) = (found.output.1, found.output.2)
        let need =
            switch option {
            case "--seed": "a whole number from 0 to \(UInt64.max) is needed"
            case "--from", "--to", "--start": "a number is needed"
            default: "a whole number is needed, at most \(Int.max)"
            }
        return "error: \(option) \(value): \(need)"
    }
}
