// SPDX-License-Identifier: GPL-3.0-or-later

/// The cells of one line, as positions in the bytes of its file.
struct RecordCells {
    /// What stands between two cells.
    let mark: UInt8
    private(set) var starts: [Int] = []
    private(set) var ends: [Int] = []

    /// The marks that tables have, and what messages call them.
    private static let marks: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    /// Takes the mark that a header has most of.
    init(header: ArraySlice<UInt8>) {
        mark =
            Self.marks.max { left, right in
                // Of equally many the first in the list.
                (header.count { $0 == left }) < (header.count { $0 == right })
            } ?? UInt8(ascii: ",")
    }

    var count: Int { ends.count }

    /// Finds the cells of a line; false where a quote is not closed, or something follows a closed one.
    mutating func split(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        let quote = UInt8(ascii: "\"")
        var at = line.lowerBound
        let end = line.upperBound
        while true {
            if at < end, bytes[at] == quote {
                starts.append(at + 1)
                at += 1
                while at < end {
                    if bytes[at] == quote {
                        guard at + 1 < end, bytes[at + 1] == quote else { break }
                        at += 1
                    }
                    at += 1
                }
                guard at < end else { return false }
                ends.append(at)
                at += 1
                guard at == end || bytes[at] == mark else { return false }
            } else {
                starts.append(at)
                while at < end, bytes[at] != mark { at += 1 }
                ends.append(at)
            }
            if at == end { return true }
            at += 1
        }
    }

    /// A cell without blanks around it.
    func range(_ bytes: [UInt8], _ index: Int) -> Range<Int> {
        var (low, high) = (starts[index], ends[index])
        while low < high, bytes[low] == UInt8(ascii: " ") { low += 1 }
        while high > low, bytes[high - 1] == UInt8(ascii: " ") { high -= 1 }
        return low..<high
    }

    /// The text of a cell.
    func text(_ bytes: [UInt8], _ index: Int) -> String {
        String(decoding: bytes[range(bytes, index)], as: UTF8.self)
    }
}

/// Numbers in the bytes of a cell.
enum RecordNumber {
    private static let powers: [Double] = (0..<16).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

    /// A decimal number; with `comma`, as where semicolons stand between cells, the comma is a decimal mark too. Nil for anything else.
    static func value(_ bytes: [UInt8], _ range: Range<Int>, comma: Bool) -> Double? {
        var at = range.lowerBound
        let isNegative = at < range.upperBound && bytes[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        var (value, digits, decimals) = (Int64(0), 0, -1)
        while at < range.upperBound {
            let byte = bytes[at]
            if byte == UInt8(ascii: ".") || comma && byte == UInt8(ascii: ","), decimals < 0, digits > 0 {
                decimals = 0
            } else if byte >= 48, byte <= 57 {
                // What is behind the fifteenth digit is less than anybody measures.
                if digits < 15 {
                    value = value * 10 + Int64(byte - 48)
                    digits += 1
                    if decimals >= 0 { decimals += 1 }
                } else if decimals < 0 {
                    return nil
                }
            } else {
                return nil
            }
            at += 1
        }
        guard digits > 0 else { return nil }
        let number = decimals > 0 ? Double(value) / powers[decimals] : Double(value)
        return isNegative ? -number : number
    }

    /// A whole number, perhaps with zeros behind a point, as programs write that keep ids as numbers: `74.0`. Nil for anything else.
    static func whole(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        var at = range.lowerBound
        let isNegative = at < range.upperBound && bytes[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        let first = at
        var value: Int64 = 0
        while at < range.upperBound, bytes[at] >= 48, bytes[at] <= 57 {
            guard at - first < 18 else { return nil }
            value = value * 10 + Int64(bytes[at] - 48)
            at += 1
        }
        guard at > first else { return nil }
        if at < range.upperBound, bytes[at] == UInt8(ascii: ".") {
            at += 1
            while at < range.upperBound, bytes[at] == UInt8(ascii: "0") { at += 1 }
        }
        return at == range.upperBound ? (isNegative ? -value : value) : nil
    }
}
