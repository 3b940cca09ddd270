// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing
import WebFiles

@testable import WebInterface

/// Which file a path of a browser stands for.
@Suite struct WebPagesTests {
    @Test("Each page is built in, and nothing else")
    func builtIn() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/Server/WebFiles/Pages").standardizedFileURL.path
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains(".") }
        #expect(Set(WebFiles.pages.keys) == Set(names))
    }

    @Test("A path stands for a page, a script, a style or a language, and for no other file")
    func paths() {
        let pages = [
            "/": "index.html", "/passenger": "passenger.html", "/style.css": "style.css",
            "/languages/en.json": "languages/en.json",
            "/links/0123": "link.html",
        ]
        for (path, file) in pages { #expect(WebPages.file(of: path) == file, "\(path)") }
        for path in [
            "", "passenger", "/api/v1/me", "//", "/..", "/../x.html", "/languages/..", "/.html", "/a/b/c", "/%2e",
            "/A.js", "/x/",
        ] { #expect(WebPages.file(of: path) == nil, "\(path)") }
    }

    @Test("UI-02: a file of the folder goes before the one that is built in, at any time")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pages = WebPages(folder: folder.path)
        let asked = WebRequest(.get, "/style.css")
        let before = try #require(pages.answer(asked))
        #expect(before.status == 200 && before.headers.contains(.init("content-type", "text/css; charset=utf-8")))
        let policy = try #require(before.headers.first { $0.name == "content-security-policy" }?.value)
        #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
        try Data("p {}".utf8).write(to: folder.appendingPathComponent("style.css"))
        #expect(pages.answer(asked)?.body == "p {}")
        #expect(pages.answer(WebRequest(.get, "/nothing")) == nil && pages.answer(WebRequest(.post, "/")) == nil)
    }
}
