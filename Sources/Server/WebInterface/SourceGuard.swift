// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
package import CityGateway
package import CityModel

/// How many requests one sender may send at all, beside what the gateway says of messages: what is answered without a message, such
/// as a page, the zones or that nobody is logged in, costs something too.
///
/// Whoever has a session, or the key of a device, is a sender of its own; all others of a network are one, whatever session they
/// say to have. A value, told `at now:` by a clock that nobody sets.
package struct SourceGuard: Sendable {
    /// Who sends, as a number: of a session an odd one, of a network an even one.
    private struct Sender {
        let network: UInt64
        let credential: UInt64?

        init(_ request: WebRequest) {
            network = request.source.network.key << 1
            // Half of the SHA-256 of what the request shows.
            credential = (request.header("authorization") ?? request.cookie(WebCall.cookie)).map {
                RecordedSecrets.token(of: $0).high | 1
            }
        }
    }

    /// 600 at once, and 50 a second after that: what a page with its scripts takes, for some people behind one address.
    package static let usual = RateLimit(interval: .seconds(0.02), burst: 600)
    /// Senders that are remembered; beyond them all strangers share one bucket.
    private static let most = 65_536
    /// How long a session is remembered that sends nothing.
    private static let memory = TimeSpan.hours(1)

    private let limit: RateLimit
    private var full = IdleTable()
    private var known = IdleTable()

    /// Nobody is known yet.
    package init(_ limit: RateLimit) { self.limit = limit }

    /// Takes a request; false when its sender has sent too many.
    package mutating func admits(_ request: WebRequest, at now: CityTime) -> Bool {
        full.sweep(at: now)
        let sender = Sender(request)
        var key = sender.network
        if let credential = sender.credential, isKnown(credential, at: now) {
            key = credential
            known.set(credential, now + Self.memory)
        } else if full.time(of: key) == nil, full.count >= Self.most {
            key = 0
        }
        guard let next = limit.full(full.time(of: key) ?? now, at: now) else { return false }
        full.set(key, next)
        return true
    }

    /// Whether a request shows a session or a key of which the server has not seen yet whether it is right.
    package func isNew(_ request: WebRequest, at now: CityTime) -> Bool {
        Sender(request).credential.map { !isKnown($0, at: now) } ?? false
    }

    /// The server has seen whether the session or key of a request is right.
    package mutating func learns(_ request: WebRequest, isRight: Bool, at now: CityTime) {
        known.sweep(at: now)
        guard let credential = Sender(request).credential, isRight || isKnown(credential, at: now) else { return }
        known.set(credential, isRight ? now + Self.memory : now)
    }

    private func isKnown(_ credential: UInt64, at now: CityTime) -> Bool {
        known.time(of: credential).map { $0 > now } ?? false
    }
}
