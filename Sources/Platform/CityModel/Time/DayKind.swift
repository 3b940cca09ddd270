// SPDX-License-Identifier: GPL-3.0-or-later

/// Some days, as people name them for timetables and tariffs: one date, one day of the week, or a run of days of the week.
///
/// The narrower name wins: a date over a day of the week, a day of the week over a run of days.
public enum DayKind: Hashable, Sendable {
    /// One date, in days since 1970-01-01.
    case date(Int64)
    /// Days of the week from one to another, 0 for Monday to 6 for Sunday; a run may pass Sunday, as `fri-mon` does.
    case weekdays(from: Int, to: Int)

    /// The days of the week from Monday on, as scenarios name them.
    public static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// 2 for a date, 1 for one day of the week, 0 for a run: the higher rank wins.
    public var rank: Int {
        switch self {
        case .date: 2
        case .weekdays(let from, let to): from == to ? 1 : 0
        }
    }

    /// The days of the week that are meant, from Monday on; none for a date.
    public var weekdays: [Int] {
        switch self {
        case .date: []
        case .weekdays(let from, let to):
            (0..<7).filter { from <= to ? from <= $0 && $0 <= to : $0 >= from || $0 <= to }
        }
    }

    /// As it stands in a scenario: `mon-fri`, `sat`, `2026-12-25`.
    public var text: String {
        switch self {
        case .date(let day): CityTime(day: day).date
        case .weekdays(let from, let to): from == to ? Self.names[from] : "\(Self.names[from])-\(Self.names[to])"
        }
    }

    /// The first day that two names of the same rank both mean; nil when they exclude each other, or one wins.
    public func clash(with other: DayKind) -> String? {
        guard rank == other.rank else { return nil }
        if case .date = self { return self == other ? text : nil }
        let theirs = other.weekdays
        return weekdays.first { theirs.contains($0) }.map { Self.names[$0] }
    }
}

/// Dates that are like another day of the week: `2026-04-06: sun`. Wherever values are given by day, such a date has those of
/// that day, unless it has some of its own.
public struct Holidays: Hashable, Sendable {
    /// The day of the week, 0 for Monday to 6 for Sunday, by days since 1970-01-01.
    public var weekdays: [Int64: Int]

    /// No date is like another day, unless some are given.
    public init(_ weekdays: [Int64: Int] = [:]) { self.weekdays = weekdays }

    /// The day of the week that a day is like.
    func weekday(of time: CityTime) -> Int {
        weekdays.isEmpty ? time.weekday : weekdays[time.dayNumber] ?? time.weekday
    }
}

/// Several kinds of days, and which of them a day is.
public struct DayKinds: Hashable, Sendable {
    /// In the order of the text.
    public let kinds: [DayKind]
    private let holidays: Holidays
    /// The kind of each day of the week, from Monday on; nil where none means it.
    private let ofWeek: [Int?]
    private let ofDate: [Int64: Int]

    /// Takes kinds that do not clash with each other (`DayKind.clash`); of two that do, the first holds.
    public init(_ kinds: [DayKind], holidays: Holidays = Holidays()) {
        self.kinds = kinds
        self.holidays = holidays
        var (ofWeek, ofDate) = ([Int?](repeating: nil, count: 7), [Int64: Int]())
        for (index, kind) in kinds.enumerated() {
            if case .date(let day) = kind { ofDate[day] = ofDate[day] ?? index }
            for weekday in kind.weekdays where ofWeek[weekday].map({ kinds[$0].rank < kind.rank }) ?? true {
                ofWeek[weekday] = index
            }
        }
        (self.ofWeek, self.ofDate) = (ofWeek, ofDate)
    }

    /// The kind of the day of an instant, as its place in `kinds`; nil when none means that day.
    public func index(at time: CityTime) -> Int? {
        if !ofDate.isEmpty, let own = ofDate[time.dayNumber] { return own }
        return ofWeek[holidays.weekday(of: time)]
    }

    /// Midnight of the first day from an instant to another, without the last instant, that no kind means; nil when every day is
    /// covered.
    public func gap(from start: CityTime, to end: CityTime) -> CityTime? {
        CityTime.days(from: start, to: end).first { index(at: $0) == nil }
    }
}

extension CityTime {
    /// Midnight of a day, counted from 1970-01-01.
    package init(day: Int64) { self.init(nanoseconds: day * 86_400_000_000_000) }

    /// The midnights of the days that a span touches; the end itself is outside.
    package static func days(from start: CityTime, to end: CityTime) -> [CityTime] {
        guard start < end else { return [start.midnight] }
        let last = CityTime(nanoseconds: end.nanoseconds - 1).dayNumber
        return (start.dayNumber...last).map { CityTime(day: $0) }
    }
}
