// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel

/// A request at its route: who sends it, and the parts of its path.
struct WebCall: Sendable {
    let request: WebRequest
    /// The parts of the path that stand for something, by name.
    let parts: [String: String]
    let layout: any ZoneLayout

    /// The cookie of a session. A browser takes it only over HTTPS, from this host and for all its paths.
    static let cookie = "__Host-session"

    /// The token of the session that the request belongs to.
    ///
    /// - Throws: 401 without one; 403 when a page of somebody else may have sent it (SEC-02).
    func token() throws(Problem) -> Token {
        if let bearer = request.header("authorization") {
            guard bearer.hasPrefix("Bearer "), let token = Token(text: String(bearer.dropFirst(7))) else {
                throw Refusals.notLoggedIn
            }
            return token
        }
        guard let token = request.cookie(Self.cookie).flatMap({ Token(text: $0) }) else { throw Refusals.notLoggedIn }
        if request.method != .get { try checkOrigin() }
        return token
    }

    /// What a browser sends by itself, such as a cookie, counts from our own pages only.
    private func checkOrigin() throws(Problem) {
        let own = request.header("host").map { "https://" + $0 }
        guard let origin = request.header("origin"), origin == own else {
            throw Problem(403, "foreignOrigin", "The request does not come from a page of this server.")
        }
    }

    /// A number in the path.
    ///
    /// - Throws: 404 when it is none: nothing of that number can exist.
    func number(_ name: String) throws(Problem) -> Int32 {
        guard let text = parts[name], let number = Int32(text), String(number) == text else { throw Refusals.unknown }
        return number
    }
}

extension Token {
    /// The token of 32 hexadecimal digits; nil for any other text.
    init?(text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 32, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let high = UInt64(String(text.prefix(16)), radix: 16), let low = UInt64(String(text.suffix(16)), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The token as 32 hexadecimal digits.
    package var text: String { String(high, digits: 16, radix: 16) + String(low, digits: 16, radix: 16) }
}
