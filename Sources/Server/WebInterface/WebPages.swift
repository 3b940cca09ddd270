// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import ScenarioLanguage

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
        return Self.builtIn[name].map { String(decoding: $0(), as: UTF8.self) }
    }

    /// The files that are built in.
    static let builtIn: [String: @Sendable () -> [UInt8]] = [
        "account.html": { PackageResources.account_html },
        "account.js": { PackageResources.account_js },
        "alert.js": { PackageResources.alert_js },
        "client.js": { PackageResources.client_js },
        "dispatcher.html": { PackageResources.dispatcher_html },
        "dispatcher.js": { PackageResources.dispatcher_js },
        "dom.js": { PackageResources.dom_js },
        "driver.html": { PackageResources.driver_html },
        "driver.js": { PackageResources.driver_js },
        "forms.js": { PackageResources.forms_js },
        "geometry.js": { PackageResources.geometry_js },
        "home.js": { PackageResources.home_js },
        "index.html": { PackageResources.index_html },
        "languages/de.json": { PackageResources.de_json },
        "languages/en.json": { PackageResources.en_json },
        "languages/index.json": { PackageResources.index_json },
        "languages/it.json": { PackageResources.it_json },
        "languages/stores-de.json": { PackageResources.stores_de_json },
        "languages/stores-en.json": { PackageResources.stores_en_json },
        "languages/stores-it.json": { PackageResources.stores_it_json },
        "link.html": { PackageResources.link_html },
        "link.js": { PackageResources.link_js },
        "manager.html": { PackageResources.manager_html },
        "manager.js": { PackageResources.manager_js },
        "map.js": { PackageResources.map_js },
        "news.js": { PackageResources.news_js },
        "order.js": { PackageResources.order_js },
        "page.js": { PackageResources.page_js },
        "passenger.html": { PackageResources.passenger_html },
        "passenger.js": { PackageResources.passenger_js },
        "places.js": { PackageResources.places_js },
        "shopper.html": { PackageResources.shopper_html },
        "shopper.js": { PackageResources.shopper_js },
        "standing.js": { PackageResources.standing_js },
        "style.css": { PackageResources.style_css },
        "texts.js": { PackageResources.texts_js },
        "totem.html": { PackageResources.totem_html },
        "totem.js": { PackageResources.totem_js },
    ]
}
