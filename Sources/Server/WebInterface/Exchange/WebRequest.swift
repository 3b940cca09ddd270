// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
package import CityModel
import Foundation

/// What a client asks for.
package enum WebMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// A request as it came over HTTPS; nothing of it is checked yet.
package struct WebRequest: Sendable {
    /// The method.
    package let method: WebMethod
    /// The path without its query, as it was sent.
    package let path: String
    /// The values behind the question mark, decoded.
    package let query: [String: String]
    /// The values of the headers, by name in small letters.
    package let headers: [String: String]
    /// The content.
    package let body: [UInt8]
    /// The address that it came from.
    package let source: SourceAddress

    /// States all; names of headers in any letters.
    package init(
        _ method: WebMethod, _ path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: [UInt8] = [], source: SourceAddress = .unknown
    ) {
        (self.method, self.path, self.query, self.body, self.source) = (method, path, query, body, source)
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    }

    /// A header's value, by its name in small letters.
    func header(_ name: String) -> String? { headers[name] }

    /// The value of a cookie; nil without one.
    func cookie(_ name: String) -> String? {
        for pair in (header("cookie") ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            if parts.count == 2, parts[0] == name { return parts[1] }
        }
        return nil
    }
}

/// What is sent back.
package struct WebAnswer: Hashable, Sendable, Codable {
    /// The status code.
    package let status: Int
    /// Headers in order, beside those that every answer has.
    package var headers: [Header]
    /// The content: JSON, or nothing.
    package let body: String

    /// A header of an answer.
    package struct Header: Hashable, Sendable, Codable {
        /// Its name.
        package let name: String
        /// Its value.
        package let value: String

        /// States both.
        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// States all.
    package init(_ status: Int, headers: [Header] = [], body: String = "") {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// An answer with content.
    init(_ status: Int, _ content: JSONValue, headers: [Header] = []) {
        self.init(
            status, headers: [Header("content-type", "application/json")] + headers, body: content.line)
    }

    /// An answer as it was kept; nil for any other text.
    init?(kept text: String) {
        guard let answer = try? JSONDecoder().decode(WebAnswer.self, from: Data(text.utf8)) else { return nil }
        self = answer
    }

    /// The answer as a text to keep.
    var kept: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Done, and nothing to say.
    static let done = WebAnswer(204)
}

extension WebAnswer {
    /// To a request whose headers are too long.
    package static let longHeaders = Problem(
        431, "longHeaders", "The headers have more than \(WebCity.mostHeaderBytes) bytes."
    ).answer
    /// To a request of a sender who has sent too many.
    package static let tooMany = Refusals.problem(AccessError.rateLimited).answer
    /// To a request whose content did not come in time.
    package static let tooSlow = Problem(
        408, "tooSlow", "The content did not come within 10 s.", headers: [.init("connection", "close")]
    ).answer
    /// To a request whose content is too long.
    package static let tooLong = Problem(413, "tooLong", "The content has more than \(WebCity.mostBytes) bytes.").answer
}
