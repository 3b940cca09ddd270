// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import PackagePlugin

/// Builds the texts of a target into its code: all of its files but Swift code and articles.
@main
struct TextsInCode: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        // In a stated order, so that the code is the same on every machine.
        let names = (FileManager.default.subpaths(atPath: target.directoryURL.path) ?? []).sorted()
        let files = names.filter { !$0.hasSuffix(".swift") && !$0.contains(".docc") }
            .map(target.directoryURL.appendingPathComponent).filter { url in
                (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            }
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("PackageResources.swift")
        return [
            .buildCommand(
                displayName: "Texts of \(target.name)", executable: try context.tool(named: "EmbedTexts").url,
                arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
        ]
    }
}
