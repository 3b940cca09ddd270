// SPDX-License-Identifier: GPL-3.0-or-later
import CICAL

/// The occurrences of a rule, in the time of a wall. libical finds the candidates, and nothing else: what the rule's limits and a zone's
/// clock make of them is told here (RFC 5545, 3.3.10).
struct RuleExpansion {
    enum Fault: Error {
        /// libical is not there.
        case notInstalled
        /// Nothing ends the rule.
        case endless
        case tooMany
    }

    /// How many occurrences a rule may have, those before the days that are wanted among them.
    static let most = 100_000
    /// How many of libical's instants are looked at.
    private static let mostCandidates = 1_000_000

    private(set) var instants: [UniversalTime] = []
    /// Occurrences that no clock shows, counted with the offset before the change. They are none, and `COUNT` does not count them.
    private(set) var gaps: [UniversalTime] = []
    /// Whether the start is one of the rule's own instants.
    private(set) var startsByRule = true

    /// - Parameters:
    ///   - rule: what is expanded.
    ///   - start: the first occurrence, whether by rule or not (3.8.5.3).
    ///   - startInstant: its instant.
    ///   - clock: the zone in which the rule holds.
    ///   - last: the last instant that is allowed.
    ///   - wanted: no instants from here on are wanted.
    init(
        _ rule: RecurrenceRule, from start: WallTime, at startInstant: UniversalTime, _ clock: inout ZoneClock,
        through last: UniversalTime?, before wanted: UniversalTime?
    ) throws(Fault) {
        // A clock is a day off at most: what is too late is left out by its instant.
        let bounds = [last, wanted].compactMap { $0.map { WallTime(seconds: $0.seconds + 86_400) } }
        let end = bounds.min()
        if rule.count == nil, end == nil || end.map({ $0 >= .latest }) == true { throw .endless }
        let text = rule.candidates(through: min(end ?? .latest, .latest))
        var asked = min(rule.count ?? 64, 64) + 4
        while rule.meetsItsTimes(from: start) {
            let (walls, areAll) = try Self.expand(rule, text, from: start, asked)
            take(walls, start, startInstant, &clock)
            let isEnough = rule.count.map { instants.count >= $0 } ?? false
            if areAll || isEnough { break }
            guard instants.count <= Self.most, asked < Self.mostCandidates else { throw .tooMany }
            asked = min(asked * 8, Self.mostCandidates)
        }
        startsByRule = instants.first == startInstant
        if !startsByRule { instants.insert(startInstant, at: 0) }
        if let count = rule.count, count < instants.count {
            instants.removeSubrange(count...)
            gaps.removeAll { $0 > instants[count - 1] }
        }
        instants.removeAll { instant in
            instant != startInstant && (last.map { instant > $0 } ?? false) || (wanted.map { instant >= $0 } ?? false)
        }
    }

    private mutating func take(
        _ walls: [WallTime], _ start: WallTime, _ startInstant: UniversalTime, _ clock: inout ZoneClock
    ) {
        instants.removeAll(keepingCapacity: true)
        gaps.removeAll(keepingCapacity: true)
        for wall in walls {
            let (instant, showing) = clock.instant(wall)
            switch showing {
            case .once, .twice: instants.append(instant)
            // The start is no occurrence of a rule alone: it is a time that was written down (3.3.5).
            case .never where wall == start: instants.append(startInstant)
            case .never: gaps.append(instant)
            }
        }
    }

    /// The first occurrences, and whether there are no more.
    private static func expand(_ rule: RecurrenceRule, _ text: String, from start: WallTime, _ count: Int)
        throws(Fault) -> (walls: [WallTime], areAll: Bool)
    {
        guard let ical = cical_functions()?.pointee else { throw .notInstalled }
        var instants = [time_t](repeating: 0, count: count)
        _ = ical.expand(text, time_t(start.seconds), Int32(count), &instants)
        // Zeros stand behind the last one. The first of 1970 is an occurrence only as a start.
        let found = instants.lastIndex { $0 != 0 }.map { $0 + 1 } ?? (start.seconds == 0 ? 1 : 0)
        let walls = instants[..<found].lazy.map { WallTime(seconds: Int64($0)) }
        return (walls.filter { $0 <= .latest && rule.holds($0, from: start) }, found < count)
    }
}
