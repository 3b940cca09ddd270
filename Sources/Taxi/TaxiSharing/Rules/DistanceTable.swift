// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import TaxiRules

/// The driven distances of a shared ride: from the common start to each destination, and from each destination to each
/// other. Up to four destinations, numbered from 0 in the order of joining; distances may differ by direction.
///
/// Fixed size and no heap: a search makes thousands of them.
public struct DistanceTable: Sendable, Equatable {
    /// The most destinations (DEC-SHARE-CAPACITY).
    public static let most = BoardCounts.most

    /// How many destinations there are.
    public private(set) var count = 0
    /// Millimetres from the start to each destination.
    private var fromStart = SIMD4<Int64>()
    /// Millimetres from destination to destination; the row of the first times four, plus the second.
    private var between = SIMD16<Int64>()

    /// No destination yet.
    public init() {}

    /// The distances of these destinations as a router finds them.
    public init(from start: Place, to destinations: [Place], _ travel: any Router) {
        for destination in destinations { add(destination, to: destinations, from: start, travel) }
    }

    /// The distances as a table gives them: `between[i][j]` leads from destination `i` to destination `j`.
    public init(fromStart: [Distance], between: [[Distance]]) {
        precondition(fromStart.count <= Self.most, "at most \(Self.most) destinations, not \(fromStart.count)")
        count = fromStart.count
        for first in 0..<count {
            self.fromStart[first] = fromStart[first].millimetres
            for second in 0..<count { self.between[first * 4 + second] = between[first][second].millimetres }
        }
    }

    /// Adds a destination behind the ones that the table has, which are the first of `known`.
    mutating func add(_ destination: Place, to known: [Place], from start: Place, _ travel: any Router) {
        add(destination, from: start, travel) { known[$0] }
    }

    /// Adds a destination behind the ones that the table has, whose places a closure gives by number.
    @inline(__always)
    mutating func add(_ destination: Place, from start: Place, _ travel: any Router, known: (Int) -> Place) {
        precondition(count < Self.most, "a shared ride has at most \(Self.most) destinations")
        fromStart[count] = travel.distance(from: start, to: destination).millimetres
        for other in 0..<count {
            let place = known(other)
            between[other * 4 + count] = travel.distance(from: place, to: destination).millimetres
            between[count * 4 + other] = travel.distance(from: destination, to: place).millimetres
        }
        count += 1
    }

    /// Millimetres from the start to a destination.
    @inline(__always)
    func toFirst(_ destination: Int) -> Int64 { fromStart[destination] }

    /// Millimetres from one destination to the next.
    @inline(__always)
    func distance(_ first: Int, _ second: Int) -> Int64 { between[first * 4 + second] }
}
