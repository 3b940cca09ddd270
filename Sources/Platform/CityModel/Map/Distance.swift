// SPDX-License-Identifier: GPL-3.0-or-later

/// A length on the ground in whole millimetres.
///
/// Millimetres because the boarding prompt compares 20.1 m with 20.0 m (TAXI-CALL-16); whole, so that the last bits of a
/// `Double` never reach the log.
@frozen
public struct Distance: Hashable, Comparable, Codable, Sendable {
    /// Whole millimetres, never negative.
    public let millimetres: Int64

    /// Makes a distance of whole millimetres.
    @inlinable
    public init(millimetres: Int64) {
        self.millimetres = millimetres
    }

    /// No distance at all.
    public static let zero = Distance(millimetres: 0)

    /// A distance of whole metres.
    @inlinable
    public static func metres(_ count: Int) -> Distance { Distance(millimetres: Int64(count) * 1000) }
    /// A distance in metres, rounded to the millimetre.
    @inlinable
    public static func metres(_ count: Double) -> Distance { Distance(millimetres: Int64(nearest: count * 1000)) }

    /// The distance in metres, for reports and routers.
    @inlinable public var inMetres: Double { Double(millimetres) / 1000 }

    /// Orders distances by length.
    @inlinable
    public static func < (left: Distance, right: Distance) -> Bool { left.millimetres < right.millimetres }
    /// Adds two distances.
    @inlinable
    public static func + (left: Distance, right: Distance) -> Distance {
        Distance(millimetres: left.millimetres + right.millimetres)
    }
}
