// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import Synchronization
import WebInterface

/// Holds each sender of requests to its limit, by the clock that nobody sets.
final class SenderLimits: Sendable {
    private let rules: Mutex<SourceGuard>

    init(_ limit: RateLimit) { rules = Mutex(SourceGuard(limit)) }

    /// The limit beside that of the gateway: not below it, and none where that has none.
    static func beside(_ gateway: RateLimit?) -> RateLimit? {
        gateway.map {
            RateLimit(
                interval: min($0.interval, SourceGuard.usual.interval), burst: max($0.burst, SourceGuard.usual.burst))
        }
    }

    /// Takes a request; false when its sender has sent too many.
    func admits(_ request: WebRequest) -> Bool {
        rules.withLock { $0.admits(request, at: WallClock.now) }
    }

    /// Remembers by an answer whether a request's session is one.
    func learn(_ request: WebRequest, _ reply: WebCity.Reply, _ city: WebCity) async {
        if case .answer(let answer) = reply, answer.status == 401 {
            rules.withLock { $0.learns(request, isRight: false, at: WallClock.now) }
        } else if rules.withLock({ $0.isNew(request, at: WallClock.now) }), !reply.isTooMany {
            let isRight = await city.knows(request)
            rules.withLock { $0.learns(request, isRight: isRight, at: WallClock.now) }
        }
    }
}

extension WebCity.Reply {
    fileprivate var isTooMany: Bool {
        if case .answer(let answer) = self { answer.status == 429 } else { false }
    }
}
