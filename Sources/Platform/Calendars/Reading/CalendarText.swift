// SPDX-License-Identifier: GPL-3.0-or-later

/// Texts of iCalendar (RFC 5545, 3.3.11): some characters stand in them with a backslash in front.
enum CalendarText {
    /// The text that a value means.
    static func text(_ value: ArraySlice<UInt8>) throws(ContentParts.Fault) -> String {
        guard value.contains(UInt8(ascii: "\\")) else { return String(decoding: value, as: UTF8.self) }
        var text: [UInt8] = []
        var at = value.startIndex
        while at < value.endIndex {
            guard value[at] == UInt8(ascii: "\\") else {
                text.append(value[at])
                at += 1
                continue
            }
            switch at + 1 < value.endIndex ? value[at + 1] : 0 {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): text.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): text.append(value[at + 1])
            case _: throw ContentParts.Fault(at, #"a backslash stands alone; allowed: `\\`, `\;`, `\,` and `\n`"#)
            }
            at += 2
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The value that means a text.
    static func value(_ text: String) -> [UInt8] {
        var value: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): value += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): value += #"\n"#.utf8
            case _: value.append(byte)
            }
        }
        return value
    }
}
