// SPDX-License-Identifier: GPL-3.0-or-later

import CGEOS
import CPROJ
import Foundation

/// Which build of the program this is, and what it calculates with: programs that agree in both give the same replications.
package enum ProgramBuild {
    /// SHA-256 of the build ids of the program and of the libraries that numbers come from, and of what the processor makes of
    /// their functions.
    package static let id: String = {
        var parts = [identity(of: "/proc/self/exe")]
        parts += libraries().map(identity)
        parts.append(arithmetic())
        return ContentHash.hex(of: Data(parts.joined(separator: "\n").utf8))
    }()

    /// The files of random draws, elementary functions and geometry that this process has loaded.
    private static func libraries() -> [String] {
        // These are loaded when a map asks for them; every process of a store must name the same ones.
        _ = (cgeos_functions(), cproj_functions())
        // Not by `String(contentsOfFile:)`, which reads one page of a file whose size is not known before.
        let bytes = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
        let maps = String(decoding: bytes ?? Data(), as: UTF8.self)
        let files = Set(maps.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
        return files.filter { file in
            let name = file.split(separator: "/").last ?? ""
            return ["libgsl.", "libgslcblas.", "libm.", "libgeos", "libproj."].contains { name.hasPrefix($0) }
        }.sorted()
    }

    /// The build id that the linker wrote into a file: a hash of its contents, which a copy without debug information
    /// shares. The SHA-256 of the file where there is none; empty where it cannot be read.
    static func identity(of path: String) -> String {
        if let file = FileHandle(forReadingAtPath: path), let id = try? note(file) { return id }
        return (try? Data(contentsOf: URL(fileURLWithPath: path))).map(ContentHash.hex) ?? ""
    }

    /// The note of type 3 and name "GNU" of a 64-bit ELF file, whose numbers are in this machine's order (System V ABI,
    /// "Note Section"); nil when the file has none.
    private static func note(_ file: FileHandle) throws -> String? {
        func bytes(_ offset: Int, _ count: Int) throws -> [UInt8] {
            try file.seek(toOffset: UInt64(offset))
            return [UInt8](try file.read(upToCount: count) ?? Data())
        }
        func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
            guard offset + count <= bytes.count else { return 0 }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let head = try bytes(0, 64)
        guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        let (first, size, count) = (number(head, 32, 8), number(head, 54, 2), number(head, 56, 2))
        for index in 0..<count {
            let segment = try bytes(first + index * size, 56)
            guard number(segment, 0, 4) == 4 else { continue }
            let notes = try bytes(number(segment, 8, 8), min(number(segment, 32, 8), 1 << 16))
            var next = 0
            while next + 12 <= notes.count {
                let (name, length) = (number(notes, next, 4), number(notes, next + 4, 4))
                let start = next + 12 + (name + 3) / 4 * 4
                guard start + length <= notes.count else { break }
                if number(notes, next + 8, 4) == 3, notes[(next + 12)...].starts(with: Array("GNU\0".utf8)) {
                    return notes[start..<start + length].hex
                }
                next = start + (length + 3) / 4 * 4
            }
        }
        return nil
    }

    /// The last bits of elementary functions: the C library has several versions of them and takes one by what the processor
    /// can do, and they differ now and then in the last bit.
    private static func arithmetic() -> String {
        var bits: [UInt8] = []
        for step in 1...4000 {
            let x = Double(step) * 0.37
            for value in [exp(x / 50), log(x), sin(x), cos(x), atan2(x, 3.1), pow(x, 1.7), tgamma(x / 40)] {
                bits += stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: value.bitPattern >> $0) }
            }
        }
        return ContentHash.hex(of: Data(bits))
    }
}
