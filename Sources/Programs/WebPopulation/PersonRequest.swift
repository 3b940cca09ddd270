// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
package import WebInterface

/// What a simulated person's client asks of a live server.
package struct PersonRequest: Sendable {
    /// The method.
    package let method: WebMethod
    /// The path behind `WebCity.prefix`.
    package let path: String
    /// The content; nil for none.
    package let content: JSONValue?
    /// The key that makes it count once; nil where none is needed.
    package var key: String?
    /// The secret of the session; nil before there is one.
    package var session: String?
    /// The key of the device that sends it; nil for a person's request.
    package var device: String?
    /// Sent by a browser, and not by an app (ACCOUNT-LOGIN-09).
    package var isBrowser = false
    /// The address that the person has in the scenario: the server sees it where it trusts whoever hands the request on.
    package var source = SourceAddress.unknown

    /// Whether it needs a key.
    let isKeyed: Bool

    init(_ method: WebMethod, _ path: String, _ content: JSONValue? = nil, isKeyed: Bool = false) {
        (self.method, self.path, self.content, self.isKeyed) = (method, path, content, isKeyed)
    }
}

/// What the server answered.
package struct PersonAnswer: Sendable {
    /// The status code.
    package let status: Int
    /// The content; `null` without any.
    package let content: JSONContent
    /// Whether it is the first answer to a key again.
    package let isReplayed: Bool

    /// States all.
    package init(status: Int, content: JSONContent, isReplayed: Bool = false) {
        (self.status, self.content, self.isReplayed) = (status, content, isReplayed)
    }

    /// Whether it is what was asked for.
    var isGood: Bool { (200..<300).contains(status) }

    /// The word of a problem; empty for none.
    var word: String { content["word"]?.text ?? "" }
}

/// How the requests of people reach a server.
package protocol PersonTransport: Sendable {
    /// Sends a request and waits for its answer.
    ///
    /// - Throws: when there is none; the same request may be sent again.
    func send(_ request: PersonRequest) async throws -> PersonAnswer

    /// What the person of a session is told, as it comes: the text of server-sent events in pieces of any length. What came after the
    /// notice of this number, or what comes from now on.
    ///
    /// - Throws: when the stream cannot be opened.
    func events(
        of session: String, after number: Int64?, from source: SourceAddress
    ) async throws -> AsyncThrowingStream<[UInt8], any Error>
}

/// Where the mail of people can be read.
package protocol PersonMail: Sendable {
    /// The mail that has come since the last time, oldest first.
    func new() -> [ReadMail]
    /// The text messages that have come since the last time, oldest first.
    func texts() -> [ReadText]
}

/// A text message with a one-time code, as its reader sees it (ACCOUNT-SMS-01).
package struct ReadText: Hashable, Sendable {
    /// Whose phone it is for.
    package let phone: String
    /// The code.
    package let code: String

    /// Reads a text message as `cabrankd` writes it; nil for any other text.
    package init?(_ text: String) {
        var (phone, code): (String?, String?)
        for line in text.split(separator: "\n") {
            if line.hasPrefix("To: ") { phone = String(line.dropFirst(4)) }
            if line.hasPrefix("Your code is "), line.hasSuffix(".") { code = String(line.dropFirst(13).dropLast()) }
        }
        guard let phone, let code, !code.isEmpty else { return nil }
        (self.phone, self.code) = (phone, code)
    }
}

/// A mail as its reader sees it.
package struct ReadMail: Sendable {
    /// Whose it is.
    package let address: String
    /// What it is for.
    package let subject: String
    /// The secret of its link; nil without one.
    package let link: String?
    /// The temporary password; nil without one.
    package let password: String?

    /// Reads a mail as `cabrankd` writes it; nil for any other text.
    package init?(_ text: String) {
        var (address, subject, link, password): (String?, String?, String?, String?)
        for line in text.split(separator: "\n") {
            func rest(of start: String) -> String? { line.hasPrefix(start) ? String(line.dropFirst(start.count)) : nil }
            address = address ?? rest(of: "To: ")
            subject = subject ?? rest(of: "Subject: ")
            link = link ?? rest(of: "/links/")
            password = password ?? rest(of: "Temporary password: ")
        }
        guard let address, let subject else { return nil }
        (self.address, self.subject, self.link, self.password) = (address, subject, link, password)
    }
}
