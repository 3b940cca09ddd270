// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import Testing

/// Thousands of broken files, equal in every run.
@Suite("Broken scenario files")
struct FuzzTests {
    private static let tokens = [
        "-1", "0", "1e308", "99999999999999999999", "-9223372036854775808", ".nan", ".inf", "0x10", "0o7", "~", "null",
        "[]", "{}",
        "&a", "*a", "- - - -", "!!binary x", "{{{{", "]]]]", "\"", "'", "|", ">", "?", ": :", "%", "@", "\t", "1e-400",
        "5 %", "\u{0}",
        "\u{2028}", "\u{E001}", "\u{1F695}", "é", "[[[[[[[[[[[[[[[[[[[[[[", "{a: {a: {a: {a: {a: {a: {a: 1}}}}}}}",
        "12:30:00", "yes", "---",
        "...", "#", "include: quickstart.yaml", "<<: *a", "99:99", "0 s", "-5 min", "1e300 h", "100%", "1e9%",
        "2026-02-30",
    ]

    /// The tests of whole runs try broken files too; all of these only on demand (`scripts/check fuzz`).
    private static let isFull = ProcessInfo.processInfo.environment["CABRANK_FUZZ"] == "full"

    @Test(
        "No broken file crashes or hangs the reader, and what is accepted reads back to itself",
        arguments: Shipped.names)
    func mutants(_ name: String) throws {
        try Shipped.withCopies { folder in
            let original = Array(try Shipped.text(name).utf8)
            let inside = URL(fileURLWithPath: "\(folder)/\(name)").deletingLastPathComponent().path
            var random = SplitMix(UInt64(name.utf8.count))
            var accepted = 0
            var rejected = 0
            let tries = Self.isFull ? 600 : 100
            for _ in 0..<tries {
                var bytes = original
                for _ in 0...random.below(3) { Self.mutate(&bytes, &random) }
                let text = String(decoding: bytes, as: UTF8.self)
                do throws(InputErrors) {
                    let read = try ScenarioReader(services: Slices.all.keys).read(
                        text: text, named: "mutant", folder: inside)
                    accepted += 1
                    let again = try ScenarioReader(services: Slices.all.keys).read(
                        text: read.source, named: "again", folder: inside)
                    #expect(again.source == read.source, "\(text)")
                } catch {
                    rejected += 1
                    #expect(error.problems.contains { $0.severity == .error }, "\(text)")
                    #expect(error.problems.allSatisfy { $0.location.line > 0 && $0.location.column > 0 }, "\(text)")
                    #expect(
                        !error.problems.contains { $0.location.file == "again" },
                        "the written-out text is wrong: \(error)"
                    )
                }
            }
            // Mutations in comments and titles are harmless; the others must be found.
            #expect(rejected > tries / 4 && accepted > tries / 30)
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let at = random.below(bytes.count)
        switch random.below(9) {
        case 0: bytes.remove(at: at)
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
        case 2: bytes[at] = random.pick(Array(" :,-[]{}\"'#&*!|>%@`?\n0123456789.eE".utf8))
        case 3: bytes.insert(contentsOf: Array(random.pick(tokens).utf8), at: at)
        case 4:
            // A whole word or number is replaced.
            let isPart: (UInt8) -> Bool = { $0 > 32 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ",") }
            var start = at
            var end = at
            while start > 0, isPart(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, isPart(bytes[end]) { end += 1 }
            bytes.replaceSubrange(start..<end, with: Array(random.pick(tokens).utf8))
        case 5: bytes.removeSubrange(at...)
        case 6:
            var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
            lines.insert(random.pick(lines), at: random.below(lines.count))
            bytes = Array(lines.joined(separator: [10]))
        case 7:
            var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
            lines.remove(at: random.below(lines.count))
            bytes = Array(lines.joined(separator: [10]))
        default:
            let opening = random.pick(["[", "{a: ", "- ", "? ", "[*a, "])
            let count = [3, 30, 300, 1500][random.below(4)]
            bytes.insert(contentsOf: Array(String(repeating: opening, count: count).utf8), at: at)
        }
    }

    @Test("An unknown key in any mapping of any file is reported by name", arguments: Shipped.names)
    func anonymous(_ name: String) throws {
        try Shipped.withCopies { folder in
            let lines = try Shipped.text(name).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let inside = URL(fileURLWithPath: "\(folder)/\(name)").deletingLastPathComponent().path
            var random = SplitMix(UInt64(lines.count))
            var tried = 0
            for index in lines.indices {
                for changed in Self.withAnonymous(lines[index], &random) {
                    var text = lines
                    text[index] = changed.line
                    do throws(InputErrors) {
                        _ = try ScenarioReader(services: Slices.all.keys).read(
                            text: text.joined(separator: "\n"), named: "x", folder: inside)
                        Issue.record("line \(index + 1) was accepted: \(changed.line)")
                    } catch {
                        #expect(
                            error.problems.contains {
                                $0.message.contains("`\(changed.key)`") && $0.severity == .error
                            },
                            "\(changed.line): \(error)")
                    }
                    tried += 1
                }
            }
            #expect(tried > 5)
        }
    }

    /// The line with an unknown key put in front of its key, and in each of its flow mappings.
    private static func withAnonymous(_ line: String, _ random: inout SplitMix) -> [(line: String, key: String)] {
        let code = line.prefix { $0 != "#" }
        let indent = code.prefix { $0 == " " || $0 == "-" }
        let rest = code.dropFirst(indent.count)
        guard let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy({ $0.isLowercase || $0 == "-" }),
            colon > rest.startIndex
        else { return [] }
        var changed: [(String, String)] = []
        func key() -> String { "zq-" + String(random.next(), radix: 36) }
        let anonymous = key()
        let next = String(indent.map { $0 == "-" ? " " : $0 })
        changed.append(("\(indent)\(anonymous): 1\n\(next)\(rest)", anonymous))
        for index in code.indices where code[index] == "{" {
            let anonymous = key()
            let start = code.index(after: index)
            changed.append(("\(code[..<start])\(anonymous): 1, \(code[start...])", anonymous))
        }
        return changed
    }

    @Test("Random values set on random paths never crash, and an unknown path is reported")
    func overrides() throws {
        var random = SplitMix(11)
        let paths = [
            "seed", "length", "city.grid.rows", "city.zones", "drivers.cabs.count", "drivers.0.seats.4",
            "drivers.cabs.boarding",
            "passengers.residents.population.people", "dispatch", "drivers", "travel.traffic", "record.level",
            "changes",
            "drivers.cabs.shift.start", "zq", "dispatch.zq", "drivers.cabs.zq.x", "drivers.7", "a.b.c.d.e.f", "include",
            "", ".",
        ]
        let text = try Shipped.text("quickstart.yaml")
        for _ in 0..<1500 {
            let path = random.pick(paths)
            let set = path + (random.below(20) == 0 ? "" : "=") + random.pick(Self.tokens)
            let said = Support.outcome(text, sets: [set])
            if path.contains("zq") || path.hasPrefix("a.b") || path.isEmpty || path == "." {
                #expect(said.contains { $0.contains(": error: ") }, "\(set)")
            }
        }
    }
}
