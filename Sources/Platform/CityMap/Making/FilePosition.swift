// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A position as layout files write it: whole ten-millionths of a degree, about a centimetre on the ground.
///
/// Made layouts are cut on this grid from the start, so that what was cut exactly is still exact in the file.
struct FilePosition: Hashable, Comparable, Sendable {
    /// Ten-millionths of a degree east of Greenwich.
    let east: Int64
    /// Ten-millionths of a degree north of the equator.
    let north: Int64

    var geographic: GeographicPoint {
        GeographicPoint(longitude: Double(east) / 1e7, latitude: Double(north) / 1e7)
    }

    /// `[9.19495,45.47213]`: no digit more than the value has.
    var text: String { "[\(Self.degrees(east)),\(Self.degrees(north))]" }

    private static func degrees(_ value: Int64) -> String {
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        let sign = value < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: 7 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    /// West before east, then south before north.
    static func < (left: Self, right: Self) -> Bool { (left.east, left.north) < (right.east, right.north) }
}

extension FilePosition {
    init(_ point: GeographicPoint) {
        self.init(
            east: Int64((point.longitude * 1e7).rounded()), north: Int64((point.latitude * 1e7).rounded()))
    }
}
