// SPDX-License-Identifier: GPL-3.0-or-later

/// Time and length of a way in one word: of two ways the quicker one is less, of equally quick ones the shorter one.
///
/// Whole milliseconds above, whole millimetres below, so that a sum of words is the word of the sums. The length of a way must stay
/// below 4,294 km.
package struct RoadLabel: Hashable, Comparable, Sendable {
    /// Milliseconds in the upper half, millimetres in the lower one.
    let word: UInt64

    init(word: UInt64) { self.word = word }

    /// Makes the label of a time and a length.
    package init(milliseconds: UInt32, millimetres: UInt32) {
        word = UInt64(milliseconds) << 32 | UInt64(millimetres)
    }

    /// Makes the label of a share of an arc, of its time and its length.
    @inline(__always)
    init(_ share: Double, of milliseconds: UInt32, _ millimetres: UInt32) {
        self.init(
            milliseconds: UInt32((Double(milliseconds) * share).rounded()),
            millimetres: UInt32((Double(millimetres) * share).rounded()))
    }

    /// What no way has. Two of them can be added.
    static let never: UInt64 = 1 << 62

    /// No way at all.
    package static let zero = RoadLabel(word: 0)

    package var milliseconds: UInt32 { UInt32(truncatingIfNeeded: word >> 32) }
    package var millimetres: UInt32 { UInt32(truncatingIfNeeded: word) }

    /// Whether it is quicker, or as quick and shorter.
    package static func < (left: RoadLabel, right: RoadLabel) -> Bool { left.word < right.word }

    /// One way after the other.
    package static func + (left: RoadLabel, right: RoadLabel) -> RoadLabel { RoadLabel(word: left.word + right.word) }
}
