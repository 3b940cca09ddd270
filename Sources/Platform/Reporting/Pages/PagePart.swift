// SPDX-License-Identifier: GPL-3.0-or-later

/// What a service brings to one place of a run's page: sections as HTML, and the links that lead to them.
package struct PagePart: Sendable {
    package private(set) var html = ""
    package private(set) var links = ""

    package init() {}

    /// Sections, with the names of their links by their ids.
    package init(_ html: String, links: KeyValuePairs<String, String> = [:]) {
        self.html = html
        self.links = links.map { "<a href=\"#\($0.key)\">\($0.value)</a> " }.joined()
    }

    /// One part after another.
    package static func + (first: PagePart, second: PagePart) -> PagePart {
        var both = first
        both.html += second.html
        both.links += second.links
        return both
    }
}
