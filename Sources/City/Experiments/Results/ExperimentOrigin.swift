// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Reporting

/// How the results of an experiment came about: what was typed and which files were read. It stands in the results, so that
/// whoever finds them can make them again.
package struct ExperimentOrigin: Sendable {
    /// The command, without what changes no result: where it writes, how many threads it has, whether it goes on.
    package let command: String
    /// The files that were read.
    package let inputs: [HashedFile]
    /// What was set beside the scenario's file, such as `fleet.drivers=7`.
    package let settings: [String]
    /// The scenarios beside the page, each complete.
    package let files: [String]

    package init(command: String, inputs: [HashedFile], settings: [String] = [], files: [String] = []) {
        (self.command, self.inputs) = (command, inputs)
        (self.settings, self.files) = (settings, files)
    }

    /// As many digits of a hash as a page shows; the others come with a touch, and stand in the JSON.
    private static let shownDigits = 12

    /// The part of a page, as HTML without its heading; `words` say what the scenarios beside the page are.
    package func html(_ words: String) -> String {
        let rows = inputs.map { input in
            "<tr><th scope=\"row\" class=\"text\">\(Text.html(input.path))</th>"
                + "<td>\(Text.number(Double(input.bytes), 0).replacing(" ", with: "\u{202F}"))</td>"
                + "<td><code title=\"\(input.sha256)\">\(input.sha256.prefix(Self.shownDigits))</code></td></tr>"
        }
        let set = settings.map { "<code>\(Text.html($0))</code>" }.joined(separator: ", ")
        let links = files.map(Self.link).joined(separator: ", ")
        return """
            <p>The command: <code>\(Text.html(command))</code></p>
            \(set.isEmpty ? "" : "<p>Set beside the file: \(set)</p>\n")\
            <p>\(words)\(links.isEmpty ? "" : " \(links).") <a href="run.json">run.json</a> has the command as it was typed, the machine and \
            the time. Equal bytes of these files, version and seed give equal results.</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Files that were read"><table class="plain"><caption>Files that were read</caption>\
            <thead><tr><th scope="col" class="text">file</th><th scope="col">bytes</th><th scope="col">SHA-256</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>

            """
    }

    /// A link to a file beside the page.
    static func link(_ file: String) -> String { "<a href=\"\(file.inLink)\">\(Text.html(file))</a>" }
}

extension String {
    /// The name of a file as a link has it; `VariantName` leaves few signs.
    fileprivate var inLink: String { Text.html(replacing("%", with: "%25")) }
}
