// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices
import Foundation
import Reporting
import ScenarioLanguage

/// The scenario of a run as its folder keeps it: every value written out, and the folder that its paths start from.
struct RunScenario {
    static let fileName = "scenario.yaml"
    static let messagesFileName = "messages.jsonl"
    /// The file of messages up to version 0.1.
    private static let olderMessagesFileName = "messages.csv"
    private static let mark = "# Every value of the run's scenario. Paths start from: "

    /// Opens the file of the clients' messages in a run's folder; nil when the scenario does not keep them.
    static func messages(of plan: CityPlan, in folder: RunFolder) throws -> LineFile? {
        guard plan.scenario.record.messages else { return nil }
        let file = try folder.lines(messagesFileName)
        file.add(InputLogFile.header)
        return file
    }

    /// Refuses the folder of a run whose messages an earlier version recorded.
    static func refuseOlderMessages(in folder: String) throws {
        let (path, older) = (folder + "/" + messagesFileName, folder + "/" + olderMessagesFileName)
        guard !FileManager.default.fileExists(atPath: path), FileManager.default.fileExists(atPath: older) else {
            return
        }
        throw ValidationError("\(older): \(InputLogFile.olderFormat)")
    }

    var source: String
    var folder: String

    var text: String { Self.mark + folder + "\n" + source }
}

extension RunScenario {
    /// Reads it back from a run's folder.
    init(runFolder: String) throws {
        let path = runFolder + "/" + Self.fileName
        guard let text = try? InputFile.text(of: path) else {
            throw ValidationError("\(path) cannot be read; is \(runFolder) the folder of a run?")
        }
        guard let end = text.firstIndex(of: "\n"), text.hasPrefix(Self.mark) else {
            throw ValidationError("\(path):1:1: error: the line that names the folder of the scenario is missing")
        }
        folder = String(text[text.startIndex..<end].dropFirst(Self.mark.count))
        source = String(text[text.index(after: end)...])
    }
}
