// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Why a request was not carried out, as RFC 9457 writes it. Nothing was changed.
struct Problem: Error, Hashable, Sendable {
    /// What is wrong with a value of a form or of the address.
    struct Fault: Hashable, Sendable {
        /// The path of the value, with dots.
        let field: String
        /// What is wrong, and what is allowed.
        let says: String
    }

    /// The status code.
    let status: Int
    /// Our word.
    let word: String
    /// The requirement that says so; nil where only the form of the request is wrong.
    var rule: String?
    /// One sentence for people.
    let says: String
    /// The faulty values.
    var faults: [Fault] = []
    /// Headers beside the content.
    var headers: [WebAnswer.Header] = []

    init(
        _ status: Int, _ word: String, rule: String? = nil, _ says: String, faults: [Fault] = [],
        headers: [WebAnswer.Header] = []
    ) {
        (self.status, self.word, self.rule, self.says) = (status, word, rule, says)
        (self.faults, self.headers) = (faults, headers)
    }

    /// The answer that says so.
    var answer: WebAnswer {
        var members: [(String, JSONValue)] = [
            ("type", .text("/problems/" + Self.path(word))), ("title", .text(says)), ("status", JSONValue(status)),
            ("word", .text(word)),
        ]
        if let rule { members.append(("rule", .text(rule))) }
        if !faults.isEmpty {
            members.append(
                (
                    "fields",
                    .list(faults.map { .object([("name", .text($0.field)), ("says", .text($0.says))]) })
                ))
        }
        return WebAnswer(
            status, headers: [.init("content-type", "application/problem+json")] + headers,
            body: JSONValue.object(members).line)
    }

    /// A word as a part of an address: `alreadyWaiting` is `already-waiting`.
    static func path(_ word: String) -> String {
        word.reduce(into: "") { path, letter in
            if letter.isUppercase { path += "-" }
            path += letter.lowercased()
        }
    }
}
