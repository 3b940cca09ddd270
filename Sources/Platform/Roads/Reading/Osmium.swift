// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// The program `osmium` (Debian package osmium-tool), which reads the files of OpenStreetMap: run as a program of its own, without a
/// shell. Nothing of it is linked.
enum Osmium {
    /// A map as lines of text, with the positions of nodes in their ways.
    ///
    /// - Throws: what it says of a file that it cannot read, or that it is not there.
    static func text(of path: String) throws(InputErrors) -> [UInt8] {
        func problem(_ message: String) -> InputErrors {
            InputErrors(problems: [InputProblem(.error, at: InputLocation(file: path), message)])
        }
        guard let program = found else {
            throw problem(
                "the program `osmium` is not installed, which reads maps of OpenStreetMap; on Debian it is in the package "
                    + "osmium-tool (apt-get install osmium-tool)")
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cabrank-osmium-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (text, words) = (folder.appendingPathComponent("map.opl"), folder.appendingPathComponent("words"))
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: words)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            // A file whose name begins with a hyphen is no option.
            let name = path.hasPrefix("-") ? "./" + path : path
            process.arguments = [
                "add-locations-to-ways", "--keep-untagged-nodes", "--ignore-missing-nodes", "--no-progress", name,
                "--output-format", "opl,add_metadata=false", "--output", text.path,
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try FileHandle(forWritingTo: words)
            try process.run()
            process.waitUntilExit()
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                let said = (try? String(contentsOf: words, encoding: .utf8)) ?? ""
                let sentence = said.split(separator: "\n").filter { !$0.hasPrefix("[") }.joined(separator: " ")
                throw problem("osmium cannot read the map: \(sentence.isEmpty ? "it does not say why" : sentence)")
            }
            return [UInt8](try Data(contentsOf: text))
        } catch let error as InputErrors {
            throw error
        } catch {
            throw problem("osmium cannot be run on the map: \(error.localizedDescription)")
        }
    }

    /// Where the program is on the search path.
    private static var found: String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/osmium" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
