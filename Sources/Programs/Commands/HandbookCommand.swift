// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Foundation
import Reporting

/// `cabrank handbook`.
struct HandbookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handbook", abstract: "Show the handbook in the browser.",
        discussion: """
            Prints the path of the page and opens it in the browser that the environment variable BROWSER names, or the desktop's. \
            The pages need no network. A package of Cabrank brings them along; in a clone, scripts/handbook makes them.

            Exit status: 0, or 2 when the pages are not there or have no such article.
            """)

    @Argument(help: "The article to show, such as Results; without one, the first page.")
    var article: String?

    @Flag(name: .customLong("path"), help: "Print the path of the page, and open nothing.")
    var onlyPath = false

    func run() throws {
        try reportingErrors(work: "shown") {
            let folder = try folder()
            Browser.show(folder + "/" + (try page(in: folder)), opens: !onlyPath)
        }
    }

    /// The folder of the pages.
    private func folder() throws -> String {
        let advice =
            "in a clone of Cabrank, scripts/handbook makes them; an installed one has them in share/cabrank/handbook; "
            + "the variable CABRANK_HANDBOOK names another folder"
        guard let folder = ProgramFolder.handbook.here else {
            throw ValidationError("the pages of the handbook are not there: \(advice)")
        }
        guard FileManager.default.fileExists(atPath: folder + "/index.html") else {
            throw ValidationError("the pages of the handbook are not in \(folder): \(advice)")
        }
        return folder
    }

    /// The file of the article that is asked for.
    private func page(in folder: String) throws -> String {
        guard let article else { return "index.html" }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // The first page and that of the search are no articles.
        let names = files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(".html".count)) }
            .filter { $0.first?.isUppercase == true }.sorted()
        if let name = names.first(where: { $0.lowercased() == article.lowercased() }) { return name + ".html" }
        let near = nearestName(to: article, among: names).map { "did you mean `\($0)`?" }
        throw ValidationError(
            "the handbook has no article `\(article)`; \(near ?? "allowed: \(names.joined(separator: ", "))")")
    }
}
