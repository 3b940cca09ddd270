// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Who sends, as far as the gateway can tell without trusting the message: the account of the session when there is one, else
/// the network of the source address, else the connection.
enum Sender: Hashable, Sendable {
    case account(AccountID)
    case source(SourceNetwork)
    case connection(Connection)
    /// All anonymous senders who found no entry of their own.
    case others

    init(_ envelope: Envelope, account: AccountID?) {
        if let account {
            self = .account(account)
        } else if envelope.source != .unknown {
            self = .source(envelope.source.network)
        } else {
            self = .connection(envelope.connection)
        }
    }

    /// The sender as a number, unique.
    var key: UInt64 {
        switch self {
        case .account(let id): 1 << 32 | UInt64(UInt32(bitPattern: id.number))
        case .source(let network): network.key >> 32 == 0 ? 2 << 32 | network.key : network.key
        case .connection(let connection): connection.key + 3 << 32
        case .others: 0
        }
    }
}

/// A token bucket for each sender, and one that all senders without a session have in common.
///
/// A bucket is kept as the instant at which it will be full again: each message moves that by the interval, and is refused
/// when it would lie more than the burst ahead. The same as a count of tokens, in whole nanoseconds and without rounding
/// (the "generic cell rate algorithm", ITU-T I.371). A full bucket is the same as none, and is dropped.
struct SenderBuckets: Sendable {
    private let limit: RateLimit
    private let anonymous: RateLimit?
    private let most: Int
    private var full = IdleTable()
    private var anonymousFull = CityTime.epoch

    init(_ limit: RateLimit, anonymous: RateLimit? = nil, most: Int) {
        self.limit = limit
        self.anonymous = anonymous
        self.most = most
    }

    /// How many senders have a bucket that is not full, and some whose bucket has just filled.
    var count: Int { full.count }

    /// Takes a token for a message; false when there is none.
    mutating func take(_ sender: Sender, at now: CityTime) -> Bool {
        full.sweep(at: now)
        var key = sender.key
        var since = full.time(of: key)
        if since == nil, full.count >= most, !sender.hasSession {
            key = Sender.others.key
            since = full.time(of: key)
        }
        // Both are looked at before one is taken from: who sends too much empties only the own bucket.
        guard let next = limit.full(since ?? now, at: now) else { return false }
        if let anonymous, !sender.hasSession {
            guard let common = anonymous.full(anonymousFull, at: now) else { return false }
            anonymousFull = common
        }
        full.set(key, next)
        return true
    }
}

extension RateLimit {
    /// When a bucket that would be full at an instant will be full after one more message; nil when it has none left.
    package func full(_ since: CityTime, at now: CityTime) -> CityTime? {
        let next = max(since, now) + interval
        return next - now <= interval * Int(burst) ? next : nil
    }
}

extension Sender {
    /// Whether the sender is known by a session; there are no more of these than sessions.
    fileprivate var hasSession: Bool {
        if case .account = self { true } else { false }
    }
}
