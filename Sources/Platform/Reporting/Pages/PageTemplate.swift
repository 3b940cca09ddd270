// SPDX-License-Identifier: GPL-3.0-or-later

/// The one template of every page: a run's report, a sweep, a comparison. A page is one file, which opens from disk without
/// any server or network. All parts but the title are HTML.
package struct PageTemplate {
    /// What stands on top.
    package var title: String
    /// What kind of page it is, for its title: `report`, `sweep` or `comparison`.
    package var kind: String
    /// Rules of style beside those of every page.
    package var style = ""
    /// What stands below the title.
    package var header = ""
    package var main = ""
    /// Elements with data and scripts at the end.
    package var scripts = ""

    package init(title: String, kind: String) {
        self.title = title
        self.kind = kind
    }

    /// The script that draws the charts and the map, and sorts the tables.
    package static var script: String {
        let parts = [PackageResources.page_charts_js, PackageResources.page_map_js, PackageResources.page_js]
        return "<script type=\"module\">\n\(parts.map { String(decoding: $0, as: UTF8.self) }.joined())</script>\n"
    }

    /// The page. What a part holds is not looked at for places to fill.
    package var html: String {
        let parts: KeyValuePairs = [
            "title": Text.html(title), "kind": kind,
            "style": String(decoding: PackageResources.page_css, as: UTF8.self) + style, "header": header,
            "main": main, "scripts": scripts,
        ]
        return TextTemplate.filled(PackageResources.page_html) { name in parts.first { $0.key == name }?.value ?? "" }
    }

    /// A section with its heading.
    package static func section(_ id: String, _ title: String, _ content: String) -> String {
        "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n<h2 id=\"\(id)-title\">\(title)</h2>\n\(content)</section>\n"
    }

    /// The list of contents: parts of the page by their names.
    package static func contents(_ parts: [(id: String, title: String)]) -> String {
        "<nav aria-label=\"Sections\">"
            + parts.map { "<a href=\"#\($0.id)\">\($0.title)</a>" }.joined(separator: " ") + "</nav>\n"
    }

    /// Something that is unfolded on demand.
    package static func folded(_ title: String, _ content: String) -> String {
        "<details><summary>\(Text.html(title))</summary>\n\(content)</details>\n"
    }

    /// Facts below the title; those without a value are left out.
    package static func facts(_ facts: [(String, String)]) -> String {
        let list = facts.filter { !$0.1.isEmpty }.map {
            "<div><dt>\(Text.html($0.0))</dt><dd>\(Text.html($0.1))</dd></div>"
        }
        return "<dl class=\"facts\">\(list.joined())</dl>\n"
    }
}
