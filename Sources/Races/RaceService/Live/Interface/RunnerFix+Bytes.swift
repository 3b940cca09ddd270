// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules

/// Positions as an input log keeps them: 28 bytes each, as there may be hundreds a second.
extension RunnerFix {
    private static let size = 28

    static func bytes(of fixes: [RunnerFix]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fixes.count * size)
        func put<Word: FixedWidthInteger>(_ word: Word) {
            for shift in stride(from: 0, to: Word.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        for fix in fixes {
            put(fix.user.number)
            put(fix.place.east)
            put(fix.place.north)
            put(fix.covered.millimetres)
            put(fix.age.nanoseconds)
        }
        return bytes
    }

    /// Those of such bytes; what is left of a cut one is left out.
    static func all(in bytes: [UInt8]) -> [RunnerFix] {
        func word<Word: FixedWidthInteger>(_ start: Int, _: Word.Type) -> Word {
            (0..<Word.bitWidth / 8).reduce(0) { $0 | Word(truncatingIfNeeded: bytes[start + $1]) << (8 * $1) }
        }
        return stride(from: 0, to: bytes.count / size * size, by: size).map { start in
            RunnerFix(
                RaceUserID(word(start, Int32.self)),
                at: Place(east: word(start + 4, Int32.self), north: word(start + 8, Int32.self)),
                covered: Distance(millimetres: word(start + 12, Int64.self)),
                age: TimeSpan(nanoseconds: word(start + 20, Int64.self)))
        }
    }
}
