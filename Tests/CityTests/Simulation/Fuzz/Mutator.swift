// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Breaks texts in the ways in which people and machines do; the same number gives the same text.
struct Mutator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Numbers at the borders of what machines count with, and a few more.
    private static let numbers = [
        "0", "-1", "1", "2", "1e308", "-1e308", "1e999", "1e-400", "99999999999999999999", "9223372036854775807",
        "-9223372036854775808", "2147483648", "4294967296", "0.1", "-0", "1000000", "10000000", "100000000", ".nan",
        ".inf",
        "0x10", "0o7", "1_000",
    ]
    /// Units, right and wrong ones; a number is put before them.
    private static let units = ["s", "min", "h", "d", "ms", "m", "km", "km/h", "%", "x", "MiB", ""]
    private static let words = [
        "~", "null", "yes", "[]", "{}", "&a", "*a", "- - - -", "!!binary x", "{{{{", "]]]]", "\"", "'", "|", ">", "?",
        ": :", "@",
        "\t", "\u{0}", "\u{2028}", "\u{1F695}", "é", "---", "...", "#", "<<: *a", "99:99", "24:00", "2026-02-30",
        "equal",
        "area", "none", "constant", "exponential: 0 s", "uniform: {from: 1 s, to: 0 s}", "{exponential: 1e9 h}",
        "{lognormal: {median: 1 s, sigma: 99}}", "{gamma: {shape: 0.001, mean: 5 s}}", "{poisson: 1}",
        "[reservations, sharing]",
    ]

    /// The text with one to three changes.
    mutating func mutant(of text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...below(3) where !bytes.isEmpty { change(&bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with one to six other digits: a map stays a map, and its corners wander.
    mutating func wandered(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
        for _ in 0...below(6) { bytes[pick(digits)] = UInt8(48 + below(10)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let at = below(bytes.count)
        switch below(14) {
        case 0: bytes.remove(at: at)
        case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
        case 2: bytes[at] = pick(Array(" :,-[]{}\"'#&*!|>%@`?\n0123456789.eE".utf8))
        case 3: bytes.insert(contentsOf: Array(pick(Self.words).utf8), at: at)
        case 4: bytes.replaceSubrange(word(around: at, in: bytes), with: Array(pick(Self.words).utf8))
        case 5: bytes.removeSubrange(at..<min(bytes.count, at + below(60)))
        case 6: bytes.removeSubrange(at...)
        case 7, 8: lines(&bytes)
        case 9:
            let opening = pick(["[", "{a: ", "- ", "? ", "[*a, "])
            bytes.insert(contentsOf: Array(String(repeating: opening, count: pick([3, 30, 300, 1500])).utf8), at: at)
        default: number(&bytes, from: at)
        }
    }

    /// The word around a place, up to blanks and commas.
    private func word(around at: Int, in bytes: [UInt8]) -> Range<Int> {
        let isPart: (UInt8) -> Bool = { $0 > 32 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ",") }
        var (start, end) = (at, at)
        while start > 0, isPart(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        return start..<end
    }

    private mutating func lines(_ bytes: inout [UInt8]) {
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        switch below(3) {
        case 0: lines.insert(pick(lines), at: below(lines.count))
        case 1: lines.remove(at: below(lines.count))
        default: lines.swapAt(below(lines.count), below(lines.count))
        }
        bytes = Array(lines.joined(separator: [10]))
    }

    /// Another number in place of the next one: what keeps a text valid most often, and is asked for in the strangest amounts.
    private mutating func number(_ bytes: inout [UInt8], from at: Int) {
        let isDigit: (UInt8) -> Bool = { (48...57).contains($0) }
        guard let start = bytes[at...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
        var new = pick(Self.numbers)
        switch below(4) {
        case 0: new = String(below(100))
        case 1: new = String(decoding: bytes[start..<end], as: UTF8.self) + String(repeating: "0", count: 1 + below(8))
        case 2: new += " " + pick(Self.units)
        default: break
        }
        bytes.replaceSubrange(start..<end, with: Array(new.utf8))
    }
}

/// How much is tried: a short form in every run of the tests, the whole with the environment variable CABRANK_FUZZ=full
/// (`scripts/check fuzz`).
enum FuzzSize {
    static let isFull = ProcessInfo.processInfo.environment["CABRANK_FUZZ"] == "full"
    /// The parts that run beside each other.
    static let parts = 0..<(isFull ? 20 : 2)
    static let scenarios = isFull ? 100_000 : 600
    static let maps = isFull ? 10_000 : 160

    /// The numbers of a part.
    static func numbers(_ part: Int, of count: Int) -> Range<Int> {
        let size = count / parts.count
        return (part * size)..<((part + 1) * size)
    }

    /// Keeps the text that is tried, so that a crash leaves it behind.
    static func keep(_ text: String, as name: String) {
        guard isFull else { return }
        let path = NSTemporaryDirectory() + "cabrank-fuzz-" + name
        try? text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    /// The least time of three tries of a work that took too long at first: a busy machine is no fault of the work.
    static func seconds(_ work: () -> Void) -> Double {
        var least = Double.infinity
        for _ in 0..<3 where least > longest {
            let began = ContinuousClock.now
            work()
            let (seconds, attoseconds) = began.duration(to: .now).components
            least = min(least, Double(seconds) + Double(attoseconds) / 1e18)
        }
        return least
    }

    /// No text may take longer, in seconds.
    static let longest = 2.0
}
