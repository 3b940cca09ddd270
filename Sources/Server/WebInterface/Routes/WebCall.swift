// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityModel

/// A request at its route: who sends it, and the parts of its path.
struct WebCall: Sendable {
    let request: WebRequest
    /// The parts of the path that stand for something, by name.
    let parts: [String: String]
    let layout: any ZoneLayout
    /// What stands for tokens outside of the city.
    let secrets: RecordedSecrets
    /// The devices that the server knows.
    let devices: WebDevices
    /// The board of the city's dispatcher; nil where there is none.
    let dispatcher: WebBoard?
    /// The stores that are served; nil where there are none.
    let served: WebStores?

    /// The cookie of a session. A browser takes it only over HTTPS, from this host and for all its paths.
    static let cookie = "__Host-session"

    /// Who sends it. A browser says where its requests come from; what does not is a program, such as an app (ACCOUNT-LOGIN-09).
    var sender: RequestSender {
        let isBrowser = ["sec-fetch-site", "origin", "cookie"].contains { request.header($0) != nil }
        return RequestSender(from: request.source, kind: isBrowser ? .web : .mobile)
    }

    /// The token of the session that the request belongs to.
    ///
    /// - Throws: 401 without one; 403 when a page of somebody else may have sent it (SEC-02).
    func token() throws(Problem) -> Token {
        if let bearer = request.header("authorization") {
            guard bearer.hasPrefix("Bearer ") else { throw Refusals.notLoggedIn }
            return RecordedSecrets.token(of: String(bearer.dropFirst(7)))
        }
        guard let secret = request.cookie(Self.cookie) else { throw Refusals.notLoggedIn }
        if request.method != .get { try checkOrigin() }
        return RecordedSecrets.token(of: secret)
    }

    /// The token that a request shows, whoever sent it; nil without one.
    var shownToken: Token? {
        if let bearer = request.header("authorization") {
            return bearer.hasPrefix("Bearer ") ? RecordedSecrets.token(of: String(bearer.dropFirst(7))) : nil
        }
        return request.cookie(Self.cookie).map { RecordedSecrets.token(of: $0) }
    }

    /// The board, for a dispatcher's screen.
    ///
    /// - Throws: 404 where there is none, 401 and 403 without the key of such a device.
    func board() throws(Problem) -> WebBoard {
        guard let dispatcher else { throw Refusals.unknown }
        try devices.admit(request, as: [.dispatcher], of: nil)
        return dispatcher
    }

    /// The stores that are served.
    ///
    /// - Throws: 404 where there are none.
    func stores() throws(Problem) -> WebStores {
        guard let served else { throw Refusals.problem(AccessError.moduleOff) }
        return served
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
