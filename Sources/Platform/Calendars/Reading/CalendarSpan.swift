// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A duration as a calendar writes it (RFC 5545, 3.3.6): its days are days of the wall, its hours are as long as hours are.
struct CalendarSpan {
    let days: Int64
    let seconds: Int64

    /// - Throws: what is wrong with it.
    init(_ value: ArraySlice<UInt8>) throws(ContentParts.Fault) {
        func fault() -> ContentParts.Fault {
            ContentParts.Fault(
                value.startIndex,
                "\"\(String(decoding: value.prefix(40), as: UTF8.self).shown)\" is not a duration; allowed: such as PT1H30M, P1D, P1DT2H or P2W, up to 10 years"
            )
        }
        var rest = value
        if rest.first == UInt8(ascii: "-") {
            throw ContentParts.Fault(
                value.startIndex, "a duration may not be negative; allowed: such as PT1H30M, P1D, P1DT2H or P2W")
        }
        if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard rest.popFirst().map({ $0 & 0xDF }) == UInt8(ascii: "P") else { throw fault() }
        var (days, seconds): (Int64, Int64) = (0, 0)
        // What may still come, in its order.
        var units = Array("WD".utf8)
        var isInClock = false
        var count = 0
        while let byte = rest.first {
            if byte & 0xDF == UInt8(ascii: "T"), !isInClock {
                isInClock = true
                units = Array("HMS".utf8)
                rest.removeFirst()
                guard !rest.isEmpty else { throw fault() }
                continue
            }
            let digits = rest.prefix { (48...57).contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 9, let number = WholeNumber.value(digits),
                let unit = rest.popFirst().map({ $0 & 0xDF }),
                let position = units.firstIndex(of: unit)
            else { throw fault() }
            units.removeSubrange(...position)
            count += 1
            switch unit {
            case UInt8(ascii: "W"):
                days += number * 7
                // Weeks stand alone.
                units = []
                guard rest.isEmpty else { throw fault() }
            case UInt8(ascii: "D"): days += number
            case UInt8(ascii: "H"): seconds += number * 3600
            case UInt8(ascii: "M"): seconds += number * 60
            case _: seconds += number
            }
        }
        guard count > 0, days + seconds / 86_400 <= 3_660 else { throw fault() }
        (self.days, self.seconds) = (days, seconds)
    }
}
