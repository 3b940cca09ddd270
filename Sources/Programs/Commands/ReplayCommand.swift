// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Foundation
import RandomStreams
import ScenarioLanguage
import TaxiRules

/// `cabrank replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Feed a run's recorded messages to the services, without any people.",
        discussion: """
            The same events must come out, one by one: the rules depend on nothing but their messages (SIM-06). The \
            run must have recorded its messages (`record: {messages: true}` or `--messages`).

            Exit status: 0 when the fingerprints agree, 1 when they differ, 2 on bad input.
            """)

    @Argument(help: "The folder of a run, such as Reports/quickstart/fifo-1.", completion: .directory)
    var folder: String

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    func run() throws {
        if try !replay() { throw ExitCode.failure }
    }

    private func replay() throws -> Bool {
        try RunScenario.refuseOlderMessages(in: folder)
        let kept = try RunScenario(runFolder: folder)
        // The run named its tables, and whoever ran it permitted them.
        let read = try ScenarioReader(allowsInclude: true, services: Slices.all.keys).read(
            text: kept.source, named: folder + "/" + RunScenario.fileName, folder: kept.folder)
        let plan = try CityPlan(read)
        let path = folder + "/" + RunScenario.messagesFileName
        guard let text = try? InputFile.text(of: path, most: 4 << 30) else {
            throw ValidationError("\(path) cannot be read; run the scenario again with --messages")
        }
        let messages: [InputRecord]
        do {
            messages = try InputLogFile.records(text, of: plan.inputs)
        } catch {
            throw ValidationError("\(path): \(error)")
        }
        let expected = try fingerprint(of: folder)
        do {
            let found = try Replay.fingerprint(messages, plan: plan, key: StreamKey(seed: plan.scenario.seed))
            if json {
                try show(
                    Agreement(messages: messages.count, run: expected, replay: found, isSame: found == expected))
            } else {
                print("\(messages.count) messages replayed without people")
                print("  run     \(expected)\n  replay  \(found)")
                print(found == expected ? "the same events" : "other events: the replay differs from the run")
            }
            return found == expected
        } catch let error as Replay.Divergence {
            if json {
                try show(Agreement(messages: messages.count, run: expected, isSame: false, difference: "\(error)"))
            } else {
                print("other events: \(error)")
            }
            return false
        } catch let error as InputLogFile.Damage {
            throw ValidationError("\(path): \(error)")
        }
    }

    /// The JSON form of the answer.
    private struct Agreement: Encodable {
        /// Messages that were replayed.
        var messages: Int
        /// The fingerprint of the run, and that of the replay when it came to its end.
        var run: String
        var replay: String?
        var isSame: Bool
        /// Where the replay left the run.
        var difference: String?
    }

    private func fingerprint(of folder: String) throws -> String {
        struct Summary: Decodable {
            var fingerprint: String
            /// Of the services behind the gateway, when the run had one.
            var serviceFingerprint: String?
        }
        let path = folder + "/summary.json"
        guard let bytes = try? InputFile.bytes(of: path),
            let summary = try? JSONDecoder().decode(Summary.self, from: bytes)
        else { throw ValidationError("\(path) cannot be read; is \(folder) the folder of a run?") }
        return summary.serviceFingerprint ?? summary.fingerprint
    }
}
