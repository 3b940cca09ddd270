// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import ScenarioLanguage
import WebFiles

/// What people see in a browser: files, which no program of the server changes.
///
/// Files of a folder go before those that are built in, and are read anew for each request: so a language is added, or a word
/// changed, while the server runs (UI-02).
package struct WebPages: Sendable {
    /// Nothing of a page comes from elsewhere, no page is shown inside another one, and no script stands in a page.
    private static let policy =
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    /// Bytes that a file of the folder may have.
    private static let mostBytes = 1 << 20
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml",
    ]

    private let folder: String?

    /// The pages that are built in, and those of a folder before them.
    package init(folder: String? = nil) { self.folder = folder }

    /// The file of a request; nil when it is for none.
    func answer(_ request: WebRequest) -> WebAnswer? {
        guard request.method == .get, let name = Self.file(of: request.path),
            let type = Self.types[String(name.split(separator: ".").last ?? "")], let text = text(of: name)
        else { return nil }
        return WebAnswer(
            200, headers: [.init("content-type", type), .init("content-security-policy", Self.policy)], body: text)
    }

    /// The name of the file that a path stands for; nil for paths of other things.
    static func file(of path: String) -> String? {
        guard path.hasPrefix("/"), !path.hasPrefix(WebCity.prefix) else { return nil }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if parts == [""] { return "index.html" }
        // Its second part is a secret, of which the page itself takes care.
        if parts.count == 2, parts[0] == "links" { return "link.html" }
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && !part.hasPrefix(".")
                && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }
        }
        guard isPlain, (1...2).contains(parts.count) else { return nil }
        if !parts[parts.count - 1].contains(".") { parts[parts.count - 1] += ".html" }
        return parts.joined(separator: "/")
    }

    private func text(of name: String) -> String? {
        if let folder, let own = try? InputFile.text(of: folder + "/" + name, most: Self.mostBytes) { return own }
        return WebFiles.pages[name].map { String(decoding: $0(), as: UTF8.self) }
    }
}
