// SPDX-License-Identifier: GPL-3.0-or-later

/// What a client names a request by, so that it is carried out once, however often it is sent (PERF-12).
public struct RequestKey: Hashable, Sendable, Codable {
    /// A hash of the key's owner, such as an account, and of the client's own text.
    public let name: Token
    /// A hash of what is asked: two requests of one name are the same when it is.
    public let content: Token

    /// States both.
    public init(name: Token, content: Token) { (self.name, self.content) = (name, content) }
}
