// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation
import Reporting

/// Where a command writes: the folder that its user named, or one named after what is run.
struct OutputLocation {
    let path: String
    /// What is set otherwise than in the scenario, where the folder is named after that: two sets of values that come to
    /// the same short name never share a folder silently. Nil when the user named the folder.
    private let variant: String?

    /// - Parameters:
    ///   - named: what `--out` says, if anything.
    ///   - usual: the folder otherwise, without what is set.
    ///   - settings: what is set: `path=value`.
    ///   - ending: comes after the settings in the folder's name.
    init(named: String?, usual: String, settings: [String], ending: String = "") {
        path = named ?? usual + VariantName.suffix(settings) + ending
        variant = named == nil ? settings.joined(separator: "\n") : nil
    }

    /// Takes the folder for this process.
    ///
    /// - Parameter resumes: goes on with an experiment that was interrupted there.
    /// - Throws: when it may not be written, or holds an experiment that was interrupted, or one of other values.
    func open(resumes: Bool = false) throws -> OutputFolder {
        Interruption.listen()
        let folder = try OutputFolder(path: path, writer: .thisCommand)
        if folder.isUnfinished, !resumes {
            throw ValidationError(
                "\(path) holds an interrupted experiment; continue with --resume, or choose another folder with --out"
            )
        }
        if let variant, let found = folder.variant, found != variant {
            let values = found.split(separator: "\n").map { "--set \($0)" }.joined(separator: " ")
            throw ValidationError(
                "\(path) holds results with \(values.isEmpty ? "no --set" : values); choose another folder with --out"
            )
        }
        return folder
    }

    /// Notes in the folder what is set.
    func note(in folder: OutputFolder) throws {
        if let variant { try folder.note(variant: variant) }
    }
}

extension OutputFolder.Writer {
    /// This process, as another one is told of it.
    static let thisCommand: OutputFolder.Writer = {
        var words = CommandLine.arguments
        if let program = words.first { words[0] = URL(fileURLWithPath: program).lastPathComponent }
        let command = words.joined(separator: " ").prefix(200).map { $0.isNewline || $0 < " " ? " " : String($0) }
            .joined()
        return OutputFolder.Writer(command: command, since: Date().formatted(.iso8601))
    }()
}
