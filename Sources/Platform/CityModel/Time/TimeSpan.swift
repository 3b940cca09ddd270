// SPDX-License-Identifier: GPL-3.0-or-later

/// A length of virtual time in whole nanoseconds. May be negative (a difference).
///
/// The standard `Duration` has 128 bits and counts attoseconds; the loop compares and adds spans millions of times a
/// second, so the city uses its own eight bytes (292 years each way). Sums and products that are longer are the longest
/// span: what would happen after 292 years does not happen in a run.
@frozen
public struct TimeSpan: DurationProtocol, Hashable, Codable, Sendable {
    /// Whole nanoseconds.
    public let nanoseconds: Int64

    /// Makes a span of whole nanoseconds.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// No time at all.
    public static let zero = TimeSpan(nanoseconds: 0)
    /// The longest span there is, for "never".
    public static let longest = TimeSpan(nanoseconds: .max)

    /// A span of whole seconds.
    @inlinable
    public static func seconds(_ count: Int) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(count).saturatingMultiply(1_000_000_000))
    }
    /// A span of seconds, rounded to the nearest nanosecond; at most the longest one.
    @inlinable
    public static func seconds(_ count: Double) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(nearest: count * 1e9))
    }
    /// A span of whole milliseconds.
    @inlinable
    public static func milliseconds(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count) * 1_000_000) }
    /// A span of whole minutes.
    @inlinable
    public static func minutes(_ count: Int) -> TimeSpan { .seconds(count * 60) }
    /// A span of whole hours.
    @inlinable
    public static func hours(_ count: Int) -> TimeSpan { .seconds(count * 3600) }

    /// The span in seconds, for reports and for draws; rules compare whole nanoseconds instead.
    @inlinable public var inSeconds: Double { Double(nanoseconds) / 1e9 }

    /// The span rounded to whole milliseconds, ties away from zero: people and traffic are drawn to the millisecond,
    /// so that the last bits of a `Double` never reach the log.
    @inlinable public var roundedToMilliseconds: TimeSpan {
        let half: Int64 = nanoseconds >= 0 ? 500_000 : -500_000
        return TimeSpan(nanoseconds: nanoseconds.saturatingAdd(half) / 1_000_000 * 1_000_000)
    }

    /// Compares spans by length.
    @inlinable
    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.nanoseconds < right.nanoseconds }
    /// Adds two spans.
    @inlinable
    public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds.saturatingAdd(right.nanoseconds))
    }
    /// Subtracts two spans.
    @inlinable
    public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds.saturatingSubtract(right.nanoseconds))
    }
    /// Divides a span by a whole number, towards zero.
    @inlinable
    public static func / (left: TimeSpan, right: Int) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds / Int64(right))
    }
    /// Multiplies a span by a whole number.
    @inlinable
    public static func * (left: TimeSpan, right: Int) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds.saturatingMultiply(Int64(right)))
    }
    /// The ratio of two spans.
    @inlinable
    public static func / (left: TimeSpan, right: TimeSpan) -> Double {
        Double(left.nanoseconds) / Double(right.nanoseconds)
    }
}

extension TimeSpan: CustomStringConvertible {
    /// The span in seconds with as many decimals as it needs, such as `60 s` or `0.3 s`.
    public var description: String {
        let whole = nanoseconds / 1_000_000_000
        let rest = (nanoseconds % 1_000_000_000).magnitude
        guard rest > 0 else { return "\(whole) s" }
        var decimals = String(rest, digits: 9)
        while decimals.last == "0" { decimals.removeLast() }
        return "\(nanoseconds < 0 && whole == 0 ? "-" : "")\(whole).\(decimals) s"
    }
}
