// SPDX-License-Identifier: GPL-3.0-or-later

/// Values over the day, such as 24 by hour: the same every day, or others by kind of day.
///
/// A function of virtual time: each value holds for an equal part of the day from midnight on. Days that no kind means have the
/// values of the first kind; within a run there are none, since a scenario whose days are not covered is refused.
public struct DayProfile: Hashable, Sendable {
    /// The kinds of days, one for each row; nil when every day is the same.
    package let kinds: DayKinds?
    /// The values of each kind of day.
    package let rows: [[Double]]

    /// The same values every day: 24 for the hours, or any number of them for equal parts of the day; at least one.
    public init(_ values: [Double]) {
        precondition(!values.isEmpty, "a day needs a value")
        (kinds, rows) = (nil, [values])
    }

    /// Other values by kind of day; as many rows as kinds, each with at least one value.
    public init(_ kinds: DayKinds, _ rows: [[Double]]) {
        precondition(kinds.kinds.count == rows.count && !rows.isEmpty, "\(kinds.kinds.count) kinds, \(rows.count) rows")
        precondition(rows.allSatisfy { !$0.isEmpty }, "a day needs a value")
        (self.kinds, self.rows) = (kinds, rows)
    }

    /// One value at all times.
    public static func even(_ value: Double) -> DayProfile { DayProfile([Double](repeating: value, count: 24)) }

    /// The value at an instant.
    public subscript(time: CityTime) -> Double {
        let values = values(on: time)
        return values[Self.part(of: values.count, at: time)]
    }

    /// The values of the day of an instant, from midnight on.
    public func values(on time: CityTime) -> [Double] {
        guard let kinds else { return rows[0] }
        return rows[kinds.index(at: time) ?? 0]
    }

    /// Whether every day is the same.
    package var isSameEveryDay: Bool { kinds == nil }

    /// Whether it is one value at all times.
    package var isConstant: Bool { rows.allSatisfy { $0.allSatisfy { $0 == rows[0][0] } } }

    /// The largest value of any day.
    package var most: Double { rows.reduce(-.infinity) { max($0, $1.max() ?? $0) } }

    /// The instants in a span at which a value begins to hold, the beginning of the span among them, with the values; whether or
    /// not the value is another one than before.
    package func steps(from start: CityTime, to end: CityTime) -> [(from: CityTime, value: Double)] {
        var steps = [(from: start, value: self[start])]
        for day in CityTime.days(from: start, to: end) {
            let values = values(on: day)
            let length = 86_400_000_000_000 / Int64(values.count)
            for (part, value) in values.enumerated() {
                let from = day + TimeSpan(nanoseconds: Int64(part) * length)
                if from > start, from < end { steps.append((from, value)) }
            }
        }
        return steps
    }

    /// The values of the days that a span touches, each kind of day once.
    package func days(from start: CityTime, to end: CityTime) -> [[Double]] {
        guard let kinds else { return rows }
        let used = Set(CityTime.days(from: start, to: end).map { kinds.index(at: $0) ?? 0 })
        return rows.indices.filter { used.contains($0) }.map { rows[$0] }
    }

    /// The part of the day, of so many equal ones, that an instant lies in.
    private static func part(of count: Int, at time: CityTime) -> Int {
        min(count - 1, Int(time.sinceMidnight.nanoseconds / (86_400_000_000_000 / Int64(count))))
    }
}
