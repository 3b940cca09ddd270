// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Kinds of days as text: `mon-fri`, `sat`, `2026-12-25`.
package enum DayText {
    package static let allowed = "days such as `mon-fri`, `sat`, or a date such as `2026-12-25`"
    static let key = ScalarForm(
        "days such as `mon-fri`, `sat` or `2026-12-25`",
        [
            "pattern": .text(
                "^((mon|tue|wed|thu|fri|sat|sun)(-(mon|tue|wed|thu|fri|sat|sun))?|[0-9]{4}-[0-9]{2}-[0-9]{2})$")
        ])

    /// The kind of days that a text names; nil for all else.
    package static func kind(_ text: String) -> DayKind? {
        if let date = date(text) { return .date(date) }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map {
            DayKind.names.firstIndex(of: String($0))
        }
        switch ends.count {
        case 1: return ends[0].map { .weekdays(from: $0, to: $0) }
        case 2:
            // `sat-sat` would be a run of one day, which `sat` is already.
            guard let from = ends[0], let to = ends[1], from != to else { return nil }
            return .weekdays(from: from, to: to)
        default: return nil
        }
    }

    /// A date without a clock time, in days since 1970-01-01.
    static func date(_ text: String) -> Int64? {
        guard text.utf8.count == 10 else { return nil }
        return ClockText.instant(text)?.dayNumber
    }

    /// The name of days that a mistyped one most likely means: `mon-fri` for `weekdays`, `sat` for `saturday`.
    package static func meant(by text: String) -> String? {
        let words = ["weekday": "mon-fri", "workday": "mon-fri", "weekend": "sat-sun", "daily": "mon-sun"]
        if let word = words.first(where: { text.lowercased().hasPrefix($0.key) }) { return word.value }
        let ends = text.lowercased().split(separator: "-").map { part in
            DayKind.names.first { part.hasPrefix($0) || (part.count == 2 && $0.hasPrefix(part)) }
        }
        let short = ends.compactMap(\.self).joined(separator: "-")
        if !ends.contains(nil), kind(short) != nil { return short }
        return nearestName(to: text, among: ["mon-fri", "sat-sun", "mon-sun", "mon-sat"] + DayKind.names)
    }

    /// Whether the keys of a mapping name days, perhaps with a slip of the pen, and not something else.
    package static func areMeant(by keys: [String]) -> Bool {
        keys.contains { kind($0) != nil } || keys.contains { !$0.contains(":") && meant(by: $0) != nil }
    }
}

/// Kinds of days that a value is given by, for the check that every day of the run is one of them.
package struct MentionedDays: Sendable {
    /// The key, or the file.
    package let what: String
    package let kinds: DayKinds

    package init(what: String, kinds: DayKinds) { (self.what, self.kinds) = (what, kinds) }
}

/// Gathers kinds of days in the order in which they are met, and notes those that clash with an earlier one.
package struct DayGathering {
    package private(set) var kinds: [DayKind] = []
    private var indexes: [DayKind: Int] = [:]
    /// The last text and its place: rows of a table come in runs of one kind.
    private var last: (text: String, index: Int)?

    package init() {}

    /// The place of a kind among those that were met; `isNew` when it was not met before. Notes what is wrong, and gives nil then.
    package mutating func add(_ text: String, fault: (_ what: String, _ allowed: String?, _ meant: String?) -> Void)
        -> (
            index: Int, isNew: Bool
        )?
    {
        if let last, last.text == text { return (last.index, false) }
        guard let kind = DayText.kind(text) else {
            fault("`\(text)` is not a kind of day", DayText.allowed, DayText.meant(by: text))
            return nil
        }
        if let index = indexes[kind] {
            last = (text, index)
            return (index, false)
        }
        for other in kinds {
            guard let day = kind.clash(with: other) else { continue }
            fault(
                "`\(text)` and `\(other.text)` both name \(day)",
                "each day once among the days, and once among runs of days", nil)
            return nil
        }
        indexes[kind] = kinds.count
        kinds.append(kind)
        return (kinds.count - 1, true)
    }
}
