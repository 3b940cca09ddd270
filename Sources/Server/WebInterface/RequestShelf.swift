// SPDX-License-Identifier: GPL-3.0-or-later
import CityHost
import CityModel

/// What was answered to requests with an `Idempotency-Key`: one that comes again is answered the same, and done once.
struct RequestShelf: Sendable {
    /// What to do with a request.
    enum Finding: Hashable, Sendable {
        /// It is new: carry it out, and tell what was answered.
        case isNew
        /// It was answered before.
        case answered(WebAnswer)
        /// It was carried out by a server that ended before it could say so.
        case isUnanswered
        /// The first one is still under way.
        case isUnderWay
        /// The key was used for something else.
        case isAnother
    }

    private struct Entry {
        enum State {
            case isUnderWay
            case answered(WebAnswer)
            case isUnanswered
        }

        let content: Token
        let time: CityTime
        var state: State
    }

    /// How long an answer is kept.
    static let kept = TimeSpan.hours(24)

    private var entries: [Token: Entry] = [:]
    /// The names in the order in which they came.
    private var order: [Token] = []
    private var first = 0

    /// A shelf with what an input log holds.
    init(_ known: [KeptRequest] = []) {
        for request in known {
            let answer = request.answer.flatMap { WebAnswer(kept: $0) }
            put(
                request.key,
                Entry(
                    content: request.key.content, time: request.time,
                    state: answer.map { .answered($0) } ?? .isUnanswered))
        }
    }

    /// Whether a key is known.
    func holds(_ key: RequestKey) -> Bool { entries[key.name] != nil }

    /// Takes a request that came at this time.
    mutating func take(_ key: RequestKey, at now: CityTime) -> Finding {
        forget(at: now)
        guard let known = entries[key.name] else {
            put(key, Entry(content: key.content, time: now, state: .isUnderWay))
            return .isNew
        }
        guard known.content == key.content else { return .isAnother }
        return switch known.state {
        case .isUnderWay: .isUnderWay
        case .isUnanswered: .isUnanswered
        case .answered(let answer): .answered(answer)
        }
    }

    /// Keeps what was answered; nil when nothing was changed, and the request may be sent again.
    mutating func keep(_ answer: WebAnswer?, to key: RequestKey) {
        if let answer {
            entries[key.name]?.state = .answered(answer)
        } else {
            entries[key.name] = nil
            // Whoever is turned away leaves nothing, as a rule.
            if order.last == key.name { order.removeLast() }
        }
    }

    private mutating func put(_ key: RequestKey, _ entry: Entry) {
        entries[key.name] = entry
        order.append(key.name)
    }

    private mutating func forget(at now: CityTime) {
        while first < order.count {
            // Without an entry it was taken away.
            if let entry = entries[order[first]] {
                guard now - entry.time >= Self.kept else { break }
                entries[order[first]] = nil
            }
            first += 1
        }
        if first > 1024, first * 2 > order.count {
            order.removeFirst(first)
            first = 0
        }
    }
}
