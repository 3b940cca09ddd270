// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
package import WebInterface

/// A program that speaks to a web interface, with or without a session or the key of a device.
package struct WebProgram: Sendable {
    private let web: WebCity
    private let authorization: String?

    /// A program of nobody.
    package init(_ web: WebCity) { self.init(web, nil) }

    private init(_ web: WebCity, _ authorization: String?) { (self.web, self.authorization) = (web, authorization) }

    /// The same with a session's token.
    package func with(token: String) -> WebProgram { WebProgram(web, "Bearer " + token) }

    /// The same on a device with this key.
    package func with(device key: String) -> WebProgram { WebProgram(web, "Device " + key) }

    /// Sends a request, and waits for its answer.
    package func ask(
        _ method: WebMethod, _ path: String, _ content: String? = nil, query: [String: String] = [:], key: String? = nil
    ) async -> WebAnswer {
        var headers = ["host": "city.example"]
        headers["authorization"] = authorization
        headers["idempotency-key"] = key
        if content != nil { headers["content-type"] = "application/json" }
        return await web.answer(
            WebRequest(
                method, WebCity.prefix + path, query: query, headers: headers, body: Array((content ?? "").utf8)))
    }

    /// The names of the events that the session's person is told after a number, up to the first of this name: of something that has
    /// happened.
    package func events(after number: Int = 0, upTo name: String) async -> [String] {
        let request = WebRequest(
            .get, WebEvents.path, query: ["after": String(number)],
            headers: authorization.map { ["authorization": $0] } ?? [:])
        guard case .events(let events) = await web.reply(request) else { return [] }
        var told: [String] = []
        for await text in events {
            for line in text.split(separator: "\n") where line.hasPrefix("event: ") {
                told.append(String(line.dropFirst("event: ".count)))
                if told.last == name { return told }
            }
        }
        return told
    }

    /// Sends a form that begins a session, and goes on in it; nil when none began.
    package func session(_ path: String, _ form: String) async -> WebProgram? {
        await ask(.post, path, form).text("token").map { with(token: $0) }
    }
}

extension WebAnswer {
    private var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]) ?? [:]
    }

    /// A text of its content.
    package func text(_ name: String) -> String? { members[name] as? String }
    /// A whole number of its content.
    package func number(_ name: String) -> Int? { members[name] as? Int }
    /// Yes or no in its content.
    package func flag(_ name: String) -> Bool? { members[name] as? Bool }
    /// The word of a problem.
    package var word: String? { text("word") }
    /// Whether it is this problem, of this rule.
    package func isProblem(_ status: Int, _ word: String, _ rule: String? = nil) -> Bool {
        self.status == status && self.word == word && text("rule") == rule
    }
    /// Whether it is the answer to an earlier request with the same key.
    package var isReplayed: Bool { headers.contains(Header("idempotent-replayed", "true")) }
}
