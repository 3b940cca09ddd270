// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// What was answered to requests with an `Idempotency-Key`: one that comes again is answered the same, and done once.
struct IdempotencyShelf: Sendable {
    /// Whose key it is, and the key.
    struct Key: Hashable, Sendable {
        let owner: String
        let key: String
    }

    /// What to do with a request.
    enum Finding: Hashable, Sendable {
        /// It is new: carry it out, and tell what was answered.
        case isNew
        /// It was answered before.
        case answered(WebAnswer)
        /// The first one is still under way.
        case isUnderWay
        /// The key was used for something else.
        case isAnother
    }

    private struct Entry {
        let content: [UInt8]
        let time: CityTime
        var answer: WebAnswer?
    }

    /// How long an answer is kept.
    static let kept = TimeSpan.hours(24)

    private var entries: [Key: Entry] = [:]
    /// The keys in the order in which they came.
    private var order: [Key] = []
    private var first = 0

    /// Takes a request.
    ///
    /// - Parameters:
    ///   - key: whose key it is, and the key.
    ///   - content: the SHA-256 of method, path and content.
    ///   - now: when it came.
    mutating func take(_ key: Key, content: [UInt8], at now: CityTime) -> Finding {
        forget(at: now)
        guard let known = entries[key] else {
            entries[key] = Entry(content: content, time: now)
            order.append(key)
            return .isNew
        }
        guard known.content == content else { return .isAnother }
        return known.answer.map { .answered($0) } ?? .isUnderWay
    }

    /// Keeps what was answered. What changed nothing may be tried again with the same key.
    mutating func keep(_ key: Key, _ answer: WebAnswer) {
        if answer.status < 500, answer.status != 429 {
            entries[key]?.answer = answer
        } else {
            entries[key] = nil
        }
    }

    private mutating func forget(at now: CityTime) {
        while first < order.count, let entry = entries[order[first]], now - entry.time >= Self.kept {
            entries[order[first]] = nil
            first += 1
        }
        // Those that were taken away.
        while first < order.count, entries[order[first]] == nil { first += 1 }
        if first > 1024, first * 2 > order.count {
            order.removeFirst(first)
            first = 0
        }
    }
}
