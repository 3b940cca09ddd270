// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Foundation

/// `cabrank open`.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show the report of the newest results in the browser.",
        discussion: """
            Looks for the newest page that Cabrank wrote into the folder Reports or below it, or into the folder that is named. \
            Prints its path and opens it in the browser that the environment variable BROWSER names, or the desktop's.

            Exit status: 0, or 2 when there is no such page.
            """)

    @Argument(help: "The folder of the results, or one above it (default: Reports); or a page.", completion: .directory)
    var folder: String?

    @Flag(name: .customLong("path"), help: "Print the path of the page, and open nothing.")
    var onlyPath = false

    func run() throws {
        try reportingErrors(work: "shown") { Browser.show(try page(), opens: !onlyPath) }
    }

    private func page() throws -> String {
        let top = folder ?? "Reports"
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: top, isDirectory: &isFolder) else {
            guard let folder else {
                throw ValidationError("there are no results in the folder Reports: \(Self.advice)")
            }
            throw ValidationError("\(folder) does not exist\(near(folder))")
        }
        if !isFolder.boolValue {
            guard top.hasSuffix(".html") else { throw ValidationError("\(top) is neither a folder nor a page") }
            return top
        }
        let found = WrittenPages(below: top)
        guard let page = found.newest else {
            guard let results = found.newestResults else {
                throw ValidationError("there are no results in the folder \(top): \(Self.advice)")
            }
            throw ValidationError(
                "the results in \(results.folder) have no page; name another folder, or run the command again")
        }
        if let results = found.newestResults, results.time > page.time, results.folder != page.folder {
            complain("note: the results in \(results.folder) are newer, and have no page")
        }
        return page.path
    }

    private static let advice =
        "run a scenario first, such as `cabrank run my-city.yaml`, or name the folder: `cabrank open FOLDER`"

    /// The nearest name beside a folder that is not there, as the end of a sentence.
    private func near(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let beside = url.deletingLastPathComponent().path
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: beside)) ?? []).sorted()
        guard let name = nearestName(to: url.lastPathComponent, among: names) else { return "" }
        let above = (path as NSString).deletingLastPathComponent
        return "; did you mean \(above.isEmpty ? name : (above as NSString).appendingPathComponent(name))?"
    }
}
